"""The text board of Le Jeu du Labyrinthe: where squares lie in the text, and its colours."""

from tablier.frame import Cells
from tablier.games.labyrinthe.layout import is_camp
from tablier.games.labyrinthe.notation import BOARD, is_white
from tablier.shapes import Letters

PLAIN, CAMP, HEART = "#a8926a on #e6d7b4", "#8c7448 on #d3bf92", "#b9aa8c on #ffffff"
CELLS = Cells(BOARD, top=1, left=5, width=3)


def ground(column: int, row: int) -> str:
    """The style of a square: the heart is white, the camps are darker."""
    if is_white((column, row)):
        return HEART
    return CAMP if is_camp((column, row)) else PLAIN


def seat_ink(player: int) -> str:
    """What finds the pawn of a player: alone, or where two stand on one square."""
    return f"●{player}|^{player}(?=[1-4] )|(?<=^[1-4]){player}(?= )"


LETTERS = Letters(
    places={
        name: (CELLS.place(square, ground(*BOARD.place(square))),)
        for square, name in enumerate(BOARD.names)
    },
    field=PLAIN,
    count="#4a3a1c on #d3bf92",
    inks={
        "[A-H][13][ ×]": "bold #2c1236 on #b48cbb",
        "[A-H][24][ ×]": "bold #2c1236 on #a379ab",
        seat_ink(1): "bold #2b2118 on #fffaf0",
        seat_ink(2): "bold #f7eed8 on #22262e",
        seat_ink(3): "bold #fff6e8 on #a8323a",
        seat_ink(4): "bold #f4fbfb on #0f6d7a",
    },
)
