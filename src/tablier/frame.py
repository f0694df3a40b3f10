"""Frame: the picture of a rectangle of squares, as shapes with a border and as text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from tablier.rectangle import KEYS, OFF, Rectangle
from tablier.shapes import Label, Letters, Path, Place, Point, Shape, Spot, around, box


@dataclass(frozen=True)
class Frame:
    """The picture of a rectangle: a square is one unit, and around them all runs a border.

    >>> frame = Frame(Rectangle(3, 4), border=0.5)
    >>> frame.width, frame.height
    (4.0, 5.0)
    >>> frame.middle(0), frame.outline(0)  # a1 is at the left below
    ((1.0, 4.0), 'M0.5 3.5H1.5V4.5H0.5Z')
    """

    squares: Rectangle
    border: float

    @property
    def width(self) -> float:
        """Of the picture."""
        return self.squares.columns + 2 * self.border

    @property
    def height(self) -> float:
        """Of the picture."""
        return self.squares.rows + 2 * self.border

    def middle(self, square: int) -> Point:
        """The middle of a square."""
        column, row = self.squares.place(square)
        return self.border + column + 0.5, self.border + self.squares.rows - row - 0.5

    def outline(self, square: int) -> str:
        """The area of a square, as a path."""
        return around(self.middle(square), 0.5)

    def ground(self, style: str = "wood") -> list[Shape]:
        """The background of the picture, in one class."""
        return [Path(box(0, 0, self.width, self.height), style)]

    def fields(self, *styles: str) -> list[Shape]:
        """The squares; classes alternate along rows and columns, beginning with a1."""
        areas = dict.fromkeys(styles, "")
        for square in range(len(self.squares)):
            areas[styles[sum(self.squares.place(square)) % len(styles)]] += self.outline(square)
        return [Path(area, style) for style, area in areas.items()]

    def coordinates(
        self, beside: Sequence[float] = (), along: Sequence[float] = (), style: str = "coordinate"
    ) -> list[Shape]:
        """The numbers of the rows beside the squares (at each x), letters along them (at each y).

        By default in the middle of the border, at the left and below.
        """
        names, rows = self.squares.names, range(self.squares.rows)
        columns = range(0, len(names), len(rows))
        xs, ys = beside or (self.border / 2,), along or (self.height - self.border / 2,)
        return [
            *(Label(self.middle(i)[0], y, names[i][0], style) for i, y in product(columns, ys)),
            *(Label(x, self.middle(i)[1], names[i][1:], style) for i, x in product(rows, xs)),
        ]

    def spots(self) -> list[Spot]:
        """All squares as spots: their names are ids and labels, arrow keys lead to the next one."""
        return [
            Spot(name, name, *self.middle(square), self.outline(square), self.keys(square))
            for square, name in enumerate(self.squares.names)
        ]

    def keys(self, square: int) -> dict[str, str]:
        """Where the arrow keys lead from a square.

        >>> Frame(Rectangle(3, 4), 0.5).keys(0)
        {'up': 'a2', 'right': 'b1'}
        """
        beside = {key: self.squares.beside(square, way) for key, way in KEYS.items()}
        return {key: self.squares.names[other] for key, other in beside.items() if other != OFF}


@dataclass(frozen=True)
class Cells:
    """Where the squares of a rectangle lie in the text of a board.

    >>> cells = Cells(Rectangle(3, 2))
    >>> cells.text("wb..xy", "3 left").splitlines()
    [' 2  b  .  y ', ' 1  w  .  x ', '    a  b  c ', ' 3 left     ']
    >>> cells.place(0, "black on white")
    Place(line=1, column=3, width=3, style='black on white')
    """

    squares: Rectangle
    top: int = 0
    """The line of the top row."""
    left: int = 3
    """The first letter of column a."""
    width: int = 3
    """From the first letter of a square to that of the next one."""
    height: int = 1
    """From a row to the next one, in lines."""

    def place(self, square: int, style: str, width: int = 0) -> Place:
        """The letters of a square with the style of its background; all of them, or `width`."""
        column, row = self.squares.place(square)
        line = self.top + self.height * (self.squares.rows - 1 - row)
        return Place(line, self.left + self.width * column, width or self.width, style)

    def text(self, signs: Sequence[str], *below: str) -> str:
        """A plain board: the sign of each square, coordinates at the left and below, more lines.

        This has a row in each line, from the first one.
        """
        rows, names = self.squares.rows, self.squares.names
        lines = [self._line(names[row][1:], signs[row::rows]) for row in reversed(range(rows))]
        letters = self._line("", [name[0] for name in names[::rows]])
        return padded([*lines, letters, *(f" {line}" for line in below)])

    def _line(self, number: str, signs: Iterable[str]) -> str:
        cells = "".join(f"{sign:^{self.width}}" for sign in signs)
        return f"{number:>{self.left - 1}} {cells}"

    def letters(
        self, styles: Sequence[str], field: str, count: str, inks: Mapping[str, str]
    ) -> Letters:
        """The `LETTERS` of a plain board; styles of squares alternate, beginning with a1."""
        names = self.squares.names
        tones = [
            styles[sum(self.squares.place(square)) % len(styles)] for square in range(len(names))
        ]
        places = {name: (self.place(square, tones[square]),) for square, name in enumerate(names)}
        return Letters(places, field, count, inks)


def padded(lines: Sequence[str]) -> str:
    """A text of lines, padded to the same length."""
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)
