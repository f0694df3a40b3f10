"""Rows: what stands on the squares of a rectangle, as the text of a position writes it.

The rows come from top to bottom with / between, and each square is one sign: `b.b/wb./..w`. Here
signs are in the order of the squares, which are numbered up the columns.
"""

from collections.abc import Sequence

from tablier.rectangle import Rectangle
from tablier.texts import Sentence


def write_rows(squares: Rectangle, signs: Sequence[str]) -> str:
    """The rows with these signs.

    >>> write_rows(Rectangle(3, 2), "wb..xy")
    'b.y/w.x'
    """
    return "/".join(["".join(signs[row :: squares.rows]) for row in reversed(range(squares.rows))])


def read_rows(squares: Rectangle, text: str, known: str, clause: str) -> str | Sentence:
    """The signs of that text, each one of those known; or why it is no such rectangle.

    The clause is the one of the rulebook that says how positions are written.

    >>> read_rows(Rectangle(3, 2), "b.y/w.x", ".wbxy", "4.2")
    'wb..xy'
    >>> from tablier.texts import say
    >>> say(read_rows(Rectangle(3, 2), "b.y/w.", ".wbxy", "4.2"))
    'Row 1 has 3 squares; here are 2 (§4.2).'
    """
    rows = text.split("/")
    if len(rows) != squares.rows:
        return Sentence("rows", clause, {"rows": squares.rows, "n": len(rows)})
    for n, row in enumerate(rows, 1):
        if len(row) != squares.columns:
            number, wanted = squares.lowest + squares.rows - n, squares.columns
            return Sentence("row_length", clause, {"row": number, "columns": wanted, "n": len(row)})
    signs = "".join("".join(column) for column in zip(*reversed(rows), strict=True))
    for name, sign in zip(squares.names, signs, strict=True):
        if sign not in known:
            said = {"sign": sign, "square": name, "known": " ".join(known)}
            return Sentence("no_sign", clause, said)
    return signs
