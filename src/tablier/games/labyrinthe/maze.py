"""The board of Le Jeu du Labyrinthe, which never changes, and the shapes of its pieces.

A square is one unit. To the right of the board lies a strip of buttons, four abreast: the blocks,
the four directions and the distances.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product

from tablier.games.labyrinthe.layout import CENTRE, Square
from tablier.games.labyrinthe.notation import BLOCK_NAMES, NAMES, SHAPES
from tablier.games.labyrinthe.rules import BLOCKS, CAMPS, OPPOSITE, PLAYERS, SIZE
from tablier.shapes import Circle, Label, Path, Shape, number

Point = tuple[float, float]

BORDER = 0.8
ABREAST = 4
STRIP = ABREAST + 0.8
WIDTH, HEIGHT = SIZE + STRIP + 2 * BORDER, SIZE + 2 * BORDER
RIGHT, BOTTOM = BORDER + SIZE, BORDER + SIZE
STRIP_LEFT = RIGHT + BORDER
BLOCK_LINES = -(-len(BLOCKS) // ABREAST)
ARROWS = {"n": (1.5, 0), "w": (0.5, 1), "e": (2.5, 1), "s": (1.5, 2)}


def middle(column: float, row: float) -> Point:
    """The middle of a square."""
    return BORDER + column + 0.5, BOTTOM - row - 0.5


def box(left: float, top: float, right: float, bottom: float) -> str:
    """A rectangle, in the words of a path."""
    return f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def around(point: Point, reach: float) -> str:
    """A square around a point."""
    x, y = point
    return box(x - reach, y - reach, x + reach, y + reach)


def _buttons() -> dict[str, Point]:
    """The places of the buttons on the strip: blocks, directions, distances."""
    places = {name: (i % ABREAST, i // ABREAST) for i, name in enumerate(BLOCK_NAMES)}
    arrows = {way: (x, BLOCK_LINES + 0.7 + y) for way, (x, y) in ARROWS.items()}
    distances = {
        str(i + 1): (i % ABREAST, BLOCK_LINES + 4.4 + i // ABREAST) for i in range(SIZE - 1)
    }
    return {
        name: (STRIP_LEFT + 0.5 + x, BORDER + 0.5 + y)
        for name, (x, y) in {**places, **arrows, **distances}.items()
    }


BUTTONS = _buttons()

# The board


def maze(players: int, corners: int) -> tuple[list[Shape], ...]:
    """All layers, from the lowest to the highest."""
    return ground(), camps(players, corners), figures(), grid(), coordinates(), strip()


def ground() -> list[Shape]:
    """The table and the board with its white centre."""
    left, top = middle(CENTRE[0] - 0.5, CENTRE[-1] + 0.5)
    right, bottom = middle(CENTRE[-1] + 0.5, CENTRE[0] - 0.5)
    return [
        Path(box(0, 0, WIDTH, HEIGHT), "table"),
        Path(box(BORDER, BORDER, RIGHT, BOTTOM), "board"),
        Path(box(left, top, right, bottom), "centre"),
    ]


def camps(players: int, corners: int) -> list[Shape]:
    """The four corners; those of the players are in their colours."""
    apart = 2 if players == 2 and corners == OPPOSITE else 1
    owners = {apart * seat: seat for seat in range(players)}
    shapes: list[Shape] = []
    for camp, (column, row) in enumerate(CAMPS.tolist()):
        style = f"camp seat-{owners[camp] + 1}" if camp in owners else "camp"
        shapes.append(Path(around(middle(column + 0.5, row + 0.5), 1), style))
    return shapes


def figures() -> list[Shape]:
    """The shapes of the blocks, printed where they lie at the start."""
    printed = ""
    for block in BLOCKS:
        cells = [(column, SIZE - 1 - row) for column, row in block.squares]
        printed += outline(cells, (BORDER, BORDER), 0.12)
    return [Path(printed, "figure")]


def grid() -> list[Shape]:
    """The lines between the squares, and the frames of board and centre."""
    upright = "".join(f"M{number(BORDER + i)} {number(BORDER)}v{SIZE}" for i in range(1, SIZE))
    level = "".join(f"M{number(BORDER)} {number(BORDER + i)}h{SIZE}" for i in range(1, SIZE))
    left, top = middle(CENTRE[0] - 0.5, CENTRE[-1] + 0.5)
    right, bottom = middle(CENTRE[-1] + 0.5, CENTRE[0] - 0.5)
    frames = box(BORDER, BORDER, RIGHT, BOTTOM) + box(left, top, right, bottom)
    return [Path(upright + level, "grid"), Path(frames, "frame")]


def coordinates() -> list[Shape]:
    """Columns above and below, rows at both sides."""
    columns = [
        Label(middle(i, 0)[0], y, NAMES[i * SIZE][0], "coordinate")
        for i, y in product(range(SIZE), (BORDER / 2, HEIGHT - BORDER / 2))
    ]
    rows = [
        Label(x, middle(0, i)[1], str(i + 1), "coordinate")
        for i, x in product(range(SIZE), (BORDER / 2, RIGHT + BORDER / 2))
    ]
    return [*columns, *rows]


def strip() -> list[Shape]:
    """The buttons beside the board."""
    shapes: list[Shape] = []
    for name, (x, y) in BUTTONS.items():
        shapes.append(Path(around((x, y), 0.44), "button"))
        if name in ARROWS:
            shapes.append(Path(arrow((x, y), name), "arrow"))
        else:
            shapes.append(Label(x, y, name, "button-name"))
    return shapes


def arrow(point: Point, way: str) -> str:
    """A triangle that points north, east, south or west."""
    corners = {
        "n": ((0, -0.24), (0.24, 0.18), (-0.24, 0.18)),
        "e": ((0.24, 0), (-0.18, 0.24), (-0.18, -0.24)),
        "s": ((0, 0.24), (-0.24, -0.18), (0.24, -0.18)),
        "w": ((-0.24, 0), (0.18, -0.24), (0.18, 0.24)),
    }[way]
    return polygon([(point[0] + x, point[1] + y) for x, y in corners])


def polygon(points: Iterable[Point]) -> str:
    """A closed line through these points, in the words of a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


# Pieces

TURN_RIGHT: Mapping[Square, Square] = {
    (1, 0): (0, 1),
    (0, 1): (-1, 0),
    (-1, 0): (0, -1),
    (0, -1): (1, 0),
}


def outline(cells: Collection[Square], origin: Point, inset: float) -> str:
    """The line around squares that hang together, drawn a little inside of their rim.

    Squares are counted to the right and down from the origin. Their sides are walked clockwise,
    those that two of them share left out.
    """
    sides: dict[Square, list[Square]] = {}
    for x, y in cells:
        for start, ahead, beyond in (
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        ):
            if beyond not in cells:
                sides.setdefault(start, []).append(ahead)
    lines = []
    while sides:
        corners = _corners(_walk(sides), inset)
        lines.append(polygon([(origin[0] + x, origin[1] + y) for x, y in corners]))
    return "".join(lines)


def _walk(sides: dict[Square, list[Square]]) -> list[tuple[Square, Square]]:
    """Once round: corners of squares, each with the way ahead; the sides walked are taken out.

    Where two squares meet only by their tips the way turns right, so that each keeps its rim.
    """
    first = point = next(iter(sides))
    walked: list[tuple[Square, Square]] = []
    while not walked or point != first:
        right = TURN_RIGHT[walked[-1][1]] if walked else None
        ahead = right if right in sides[point] else sides[point][0]
        assert ahead is not None
        sides[point].remove(ahead)
        if not sides[point]:
            del sides[point]
        walked.append((point, ahead))
        point = point[0] + ahead[0], point[1] + ahead[1]
    return walked


def _corners(walked: list[tuple[Square, Square]], inset: float) -> list[Point]:
    """The points where the way turns, moved inside: to the right of both sides that meet there."""
    corners = []
    for (_, before), ((x, y), ahead) in zip([walked[-1], *walked], walked, strict=False):
        if before != ahead:
            first, second = TURN_RIGHT[before], TURN_RIGHT[ahead]
            corners.append((x + inset * (first[0] + second[0]), y + inset * (first[1] + second[1])))
    return corners


def block_middle(block: int) -> Point:
    """The middle of a block, to the right and down from the middle of its anchor."""
    columns, rows = zip(*SHAPES[block], strict=True)
    return (min(columns) + max(columns)) / 2, -(min(rows) + max(rows)) / 2


MIDDLES = tuple(map(block_middle, range(len(BLOCKS))))


def block_piece(block: int) -> list[Shape]:
    """A block of wood around its middle, with its name on the square nearest to that."""
    x, y = MIDDLES[block]
    cells = [(column, -row) for column, row in SHAPES[block]]
    origin = -x - 0.5, -y - 0.5
    column, row = min(cells, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), cell))
    return [
        Path(outline(cells, (origin[0] + 0.04, origin[1] + 0.07), 0.06), "shadow"),
        Path(outline(cells, origin, 0.06), "block"),
        Path(outline(cells, origin, 0.14), "block-top"),
        Label(column - x, row - y, BLOCK_NAMES[block], "block-name"),
    ]


SIGNS: Sequence[Shape] = (
    Circle(0, 0, 0.13, "sign seat-1"),
    Path("M-.15-.15L.15 .15M-.15 .15L.15-.15", "sign seat-2"),
    Path("M0-.18L.17 .12H-.17Z", "sign seat-3"),
    Path("M-.14-.14H.14V.14H-.14Z", "sign seat-4"),
)


def pawn_piece(seat: int) -> list[Shape]:
    """A pawn from above; every seat has a sign of its own, so that colour is not all."""
    return [
        Circle(0.03, 0.06, 0.36, "shadow"),
        Circle(0, 0, 0.36, f"pawn seat-{seat + 1}"),
        Circle(0, 0, 0.28, f"pawn-ring seat-{seat + 1}"),
        SIGNS[seat],
    ]


BARRED_PIECE: Sequence[Shape] = (
    Circle(0, 0, 0.3, "barred"),
    Path("M-.2 .2L.2-.2", "bar"),
)
PIECES: Mapping[str, Sequence[Shape]] = {
    **{name: block_piece(block) for block, name in enumerate(BLOCK_NAMES)},
    **{f"pawn-{seat + 1}": pawn_piece(seat) for seat in range(PLAYERS)},
    "barred": BARRED_PIECE,
}
