"""Symmetries of Chain Reaction: left and right are the same.

White and Black are not: who begins is also who is nearer to the end that the turn limit makes.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.games.chain_reaction.planes import SHAPE
from tablier.games.chain_reaction.rules import (
    COLUMNS,
    FIRST_FALL,
    NOWHERE,
    PLAYERS,
    ROWS,
    SQUARES,
    ways,
)
from tablier.symmetry import Point, Symmetry, board, cells, order, permuted


def mirrored(point: Point) -> Point:
    """Where a point goes: from left to right."""
    return 2 * COLUMNS - 2 - point[0], point[1]


SQUARE = order(board(COLUMNS, ROWS), mirrored)
WAYS = [way for square in range(SQUARES) for way in ways(square)]
STEPS = [("step", square, near) for square, near, _ in WAYS]
FALLS = [("fall", square, near) for square, near, far in WAYS if far != NOWHERE]
PUT_BACKS = [("put back", square) for square in range(SQUARES)]
FALL = order(FALLS, lambda fall: (fall[0], *SQUARE[[*fall[1:]]]))


def symmetries(options: Mapping[str, Any]) -> list[Symmetry]:  # noqa: ARG001
    """All but the identity."""
    actions = [*STEPS, *FALLS, *PUT_BACKS]
    return [
        Symmetry(
            name="mirror",
            actions=order(actions, lambda action: (action[0], *SQUARE[[*action[1:]]])),
            cells=cells(SHAPE, mirrored),
            change=change,
            seats=np.arange(PLAYERS, dtype=np.int32),
        )
    ]


def change(states: NDArray[Any]) -> None:
    """Mirror the pieces, and the tower with its falls."""
    states["tops"] = permuted(states["tops"], SQUARE)
    towers = np.flatnonzero(states["tower"] != NOWHERE)
    before = states["tower"][towers]
    after = SQUARE[before]
    falls = np.zeros_like(before)
    for i in range(8):
        number = FIRST_FALL[before] + i
        mirrored_number = FALL[np.minimum(number, len(FALL) - 1)]
        is_legal = states["falls"][towers] >> i & 1
        falls |= np.where(is_legal, 1 << (mirrored_number - FIRST_FALL[after]) * is_legal, 0)
    states["falls"][towers] = falls
    states["tower"][towers] = after
