"""The text board of Mole Hill: where squares and edges lie in the text, and its colours."""

from tablier.frame import Cells
from tablier.games.mole_hill.notation import BOARD, RODS, sides
from tablier.games.mole_hill.rules import EAST_RODS
from tablier.shapes import Letters, Place

GRASS, MOWN = "#a9cf86 on #5d8c45", "#a9cf86 on #54823e"
CELLS = Cells(BOARD, top=2, left=5, width=6, height=2)  # squares with their edges


def square_place(square: int) -> Place:
    """A square without its edges; the lawn is mown in stripes."""
    column, _ = BOARD.place(square)
    return CELLS.place(square, MOWN if column % 2 else GRASS, CELLS.width - 1)


def edge_place(rod: int) -> Place:
    """An edge: one letter beside a square, or the letters above it."""
    square = square_place(sides(rod)[0])
    if rod < EAST_RODS:
        return Place(square.line, square.column + square.width, 1, GRASS)
    return Place(square.line - 1, square.column, square.width, square.style)


LETTERS = Letters(
    places={
        **{name: (square_place(square),) for square, name in enumerate(BOARD.names)},
        **{RODS[rod]: (edge_place(rod),) for rod in range(len(RODS))},
    },
    field=GRASS,
    count="#f1ffe4 on #54823e",
    inks={
        "[┃━]+": "bold #fff1cf",
        "○": "bold #fff6dd",
        "●": "bold #2a1606",
        "M": "bold #ffffff on #3d3846",
        "✿": "bold #ffd5cf",
        r"\*": "bold #ffffff",
        "◇": "bold #f7e08a",
    },
)
