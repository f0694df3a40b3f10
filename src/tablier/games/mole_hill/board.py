"""The board of Mole Hill, a garden that never changes: border, lawn, flowers and coordinates.

The lawn is one unit a square, with a border of wood around it.
"""

from itertools import product

from tablier.frame import Frame
from tablier.games.mole_hill.notation import BOARD
from tablier.games.mole_hill.pieces import petals, red_flower, rounded, white_flower
from tablier.games.mole_hill.rules import CENTRE, COLUMNS, RED_FLOWERS, ROWS, SQUARES, WHITE_FLOWERS
from tablier.portable import has
from tablier.shapes import Circle, Path, Shape, number

BORDER = 0.6
FRAME = Frame(BOARD, BORDER)
WIDTH, HEIGHT, place = FRAME.width, FRAME.height, FRAME.middle
RIGHT, BOTTOM = WIDTH - BORDER, HEIGHT - BORDER  # of the lawn
GRAIN = (0.15, 0.2, 0.43, 0.49)  # how far the lines in the wood lie from its rim
TUFTS = 220


def layers() -> tuple[list[Shape], ...]:
    """All layers, from the lowest to the highest."""
    return border(), lawn(), seams(), [*centre(), *flowers()], coordinates()


def border() -> list[Shape]:
    """Four boards of wood with mitred corners."""
    corners = product((0.1, WIDTH - 0.1), (0.1, HEIGHT - 0.1))
    joints = "".join(
        f"M{number(x)} {number(y)}L{number(min(max(x, BORDER), RIGHT))}"
        f" {number(min(max(y, BORDER), BOTTOM))}"
        for x, y in corners
    )
    return [
        Path(rounded(0.02, 0.02, WIDTH - 0.02, HEIGHT - 0.02, 0.2), "border"),
        Path("".join(map(_grain, GRAIN)), "border-grain"),
        Path(joints, "border-joint"),
        Path(rounded(0.065, 0.065, WIDTH - 0.065, HEIGHT - 0.065, 0.16), "border-light"),
    ]


def _grain(depth: float) -> str:
    """A line in each of the four boards, from joint to joint."""
    near, right, bottom = number(depth), number(WIDTH - depth), number(HEIGHT - depth)
    swell, sink = number(depth + 0.03), number(HEIGHT - depth - 0.03)
    return (
        f"M{near} {near}C4 {swell} 7 {near} {right} {near}C{right} 3 {right} 5 {right} {bottom}"
        f"C7 {sink} 3 {bottom} {near} {bottom}C{near} 5 {swell} 3 {near} {near}Z"
    )


def lawn() -> list[Shape]:
    """Grass, mown in stripes along the columns, in the shade of the border."""
    stripes = "".join(
        f"M{number(BORDER + col)} {number(BORDER)}h1v{ROWS}h-1Z" for col in range(1, COLUMNS, 2)
    )
    across = "".join(
        f"M{number(BORDER)} {number(BORDER + row)}h{COLUMNS}v1h-{COLUMNS}Z"
        for row in range(1, ROWS, 2)
    )
    left, top = number(BORDER), number(BORDER)
    shade = f"M{left} {top}h{COLUMNS}l-.1 .1h-{COLUMNS - 0.2:g}v{ROWS - 0.2:g}l-.1 .1Z"
    return [
        Path(f"M{left} {top}h{COLUMNS}v{ROWS}h-{COLUMNS}Z", "grass"),
        Path(stripes, "mown"),
        Path(across, "mown-across"),
        Path("".join(_tuft(i) for i in range(0, TUFTS, 2)), "blades"),
        Path("".join(_tuft(i) for i in range(1, TUFTS, 2)), "tips"),
        Path(shade, "shadow"),
        Path(f"M{left} {top}h{COLUMNS}v{ROWS}h-{COLUMNS}Z", "border-inside"),
    ]


def _tuft(i: int) -> str:
    """Three blades of grass; the tufts are spread evenly, as the R2 sequence does."""
    x = BORDER + 0.1 + (i * 0.7548776662 % 1) * (COLUMNS - 0.2)
    y = BORDER + 0.1 + (i * 0.5698402910 % 1) * (ROWS - 0.2)
    return f"M{number(x - 0.03)} {number(y - 0.06)}l.02 .06l.01-.09m0 .09l.03-.06"


def seams() -> list[Shape]:
    """Where rods can lie: a thin line on every edge, and a dot where edges meet."""
    upright = "".join(
        f"M{number(BORDER + col)} {number(BORDER + row + 0.14)}v.72"
        for col, row in product(range(1, COLUMNS), range(ROWS))
    )
    level = "".join(
        f"M{number(BORDER + col + 0.14)} {number(BORDER + row)}h.72"
        for col, row in product(range(COLUMNS), range(1, ROWS))
    )
    corners = "".join(
        f"M{number(BORDER + col)} {number(BORDER + row)}h0"
        for col, row in product(range(1, COLUMNS), range(1, ROWS))
    )
    return [Path(upright + level, "seam"), Path(corners, "corner")]


def flowers() -> list[Shape]:
    """The flowers, each in the middle of its square."""
    red = [square for square in range(SQUARES) if has(RED_FLOWERS, square)]
    white = [square for square in range(SQUARES) if has(WHITE_FLOWERS, square)]
    return [
        *(shape for square in red for shape in red_flower(*place(square))),
        *(shape for square in white for shape in white_flower(*place(square))),
    ]


def centre() -> list[Shape]:
    """A round of stone with a star of eight points: from here the mole can go anywhere."""
    x, y = place(CENTRE)
    return [
        Circle(x, y, 0.43, "stone"),
        Circle(x, y, 0.34, "stone-ring"),
        Path(petals(x, y, 4, 0.24, 0.03, first=45), "star"),
        Path(petals(x, y, 4, 0.33, 0.04), "star"),
    ]


def coordinates() -> list[Shape]:
    """Columns a to i above and below the lawn, rows 1 to 7 on both its sides."""
    near = 0.52 * BORDER
    return FRAME.coordinates((near, WIDTH - near), (near, HEIGHT - 0.5 * BORDER))
