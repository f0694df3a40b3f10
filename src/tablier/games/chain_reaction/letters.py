"""The text board of Chain Reaction: where its squares lie in the text, and their colours."""

from tablier.frame import Cells
from tablier.games.chain_reaction.board import CAMPS
from tablier.games.chain_reaction.notation import FIELD
from tablier.games.chain_reaction.rules import COLUMNS, ROWS
from tablier.shapes import Letters, Place

CLOTH, CAMP = "#a7cbc0 on #44776d", "#a7cbc0 on #528a7f"
GOAL, BEST_GOAL = "bold #f6e3b4 on #7a2f2a", "bold #ffe9b0 on #a3432f"
SEAM = "#6d9f94 on #3b6a61"
CELLS = Cells(FIELD, top=1, left=4, width=6, height=2)  # squares with their seams


def square_place(square: int) -> Place:
    """A square without its seams."""
    column, row = FIELD.place(square)
    return CELLS.place(square, ground(column, row - 1), CELLS.width - 1)


def ground(col: int, row: int) -> str:
    """The style of the cloth on a square; rows −1 and 8 are the goal lines."""
    if not 0 <= row < ROWS:
        return BEST_GOAL if col == COLUMNS // 2 else GOAL
    return CAMP if col * ROWS + row in CAMPS else CLOTH


LETTERS = Letters(
    places={name: (square_place(square),) for square, name in enumerate(FIELD.names)},
    field=SEAM,
    count="#f2fbf7 on #44776d",
    inks={"○": "bold #fff3d6", "●": "bold #160d07"},
)
