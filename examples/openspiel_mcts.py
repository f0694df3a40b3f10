"""OpenSpiel's Monte Carlo tree search plays a game against random play, seats in turn.

pip install 'tablier[research]'
python examples/openspiel_mcts.py
"""

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import tablier.adapters.openspiel  # noqa: F401 - registers the games
from tablier.payoffs import part_of


def play(game: Any, simulations: int, seat: int, dice: np.random.RandomState) -> float:
    """What share of the points the search gets in one game from that seat."""
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=dice)
    state = game.new_initial_state()
    while not state.is_terminal():
        is_bot = state.current_player() == seat
        action = bot.step(state) if is_bot else dice.choice(state.legal_actions())
        state.apply_action(int(action))
    return part_of(state.returns()[seat], game.num_players())


def main() -> None:
    """Play some games, and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="python_tablier_mole_hill")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, dice = pyspiel.load_game(given.game), np.random.RandomState(given.seed)
    seats = [number % game.num_players() for number in range(given.games)]
    parts = [play(game, given.simulations, seat, dice) for seat in seats]
    print(f"{np.mean(parts):.2f} of the points against random play in {len(parts)} games")


if __name__ == "__main__":
    main()
