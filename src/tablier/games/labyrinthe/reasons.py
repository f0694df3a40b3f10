"""Why a move of Le Jeu du Labyrinthe is good: pawns in the centre, ways made shorter or longer.

A way is counted in slides of one pawn to the centre while all else stays where it is.
"""

from collections.abc import Iterator

from tablier.games.labyrinthe.blocks import CENTRE_FIRST, CENTRE_LAST, HALF, SIZE
from tablier.games.labyrinthe.notation import NAMES, NUMBERS
from tablier.games.labyrinthe.rules import NOWHERE, PAWNS, TO_WIN
from tablier.position import Position
from tablier.reasons import Choice, counted
from tablier.texts import Sentence, Who

Square = tuple[int, int]
FAR = 7  # slides: longer ways are not counted
WAYS: tuple[Square, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
THEMES = {
    "opens": ("shortens", "shortens_one"),
    "closes": ("closes", "lengthens"),
    "displaces": ("displaces", "displaces_opponents"),
    "nearer": ("nearer", "nearer_one"),
}
"""What a puzzle can be about, by the keys of reasons for a move of its solution."""


def reasons(choice: Choice) -> Iterator[Sentence]:
    """What speaks for the move, the weightiest first."""
    if "-" in choice.token:
        yield from of_slide(choice)
    elif ":" in choice.token:
        yield from of_block(choice)


def of_slide(choice: Choice) -> Iterator[Sentence]:
    """A pawn comes into the centre or nearer to it, and may displace another."""
    start, end = (NUMBERS[name] for name in choice.token.split("-"))
    if central(end) and not central(start):
        inside = sum(map(central, pawns(choice.after, choice.seat)))
        yield Sentence("enters", values={"n": inside, "enough": TO_WIN})
    else:
        before, after = slides(choice.before, start), slides(choice.after, end)
        if after < before:
            yield counted("nearer", after)
    yield from displaced(choice)


def displaced(choice: Choice) -> Iterator[Sentence]:
    """Another player's pawn has to move within the centre."""
    square = int(choice.after.state.doubled)
    others = [seat for seat in range(choice.before.game.players) if seat != choice.seat]
    for seat in others if square != NOWHERE else ():
        if square in pawns(choice.after, seat):
            if len(others) == 1:
                yield Sentence("displaces_opponents")
            else:
                yield Sentence("displaces", values={"player": Who(seat)})


def of_block(choice: Choice) -> Iterator[Sentence]:
    """A block opens a way for an own pawn, or closes that of another player."""
    found = sorted(changes(choice), key=lambda change: (-abs(change[3] - change[2]), change[1]))
    own = [change for change in found if change[0] == choice.seat and change[3] < change[2]]
    theirs = [change for change in found if change[0] != choice.seat and change[3] > change[2]]
    for _, pawn, _, after in own[:1]:
        key = "shortens_one" if after == 1 else "shortens"
        yield Sentence(key, values={"pawn": NAMES[pawn], **({} if after == 1 else {"n": after})})
    for _, pawn, _, after in theirs[:1]:
        if after == FAR:
            yield Sentence("closes", values={"pawn": NAMES[pawn], "n": FAR})
        else:
            yield Sentence("lengthens", values={"pawn": NAMES[pawn], "n": after})


def changes(choice: Choice) -> Iterator[tuple[int, int, int, int]]:
    """Seat, square, and slides before and after, of each pawn outside the centre."""
    for seat in range(choice.before.game.players):
        for pawn in pawns(choice.before, seat):
            before, after = slides(choice.before, pawn), slides(choice.after, pawn)
            if before != after:
                yield seat, pawn, before, after


def pawns(position: Position, seat: int) -> list[int]:
    """The squares of the pawns of a seat."""
    return [int(square) for square in position.state.pawns[seat * PAWNS : seat * PAWNS + PAWNS]]


def central(square: int) -> bool:
    """Is it a square of the centre?"""
    return all(CENTRE_FIRST <= place <= CENTRE_LAST for place in divmod(square, SIZE))


def slides(position: Position, pawn: int) -> int:
    """The fewest slides that bring this pawn to the centre while all else stays; FAR at most."""
    if central(pawn):
        return 0
    rows = [int(line >> HALF) for line in position.state.lines[1 : SIZE + 1]]
    reached, newest = {pawn}, {pawn}
    for n in range(1, FAR):
        ends = {end for square in newest for end in ends_of(rows, square, pawn)}
        if any(map(central, ends)):
            return n
        newest = ends - reached
        reached |= newest
    return FAR


def ends_of(rows: list[int], square: int, pawn: int) -> Iterator[int]:
    """Where a slide from a square can end; the pawn itself is in nobody's way."""
    for right, up in WAYS:
        column, row = divmod(square, SIZE)
        while True:
            column, row = column + right, row + up
            if not (0 <= column < SIZE and 0 <= row < SIZE):
                break
            end = column * SIZE + row
            is_taken = rows[row] >> (column + 1) & 1 and end != pawn
            if not is_taken or central(end):  # what stands in the centre can be displaced
                yield end
            if is_taken:
                break
