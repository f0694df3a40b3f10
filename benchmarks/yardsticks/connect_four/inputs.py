"""What a net sees of Connect Four: stones, rows of four that are open to one side, and threats.

Names are as in tablier/kernels/stand_ins/inputs.py.
"""

import numpy as np

from tablier.portable import NONE, ONE, bit, count, has, lowest, rule, squares
from yardsticks.connect_four.rules import COLUMNS, FULL, HEIGHT
from yardsticks.connect_four.rules import ROWS as LEVELS

VERSION = 1
PLAN = (1.5, 0.2, 1, 0)
CELLS = COLUMNS * HEIGHT  # with the empty ones on top
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _four(column: int, row: int, right: int, up: int) -> list[int]:
    """The cells of a row of four, or nothing where it would leave the board."""
    cells = [(column + i * right, row + i * up) for i in range(4)]
    inside = all(0 <= x < COLUMNS and 0 <= y < LEVELS for x, y in cells)
    return [x * HEIGHT + y for x, y in cells] if inside else []


FOURS = np.array(
    [
        squares(*cells)
        for column in range(COLUMNS)
        for row in range(LEVELS)
        for way in DIRECTIONS
        if (cells := _four(column, row, *way))
    ]
)

# Inputs: stones of both, rows of four with one to three stones of one side, cells that would win.
STONES, OPEN = 0, 2 * CELLS
WINNING = OPEN + 6 * len(FOURS)
INPUTS = WINNING + 2 * CELLS
MOST = 160
PHASES = 3
NOTES = (("wins", "u8", 2),)  # empty cells that would complete a row: of the mover, of the other

# Rows: the cell, and whether it wins, stops a win, and whose winning cell lies above.
PER_ACTION = 2
KINDS = CELLS
ROWS = KINDS + 16


@rule
def write(bits, first, out, n):
    """Write a set of cells as inputs; return how many inputs there are then."""
    while bits != NONE:
        out[n] = first + lowest(bits)
        bits &= bits - ONE
        n += 1
    return n


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, as the seat to move sees it, and return how many there are."""
    mine, yours = state.stones ^ state.waiting, state.waiting
    notes.wins[0] = notes.wins[1] = NONE
    n = write(mine, STONES, out, 0)
    n = write(yours, STONES + CELLS, out, n)
    for i in range(len(FOURS)):
        own, other = count(FOURS[i] & mine), count(FOURS[i] & yours)
        if (own == 0) != (other == 0):
            out[n] = OPEN + 6 * i + (own - 1 if own else 2 + other)
            n += 1
            if own + other == 3:
                notes.wins[0 if own else 1] |= FOURS[i] & ~state.stones
    n = write(notes.wins[0], WINNING, out, n)
    return write(notes.wins[1], WINNING + CELLS, out, n)


@rule
def rows(state, notes, action, out):
    """Write the rows of a legal action, after `inputs` of the same state."""
    column = FULL >> np.uint64(action * HEIGHT) & (bit(HEIGHT) - ONE)
    cell = action * HEIGHT + count(state.stones >> np.uint64(action * HEIGHT) & column)
    out[0] = cell
    kind = 8 * has(notes.wins[0], cell) + 4 * has(notes.wins[1], cell)
    out[1] = KINDS + kind + 2 * has(notes.wins[0], cell + 1) + has(notes.wins[1], cell + 1)


@rule
def phase(state):
    """Which third of the game it is."""
    return min(count(state.stones) // 14, PHASES - 1)


@rule
def seat(state, i):
    """The seat that moves `i` turns after the mover."""
    return (state.turn + i) % 2
