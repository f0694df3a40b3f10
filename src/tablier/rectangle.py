"""Rectangle: squares in columns and rows, as numbers for rules and as names for people.

Squares are numbered up the columns: on three rows a1 is 0, a2 is 1, a3 is 2 and b1 is 3. Nothing
here depends on a set of squares fitting into 64 bits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

Way = tuple[int, int]
"""How many columns to the right and how many rows up."""
ORTHOGONAL: Sequence[Way] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Up, right, down, left."""
DIAGONAL: Sequence[Way] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
"""Between them, in the same order."""
KEYS: Mapping[str, Way] = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
"""Where the arrow keys lead."""
OFF = -1
"""Instead of a square: there is none."""


@dataclass(frozen=True)
class Rectangle:
    """A board of columns, a to z at most, and rows.

    >>> board = Rectangle(columns=3, rows=4)
    >>> len(board), board.names[:5], board.numbers["c4"]
    (12, ('a1', 'a2', 'a3', 'a4', 'b1'), 11)
    """

    columns: int
    rows: int
    lowest: int = 1
    """The number of the lowest row, as people write it."""

    def __post_init__(self) -> None:
        if not 1 <= self.columns <= len(ascii_lowercase):
            raise ValueError(f"Columns have the names a to z; {self.columns} do not fit.")

    def __len__(self) -> int:
        return self.columns * self.rows

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each square, in the order of their numbers."""
        letters = ascii_lowercase[: self.columns]
        return tuple(
            f"{letter}{self.lowest + row}" for letter in letters for row in range(self.rows)
        )

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each square, by its name."""
        return {name: square for square, name in enumerate(self.names)}

    def place(self, square: int) -> tuple[int, int]:
        """The column and the row of a square, both from 0."""
        return divmod(square, self.rows)

    def square(self, column: int, row: int) -> int:
        """The square in that column and row, both from 0; OFF outside.

        >>> board = Rectangle(3, 4)
        >>> board.square(1, 0), board.square(3, 0), board.place(4)
        (4, -1, (1, 0))
        """
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return column * self.rows + row if inside else OFF

    def beside(self, square: int, way: Way) -> int:
        """The square that lies that way from this one; OFF where the rectangle ends."""
        column, row = self.place(square)
        return self.square(column + way[0], row + way[1])

    def neighbours(self, ways: Sequence[Way] = ORTHOGONAL) -> NDArray[np.int16]:
        """The squares around each square, for rules: `neighbours[square, way]`, OFF where none is.

        A sliding piece follows neighbours of neighbours until OFF. Compiled rules treat this array
        as a constant.

        >>> Rectangle(3, 3).neighbours()[0].tolist()  # of a1: a2, b1, none below, none to the left
        [1, 3, -1, -1]
        >>> Rectangle(3, 3).neighbours((*ORTHOGONAL, *DIAGONAL)).shape
        (9, 8)
        """
        found = [[self.beside(square, way) for way in ways] for square in range(len(self))]
        return np.array(found, np.int16)
