"""Planes of Chain Reaction; see tablier/planes.py. Scores are `signed`, at most 127 off 0."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.games.chain_reaction.rules import (
    AFTER_GOAL,
    COLUMNS,
    MOST_SEGMENTS,
    NO_PIECE,
    NOWHERE,
    OPTIONS,
    ROWS,
)
from tablier.planes import (
    DIGIT,
    Channel,
    fill,
    fill_digits,
    highest,
    mark,
    names,
    scale,
    signed,
    two_digits,
)
from tablier.portable import NONE, bit, rule

SCORE = "128 is a score of 0, and a score is at most 127 off"
PLANES = (
    Channel("own pieces", note="in a tower the one on top"),
    Channel("pieces of the other"),
    Channel("tower on an own piece", note="the square of the tower, if its bottom piece is own"),
    Channel("tower on a piece of the other"),
    Channel("seat", everywhere=True),
    Channel(
        "the turn is the mover's",
        note="not when the mover only puts back what the other's turn took out",
        everywhere=True,
    ),
    Channel("segments in this turn", MOST_SEGMENTS, everywhere=True),
    Channel("a piece has to be put back", 2, "2 after a goal, 1 after a penalty", everywhere=True),
    Channel("own score", DIGIT - 1, SCORE, everywhere=True),
    Channel("score of the other", DIGIT - 1, SCORE, everywhere=True),
    Channel("target", highest(OPTIONS, "target"), "points to win", everywhere=True),
    *two_digits("turns left", highest(OPTIONS, "turn_limit")),
    Channel("tie ends the game", everywhere=True),
    Channel("siege", everywhere=True),
)
CHANNELS, SCALE = names(PLANES), scale(PLANES)
SHAPE = (len(PLANES), ROWS, COLUMNS)


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
    fill(to_put_back(state), ROWS, COLUMNS, out[7])
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


@rule
def to_put_back(state):
    """§5.2, §6.2 Scaled, this is 1 after a goal, as it was when both were the same to nets."""
    if state.returning == NO_PIECE:
        return 0
    return 2 if state.returning == AFTER_GOAL else 1


def longest(options: Mapping[str, Any]) -> int:
    """§2.4, §5.2, §6.2 No game has more moves: a turn has its segments and two pieces put back."""
    return int(options["turn_limit"]) * (MOST_SEGMENTS + 2)
