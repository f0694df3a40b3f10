"""Planes of Moguli; see tablier/planes.py. Both storeys are shown by where their paths lead."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.games.moguli.paths import COLUMNS, ROWS
from tablier.games.moguli.rules import LAST, OPTIONS, PLAYERS, STUCK_TURNS, SWAP, all_ends
from tablier.planes import Channel, fill, fill_digits, highest, mark, names, scale, two_digits
from tablier.portable import rule

PLANES = (
    Channel("own pawns"),
    Channel("pawns of the other"),
    Channel("path on the top leads north", note="0: south"),
    Channel("path on the top leads east", note="0: west"),
    Channel("path underneath leads north", note="0: south"),
    Channel("path underneath leads east", note="0: west"),
    Channel("tiles barred", note="the other player turned them in the turn before"),
    Channel("tiles turned in this turn"),
    Channel("where a pawn of the mover can go"),
    Channel("seat", everywhere=True),
    Channel("a pawn was moved", note="in this turn", everywhere=True),
    Channel("bonus earned", note="a second tile may be turned", everywhere=True),
    Channel("turnings in this turn", 2, everywhere=True),
    Channel("a pawn could be moved", note="before a tile was turned in this turn", everywhere=True),
    Channel("stuck turns", STUCK_TURNS, "in a row; no pawn could be moved", everywhere=True),
    *two_digits("turns until a standstill", highest(OPTIONS, "standstill")),
    Channel("rows may be swapped", note="before the first turn", everywhere=True),
    Channel("last turn", everywhere=True),
    *two_digits("turns left", highest(OPTIONS, "turn_limit")),
    Channel("compulsory", note="the option", everywhere=True),
    Channel("cylinder", note="the option", everywhere=True),
    Channel("obligation", note="the option; 1: by the third pawn home", everywhere=True),
)
CHANNELS, SCALE = names(PLANES), scale(PLANES)
SHAPE = (len(PLANES), ROWS, COLUMNS)


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    own = np.int64(state.turn)
    mark(state.pawns[own], ROWS, COLUMNS, out[0])
    mark(state.pawns[1 - own], ROWS, COLUMNS, out[1])
    mark(state.north, ROWS, COLUMNS, out[2])
    mark(state.east, ROWS, COLUMNS, out[3])
    mark(state.north ^ state.plain, ROWS, COLUMNS, out[4])
    mark(state.east ^ state.plain, ROWS, COLUMNS, out[5])
    mark(state.barred, ROWS, COLUMNS, out[6])
    mark(state.turned, ROWS, COLUMNS, out[7])
    mark(all_ends(state), ROWS, COLUMNS, out[8])
    fill(own, ROWS, COLUMNS, out[9])
    fill(state.moved, ROWS, COLUMNS, out[10])
    fill(state.bonus, ROWS, COLUMNS, out[11])
    fill(state.turnings, ROWS, COLUMNS, out[12])
    fill(state.could, ROWS, COLUMNS, out[13])
    fill(state.stuck, ROWS, COLUMNS, out[14])
    fill_digits(np.int64(state.standstill) - state.still, ROWS, COLUMNS, out, 15)
    fill(state.phase == SWAP, ROWS, COLUMNS, out[17])
    fill(state.phase == LAST, ROWS, COLUMNS, out[18])
    fill_digits(np.int64(state.turn_limit) - state.played, ROWS, COLUMNS, out, 19)
    fill(state.compulsory, ROWS, COLUMNS, out[21])
    fill(state.cylinder, ROWS, COLUMNS, out[22])
    fill(state.obligation, ROWS, COLUMNS, out[23])


def longest(options: Mapping[str, Any]) -> int:
    """§2.1, §5.2, §8.2 No game has more moves: two swaps; a turning, a move, a turning, a pass."""
    return PLAYERS + 4 * int(options["turn_limit"])
