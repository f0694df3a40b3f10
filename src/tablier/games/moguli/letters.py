"""The text board of Moguli: where the tiles lie in the text, and their colours.

A tile shows its top in the left half and its underside in the right one: two lines of six letters,
and in the lowest row a third line for what leads off the board.
"""

from msgspec.structs import replace

from tablier.frame import Cells
from tablier.games.moguli.notation import BOARD
from tablier.shapes import Letters, Place

SAND = "#fff8e6 on #94774d", "#fff8e6 on #876b43"
NIGHT = "#c3c7ff on #2f3363", "#c3c7ff on #282c57"
TOPS, UNDERSIDES = (Cells(BOARD, top=1, left=left, width=6, height=2) for left in (3, 39))


def tile_places(tile: int) -> list[Place]:
    """The lines of a tile, above and below ground; tiles are light and dark in turn."""
    column, row = BOARD.place(tile)
    first = [
        half.place(tile, tones[(column + row) % 2])
        for half, tones in ((TOPS, SAND), (UNDERSIDES, NIGHT))
    ]
    lines = range(TOPS.height + (row == 0))
    return [replace(place, line=place.line + n) for place in first for n in lines]


LETTERS = Letters(
    places={name: tile_places(tile) for tile, name in enumerate(BOARD.names)},
    field="#d8c39a on #3a2d1c",
    count="#e8d9b4 on #3a2d1c",
    inks={
        "[━╸╺┃╹╻]+": "bold #fff8e6",
        "(?<=^..)1|1(?= ⌂)": "bold #17130d on #f6ead0",  # the gate is the third letter of its line
        "(?<=^..)2|2(?= ⌂)": "bold #f3e8cc on #12151b",
        "▵": "bold #ffe08a",
        "✕": "bold #ffe0dc on #9c2429",
        "↻": "bold #ffffff on #1f5a34",
    },
)
