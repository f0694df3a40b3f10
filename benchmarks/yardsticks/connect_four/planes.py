"""Planes of Connect Four, the same as Pgx's: the mover's stones and the others, top row first."""

import numpy as np

from tablier.portable import ONE, rule
from yardsticks.connect_four.rules import COLUMNS, HEIGHT, ROWS

SHAPE = (2, ROWS, COLUMNS)


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    mark(state.stones ^ state.waiting, out[0])
    mark(state.waiting, out[1])


@rule
def mark(bits, plane):
    """Write a set of cells: 1 inside, 0 outside."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            cell = np.uint64(column * HEIGHT + ROWS - 1 - row)
            plane[np.uint64(row), np.uint64(column)] = bits >> cell & ONE
