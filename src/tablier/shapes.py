"""Drawings as data: shapes, spots and marks, styled by CSS classes.

Lengths are in squares of the board: x grows to the right, y grows downwards, (0, 0) is the top left
corner of the picture. A path is the value of SVG's attribute `d`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import Struct

Point = tuple[float, float]
DIGITS = bytes.maketrans(b"01", b"\x00\x01")


class Path(Struct, frozen=True, tag="path"):
    """A line or an area."""

    d: str
    style: str


class Circle(Struct, frozen=True, tag="circle"):
    """A disc."""

    x: float
    y: float
    radius: float
    style: str


class Label(Struct, frozen=True, tag="label"):
    """A few letters, centred on their point."""

    x: float
    y: float
    letters: str
    """In the shapes of a piece, a label without letters shows those of the mark."""
    style: str


Shape = Path | Circle | Label


class Spot(Struct, frozen=True):
    """A place that can be clicked."""

    id: str
    label: str
    """Its name for people, as tokens write it."""
    x: float
    y: float
    d: str
    """Its area, a polygon of M, L, H, V and Z; small areas lie above large ones."""
    neighbours: Mapping[str, str]
    """Where the arrow keys lead: "up", "down", "left", "right" to the id of a spot."""


class Mark(Struct, frozen=True, gc=False, cache_hash=True):
    """A piece on the board."""

    id: str
    """Unique, and the same while the piece is on the board, so that moves can be animated."""
    piece: str
    """Which of the board's pieces it looks like."""
    x: float
    y: float
    turn: float = 0
    """Its rotation in degrees, clockwise."""
    letters: str = ""
    """A few letters on it, such as a number."""
    spot: str = ""
    """The id of the spot it lies on, if any: a click on the piece is a click on that spot."""


class Leg(Struct, frozen=True, gc=False):
    """A part of the route of a piece in a move, from point to point."""

    mark: str
    """The id of the piece."""
    points: Sequence[Point]
    below: bool = False
    """Does it lead below the board?"""


class Board(Struct, frozen=True):
    """The constant part of a picture: background, spots, and the shapes of the pieces."""

    width: float
    height: float
    layers: Sequence[Sequence[Shape]]
    """From the lowest to the highest; marks lie above them all."""
    spots: Sequence[Spot]
    pieces: Mapping[str, Sequence[Shape]]
    """The shapes of each kind of piece, around (0, 0)."""
    buttons: Sequence[str] = ()
    """Ids of moves without a place on the board, such as the end of a turn: buttons beside it with
    labels from the game's texts. A button is the only click of its path."""
    seats: Sequence[str] = ()
    """The kind of piece that stands for each seat beside the board; by default a disc, a square, a
    triangle and a diamond in the colours --seat-0 to --seat-3 of the shared style.css."""
    far: Sequence[int] = ()
    """The seats at the upper edge, for whom the board is turned round, so that they sit below."""


class Place(Struct, frozen=True):
    """Adjacent letters in the board's text, and the style of their background."""

    line: int
    column: int
    """The first; both count from 0."""
    width: int
    style: str


class Letters(Struct, frozen=True):
    """Where spots lie in the board's text, and how it looks on a terminal with colours.

    A style is written "bold #rrggbb on #rrggbb", and each part of it can be left out.
    """

    places: Mapping[str, Sequence[Place]]
    """By the id of the spot; spots without a place are listed beside the board."""
    field: str
    """The style of what lies between the places."""
    count: str
    """The style of the last line, which shows the rest of the position."""
    inks: Mapping[str, str]
    """Styles of matches of regular expressions in the letters of a place or in the last line."""


def chosen(things: Sequence[Any], bits: int) -> list[Any]:
    """The items whose indices are in a set of bits: fast for large sets.

    >>> chosen("abcde", 0b10011)
    ['a', 'b', 'e']
    """
    return list(compress(things, f"{bits:b}".encode().translate(DIGITS)[::-1]))


def number(value: float) -> str:
    """A length in a path: rounded to a thousandth of a square, without trailing zeros.

    >>> number(0.5), number(2 / 3), number(-0.0)
    ('0.5', '0.667', '0')
    """
    return f"{round(value, 3) + 0:.3f}".rstrip("0").rstrip(".")


def box(left: float, top: float, right: float, bottom: float) -> str:
    """A rectangle, as a path.

    >>> box(0, 0.5, 3, 2)
    'M0 0.5H3V2H0Z'
    """
    return f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def around(point: Point, reach: float) -> str:
    """A square around a point, as a path."""
    x, y = point
    return box(x - reach, y - reach, x + reach, y + reach)


def polyline(points: Iterable[Point]) -> str:
    """An open line through these points, as a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def polygon(points: Iterable[Point]) -> str:
    """A closed line through these points, as a path.

    >>> polygon([(0, 0), (1, 0), (0.5, 1)])
    'M0 0L1 0L0.5 1Z'
    """
    return f"{polyline(points)}Z"


NEAR = ((1, 1), (0, 1), (1, 0), (2, 2), (0, 2), (2, 0), (1, 2), (2, 1))
"""How many pieces go and come at one place in most moves, the most frequent first."""


def difference(before: Sequence[Mark], after: Sequence[Mark]) -> tuple[list[int], list[int]]:
    """The places of pieces before a move that are gone after it, and after it of those that came.

    All others stay, in their order. Pieces are the same if they are the same object: those of a
    game are made once.

    >>> difference("abcd", "xacd"), difference("ab", "ba"), difference("aab", "ab")
    (([1], [0]), ([1], [0]), ([1], []))
    """
    gone: list[int] = []
    came: list[int] = []
    old = new = 0
    while (same := _first_change(before[old:], after[new:])) is not None:
        old, new = old + same, new + same
        to_old, to_new = _where_alike(before, old, after, new)
        gone += range(old, to_old)
        came += range(new, to_new)
        old, new = to_old, to_new
    least = min(len(before) - old, len(after) - new)
    return [*gone, *range(old + least, len(before))], [*came, *range(new + least, len(after))]


def _first_change(one: Iterable[Mark], other: Iterable[Mark]) -> int | None:
    """The first place where they are not the same, as long as there are both."""
    return next(compress(count(), map(is_not, one, other)), None)


def _where_alike(
    before: Sequence[Mark], old: int, after: Sequence[Mark], new: int
) -> tuple[int, int]:
    """The next places where both go on alike; if none is near, where all that follows is alike."""
    end, stop = len(before), len(after)
    for gone, came in NEAR:
        at, to = old + gone, new + came
        if at < end and to < stop:
            if before[at] is after[to]:
                return at, to
        elif at == end and to == stop:
            return end, stop
    last = _first_change(before[old:][::-1], after[new:][::-1])
    last = min(end - old, stop - new) if last is None else last
    return end - last, stop - last
