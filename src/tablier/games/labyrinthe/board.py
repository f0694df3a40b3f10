"""The board of Le Jeu du Labyrinthe, which never changes, and the shapes of its pieces.

A square is one unit.
"""

from collections.abc import Collection, Mapping, Sequence

from tablier.frame import Frame
from tablier.games.labyrinthe.blocks import BLOCKS, SIZE
from tablier.games.labyrinthe.layout import CENTRE, Square
from tablier.games.labyrinthe.notation import BLOCK_NAMES, BOARD, SHAPES
from tablier.games.labyrinthe.rules import CAMPS, OPPOSITE, PLAYERS
from tablier.shapes import Circle, Label, Path, Point, Shape, around, box, number, polygon

BORDER = 0.8
FRAME = Frame(BOARD, BORDER)
SIDE = FRAME.width  # of the picture
FAR = BORDER + SIZE  # where the squares end


def middle(column: float, row: float) -> Point:
    """The middle of a square."""
    return BORDER + column + 0.5, FAR - row - 0.5


# The board


def layers(players: int, corners: int) -> tuple[list[Shape], ...]:
    """All layers, from the lowest to the highest."""
    return ground(), figures(), camps(players, corners), grid(), heart(), coordinates()


def ground() -> list[Shape]:
    """The table and the board."""
    return [
        Path(box(0, 0, SIDE, SIDE), "wood"),
        Path(box(0.12, 0.12, SIDE - 0.12, SIDE - 0.12), "wood-edge"),
        Path(box(BORDER, BORDER, FAR, FAR), "board"),
    ]


def camps(players: int, corners: int) -> list[Shape]:
    """The four corners; those of the players have their colours and signs."""
    owners = {camp: seat for seat, camp in camps_of(players, corners).items()}
    shapes: list[Shape] = []
    for column, row in CAMPS.tolist():
        place, owner = middle(column + 0.5, row + 0.5), owners.get((column, row))
        style = "" if owner is None else f" seat-{owner}"
        shapes.append(Path(around(place, 1), f"camp{style}"))
        if owner is not None:
            shapes.append(Path(sign(owner, place, 0.8), f"camp-sign{style}"))
    return shapes


def camps_of(players: int, corners: int) -> dict[int, Square]:
    """The first square of each player's camp, by seat."""
    apart = 2 if players == 2 and corners == OPPOSITE else 1
    camps = [(column, row) for column, row in CAMPS.tolist()]
    return {seat: camps[apart * seat] for seat in range(players)}


def figures() -> list[Shape]:
    """The shapes of the blocks, printed where they lie at the start."""
    printed = ""
    for block in BLOCKS:
        cells = [(column, SIZE - 1 - row) for column, row in block.squares]
        printed += outline(cells, (BORDER, BORDER), 0.1, 0.2)
    return [Path(printed, "figure")]


def heart() -> list[Shape]:
    """The nine white squares in the middle."""
    left, top = middle(CENTRE[0] - 0.5, CENTRE[-1] + 0.5)
    right, bottom = middle(CENTRE[-1] + 0.5, CENTRE[0] - 0.5)
    inner = "".join(
        f"M{number(left + i)} {number(top)}V{number(bottom)}"
        f"M{number(left)} {number(top + i)}H{number(right)}"
        for i in range(1, len(CENTRE))
    )
    return [Path(box(left, top, right, bottom), "heart"), Path(inner, "heart-grid")]


def grid() -> list[Shape]:
    """The lines between the squares, and the frame of the board."""
    upright = "".join(f"M{number(BORDER + i)} {number(BORDER)}v{SIZE}" for i in range(1, SIZE))
    level = "".join(f"M{number(BORDER)} {number(BORDER + i)}h{SIZE}" for i in range(1, SIZE))
    return [Path(upright + level, "grid"), Path(box(BORDER, BORDER, FAR, FAR), "frame")]


def coordinates() -> list[Shape]:
    """Columns above and below, rows at both sides."""
    both = BORDER / 2, SIDE - BORDER / 2
    return FRAME.coordinates(both, both)


# Pieces

Corner = tuple[Point, Square, Square]
"""A point where a line turns, and the ways before and after it."""
TURN_RIGHT: Mapping[Square, Square] = {
    (1, 0): (0, 1),
    (0, 1): (-1, 0),
    (-1, 0): (0, -1),
    (0, -1): (1, 0),
}


def outline(cells: Collection[Square], origin: Point, inset: float, radius: float) -> str:
    """The line around squares that hang together, a little inside of their rim, corners rounded.

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
    lines = ""
    while sides:
        lines += _rounded(_corners(_walk(sides), inset), origin, radius)
    return lines


def _rounded(corners: Sequence[Corner], origin: Point, radius: float) -> str:
    """A closed line through corners, each cut off at both sides and bent."""
    words = []
    for (x, y), before, ahead in corners:
        tip = origin[0] + x, origin[1] + y
        into = tip[0] - radius * before[0], tip[1] - radius * before[1]
        out = tip[0] + radius * ahead[0], tip[1] + radius * ahead[1]
        words.append(f"{_point(into)}Q{_point(tip)} {_point(out)}" if radius else _point(tip))
    return "M" + "L".join(words) + "Z"


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


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


def _corners(walked: list[tuple[Square, Square]], inset: float) -> list[Corner]:
    """The points where the way turns, moved inside: to the right of both sides that meet there."""
    corners: list[Corner] = []
    for (_, before), ((x, y), ahead) in zip([walked[-1], *walked], walked, strict=False):
        if before != ahead:
            first, second = TURN_RIGHT[before], TURN_RIGHT[ahead]
            point = x + inset * (first[0] + second[0]), y + inset * (first[1] + second[1])
            corners.append((point, before, ahead))
    return corners


def block_middle(block: int) -> Point:
    """The middle of a block, to the right and down from the middle of its anchor."""
    columns, rows = zip(*SHAPES[block], strict=True)
    return (min(columns) + max(columns)) / 2, -(min(rows) + max(rows)) / 2


MIDDLES = tuple(map(block_middle, range(len(BLOCKS))))


def block_handle(block: int) -> Square:
    """The square of a block by which it is taken, counted from its anchor: nearest its middle."""
    x, y = MIDDLES[block]
    return min(SHAPES[block], key=lambda square: abs(square[0] - x) + abs(square[1] + y))


HANDLES = tuple(map(block_handle, range(len(BLOCKS))))
BARRED_AT = tuple(
    next(square for square in shape if square != handle)
    for shape, handle in zip(SHAPES, HANDLES, strict=True)
)
"""The first square of each block that does not show its name, counted from its anchor."""


def block_kind(block: int) -> str:
    """The piece that a block looks like."""
    return f"block-{BLOCK_NAMES[block]}"


def block_piece(block: int) -> list[Shape]:
    """A block around its middle, with its name on its handle."""
    x, y = MIDDLES[block]
    cells = [(column, -row) for column, row in SHAPES[block]]
    origin = -x - 0.5, -y - 0.5
    column, row = HANDLES[block]
    return [
        Path(outline(cells, (origin[0] + 0.05, origin[1] + 0.09), 0.05, 0.2), "shadow"),
        Path(outline(cells, origin, 0.05, 0.2), "block"),
        Path(outline(cells, origin, 0.13, 0.13), "block-edge"),
        Label(column - x, -row - y, BLOCK_NAMES[block], "block-name"),
    ]


def sign(seat: int, place: Point, reach: float) -> str:
    """The shape of a seat: a disc, a square, a triangle, a diamond."""
    x, y = place
    side = 0.9 * reach
    if seat == 0:
        arc, across = f"a{number(reach)} {number(reach)} 0 1 1", number(2 * reach)
        return f"M{number(x - reach)} {number(y)}{arc} {across} 0{arc}-{across} 0Z"
    corners = (
        ((-side, -side), (side, -side), (side, side), (-side, side)),
        ((0, -1.08 * reach), (reach, 0.76 * reach), (-reach, 0.76 * reach)),
        ((0, -1.12 * reach), (1.12 * reach, 0), (0, 1.12 * reach), (-1.12 * reach, 0)),
    )[seat - 1]
    return polygon([(x + right, y + down) for right, down in corners])


def pawn_piece(seat: int) -> list[Shape]:
    """A pawn from above; every seat has a shape of its own, so that colour is not all."""
    style = f"seat-{seat}"
    return [
        Path(sign(seat, (0.03, 0.07), 0.39), "shadow"),
        Path(sign(seat, (0, 0), 0.39), f"pawn {style}"),
        Circle(0, 0.02 if seat == 2 else 0, 0.15, f"pawn-top {style}"),
    ]


BARRED_PIECE: Sequence[Shape] = (
    Circle(0, 0, 0.36, "barred-ring"),
    Path("M-.24 .24L.24-.24", "bar"),
)
PIECES: Mapping[str, Sequence[Shape]] = {
    **{block_kind(block): block_piece(block) for block in range(len(BLOCKS))},
    **{f"pawn-{seat + 1}": pawn_piece(seat) for seat in range(PLAYERS)},
    "barred": BARRED_PIECE,
}
