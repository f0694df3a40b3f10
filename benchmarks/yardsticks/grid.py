"""How a board of two colours is written: its rows from the top, `x`, `o` or `.`, then who moves.

The squares of a board come as `rows`: the number of each square's bit, row by row from the top.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from tablier.portable import NONE, has, squares
from tablier.texts import Sentence

COLOURS = "xo"  # of seat 0 and seat 1
EMPTY = "."
Rows = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Grid:
    """The squares of each colour, and the seat to move."""

    first: np.uint64 = NONE
    second: np.uint64 = NONE
    turn: int = 0

    @property
    def mover(self) -> np.uint64:
        """The squares of the seat to move."""
        return self.second if self.turn else self.first

    @property
    def waiting(self) -> np.uint64:
        """The squares of the other seat."""
        return self.first if self.turn else self.second

    def write(self, rows: Rows) -> str:
        """The grid as text."""
        written = "/".join("".join(map(self._letter, row)) for row in rows)
        return f"{written} {COLOURS[self.turn]}"

    def _letter(self, square: int) -> str:
        if has(self.first, square):
            return COLOURS[0]
        return COLOURS[1] if has(self.second, square) else EMPTY


def read(text: str, rows: Rows) -> Grid | Sentence:
    """The grid of that text, or the sentence that says why it is none."""
    board, _, mover = text.partition(" ")
    if mover not in tuple(COLOURS):
        return Sentence("no_mover", values={"mover": mover})
    lines = board.split("/")
    if [len(line) for line in lines] != [len(row) for row in rows]:
        return Sentence("no_board", values={"board": board})
    letters = dict(zip(chain(*rows), "".join(lines), strict=True))
    for letter in letters.values():
        if letter not in COLOURS + EMPTY:
            return Sentence("no_letter", values={"letter": letter})
    first, second = (
        squares(*(square for square in letters if letters[square] == colour)) for colour in COLOURS
    )
    return Grid(first, second, COLOURS.index(mover))
