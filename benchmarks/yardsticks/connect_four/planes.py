"""Planes of Connect Four, the same as Pgx's: the mover's stones and the others, top row first."""

import numpy as np

from tablier.planes import Channel
from tablier.portable import rule, squares
from yardsticks.connect_four.rules import COLUMNS, HEIGHT, ROWS

PLANES = (Channel("own stones"), Channel("stones of the other"))
SHAPE = (2, ROWS, COLUMNS)
FIRST_ROW = squares(*range(0, COLUMNS * HEIGHT, HEIGHT))  # seven bits apart
SPREAD = squares(*range(COLUMNS))
BYTES = squares(*range(0, 8 * COLUMNS, 8))
BYTE = np.uint64(255)
FOUR, SIX = 4 * HEIGHT, 6 * HEIGHT  # bits of so many columns


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    mark(state.stones ^ state.waiting, out[0])
    mark(state.waiting, out[1])


@rule
def mark(bits, plane):
    """Write a set of cells: 1 inside, 0 outside."""
    # Twice as fast as cell by cell: LLVM stores four or two bytes of a number at once, never seven.
    for row in range(ROWS):
        cells = bits >> np.uint64(ROWS - 1 - row) & FIRST_ROW
        write(cells, 4, plane[row], 0)
        write(cells >> np.uint64(FOUR), 2, plane[row], 4)
        write(cells >> np.uint64(SIX), 1, plane[row], 6)


@rule
def write(cells, n, out, first):
    """Write the first n of these cells of a row."""
    spread = cells * SPREAD & BYTES  # what was seven bits apart is eight apart
    for column in range(n):
        out[np.uint64(first + column)] = spread >> np.uint64(8 * column) & BYTE
