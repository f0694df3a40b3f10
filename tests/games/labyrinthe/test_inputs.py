"""What a net sees of a block's move is what comes of it on the board."""

import random
from typing import Any

import numpy as np
import pytest

from tablier.game import load
from tablier.games.labyrinthe import features, inputs, rules
from tablier.nets import net_of
from tablier.portable import plain, record
from tablier.position import Position

SEEN: Any = plain(inputs)  # plain Python: nothing is compiled for these tests
KNOWN: Any = plain(features)


def walk(players: int, seed: int, moves: int) -> Position:
    dice = random.Random(seed)
    position = load("tablier.games.labyrinthe", {"players": players}).start()
    for _ in range(moves):
        position = position.play(dice.choice(position.legal_moves))
        if position.is_over:
            break
    return position


def slides(state: Any, turn: int, players: int) -> tuple[int, int]:
    """How many slides that seat needs to win, and the nearest of the others."""
    found = KNOWN.slides_to_win(state)[:players]
    return found[turn], min(each for seat, each in enumerate(found) if seat != turn)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("moves", [12, 200])
def test_slides_after_the_move_of_a_block(players: int, moves: int) -> None:
    position = walk(players, moves, moves)
    notes, on = np.zeros(1, record(*inputs.NOTES)), np.zeros(inputs.MOST, np.int64)
    out = np.zeros(inputs.PER_ACTION, np.int64)
    SEEN.inputs(position.state, notes[0], on)
    for action in position.legal_actions:
        if action >= rules.FIRST_MOVE:
            SEEN.rows(position.state, notes[0], action, out)
            told = out[2] - inputs.BLOCK_LEFT, out[3] - inputs.BLOCK_LEFT_OTHERS
            after = position.play(position.game.notation.TOKENS[action]).state
            assert told == slides(after, position.turn, players)


def test_pass_has_rows_of_its_own_within_those_there_are() -> None:
    position = load("tablier.games.labyrinthe", {"order": "pawn_first"}).start().play("b2-b4")
    notes, on = np.zeros(1, record(*inputs.NOTES)), np.zeros(inputs.MOST, np.int64)
    SEEN.inputs(position.state, notes[0], on)
    found = {}
    for action in position.legal_actions:
        out = np.zeros(inputs.PER_ACTION, np.int64)
        SEEN.rows(position.state, notes[0], action, out)
        assert 0 <= out.min() <= out.max() < inputs.ROWS
        found[action] = tuple(out.tolist())
    same = [action for action in found if found[action] == found[rules.PASS]]
    assert same == [rules.PASS]


def test_the_net_is_for_the_games_it_has_seen() -> None:
    """It keeps its file, and steps aside where pawns come first in every turn."""
    for options in ({}, {"players": 4}, {"corners": "adjacent"}):
        for opening in ("full", "pawn"):
            known = load("tablier.games.labyrinthe", {**options, "opening": opening})
            assert net_of(known) is not None
    assert net_of(load("tablier.games.labyrinthe", {"order": "pawn_first"})) is None
