"""Symmetries of Mole Hill: the garden is the same from left and right, from above and below."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.games.mole_hill.planes import CHANNELS, SHAPE
from tablier.games.mole_hill.rules import COLUMNS, HILLS, PLAYERS, ROWS
from tablier.symmetry import Move, Numbers, Point, Symmetry, board, cells, order, permuted

HERE, EAST, NORTH = (0, 0), (1, 0), (0, 1)
SETS = {"visited": HERE, "reach": HERE, "east": EAST, "north": NORTH}  # of the state
SIDES = {CHANNELS.index("rods to the east"): EAST, CHANNELS.index("rods to the north"): NORTH}
ACTIONS = [*board(COLUMNS, ROWS), *board(COLUMNS - 1, ROWS, EAST), *board(COLUMNS, ROWS - 1, NORTH)]
TURNS = {"mirror": (True, False), "flip": (False, True), "half turn": (True, True)}


def symmetries(options: Mapping[str, Any]) -> list[Symmetry]:  # noqa: ARG001
    """All but the identity."""
    return [symmetry(name, partial(turned, *turns)) for name, turns in TURNS.items()]


def turned(mirror: bool, flip: bool, point: Point) -> Point:
    """Where a point goes: from left to right, from above to below, or both."""
    x, y = point
    return 2 * COLUMNS - 2 - x if mirror else x, 2 * ROWS - 2 - y if flip else y


def symmetry(name: str, move: Move) -> Symmetry:
    """The symmetry that moves points like this."""
    places = {side: order(board(COLUMNS, ROWS, side), move) for side in set(SETS.values())}
    return Symmetry(
        name=name,
        actions=order(ACTIONS, move),
        cells=cells(SHAPE, move, SIDES),
        change=partial(change, places),
        seats=np.arange(PLAYERS, dtype=np.int32),
    )


def change(places: Mapping[Point, Numbers], states: NDArray[Any]) -> None:
    """Turn the hills and the rods."""
    for name, side in SETS.items():
        states[name] = permuted(states[name], places[side])
    in_use = np.arange(HILLS) < states["hills"][:, None]
    states["trail"] = np.where(in_use, places[HERE][states["trail"]], 0)
