"""Planes of Le Jeu du Labyrinthe; see tablier/planes.py.

A square can hold two pawns while one of them is to be displaced, so pawns are counted. The seats
come in the order of their turns: the mover, then who is next.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.games.labyrinthe.blocks import COLUMNS, LENGTH, N_BLOCKS, ROWS, SIZE, place_of
from tablier.games.labyrinthe.blocks import SHAPE as BLOCK_SHAPE
from tablier.games.labyrinthe.rules import (
    BLOCK,
    NOWHERE,
    OPTIONS,
    PAWN,
    PAWN_FIRST,
    PAWNS,
    PLAYERS,
    only_a_pawn,
)
from tablier.planes import Channel, fill, fill_digits, highest, names, scale, two_digits
from tablier.portable import has, rule

TWO = "a square can hold two while one of them is to be displaced"
PLANES = (
    Channel("number of the block", N_BLOCKS, "from 1; 0 where there is none"),
    Channel("block"),
    Channel("the block goes on to the east"),
    Channel("the block goes on to the north"),
    Channel("block barred", note="the block that was moved in the turn before"),
    Channel("block moved in this turn"),
    Channel("own pawns", 2, TWO),
    Channel("pawns of the next seat", 2, TWO),
    Channel("pawns of the seat after it", 2, f"{TWO}; with four players"),
    Channel("pawns of the seat before", 2, f"{TWO}; with four players"),
    Channel("a pawn here is to be displaced"),
    Channel("seat", PLAYERS - 1, everywhere=True),
    Channel("players", PLAYERS, everywhere=True),
    Channel("the pawn was moved", note="in this turn", everywhere=True),
    Channel("the block was moved", note="in this turn", everywhere=True),
    Channel("no block may be moved", note="only a pawn, in the first turn", everywhere=True),
    *two_digits("turns left", highest(OPTIONS, "turn_limit")),
    Channel("a pawn first, then a block or none", note="the option `order`", everywhere=True),
)
CHANNELS, SCALE = names(PLANES), scale(PLANES)
SHAPE = (len(PLANES), SIZE, SIZE)
NUMBER, ANY, JOINED_EAST, JOINED_NORTH, BARRED, MOVED, OWN = 0, 1, 2, 3, 4, 5, 6
DOUBLED = OWN + PLAYERS


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
    put_blocks(state, out)
    put_pawns(state, out)
    fill(state.turn, SIZE, SIZE, out[11])
    fill(state.players, SIZE, SIZE, out[12])
    fill(state.done == PAWN, SIZE, SIZE, out[13])
    fill(state.done == BLOCK, SIZE, SIZE, out[14])
    fill(only_a_pawn(state), SIZE, SIZE, out[15])
    fill_digits(np.int64(state.turn_limit) - state.turns, SIZE, SIZE, out, 16)
    fill(state.order == PAWN_FIRST, SIZE, SIZE, out[18])


@rule
def put_blocks(state, out):
    """The planes of blocks: which one lies where, and how its squares hang together."""
    for channel in range(OWN):
        fill(0, SIZE, SIZE, out[channel])
    for block in range(N_BLOCKS):
        for i in range(LENGTH[COLUMNS, block]):
            row = BLOCK_SHAPE[ROWS, block, i]
            above = BLOCK_SHAPE[ROWS, block, i + 1]
            for k in range(LENGTH[ROWS, block]):
                if has(row, k + 1):
                    put_block(state, block, i, k, has(row, k + 2), has(above, k + 1), out)


@rule
def put_block(state, block, i, k, joined_east, joined_north, out):
    """One square of a block: i rows and k columns from its first ones."""
    row, column = place_of(state, COLUMNS, block) + i, place_of(state, ROWS, block) + k
    out[NUMBER, row, column] = block + 1
    out[ANY, row, column] = 1
    out[JOINED_EAST, row, column] = joined_east
    out[JOINED_NORTH, row, column] = joined_north
    out[BARRED, row, column] = block == state.barred
    out[MOVED, row, column] = block == state.moved


@rule
def put_pawns(state, out):
    """How many pawns of each seat stand where, and the square with one too many."""
    for channel in range(OWN, DOUBLED + 1):
        fill(0, SIZE, SIZE, out[channel])
    for i in range(state.players * PAWNS):
        channel = OWN + (i // PAWNS - state.turn + state.players) % state.players
        square = np.int64(state.pawns[i])
        out[channel, square % SIZE, square // SIZE] += 1
    if state.doubled != NOWHERE:
        square = np.int64(state.doubled)
        out[DOUBLED, square % SIZE, square // SIZE] = 1


def longest(options: Mapping[str, Any]) -> int:
    """§2.2, §3.5 No game has more moves: a turn has a pawn, one that is displaced, and a block."""
    return 3 * int(options["turn_limit"])
