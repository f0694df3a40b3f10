"""Positions set up piece by piece, for the tests of Chain Reaction."""

from itertools import product

import pytest

import tablier
from tablier import IllegalMove, Position
from tablier.game import Value

WHITE, BLACK = 0, 1
COLUMNS, ROWS = "abcdefg", "12345678"
SQUARES = {column + row for column, row in product(COLUMNS, ROWS)}
CAMPS = {
    "w": ("c1 d1 e1", "b2 c2 d2 e2 f2", "c3 d3 e3"),
    "b": ("c8 d8 e8", "b7 c7 d7 e7 f7", "c6 d6 e6"),
}


def text(pieces: str, rest: str = "w 0 - 0 0 0") -> str:
    """A position text from pieces such as `wa1` or `Xd3`, and the fields behind the board."""
    board = {piece[1:]: piece[0] for piece in pieces.split()}
    rows = ["".join(board.get(column + row, ".") for column in COLUMNS) for row in reversed(ROWS)]
    return f"{'/'.join(rows)} {rest}"


def at(pieces: str, rest: str = "w 0 - 0 0 0", **options: Value) -> Position:
    return tablier.game("chain-reaction", **options).position(text(pieces, rest))


def moves(pieces: str, rest: str = "w 0 - 0 0 0", **options: Value) -> set[str]:
    return set(at(pieces, rest, **options).legal_moves)


def why_not(position: Position, token: str) -> str:
    """The key of the sentence that refuses the move."""
    with pytest.raises(IllegalMove) as refused:
        position.play(token)
    return refused.value.said.key


def end(position: Position) -> tuple[str, int | None]:
    """Why the game is over, and who won."""
    outcome = position.outcome()
    assert outcome is not None
    return outcome.reason, outcome.winner


def squares(names: str) -> set[str]:
    return set(names.split())


def put_backs(names: str) -> set[str]:
    return {f"@{name}" for name in names.split()}
