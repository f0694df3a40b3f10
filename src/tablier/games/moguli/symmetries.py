"""Symmetries of Moguli: left and right are the same, and a cylinder can be turned as well.

The players are not the same: when the first one is home the second has a last turn, not the other
way round.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.games.moguli import rules
from tablier.games.moguli.paths import BOARD, COLUMNS, ROWS, SQUARES
from tablier.games.moguli.planes import CHANNELS, SHAPE
from tablier.games.moguli.rules import PLAYERS
from tablier.symmetry import Numbers, Point, Symmetry, becomes, board, cells, order, permuted

EAST_OR_WEST = ("path on the top leads east", "path underneath leads east")
SETS = ("north", "plain", "pawns", "barred", "turned")
TURNINGS = [(square, quarters) for square in range(SQUARES) for quarters in (1, 2, 3)]
MOVES = [(pawn, end) for pawn in range(SQUARES) for end in range(SQUARES) if pawn != end]


def symmetries(options: Mapping[str, Any]) -> list[Symmetry]:
    """All but the identity."""
    turns = range(COLUMNS if options["cylinder"] else 1)
    kinds = [(mirror, turn) for mirror in (False, True) for turn in turns]
    return [symmetry(mirror, turn) for mirror, turn in kinds[1:]]


def symmetry(mirror: bool, turn: int) -> Symmetry:
    """Mirrored or not, then moved by `turn` columns to the east."""
    squares = order(board(COLUMNS, ROWS), partial(moved, mirror, turn))
    said = [*["mirror"] * mirror, *[f"{turn} to the east"] * (turn > 0)]
    return Symmetry(
        name=", ".join(said),
        actions=actions(squares, mirror),
        cells=cells(SHAPE, partial(moved, mirror, turn)),
        change=partial(change, squares, mirror),
        seats=np.arange(PLAYERS, dtype=np.int32),
        values={CHANNELS.index(each): becomes({0: 1, 1: 0}) for each in EAST_OR_WEST * mirror},
    )


def moved(mirror: bool, turn: int, point: Point) -> Point:
    """Where a point goes."""
    x, y = point
    return ((2 * COLUMNS - 2 - x if mirror else x) + 2 * turn) % (2 * COLUMNS), y


def actions(squares: Numbers, mirror: bool) -> Numbers:
    """A turning goes the other way in a mirror; the actions behind the moves stay."""
    way = -1 if mirror else 1
    turnings = order(TURNINGS, lambda turning: (squares[turning[0]], way * turning[1] % 4))
    moves = order(MOVES, lambda move: (squares[move[0]], squares[move[1]]))
    rest = np.arange(rules.PASS, rules.ACTIONS, dtype=np.int32)
    return np.concatenate([turnings, rules.TURNINGS + moves, rest])


def change(squares: Numbers, mirror: bool, states: NDArray[Any]) -> None:
    """Move tiles and pawns; derived fields are recomputed."""
    for name in SETS:
        states[name] = permuted(states[name], squares)
    states["east"] = permuted(states["east"], squares) ^ (BOARD if mirror else np.uint64(0))
    for state in states:
        rules.settle(state)
