"""What an illegal action costs: the same in every adapter, and the same as a resignation."""

from typing import Any

import numpy as np
import pytest
from tests.games.contract import random_game

from tablier.adapters import gymnasium, openspiel, pettingzoo, vector
from tablier.game import Game
from tablier.play import endings

GAMES = [openspiel.game_of(key) for key in openspiel.every_key()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.players}")


def opening(game: Game) -> list[int]:
    """The actions of a random game until somebody else than the first seat is to move."""
    actions = []
    for position, action in random_game(game.start(0), 3):
        if position.turn != 0:
            break
        actions.append(action)
    return actions


def illegal(mask: Any) -> int:
    """An action that the mask does not have."""
    return int(np.flatnonzero(mask == 0)[0])


@every_game
def test_an_illegal_action_is_a_resignation(game: Game) -> None:
    boards, zoo = vector.VectorEnv(game, 1, 0), pettingzoo.env(game)
    vectors = gymnasium.VectorEnv(game, 1)
    zoo.reset(seed=0)
    vectors.reset(seed=0)
    for action in opening(game):
        boards.step([action])
        vectors.step([action])
        zoo.step(action)
    seat, wrong = int(boards.seats[0]), illegal(boards.masks[0])
    assert seat != 0
    expected = pytest.approx(endings.lost(game.players, {seat}, "resigned").payoffs)
    assert boards.step([wrong])[1][0].tolist() == expected
    _, reward, _, _, infos = vectors.step([wrong])
    assert infos["rewards"][0].tolist() == expected
    assert reward[0] == pytest.approx(infos["rewards"][0][seat])
    zoo.step(wrong)
    assert list(zoo.rewards.values()) == expected
    assert all(zoo.terminations.values())


@every_game
def test_every_agent_is_told_what_it_got(game: Game) -> None:
    """PettingZoo asks each agent once more; the rewards are theirs then, and nothing is left."""
    zoo = pettingzoo.env(game)
    zoo.reset(seed=0)
    zoo.step(illegal(zoo.observe("player_0")["action_mask"]))
    told = {}
    for agent in zoo.agent_iter():
        _, told[agent], ended, cut, _ = zoo.last()
        assert (ended, cut) == (True, False)
        zoo.step(None)
    assert [told[agent] for agent in zoo.possible_agents] == pytest.approx(
        endings.lost(game.players, {0}, "resigned").payoffs
    )
    assert not zoo.agents
