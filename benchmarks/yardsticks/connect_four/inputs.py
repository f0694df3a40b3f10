"""What a net sees of Connect Four: stones, rows of four that are open to one side, and threats.

Names are as in tablier/kernels/stand_ins/inputs.py. At the end, when every move would give the
other a win above it, it counts who has to make it: so a cell is worth as much as its row and its
owner's seat make it. The seat is seen with every threat, and has weights of its own.
"""

import numpy as np

from tablier.portable import NONE, ONE, add_set, count, has, lowest, rule, squares
from yardsticks.connect_four.rules import COLUMNS, FULL, HEIGHT
from yardsticks.connect_four.rules import ROWS as LEVELS
from yardsticks.connect_four.threats import wins

VERSION = 2
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
FLOOR = squares(*range(0, CELLS, HEIGHT))
ODD = squares(*(column * HEIGHT + row for column in range(COLUMNS) for row in range(0, LEVELS, 2)))
EVEN = ODD << ONE
COLUMN = squares(*range(LEVELS))

# Inputs: stones of both, the next cell of each column, rows of four with one to three stones of one
# side, cells that would win, by seat, and of those in a column the lowest one that cannot be taken
# now: its row, and whether it wins for the mover, for the other, or for both.
STONES, NEXT = 0, 2 * CELLS
OPEN = NEXT + CELLS
WINNING = OPEN + 6 * len(FOURS)
LOWEST = WINNING + 4 * CELLS
INPUTS = LOWEST + 6 * CELLS
MOST = 168
PHASES = 6  # thirds of the game, for each seat
NOTES = (("wins", "u8", 2),)  # empty cells that would complete a row: of the mover, of the other

# Rows: the cell; whether it wins, stops a win, and whose winning cell lies above; how many cells
# it makes winning: of those that can be taken at once, of those in rows that suit the seat, others.
PER_ACTION = 3
KINDS = 2 * CELLS
MAKES = KINDS + 32
ROWS = MAKES + 54
MANY = 2  # cells; more are counted as so many


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, as the seat to move sees it, and return how many there are."""
    mine, yours, seat = state.stones ^ state.waiting, state.waiting, np.int64(state.turn)
    own, others = wins(mine, state.stones), wins(yours, state.stones)
    notes.wins[0], notes.wins[1] = own, others
    following = state.stones + FLOOR
    n = add_set(mine, STONES, CELLS, out, 0)
    n = add_set(yours, STONES + CELLS, CELLS, out, n)
    n = add_set(following & FULL & ~state.stones, NEXT, CELLS, out, n)
    n = write_fours(mine, yours, out, n)
    n = add_set(own, WINNING + 2 * seat * CELLS, CELLS, out, n)
    n = add_set(others, WINNING + (2 * seat + 1) * CELLS, CELLS, out, n)
    return write_lowest(own & ~following, others & ~following, seat, out, n)


@rule
def write_fours(mine, yours, out, n):
    """Write the rows of four with stones of one side alone."""
    for i in range(len(FOURS)):
        own, other = count(FOURS[i] & mine), count(FOURS[i] & yours)
        out[n] = OPEN + 6 * i + (own - 1 if own else 2 + other)
        n += (own == 0) != (other == 0)
    return n


@rule
def write_lowest(own, others, seat, out, n):
    """Write the lowest winning cell of each column, of those that cannot be taken now."""
    both = own | others
    for column in range(COLUMNS):
        cells = both & (COLUMN << np.uint64(HEIGHT * column))
        if cells != NONE:
            cell = lowest(cells)
            whose = has(own, cell) + 2 * has(others, cell) - 1
            out[n] = LOWEST + (3 * seat + whose) * CELLS + cell
            n += 1
    return n


@rule
def rows(state, notes, action, out):
    """Write the rows of a legal action, after `inputs` of the same state."""
    stones, seat = state.stones, np.int64(state.turn)
    stone = (stones + FLOOR) & (COLUMN << np.uint64(HEIGHT * action))
    cell = lowest(stone)
    out[0] = seat * CELLS + cell
    kind = 8 * has(notes.wins[0], cell) + 4 * has(notes.wins[1], cell)
    kind += 2 * has(notes.wins[0], cell + 1) + has(notes.wins[1], cell + 1)
    out[1] = KINDS + 16 * seat + kind
    after = stones | stone
    made = wins(after ^ state.waiting, after) & ~notes.wins[0]
    now = made & (after + FLOOR)
    later = made & ~now
    suits = later & (EVEN if seat else ODD)
    out[2] = MAKES + 27 * seat + 9 * few(now) + 3 * few(suits) + few(later ^ suits)


@rule
def few(cells):
    """How many there are, as far as it matters."""
    return min(count(cells), MANY)


@rule
def phase(state):
    """Which third of the game it is, and whose turn."""
    return 2 * min(count(state.stones) // 14, 2) + state.turn


@rule
def seat(state, i):
    """The seat that moves `i` turns after the mover."""
    return (state.turn + i) % 2
