"""Tiles and their paths: squares as sets of bits, and what the paths of a storey join.

Squares are numbered up the columns: a1 = 0, a2 = 1, … e7 = 34. Each face of a tile has a path north
or south and one east or west, so two sets are a whole storey: where paths lead north, and where
east. Its links are two sets, too: gates joined with the one north of them, and with the one east.
"""

import numpy as np

from tablier.portable import NONE, ONE, bit, has, rule, squares

COLUMNS, ROWS = 5, 7
SQUARES = COLUMNS * ROWS

BOARD = squares(*range(SQUARES))
HAS_NORTH = squares(*(square for square in range(SQUARES) if square % ROWS < ROWS - 1))
HAS_EAST = squares(*range(SQUARES - ROWS))
ROW_1, ROW_7 = BOARD & ~(HAS_NORTH << ONE), BOARD & ~HAS_NORTH
ROW, COLUMN, ROUND = np.uint64(1), np.uint64(ROWS), np.uint64(SQUARES - ROWS)


@rule
def exchange(bits, first, second, pattern):
    """Exchange two squares of a set, or two rows if the pattern is row 1."""
    first, second = np.uint64(first), np.uint64(second)
    unlike = (bits >> first ^ bits >> second) & pattern
    return bits if first == second else bits ^ unlike << first ^ unlike << second


@rule
def turned_tile(north, east, tile, quarters):
    """The sides that the paths on the top lead to once this tile was turned clockwise."""
    # One quarter turn moves one of the two paths to the opposite side, the next moves the other.
    north_first = (has(north, tile) == has(east, tile)) == (quarters == 1)
    if quarters == 2 or north_first:
        north ^= bit(tile)
    if quarters == 2 or not north_first:
        east ^= bit(tile)
    return north, east


@rule
def with_neighbours(tiles):
    """These tiles and all beside them, also round the cylinder."""
    beside = tiles << ROW | tiles >> ROW | tiles << COLUMN | tiles >> COLUMN
    return (tiles | beside | tiles << ROUND | tiles >> ROUND) & BOARD


@rule
def links(north, east, cylinder):
    """§1.4, §8.3 The links of a storey whose paths lead north and east on these tiles."""
    beside = BOARD if cylinder else HAS_EAST
    return north & ~(north >> ROW) & HAS_NORTH, east & ~(east >> COLUMN | east << ROUND) & beside


@rule
def upright(gates, storey):
    """The gates joined with these from north or south."""
    return (gates & storey[0]) << ROW | gates >> ROW & storey[0]


@rule
def sideways(gates, storey):
    """The gates joined with these from east or west, also round the cylinder."""
    eastward = gates & storey[1]
    westward = (gates >> COLUMN | gates << ROUND) & storey[1]
    return (eastward << COLUMN | eastward >> ROUND) & BOARD | westward


@rule
def flood(gates, storey, through):
    """These gates and all that paths join with them through gates of the last set."""
    before = NONE
    while gates != before:
        before = gates
        gates |= upright(gates, storey) & through
        gates |= sideways(gates, storey) & through
    return gates
