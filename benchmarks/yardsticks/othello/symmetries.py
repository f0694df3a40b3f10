"""Symmetries of Othello: those that leave the four discs of the start as they are."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.symmetry import Move, Numbers, Point, Symmetry, cells, order, permuted
from yardsticks.othello.planes import SHAPE
from yardsticks.othello.rules import PASS, SIZE, SQUARES

LAST = 2 * (SIZE - 1)
POINTS = [(2 * (square % SIZE), 2 * (square // SIZE)) for square in range(SQUARES)]


def half_turn(point: Point) -> Point:
    """From every corner to the opposite one."""
    return LAST - point[0], LAST - point[1]


def diagonal(point: Point) -> Point:
    """Columns become rows."""
    return point[1], point[0]


def other_diagonal(point: Point) -> Point:
    """The same along the other diagonal."""
    return half_turn(diagonal(point))


MOVES: Mapping[str, Move] = {
    "half turn": half_turn,
    "diagonal": diagonal,
    "other diagonal": other_diagonal,
}


def symmetries(options: Mapping[str, Any]) -> list[Symmetry]:  # noqa: ARG001
    """All but the identity."""
    return [symmetry(name, move) for name, move in MOVES.items()]


def symmetry(name: str, move: Move) -> Symmetry:
    """The symmetry that moves points like this."""
    places = order(POINTS, move)
    return Symmetry(
        name=name,
        actions=np.append(places, np.int32(PASS)),
        cells=cells(SHAPE, move),
        change=partial(change, places),
        seats=np.arange(2, dtype=np.int32),
    )


def change(places: Numbers, states: NDArray[Any]) -> None:
    """Move the discs, and where one can be put."""
    for name in ("own", "other", "catching"):
        states[name] = permuted(states[name], places)
