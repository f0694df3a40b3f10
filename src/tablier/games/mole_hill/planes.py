"""Planes of Mole Hill; see tablier/planes.py. The flowers that are left are worth their points."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.games.mole_hill.rules import (
    COLUMNS,
    HILLS,
    MOST_POINTS,
    RED_FLOWERS,
    ROWS,
    WHITE_FLOWERS,
    mole_moves,
    score,
)
from tablier.planes import Channel, fill, mark, names, scale
from tablier.portable import NONE, bit, has, rule

PLANES = (
    Channel("hills"),
    Channel("order of the hills", HILLS, "1 for the first; 0 where there is none"),
    Channel("mole", note="it stands on the newest hill"),
    Channel("where the mole can go"),
    Channel("rods to the east", note="of the square"),
    Channel("rods to the north", note="of the square"),
    Channel("flowers left", 2, "their points: red ones 2, white ones 1"),
    Channel("the mover is the mole", everywhere=True),
    Channel("second round", everywhere=True),
    Channel("hills so far", HILLS, "in this round", everywhere=True),
    Channel("score so far", MOST_POINTS, "of the mole in this round", everywhere=True),
    Channel("score of the first round", MOST_POINTS, "0 in the first round", everywhere=True),
    Channel("centre_start is plain", note="the option", everywhere=True),
)
CHANNELS, SCALE = names(PLANES), scale(PLANES)
SHAPE = (len(PLANES), ROWS, COLUMNS)


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    mark(state.visited, ROWS, COLUMNS, out[0])
    put_trail(state, out[1], out[2])
    mark(state.reach, ROWS, COLUMNS, out[3])
    mark(state.east, ROWS, COLUMNS, out[4])
    mark(state.north, ROWS, COLUMNS, out[5])
    put_flowers(state, out[6])
    fill(mole_moves(state), ROWS, COLUMNS, out[7])
    fill(state.second, ROWS, COLUMNS, out[8])
    fill(state.hills, ROWS, COLUMNS, out[9])
    fill(score(state), ROWS, COLUMNS, out[10])
    fill(state.first_score, ROWS, COLUMNS, out[11])
    fill(state.centre_start, ROWS, COLUMNS, out[12])


@rule
def put_trail(state, order, mole):
    """Number the hills in the order they were made; the mole stands on the newest."""
    fill(0, ROWS, COLUMNS, order)
    for i in range(state.hills):
        square = np.int64(state.trail[i])
        order[square % ROWS, square // ROWS] = i + 1
    newest = NONE
    if state.hills > 0:
        newest = bit(state.trail[state.hills - 1])
    mark(newest, ROWS, COLUMNS, mole)


@rule
def put_flowers(state, plane):
    """The points that can still be had on each square."""
    red, white = RED_FLOWERS & ~state.visited, WHITE_FLOWERS & ~state.visited
    for row in range(ROWS):
        for column in range(COLUMNS):
            square = column * ROWS + row
            plane[np.uint64(row), np.uint64(column)] = 2 * has(red, square) + has(white, square)


def longest(options: Mapping[str, Any]) -> int:  # noqa: ARG001
    """§6.1, §7.1 No game has more moves: in each round every hill and a rod after each."""
    return 2 * 2 * HILLS
