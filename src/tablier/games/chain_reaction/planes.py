"""Planes of Chain Reaction; see tablier/planes.py. Scores are `signed`, at most 127 off 0."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.games.chain_reaction.rules import COLUMNS, MOST_SEGMENTS, NOWHERE, ROWS
from tablier.planes import fill, fill_digits, mark, signed
from tablier.portable import NONE, bit, rule

CHANNELS = (
    "own pieces",  # in a tower the one on top
    "pieces of the other",
    "tower on an own piece",
    "tower on a piece of the other",
    "seat",
    "the turn is the mover's",  # not when he only puts back what the other's turn took out
    "segments in this turn",
    "a piece has to be put back",
    "own score",
    "score of the other",
    "target",
    "turns left, in 256s",
    "turns left, the rest",
    "tie ends the game",
    "siege",
)
SHAPE = (len(CHANNELS), ROWS, COLUMNS)


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    own, other = np.int64(state.turn), 1 - np.int64(state.turn)
    mark(state.tops[own], ROWS, COLUMNS, out[0])
    mark(state.tops[other], ROWS, COLUMNS, out[1])
    mark(tower_on(state, own), ROWS, COLUMNS, out[2])
    mark(tower_on(state, other), ROWS, COLUMNS, out[3])
    fill(own, ROWS, COLUMNS, out[4])
    fill(state.turns & 1 == own, ROWS, COLUMNS, out[5])
    fill(state.segments, ROWS, COLUMNS, out[6])
    fill(state.returning, ROWS, COLUMNS, out[7])
    fill(signed(np.int64(state.score[own])), ROWS, COLUMNS, out[8])
    fill(signed(np.int64(state.score[other])), ROWS, COLUMNS, out[9])
    fill(state.target, ROWS, COLUMNS, out[10])
    fill_digits(np.int64(state.turn_limit) - state.turns, ROWS, COLUMNS, out, 11)
    fill(state.tie, ROWS, COLUMNS, out[13])
    fill(state.siege, ROWS, COLUMNS, out[14])


@rule
def tower_on(state, seat):
    """The square of the tower, if there is one and its bottom piece is of that seat."""
    return bit(state.tower) if state.tower != NOWHERE and state.under == seat else NONE


def longest(options: Mapping[str, Any]) -> int:
    """§2.4, §5.2, §6.2 No game has more moves: a turn has its segments and two pieces put back."""
    return int(options["turn_limit"]) * (MOST_SEGMENTS + 2)
