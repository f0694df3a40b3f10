"""Planes of Othello, the same as Pgx's: the mover's discs and the others."""

import numpy as np

from tablier.planes import Channel
from tablier.portable import ONE, rule
from yardsticks.othello.rules import SIZE

PLANES = (Channel("own discs"), Channel("discs of the other"))
SHAPE = (2, SIZE, SIZE)


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    mark(state.own, out[0])
    mark(state.other, out[1])


@rule
def mark(bits, plane):
    """Write a set of squares: 1 inside, 0 outside."""
    for row in range(SIZE):
        for column in range(SIZE):
            square = np.uint64(row * SIZE + column)
            plane[np.uint64(row), np.uint64(column)] = bits >> square & ONE
