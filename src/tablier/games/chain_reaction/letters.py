"""The cloth of Chain Reaction in letters: where its squares lie in the text, and their colours."""

from itertools import product

from tablier.games.chain_reaction.cloth import CAMPS
from tablier.games.chain_reaction.notation import name
from tablier.games.chain_reaction.rules import COLUMNS, ROWS
from tablier.shapes import Letters, Place

CLOTH, CAMP = "#a7cbc0 on #44776d", "#a7cbc0 on #528a7f"
GOAL, BEST_GOAL = "bold #f6e3b4 on #7a2f2a", "bold #ffe9b0 on #a3432f"
SEAM = "#6d9f94 on #3b6a61"
WIDTH, HEIGHT = 6, 2  # of a square with its seams
LEFT, TOP = 4, 3


def square_place(col: int, row: int) -> Place:
    """A square without its seams; rows −1 and 8 are the goal lines."""
    line = TOP + HEIGHT * (ROWS - 1 - row)
    return Place(line, LEFT + WIDTH * col, WIDTH - 1, ground(col, row))


def ground(col: int, row: int) -> str:
    """The style of the cloth on a square."""
    if not 0 <= row < ROWS:
        return BEST_GOAL if col == COLUMNS // 2 else GOAL
    return CAMP if col * ROWS + row in CAMPS else CLOTH


LETTERS = Letters(
    places={
        name(col, row): (square_place(col, row),)
        for col, row in product(range(COLUMNS), range(-1, ROWS + 1))
    },
    field=SEAM,
    count="#f2fbf7 on #44776d",
    inks={"○": "bold #fff3d6", "●": "bold #160d07"},
)
