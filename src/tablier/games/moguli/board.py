"""The board of Moguli and the shapes of its pieces: sandstone tiles, pawns, seals.

A tile is one unit. Around the board runs a frame with the coordinates. A tile is drawn in
orientation 0: its top joins north and east.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import cos, radians, sin

from tablier.frame import Frame
from tablier.games.moguli.notation import BOARD
from tablier.games.moguli.paths import COLUMNS, ROWS
from tablier.shapes import Circle, Path, Point, Shape, around, box, number, polygon

BORDER = 0.6
FRAME = Frame(BOARD, BORDER)
WIDTH, HEIGHT, middle = FRAME.width, FRAME.height, FRAME.middle
RIGHT, BOTTOM = BORDER + COLUMNS, BORDER + ROWS
ROW_LABELS = 0.29  # leaves room for the arrows of a cylinder
CORNER = 0.34  # how far a small sign lies from the middle of its tile


def polar(radius: float, angle: float) -> Point:
    """The point so far from (0, 0), at an angle clockwise from the north."""
    return radius * sin(radians(angle)), -radius * cos(radians(angle))


def layers(cylinder: bool) -> tuple[list[Shape], ...]:
    """All layers, from the lowest to the highest."""
    return frame(), bed(), rims(cylinder), coordinates()


def frame() -> list[Shape]:
    """The wood around the tiles."""
    return [
        Path(box(0, 0, WIDTH, HEIGHT), "frame"),
        Path(box(0.08, 0.08, WIDTH - 0.08, HEIGHT - 0.08), "frame-edge"),
    ]


def bed() -> list[Shape]:
    """The ground that shows between the tiles; the start rows are a little lighter."""
    rows = "".join(box(BORDER, BOTTOM - row - 1, RIGHT, BOTTOM - row) for row in (0, ROWS - 1))
    return [Path(box(BORDER, BORDER, RIGHT, BOTTOM), "bed"), Path(rows, "start-row")]


def rims(cylinder: bool) -> list[Shape]:
    """On a cylinder, arrows at the rims where one goes round."""
    if not cylinder:
        return []
    arrows = "".join(
        f"M{number(x)} {number(middle(row)[1] - 0.1)}l{number(way * 0.07)} .1"
        f"l{number(-way * 0.07)} .1"
        for (x, way), row in product(((BORDER - 0.06, -1), (RIGHT + 0.06, 1)), range(ROWS))
    )
    return [Path(arrows, "round")]


def coordinates() -> list[Shape]:
    """Columns above and below, rows at the left."""
    return FRAME.coordinates((ROW_LABELS,), (BORDER / 2, HEIGHT - BORDER / 2))


# Quarter turns: bands around the gate that end in a tip, between angles clockwise from the north

BAND = (0.31, 0.43)  # radii, and those of the tip
TIP = (0.25, 0.49)
TIP_ANGLE = 26
TURNINGS: Mapping[int, tuple[int, int]] = {1: (14, 84), 2: (110, 234), 3: (-14, -84)}
QUARTER_PLACES: Mapping[int, Point] = {
    quarters: polar(0.37, (first + last) / 2) for quarters, (first, last) in TURNINGS.items()
}


def turning(quarters: int, gate: Point) -> str:
    """The area of a turning: an arrow that goes round the gate."""
    first, last = TURNINGS[quarters]
    way = 1 if last > first else -1
    angles = [first + (last - way * TIP_ANGLE - first) * i / 4 for i in range(5)]
    outer = [polar(BAND[1], angle) for angle in angles]
    inner = [polar(BAND[0], angle) for angle in reversed(angles)]
    tip = [polar(TIP[1], angles[-1]), polar(0.37, last), polar(TIP[0], angles[-1])]
    return polygon([(gate[0] + x, gate[1] + y) for x, y in (*outer, *tip, *inner)])


# Pieces

TOP = "M0-.5V0H.5"
OTHER_SIDES = "M0 .5V0H-.5"


def tile(has_triangle: bool) -> list[Shape]:
    """A tile: two paths on the top, in double lines; the two below it, dotted; its gate."""
    below = TOP if has_triangle else OTHER_SIDES
    mark = [Path("M-.42 .42V.2L-.2 .42Z", "corner-sign")] if has_triangle else []
    return [
        Path(
            "M-.44-.48H.44Q.48-.48 .48-.44V.44Q.48 .48 .44 .48H-.44Q-.48 .48-.48 .44V-.44"
            "Q-.48-.48-.44-.48Z",
            "tile",
        ),
        Path("M-.4-.2Q-.1-.3 .1-.4M-.4 .1Q-.2 .1-.1 .2M.1 .42Q.3 .3 .42 .1", "vein"),
        Path(TOP, "path"),
        Path(TOP, "path-core"),
        Path(below, "below"),
        Path(below, "below-core"),
        *mark,
        Circle(0, 0, 0.25, "gate"),
        Circle(0, 0, 0.17, "hole"),
    ]


PIECES: Mapping[str, Sequence[Shape]] = {
    "triangle": tile(has_triangle=True),
    "plain": tile(has_triangle=False),
    "first": [  # an ivory disc
        Circle(0.02, 0.05, 0.22, "shadow"),
        Circle(0, 0, 0.22, "pawn first"),
        Circle(0, 0, 0.13, "ring first"),
    ],
    "second": [  # an ink square
        Path(around((0.02, 0.05), 0.2), "shadow"),
        Path(around((0, 0), 0.2), "pawn second"),
        Path(around((0, 0), 0.11), "ring second"),
    ],
    "seal": [Circle(0, 0, 0.1, "seal-disc"), Path("M-.05 0H.05", "seal-bar")],  # barred
    "turned": [Path("M.07-.04A.08 .08 0 1 0 .08 .03M.08-.1V-.03H.01", "turned-arrow")],
}
