"""Le Jeu du Labyrinthe once more, slowly: squares in sets, one step at a time, to check the rules.

A square is (column, row), both from 0. A block is its name (`G2`) and its anchor; its shape is read
off the picture below. Nothing is remembered that can be worked out again from the board.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

Square = tuple[int, int]

PICTURE = """
oo.......B.HHHHH...oo
oo....GG.B......DD.oo
..D....G.BB..A...DD..
.DD.E.GG.....A.......
.D..E...F....A.EEE...
H...EEE.FFF..A.E.....
H.......F......E.G.G.
H.AAAA.C...CCC...GGG.
H......CC...C.FFF....
H......C.###...F..BBB
..B..F...###...F..B..
BBB..F...###.C......H
....FFF.C...CC......H
.GGG...CCC...C.AAAA.H
.G.G.E......F.......H
.....E.A..FFF.EEE...H
...EEE.A....F...E..D.
.......A.....GG.E.DD.
..DD...A..BB.G....D..
oo.DD......B.GG....oo
oo...HHHHH.B.......oo
"""
LINES = PICTURE.split()
SIZE = 21
COLUMNS = "abcdefghijklmnopqrstu"
CENTRE = {(column, row) for column in (9, 10, 11) for row in (9, 10, 11)}
CORNERS = {
    "south-west": (0, 0),
    "north-west": (0, 19),
    "north-east": (19, 19),
    "south-east": (19, 0),
}
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
NONE = "-"
PAWN, BLOCK = "p", "b"
PAWN_FIRST, PASS = "pawn_first", "pass"
TO_WIN = 3


def shapes() -> dict[str, list[Square]]:
    """The squares of every block in the picture, its anchor first, by name."""
    found: dict[str, list[Square]] = {}
    seen: set[Square] = set()
    for line, signs in enumerate(LINES):
        for column, sign in enumerate(signs):
            square = (column, SIZE - 1 - line)
            if sign in ".o#" or square in seen:
                continue
            number = 1 + sum(name[0] == sign for name in found)
            squares = grown(square, sign)
            seen |= squares
            found[f"{sign}{number}"] = sorted(squares, key=lambda each: (-each[1], each[0]))
    return dict(sorted(found.items()))


def grown(square: Square, sign: str) -> set[Square]:
    """All squares with this sign that hang together with the square by their sides."""
    squares, fresh = {square}, [square]
    while fresh:
        column, row = fresh.pop()
        for right, up in STEPS.values():
            other = (column + right, row + up)
            if on_board(other) and other not in squares and sign_on(other) == sign:
                squares.add(other)
                fresh.append(other)
    return squares


def sign_on(square: Square) -> str:
    return LINES[SIZE - 1 - square[1]][square[0]]


def on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


SHAPES = shapes()


@dataclass(frozen=True)
class Position:
    """The board, what of the turn is done, and the options that matter after the start."""

    anchors: Mapping[str, Square]
    pawns: tuple[tuple[Square, ...], ...]
    mover: int
    done: str
    doubled: Square | None
    barred: str
    moved: str
    turns: int
    order: str
    opening: str
    turn_limit: int


def read(text: str, options: Mapping[str, object]) -> Position:
    """The position that a well-formed `text` describes."""
    anchors, pawns, mover, done, doubled, barred, moved, turns = text.split(" ")
    return Position(
        anchors=dict(zip(SHAPES, map(square_of, anchors.split(",")), strict=True)),
        pawns=tuple(tuple(map(square_of, each.split(","))) for each in pawns.split("/")),
        mover=int(mover) - 1,
        done=done,
        doubled=None if doubled == NONE else square_of(doubled),
        barred=barred,
        moved=moved,
        turns=int(turns),
        order=str(options["order"]),
        opening=str(options["opening"]),
        turn_limit=int(str(options["turn_limit"])),
    )


def write(position: Position) -> str:
    """The text of a position, which `read` takes back."""
    fields = [
        ",".join(map(name_of, position.anchors.values())),
        "/".join(",".join(map(name_of, sorted(pawns))) for pawns in position.pawns),
        str(position.mover + 1),
        position.done,
        NONE if position.doubled is None else name_of(position.doubled),
        position.barred,
        position.moved,
        str(position.turns),
    ]
    return " ".join(fields)


def square_of(name: str) -> Square:
    return COLUMNS.index(name[0]), int(name[1:]) - 1


def name_of(square: Square) -> str:
    return f"{COLUMNS[square[0]]}{square[1] + 1}"


def turn(position: Position) -> int:
    return position.mover


def outcome(position: Position) -> tuple[float, ...] | None:
    """What each seat gets once somebody has won or the limit is reached, None before."""
    if has_won(position):
        return shared_pot([seat == position.mover for seat in range(len(position.pawns))])
    if position.turns < position.turn_limit:
        return None
    inside = [in_centre(position, seat) for seat in range(len(position.pawns))]
    return shared_pot([pawns == max(inside) for pawns in inside])


def shared_pot(leads: list[bool]) -> tuple[float, ...]:
    """Everybody pays 1/(n−1) into a pot that the k leaders share."""
    n, k = len(leads), sum(leads)
    return tuple((n - k) / ((n - 1) * k) if lead else -1 / (n - 1) for lead in leads)


def has_won(position: Position) -> bool:
    return in_centre(position, position.mover) >= TO_WIN


def in_centre(position: Position, seat: int) -> int:
    return sum(square in CENTRE for square in position.pawns[seat])


def legal(position: Position) -> list[str]:
    """The tokens of all legal moves, sorted."""
    if outcome(position) is not None:
        return []
    if position.doubled is not None:
        return sorted(f">{name_of(square)}" for square in CENTRE - pawn_squares(position))
    return sorted(halves(position))


def halves(position: Position) -> Iterator[str]:
    """The moves of the halves that are not done yet."""
    if position.order == PAWN_FIRST:
        yield from in_order(position)
        return
    pawns = [] if position.done == PAWN else list(pawn_moves(position))
    yield from pawns
    if position.done != BLOCK and not (pawns and is_printed_opening(position)):
        yield from block_moves(position)


def is_printed_opening(position: Position) -> bool:
    """§2.2 Is it the first turn of the game, in which the pawn comes before the block?"""
    return position.opening == "printed" and position.turns == 0


def in_order(position: Position) -> Iterator[str]:
    """§2.7, §2.8 A pawn; where one has moved or none can, a block or pass, if there is a block."""
    pawns = [] if position.done == PAWN else list(pawn_moves(position))
    blocks = [] if pawns else list(block_moves(position))
    yield from (*pawns, *blocks, *([PASS] if blocks else []))


def can_go_on(position: Position) -> bool:
    return any(True for _ in halves(position))


def pawn_squares(position: Position) -> set[Square]:
    return {square for pawns in position.pawns for square in pawns}


@cache
def squares_at(name: str, anchor: Square) -> frozenset[Square]:
    """The squares of a block whose anchor lies there."""
    column, row = SHAPES[name][0]
    right, up = anchor[0] - column, anchor[1] - row
    return frozenset((column + right, row + up) for column, row in SHAPES[name])


def block_squares(position: Position, but: str = "") -> set[Square]:
    """The squares of all blocks, or of all but one."""
    return {
        square
        for name, anchor in position.anchors.items()
        if name != but
        for square in squares_at(name, anchor)
    }


@cache
def line(square: Square, direction: str) -> list[Square]:
    """The squares that follow in that direction, up to the rim."""
    right, up = STEPS[direction]
    squares: list[Square] = []
    while on_board(square):
        square = square[0] + right, square[1] + up
        squares.append(square)
    return squares[:-1]


def pawn_moves(position: Position) -> Iterator[str]:
    """Slides over free squares, and the displacing ones that end on a pawn in the centre."""
    blocks, pawns = block_squares(position), pawn_squares(position)
    for start in position.pawns[position.mover]:
        for direction in STEPS:
            for square in line(start, direction):
                displaces = square in pawns and square in CENTRE and start not in CENTRE
                free = square not in blocks and square not in pawns
                if free or displaces:
                    yield f"{name_of(start)}-{name_of(square)}"
                if not free:
                    break


def block_moves(position: Position) -> Iterator[str]:
    """Slides of all blocks but the barred one that end beside or cornerwise to another block."""
    if position.opening == "pawn" and position.turns == 0:
        return
    pawns, all_blocks = pawn_squares(position), block_squares(position)
    for name, anchor in position.anchors.items():
        if name == position.barred:
            continue
        others = all_blocks - squares_at(name, anchor)
        in_the_way = others | pawns | CENTRE
        for direction in STEPS:
            for distance, goal in enumerate(line(anchor, direction), 1):
                squares = squares_at(name, goal)
                if not is_on_board(squares) or squares & in_the_way:
                    break
                if neighbourhood(squares) & others:
                    yield f"{name}:{direction}{distance}"


@cache
def is_on_board(squares: frozenset[Square]) -> bool:
    return all(map(on_board, squares))


@cache
def neighbourhood(squares: frozenset[Square]) -> frozenset[Square]:
    """These squares and all that touch one of them by a side or a corner."""
    return frozenset().union(*map(around, squares))


@cache
def around(square: Square) -> frozenset[Square]:
    """The square and the eight about it."""
    column, row = square
    return frozenset((column + right, row + up) for right in (-1, 0, 1) for up in (-1, 0, 1))


def play(position: Position, token: str) -> Position:
    """The position after a legal move."""
    if token.startswith(">"):
        return after_half(put(position, square_of(token[1:])), PAWN)
    if token == PASS:
        return end_turn(position)
    if ":" in token and position.order == PAWN_FIRST:
        return end_turn(shift(position, token))
    if ":" in token:
        return after_half(shift(position, token), BLOCK)
    slid = slide(position, *map(square_of, token.split("-")))
    if has_won(slid) or slid.doubled is not None:
        return replace(slid, done=PAWN if slid.done == NONE else slid.done)
    return after_half(slid, PAWN)


def put(position: Position, square: Square) -> Position:
    """The displaced pawn, the one that is not the mover's if there is such a one, goes there."""
    assert position.doubled is not None
    others = [seat for seat in range(len(position.pawns)) if seat != position.mover]
    holders = [seat for seat in others if position.doubled in position.pawns[seat]]
    seat = holders[0] if holders else position.mover
    return replace(moved_pawn(position, seat, position.doubled, square), doubled=None)


def slide(position: Position, start: Square, goal: Square) -> Position:
    doubled = goal if goal in pawn_squares(position) else None
    return replace(moved_pawn(position, position.mover, start, goal), doubled=doubled)


def moved_pawn(position: Position, seat: int, start: Square, goal: Square) -> Position:
    pawns = list(position.pawns[seat])
    pawns[pawns.index(start)] = goal
    everybody = list(position.pawns)
    everybody[seat] = tuple(sorted(pawns))
    return replace(position, pawns=tuple(everybody))


def shift(position: Position, token: str) -> Position:
    name, way = token.split(":")
    right, up = STEPS[way[0]]
    distance = int(way[1:])
    column, row = position.anchors[name]
    anchors = {**position.anchors, name: (column + right * distance, row + up * distance)}
    return replace(position, anchors=anchors, moved=name)


def after_half(position: Position, half: str) -> Position:
    """The other half comes next; if it was there first or has no move, the turn ends."""
    if position.done in (NONE, half):
        first = replace(position, done=half)
        if can_go_on(first):
            return first
    return end_turn(position)


def end_turn(position: Position) -> Position:
    """The next turn; whoever can play neither half misses his."""
    while True:
        position = replace(
            position,
            mover=(position.mover + 1) % len(position.pawns),
            done=NONE,
            barred=position.moved,
            moved=NONE,
            turns=position.turns + 1,
        )
        if outcome(position) is not None or can_go_on(position):
            return position
