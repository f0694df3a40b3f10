"""Sets up positions in which a few tiles and pawns matter and all others stay out of the way."""

from collections.abc import Mapping
from itertools import product

from tests.games.moguli import naive

import tablier
from tablier import Position
from tablier.game import Value

PARKING = tuple(column + row for row in "45632" for column in "edcba")
TRIANGLES = 17


def game(**options: Value) -> tablier.Game:
    return tablier.game("moguli", **options)


def at(text: str, **options: Value) -> Position:
    return game(**options).position(text)


def board(
    tiles: Mapping[str, str],
    first: str = "",
    second: str = "",
    *,
    mover: int = 1,
    done: str = "-",
    barred: str = "-",
    turned: str = "-",
    still: int | str = 0,
    phase: str = "play",
    played: int = 20,
    **options: Value,
) -> Position:
    """A position with these tiles and pawns; no other tile is connected with these.

    The pawns that are not named stand in the middle rows, as far to the right as they can.
    """
    one, two = first.split(), second.split()
    parking = [square for square in PARKING if square not in {*one, *two, *tiles}]
    one += [parking.pop(0) for _ in range(5 - len(one))]
    two += [parking.pop(0) for _ in range(5 - len(two))]
    letters = filled(tiles, cylinder=bool(options.get("cylinder", False)))
    rows = ("".join(letters[column + row] for column in naive.COLUMNS) for row in "7654321")
    pawns = (",".join(sorted(squares)) for squares in (one, two))
    fields = ["/".join(rows), *pawns, mover, done, barred, turned, still, phase, played]
    return at(" ".join(map(str, fields)), **options)


def filled(tiles: Mapping[str, str], cylinder: bool) -> dict[str, str]:
    """All 35 tiles, 17 of them with a triangle, none of the new ones connected with these."""
    letters = dict(tiles)
    for square in naive.SQUARES:
        if square not in tiles:
            letters[square] = next(
                letter for letter in "abcdABCD" if is_apart(square, letter, tiles, cylinder)
            )
    for square in naive.SQUARES:
        spare = sum(letter.islower() for letter in letters.values()) - TRIANGLES
        if square not in tiles and letters[square].islower() and spare > 0:
            plain = [one for one in "ABCD" if is_apart(square, one, tiles, cylinder)]
            letters[square] = [*plain, letters[square]][0]
    assert sum(letter.islower() for letter in letters.values()) == TRIANGLES
    return letters


def is_apart(square: str, letter: str, tiles: Mapping[str, str], cylinder: bool) -> bool:
    """Would this tile on that square be connected with none of the others, above and below?"""
    for face, side in product((naive.TOP, naive.UNDERSIDE), naive.joined(letter, naive.TOP)):
        other_side = side if face == naive.TOP or letter.islower() else naive.OPPOSITE[side]
        beside = str(naive.beyond(square, other_side, cylinder))
        sides = naive.joined(tiles[beside], face) if beside in tiles else frozenset()
        if naive.OPPOSITE[other_side] in sides:
            return False
    return True


def ends(position: Position, pawn: str) -> set[str]:
    """Where this pawn may go."""
    return {token[3:] for token in position.legal_moves if token.startswith(f"{pawn}-")}


def turnings(position: Position) -> set[str]:
    """The tiles that may be turned by so many quarter turns."""
    return {token for token in position.legal_moves if "+" in token}


def tile(position: Position, square: str) -> str:
    """The letter of a tile."""
    return dict(naive.read(str(position), {}).tiles)[square]


def done(position: Position) -> str:
    """What was done in this turn."""
    return str(position).split()[4]


def barred(position: Position) -> str:
    """The barred tiles."""
    return str(position).split()[5]


# A tunnel: below from a2 by b2 to b3. On the top none of the three is connected.
TUNNEL = {"a2": "C", "b2": "B", "b3": "A"}
# A ring below: a2, b2, b3, a3.
RING = {**TUNNEL, "a3": "D"}
# A longer tunnel: a2, b2, b3, a3, a4.
LONG = {**TUNNEL, "a3": "C", "a4": "A"}
# Round a cylinder: below from a2 by e2 to e3.
ROUND = {"a2": "A", "e2": "C", "e3": "A"}
