"""Our tree search beside OpenSpiel's C++ `MCTSBot`, both with random playouts, on one thread.

python benchmarks/search.py [--yardsticks othello] [--games 40] [--think 0.05] [--workers 1]

Simulations per second on Connect Four and Othello, in turn: for as many simulations as OpenSpiel
runs in the time (the same work), and for as many as we run in it (a larger tree, so a slower one).
Then two matches: at equal simulations (ours must not be worse: it is right) and at equal time per
move (it is fast). Games of a match are spread over the workers.
"""

import argparse
import random
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyspiel

from tablier.game import Game
from tablier.position import Position
from tablier.search.player import Player
from yardsticks import title, yardstick

GAMES = {"connect_four": 4, "othello": 6}  # random moves that open a game of a match
EXPLORATION = 2.0  # OpenSpiel's own examples use it
REPETITIONS = 5


@dataclass(frozen=True)
class Rates:
    """Simulations per second: theirs, ours for the same work, and ours for the same time."""

    theirs: float
    ours: float
    ours_for_long: float


def their_bot(theirs: Any, simulations: int, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(theirs, evaluator, EXPLORATION, simulations, 1000, True, seed, False)


def their_seconds(theirs: Any, simulations: int, seed: int) -> float:
    bot = their_bot(theirs, simulations, seed)
    begin = time.perf_counter()
    bot.mcts_search(theirs.new_initial_state())
    return time.perf_counter() - begin


def our_seconds(game: Game, simulations: int, seed: int) -> float:
    player = Player(game, simulations=simulations, seed=seed)
    player.analyse(game.start().after(game.start().legal_actions[0]))  # memory, compiled code
    begin = time.perf_counter()
    player.analyse(game.start())
    return time.perf_counter() - begin


def rates(game: Game, theirs: Any, seconds: float) -> Rates:
    """Simulations per second from the start of a game, in the median of turns about."""
    enough = max(100, round(1000 * seconds / their_seconds(theirs, 1000, 0)))
    many = max(1000, round(20_000 * seconds / our_seconds(game, 20_000, 0)))
    taken = [
        (
            their_seconds(theirs, enough, seed),
            our_seconds(game, enough, seed),
            our_seconds(game, many, seed),
        )
        for seed in range(REPETITIONS)
    ]
    them, us, us_for_long = map(statistics.median, zip(*taken, strict=True))
    return Rates(enough / them, enough / us, many / us_for_long)


def play(number: int, name: str, simulations: int, budget: dict[str, Any]) -> float:
    """Our payoff in one game; two games in a row have the same opening, with the seats swapped."""
    game, theirs = yardstick(name), pyspiel.load_game(name)
    position, state, seat = game.start(), theirs.new_initial_state(), number % 2
    ours, bot = Player(game, seed=number, **budget), their_bot(theirs, simulations, number)
    rng = random.Random(number // 2)
    for ply in range(1000):
        if not position.legal_actions:
            break
        if ply < GAMES[name]:
            action = rng.choice(position.legal_actions)
        else:
            action = chosen(position, ours) if position.turn == seat else bot.step(state)
        position = position.after(action)
        state.apply_action(action)
    outcome = position.outcome()
    assert outcome is not None
    return outcome.payoffs[seat]


def chosen(position: Position, player: Player) -> int:
    return position.game.actions[player.choose(position)]


def pairs(
    name: str, games: int, workers: int, their_simulations: int, **budget: Any
) -> list[float]:
    """Our score in each pair of games, from 0 to 1."""
    one = partial(play, name=name, simulations=their_simulations, budget=budget)
    with ProcessPoolExecutor(workers) as pool:
        payoffs = list(pool.map(one, range(2 * (games // 2))))
    return [(payoffs[i] + payoffs[i + 1] + 2) / 4 for i in range(0, len(payoffs), 2)]


def match(name: str, games: int, workers: int, their_simulations: int, **budget: Any) -> str:
    """Our score with its 95% interval over pairs of games."""
    scores = pairs(name, games, workers, their_simulations, **budget)
    margin = 1.96 * statistics.stdev(scores) / len(scores) ** 0.5
    return f"{statistics.mean(scores):.3f} ± {margin:.3f} over {2 * len(scores)} games"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a measurement")
    parser.add_argument("--games", type=int, default=40, help="games of each match")
    parser.add_argument("--think", type=float, default=0.05, help="seconds a move")
    parser.add_argument("--simulations", type=int, default=500, help="of both, in the equal match")
    parser.add_argument("--yardsticks", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--workers", type=int, default=1, help="games of a match at a time")
    options = parser.parse_args()
    if options.games < 4:
        parser.error("a match needs 4 games at least")
    for name in options.yardsticks:
        game, theirs = yardstick(name), pyspiel.load_game(name)
        speed = rates(game, theirs, options.seconds)
        print(
            f"{title(game)}: OpenSpiel {speed.theirs:,.0f} simulations/s; the same work at "
            f"{speed.ours:,.0f}/s: {speed.ours / speed.theirs:.1f} times; the same time at "
            f"{speed.ours_for_long:,.0f}/s: {speed.ours_for_long / speed.theirs:.1f} times",
            flush=True,
        )
        equal = options.simulations
        print(
            f"  at {equal} simulations each: "
            + match(name, options.games, options.workers, equal, simulations=equal),
            flush=True,
        )
        as_long = max(1, round(speed.theirs * options.think))
        print(
            f"  at {options.think} s each (OpenSpiel: {as_long} simulations): "
            + match(name, options.games, options.workers, as_long, seconds=options.think),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
