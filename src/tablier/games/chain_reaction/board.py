"""The board of Chain Reaction, a cloth that never changes, and the shapes of its pieces.

A square is one unit. Goal lines lie above and below the squares, and round them all runs a track
(track.py); at the right side are the die that counts segments, and the hand, where a piece waits
to be put back.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from tablier.frame import Frame
from tablier.games.chain_reaction.notation import FIELD
from tablier.games.chain_reaction.rules import CAMP, COLUMNS, ROWS
from tablier.portable import members
from tablier.shapes import Circle, Label, Path, Point, Shape, around, box, number

RIM, TRACK = 0.5, 0.62  # of wood, and round the cloth
EDGE = 0.08  # of the wood
BORDER = RIM + TRACK
SIDE = 1.2  # the strip at the right
FRAME = Frame(FIELD, BORDER)
WIDTH, HEIGHT = FRAME.width + SIDE + RIM / 2, FRAME.height
LEFT, RIGHT = BORDER, BORDER + COLUMNS
TOP, BOTTOM = BORDER + 1, BORDER + 1 + ROWS
MIDDLE_OF_SIDE = RIGHT + BORDER + SIDE / 2
HAND: Point = MIDDLE_OF_SIDE, HEIGHT / 2 - 0.5
DIE: Point = MIDDLE_OF_SIDE, HEIGHT / 2 + 0.75

CAMPS = {square for camp in CAMP for square in members(camp)}


def middle(col: int, row: int) -> Point:
    """The middle of a square; rows −1 and 8 are the goal lines."""
    return FRAME.middle(FIELD.square(col, row + 1))


def layers() -> tuple[list[Shape], ...]:
    """All layers, from the lowest to the highest."""
    return frame(), ground(), seams(), goals(), [Circle(*HAND, 0.5, "hand")], coordinates()


def frame() -> list[Shape]:
    """The table that shows around the cloth."""
    return [
        Path(box(0, 0, WIDTH, HEIGHT), "wood"),
        Path(box(EDGE, EDGE, WIDTH - EDGE, HEIGHT - EDGE), "wood-edge"),
    ]


def ground() -> list[Shape]:
    """The cloth with its hem; the camps are woven a little lighter."""
    camps = "".join(around(middle(*divmod(square, ROWS)), 0.5) for square in sorted(CAMPS))
    return [
        Path(box(LEFT, TOP, RIGHT, BOTTOM), "cloth"),
        Path(camps, "camp"),
        Path(box(LEFT, TOP + ROWS / 2 - 0.012, RIGHT, TOP + ROWS / 2 + 0.012), "half"),
    ]


def seams() -> list[Shape]:
    """The stitches between the squares."""
    upright = "".join(
        f"M{number(LEFT + col)} {number(TOP)}V{number(BOTTOM)}" for col in range(1, COLUMNS)
    )
    level = "".join(
        f"M{number(LEFT)} {number(TOP + row)}H{number(RIGHT)}" for row in range(1, ROWS)
    )
    return [Path(upright + level, "stitches"), Path(box(LEFT, TOP, RIGHT, BOTTOM), "hem")]


def goals() -> list[Shape]:
    """The goal lines with what their squares are worth."""
    shapes: list[Shape] = []
    for col, row in product(range(COLUMNS), (-1, ROWS)):
        x, y = middle(col, row)
        is_middle = col == COLUMNS // 2
        shapes += [
            Path(around((x, y), 0.44), "goal best" if is_middle else "goal"),
            Label(x, y, "2" if is_middle else "1", "worth"),
        ]
    return shapes


def coordinates() -> list[Shape]:
    """Columns above and below, rows at the left, the rows of the camps at the right."""
    on_wood = (EDGE + RIM) / 2
    camps = [
        Label(
            RIGHT + TRACK + RIM / 2, middle(0, row)[1], "ABC"[min(row, ROWS - 1 - row)], "camp-row"
        )
        for row in (0, 1, 2, 5, 6, 7)
    ]
    return [*FRAME.coordinates((on_wood,), (on_wood, HEIGHT - on_wood)), *camps]


def disc(colour: str) -> list[Shape]:
    """A wooden disc."""
    return [
        Circle(0.02, 0.05, 0.36, "shadow"),
        Circle(0, 0, 0.36, f"disc {colour}"),
        Circle(0, 0, 0.28, f"ring {colour}"),
        inlay(colour, 0.17, ".12"),
    ]


def inlay(colour: str, radius: float, cross: str) -> Shape:
    """A circle on white, a cross on black, so that discs differ not only by colour."""
    if colour == "white":
        return Circle(0, 0, radius, "inlay white")
    strokes = f"M-{cross}-{cross}L{cross} {cross}M-{cross} {cross}L{cross}-{cross}"
    return Path(strokes, f"inlay {colour}")


def die(eyes: int) -> list[Shape]:
    """The die that shows how many segments are left."""
    corner = 0.17
    corners: list[Point] = [(-corner, -corner), (corner, corner), (corner, -corner)]
    corners += [(-corner, corner)]
    shown = corners[: eyes - eyes % 2] + [(0.0, 0.0)] * (eyes % 2)
    return [
        Path(around((0.02, 0.05), 0.33), "shadow"),
        Path(around((0, 0), 0.33), "die"),
        *(Circle(x, y, 0.06, "eye") for x, y in shown),
    ]


PIECES: Mapping[str, Sequence[Shape]] = {
    "white": disc("white"),
    "black": disc("black"),
    "hand": [Circle(0, 0, 0.36, "hand")],
    **{f"die-{eyes}": die(eyes) for eyes in range(1, 6)},
}
