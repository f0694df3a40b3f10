"""The symmetry of Connect Four: left and right."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.symmetry import Point, Symmetry, board, cells, order, permuted
from yardsticks.connect_four.planes import SHAPE
from yardsticks.connect_four.rules import COLUMNS, HEIGHT


def mirrored(point: Point) -> Point:
    """Where a point goes."""
    return 2 * COLUMNS - 2 - point[0], point[1]


PLACES = order(board(COLUMNS, HEIGHT), mirrored)


def symmetries(options: Mapping[str, Any]) -> list[Symmetry]:  # noqa: ARG001
    """The mirror image."""
    return [
        Symmetry(
            name="mirror",
            actions=np.arange(COLUMNS - 1, -1, -1, dtype=np.int32),
            cells=cells(SHAPE, mirrored),
            change=change,
            seats=np.arange(2, dtype=np.int32),
        )
    ]


def change(states: NDArray[Any]) -> None:
    """Mirror the stones."""
    for name in ("stones", "waiting"):
        states[name] = permuted(states[name], PLACES)
