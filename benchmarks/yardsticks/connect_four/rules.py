"""The rules of Connect Four. Actions are the columns 0 … 6, from the left.

Cells are numbered up the columns, and sets of cells are bits. A column has one cell more than
stones fit in: it is always empty, so a line of four never runs on into the next column.
"""

import numpy as np

from tablier.portable import NONE, ONE, has, record, rule, squares

VERSION = 1
PLAYERS = 2
OPTIONS: dict[str, tuple[object, object]] = {}

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1  # with the empty cell on top
ACTIONS = WIDTH = COLUMNS
FULL = squares(*(col * HEIGHT + row for col in range(COLUMNS) for row in range(ROWS)))
TOP = squares(*(col * HEIGHT + ROWS - 1 for col in range(COLUMNS)))

# How far the bits of neighbours are apart, and twice as far.
UP, UP_2 = np.uint64(1), np.uint64(2)
RIGHT, RIGHT_2 = np.uint64(HEIGHT), np.uint64(2 * HEIGHT)
RISING, RISING_2 = np.uint64(HEIGHT + 1), np.uint64(2 * HEIGHT + 2)
FALLING, FALLING_2 = np.uint64(HEIGHT - 1), np.uint64(2 * HEIGHT - 2)

STATE = record(
    ("stones", "u8"),  # cells with a stone
    ("waiting", "u8"),  # those of the seat that moved last
    ("won", "i2"),  # 1 once that seat has four in a row
    ("turn", "i2"),  # seat to move: 0 or 1
)


@rule
def start(state, options, seed):  # noqa: ARG001
    """An empty board. Nothing is left to chance."""
    state.stones = NONE
    state.waiting = NONE
    state.won = 0
    state.turn = 0


@rule
def legal(state, out):
    """Write the legal actions into `out`, ascending, and return how many there are."""
    if state.won:
        return 0
    # Writes them all and steps on only past an open one: no branch. `stones` is looked up once,
    # which the compiler cannot know to be enough: 1.1 times as fast.
    stones = state.stones
    if stones & TOP == NONE:  # as long as none is full, the next move need not wait for the list
        for column in range(COLUMNS):
            out[column] = column
        return COLUMNS
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += not has(stones, column * HEIGHT + ROWS - 1)
    return n


@rule
def play(state, action):
    """Drop a stone into a column that is not full, in place."""
    before = state.stones
    after = before | (before + (ONE << np.uint64(action * HEIGHT)))
    # The stones of the seat to move, and the new one.
    mine = after ^ state.waiting
    state.stones = after
    state.waiting = mine
    state.won = has_four(mine)
    state.turn = 1 - state.turn


@rule
def has_four(bits):
    """Do four of these cells lie in a row?"""
    return (
        four(bits, UP, UP_2)
        | four(bits, RIGHT, RIGHT_2)
        | four(bits, RISING, RISING_2)
        | four(bits, FALLING, FALLING_2)
    ) != NONE


@rule
def four(bits, far, twice):
    """The first cells of the rows of four in one direction."""
    pairs = bits & (bits >> far)
    return pairs & (pairs >> twice)


@rule
def outcome(state, payoff):
    """Is the game over? Then the payoff of each seat is written."""
    if not state.won and state.stones != FULL:
        return False
    payoff[state.turn] = -state.won
    payoff[1 - state.turn] = state.won
    return True
