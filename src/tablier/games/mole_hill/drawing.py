"""The drawing of Mole Hill: spots, pieces and routes as shapes, and the text board.

The garden is drawn in board.py, the pieces in pieces.py. Spots are the squares and the edges;
their ids are the tokens of the moves.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.frame import padded
from tablier.games.mole_hill import pieces
from tablier.games.mole_hill.board import BORDER, BOTTOM, FRAME, HEIGHT, RIGHT, WIDTH, layers, place
from tablier.games.mole_hill.notation import EMPTY, NAMES, RODS, rods_at, rods_of, sides, trail
from tablier.games.mole_hill.rules import (
    CENTRE,
    COLUMNS,
    EAST_RODS,
    HILLS,
    LIGHT_HILLS,
    RED_FLOWERS,
    ROWS,
    SQUARES,
    WHITE_FLOWERS,
    horizontal,
    mole_square,
    score,
    steps,
    vertical,
    within_reach,
)
from tablier.portable import bit, has
from tablier.position import fields
from tablier.shapes import Board, Leg, Mark, Point, Shape, Spot, chosen, polygon

SCENE = (
    "g3,h2,i2,h1,g1,f1,e1,d2,c3,b2,a3,b4,c5,b6,c7,d6,e5 "
    "a2|b2,a3|a4,a4|b4,b3|c3,b6|c6,c5|c6,c7|d7,d2|e2,"
    "d6|e6,e1|f1,f1|g1,f3|g3,g2|g3,h1|h2,h2|h3,i1|i2 g 2 11"
)
VIEWS = {"reach": "r"}
PIECES: Mapping[str, Sequence[Shape]] = {
    "light": pieces.hill("light"),
    "dark": pieces.hill("dark"),
    "upright": pieces.rod(upright=True),
    "level": pieces.rod(upright=False),
    "mole": pieces.mole(),
    "reach": pieces.footprint(),
}
EAST = {sides(rod)[0]: RODS[rod] for rod in range(EAST_RODS)}
NORTH = {sides(rod)[0]: RODS[rod] for rod in range(EAST_RODS, len(RODS))}


def board(options: NDArray[np.int32]) -> Board:  # noqa: ARG001
    """The garden, which is the same with every option."""
    squares = map(square_spot, range(SQUARES))
    edges = map(edge_spot, range(len(RODS)))
    return Board(WIDTH, HEIGHT, layers(), (*squares, *edges), PIECES)


# Spots. Squares and edges share the lawn out among them: around each edge lies a long hexagon, its
# ends pointed so that four of them meet in a corner, and a square has what is left.

REACH = 0.22  # how far to either side of an edge a click still means the edge


def square_spot(square: int) -> Spot:
    """A square as far as its edges leave it; at the rim of the lawn there is none."""
    x, y = place(square)
    corners = [corner for turn in TURNS for corner in _corner(x, y, *turn)]
    name = NAMES[square]
    return Spot(name, name, x, y, polygon(corners), FRAME.keys(square))


TURNS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # the corners of a square, clockwise


def _corner(x: float, y: float, right: int, down: int) -> list[Point]:
    """The points of a square's area at one of its corners, clockwise."""
    inner = x + right * (0.5 - REACH), y + down * (0.5 - REACH)
    outer = x + right * 0.5, y + down * 0.5
    at_side, at_end = _is_rim(outer[0], RIGHT), _is_rim(outer[1], BOTTOM)
    if at_side == at_end:
        return [outer if at_side else inner]
    return [outer, inner] if at_side == (right == down) else [inner, outer]


def _is_rim(length: float, far: float) -> bool:
    return min(abs(length - BORDER), abs(length - far)) < REACH


def edge_spot(rod: int) -> Spot:
    """An edge with what lies close to it."""
    x, y = rod_place(rod)
    along, aside = 0.5 - REACH, REACH
    outline = (
        (0, -0.5),
        (aside, -along),
        (aside, along),
        (0, 0.5),
        (-aside, along),
        (-aside, -along),
    )
    if is_upright(rod):
        area = polygon([(x + right, y + down) for right, down in outline])
    else:
        area = polygon([(x + down, y + right) for right, down in outline])
    return Spot(RODS[rod], RODS[rod], x, y, area, _known(_edges_around(rod)))


def _edges_around(rod: int) -> dict[str, str | None]:
    """Left and right stay on a line of edges; up and down lead from line to line.

    Each line of upright edges lies between two lines of level ones. On the way up a column comes
    the edge east of a square, then the one north of it, then the next square's.
    """
    square = sides(rod)[0]
    if is_upright(rod):
        return {
            "up": NORTH.get(square),
            "down": NORTH.get(square - 1),
            "left": EAST.get(square - ROWS),
            "right": EAST.get(square + ROWS),
        }
    return {
        "up": EAST.get(square + 1, NORTH.get(square + 1)),  # nothing is east of the last column
        "down": EAST.get(square, NORTH.get(square - 1)),
        "left": NORTH.get(square - ROWS),
        "right": NORTH.get(square + ROWS),
    }


def _known(around: Mapping[str, str | None]) -> dict[str, str]:
    return {key: spot for key, spot in around.items() if spot is not None}


# Pieces


def is_upright(rod: int) -> bool:
    """Does the rod stand between a square and the one east of it?"""
    return rod < EAST_RODS


def rod_place(rod: int) -> Point:
    """The middle of the edge of a rod."""
    square, other = map(place, sides(rod))
    return between(square, other)


def between(first: Point, second: Point) -> Point:
    """The point half-way from one to the other."""
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def marks(state: Any) -> list[Mark]:
    """Hills by their number, rods by their token, the mole once it is up, and where it can go."""
    visited, now = trail(state), fields(state)
    rods = [*rod_marks(now.east, 0), *rod_marks(0, now.north)]
    if not visited:
        return rods
    hills = map(hill_mark, range(1, len(visited) + 1), visited)
    mole = standing_mole(visited[-1], HILLS - len(visited))
    return [*chosen(REACH_MARKS, int(within_reach(state))), *hills, *rods, mole]


@cache
def hill_mark(n: int, square: int) -> Mark:
    """§1.4 A hill by its number: light ones come first."""
    kind = "light" if n <= LIGHT_HILLS else "dark"
    return Mark(f"hill-{n}", kind, *place(square), spot=NAMES[square])


@lru_cache(maxsize=2**13)  # a move adds a rod to one of both at most
def rod_marks(east: int, north: int) -> list[Mark]:
    """The rods on these sides of squares."""
    return list(map(rod_mark, rods_at(east, north)))


@cache
def rod_mark(rod: int) -> Mark:
    """A rod on its edge."""
    kind = "upright" if is_upright(rod) else "level"
    return Mark(f"rod-{RODS[rod]}", kind, *rod_place(rod), spot=RODS[rod])


@cache
def standing_mole(square: int, left: int) -> Mark:
    """The mole on a square, with the number of hills left."""
    return Mark("mole", "mole", *place(square), letters=str(left), spot=NAMES[square])


def reach_mark(square: int) -> Mark:
    """The sign on a square that the mole, once it is in the garden, can still get to."""
    return Mark(f"reach-{NAMES[square]}", "reach", *place(square))


REACH_MARKS = tuple(map(reach_mark, range(SQUARES)))


def route(state: Any, action: int) -> tuple[Leg, ...]:
    """A step goes over the lawn and round rods, a jump below it; rods and hills just appear."""
    if action >= SQUARES or not fields(state).hills:
        return ()
    mole = int(mole_square(state))
    way = place(mole), place(action)
    if not has(steps(state, bit(mole)), action):
        return (Leg("mole", way, below=True),)
    return (Leg("mole", (way[0], *bend(state, mole, action), way[1])),)


def bend(state: Any, mole: int, square: int) -> list[Point]:
    """§4.4 Where a diagonal step with rods on one way round bends into the other."""
    if abs(square - mole) in (1, ROWS):
        return []
    by_row = mole - mole % ROWS + square % ROWS
    by_column = square - square % ROWS + mole % ROWS
    ways = {
        by_row: horizontal(state, vertical(state, bit(mole)) & bit(by_row)),
        by_column: vertical(state, horizontal(state, bit(mole)) & bit(by_column)),
    }
    free = [beside for beside, reached in ways.items() if has(reached, square)]
    if len(free) != 1:
        return []
    return [between(between(place(mole), place(square)), place(free[0]))]


# Letters

LIGHT, DARK, MOLE = "○", "●", "M"
RED, WHITE, MIDDLE = "✿", "*", "◇"
MARGIN = "    "


def text(state: Any) -> str:
    """The garden in letters: ○ and ● hills, M the mole, ✿ and * flowers, ┃ and ━ rods.

    Below it stand the hills left, what flowers are worth, and the scores of both rounds.
    """
    rods = {RODS[rod] for rod in rods_of(state)}
    letters = "".join(f"{NAMES[col * ROWS][0]:^6}" for col in range(COLUMNS))
    rim = "═" * (6 * COLUMNS - 1)
    rows: list[str] = []
    for row in reversed(range(ROWS)):
        rows += [_squares_line(state, rods, row), _edges_line(rods, row)]
    lines = [
        f"{MARGIN} {letters}",
        f"{MARGIN}╔{rim}╗",
        *rows[:-1],
        f"{MARGIN}╚{rim}╝",
        f"{MARGIN} {letters}",
        "",
        f"{MARGIN} {_tally(state)}",
    ]
    return padded(lines)


def _squares_line(state: Any, rods: set[str], row: int) -> str:
    squares = ""
    for square in range(row, SQUARES, ROWS):
        squares += f"{_signs(state, square):^5}{'┃' if EAST.get(square) in rods else '·'}"
    return f"{row + 1:>3} ║{squares[:-1]}║ {row + 1} "


def _edges_line(rods: set[str], row: int) -> str:
    """The edges south of a row."""
    edges = [
        "━━━━━" if NORTH.get(square - 1) in rods else "  ·  "
        for square in range(row, SQUARES, ROWS)
    ]
    return f"{MARGIN}║{'+'.join(edges)}║   "


def _signs(state: Any, square: int) -> str:
    visited = trail(state)
    growing = _growing(square)
    if square not in visited:
        return growing
    n = visited.index(square) + 1
    hill = LIGHT if n <= LIGHT_HILLS else DARK
    return f"{hill}{MOLE}{growing:1}" if n == state.hills else f" {hill}{growing:1}"


def _growing(square: int) -> str:
    if square == CENTRE:
        return MIDDLE
    return RED if has(RED_FLOWERS, square) else WHITE if has(WHITE_FLOWERS, square) else ""


def _tally(state: Any) -> str:
    light = max(0, LIGHT_HILLS - state.hills)
    dark = min(HILLS - LIGHT_HILLS, HILLS - state.hills)
    now = str(score(state))
    first, second = (str(state.first_score), now) if state.second else (now, EMPTY)
    signs = " ▸" if state.second else "▸ "
    return (
        f"{MOLE} {LIGHT} {light} {DARK} {dark}     {RED} 2  {WHITE} 1    "
        f"{signs[0]} I {first:>2}   {signs[1]} II {second:>2}"
    )
