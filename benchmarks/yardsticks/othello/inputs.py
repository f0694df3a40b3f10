"""What a net sees of Othello: discs, where both can put one, what can be caught, and the edges.

Names are as in tablier/kernels/stand_ins/inputs.py. What a move leaves to both sides is known
exactly and hard to learn, so the rows of an action tell it.
"""

import numpy as np

from tablier.portable import ONE, add_set, bit, count, has, rule, squares
from yardsticks.othello.rules import PASS, SIZE, SQUARES, catching, caught

VERSION = 1
PLAN = (1.5, 0.2, 1, 0)

FILES = [squares(*range(column, SQUARES, SIZE)) for column in range(SIZE)]
NOT_FIRST, NOT_LAST = ~FILES[0], ~FILES[-1]
BY_ROW = np.uint64(SIZE)
CORNERS = squares(0, SIZE - 1, SQUARES - SIZE, SQUARES - 1)
QUARTERS = np.array(
    [
        squares(*(s for s in range(SQUARES) if (s % SIZE > 3, s // SIZE > 3) == (east, south)))
        for south in (False, True)
        for east in (False, True)
    ]
)


def _by_corner() -> list[list[int]]:
    """Each half of an edge from its corner on, and the square next to the corner inside."""
    last = SIZE - 1
    ways = [(x, y, upright) for x in (0, last) for y in (0, last) for upright in (False, True)]
    found = []
    for x, y, upright in ways:
        right, down = (1 if x == 0 else -1), (1 if y == 0 else -1)
        along = [(x, y + i * down) if upright else (x + i * right, y) for i in range(4)]
        found.append([SIZE * row + column for column, row in [*along, (x + right, y + down)]])
    return found


HALVES = np.array(_by_corner())
PATTERNS = 3 ** HALVES.shape[1]
MANY = 15  # moves; more are told as so many

# Inputs: discs of both, where each can put one, which discs of each touch an empty square, the
# halves of the edges (which half is not told: they are all alike), how many moves each has, and in
# which quarters the number of empty squares is odd, and whether it is in all.
DISCS = 0
MOVES = DISCS + 2 * SQUARES
OUTER = MOVES + 2 * SQUARES
EDGES = OUTER + 2 * SQUARES
CHOICE = EDGES + PATTERNS
ODD = CHOICE + 2 * (MANY + 1)
INPUTS = ODD + 5
MOST = 2 * SQUARES + len(HALVES) + 7  # a disc is seen twice at most, and so is an empty square
PHASES = 4
NOTES = ()

# Rows: the square; how many discs are caught, and whether the rest of its quarter is odd; how many
# moves both have after it; how many corners they can take then, and how many discs touch an empty
# square.
PER_ACTION = 4
CAUGHT = SQUARES + 1
AFTER = CAUGHT + 2 * 8
CORNERED = AFTER + (MANY + 1) ** 2
ROWS = CORNERED + 3 * 3 * 8


@rule
def inputs(state, notes, out):  # noqa: ARG001
    """Write the inputs that are on, as the seat to move sees it, and return how many there are."""
    own, other = state.own, state.other
    empty = ~(own | other)
    around = neighbours(empty)
    others_moves = catching(other, own)
    n = add_set(own, DISCS, SQUARES, out, 0)
    n = add_set(other, DISCS + SQUARES, SQUARES, out, n)
    n = add_set(state.catching, MOVES, SQUARES, out, n)
    n = add_set(others_moves, MOVES + SQUARES, SQUARES, out, n)
    n = add_set(own & around, OUTER, SQUARES, out, n)
    n = add_set(other & around, OUTER + SQUARES, SQUARES, out, n)
    n = write_edges(own, other, out, n)
    out[n] = CHOICE + min(count(state.catching), MANY)
    out[n + 1] = CHOICE + MANY + 1 + min(count(others_moves), MANY)
    return write_odd(empty, out, n + 2)


@rule
def neighbours(bits):
    """These squares and all that touch them."""
    bits |= (bits << BY_ROW) | (bits >> BY_ROW)
    return bits | (bits << ONE & NOT_FIRST) | (bits >> ONE & NOT_LAST)


@rule
def write_edges(own, other, out, n):
    """Write how the halves of the edges are taken: a digit from 0 to 2 for each square."""
    for i in range(len(HALVES)):
        pattern = 0
        for j in range(HALVES.shape[1]):
            square = HALVES[i, j]
            pattern = 3 * pattern + has(own, square) + 2 * has(other, square)
        out[n + i] = EDGES + pattern
    return n + len(HALVES)


@rule
def write_odd(empty, out, n):
    """Write where the number of empty squares is odd."""
    for i in range(len(QUARTERS)):
        out[n] = ODD + i
        n += count(empty & QUARTERS[i]) % 2
    out[n] = ODD + len(QUARTERS)
    return n + count(empty) % 2


@rule
def rows(state, notes, action, out):  # noqa: ARG001
    """Write the rows of a legal action, after `inputs` of the same state."""
    own, other = state.own, state.other
    turned, odd = 0, 0
    if action != PASS:
        discs = caught(bit(action), own, other)
        own, other = own | bit(action) | discs, other & ~discs
        turned = min(count(discs), 7)
        quarter = QUARTERS[2 * (action // (SIZE * 4)) + action % SIZE // 4]
        odd = count(quarter & ~(own | other)) % 2
    mine, yours = catching(own, other), catching(other, own)
    outer = min(count(own & neighbours(~(own | other))) // 2, 7)
    out[0] = action
    out[1] = CAUGHT + 8 * odd + turned
    out[2] = AFTER + (MANY + 1) * min(count(mine), MANY) + min(count(yours), MANY)
    corners = 3 * min(count(mine & CORNERS), 2) + min(count(yours & CORNERS), 2)
    out[3] = CORNERED + 8 * corners + outer


@rule
def phase(state):
    """Which quarter of the game it is."""
    return min((count(state.own | state.other) - 4) // 15, PHASES - 1)


@rule
def seat(state, i):
    """The seat that moves `i` turns after the mover."""
    return (state.turn + i) % 2
