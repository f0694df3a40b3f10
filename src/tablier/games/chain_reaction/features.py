"""Knowledge for the search in Chain Reaction: who can score soon, the values of pieces and moves.

A *launch* is a square from which a tower of the player falls into a goal. From there, all squares
from which a chain of falls leads to a launch are found backwards, all at once, as bits. That leaves
out of account what the chain itself moves on its way: the search sees to that.

"Proof" gives the score of all knowledge against all but this piece, over 400 games at 150
simulations. The proofs of weights, points at hand and rows are from before the last two changes of
`evaluate`: the one slope and no charge for a standing tower.
"""

import numpy as np

from tablier.elementary import tanh
from tablier.games.chain_reaction.rules import (
    ALL_GOALS,
    FAR,
    FIRST_FALL,
    FROM,
    GOALS,
    LAST_ROW,
    MIDDLE_GOALS,
    MOST_SEGMENTS,
    NEAR,
    NO_PIECE,
    NOWHERE,
    ROWS,
    SQUARES,
    STEPS,
    TO,
    line,
)
from tablier.portable import NONE, ONE, bit, has, lowest, rule, squares

PLAN = (0.7, 0.2, 1, 0)
"""How a search with this knowledge plays best: the fields of `tree.Plan`."""
# Over 200 games against it, at 200 simulations: exploration 1.2 scored 0.46 ± 0.07, urgency 0.05
# 0.46 ± 0.06, urgency 0.4 0.32 ± 0.07. With less knowledge, at 300: patience 2 scored 0.28 ± 0.06
# against 1, horizon 2 0.42 ± 0.06 against 0.


def columns(first: int, last: int) -> np.uint64:
    """The squares of some columns."""
    return squares(*range(first * ROWS, (last + 1) * ROWS))


def room(ahead: int) -> np.uint64:
    """The squares from which this number of rows up (down, if negative) is on the board."""
    return squares(*(square for square in range(SQUARES) if 0 <= square % ROWS + ahead < ROWS))


BOARD = squares(*range(GOALS))
COLUMN = np.uint64(ROWS)  # from a square to the one to its right
# Four directions by how many numbers on their next square is (up, down right, right, up right); the
# other four lead back.
ON = np.array([1, 7, 8, 9], np.uint64)
_UP = (1, -1, 0, 1)  # by how many rows
ROOM_ON = np.array([[room(up * far) for up in _UP] for far in (1, 2)])
ROOM_BACK = np.array([[room(-up * far) for up in _UP] for far in (1, 2)])
STEP, FALL = 0, 1  # rows of these: a step goes one square far, a fall two

ONE_POINT, TWO_POINTS = 0, 1  # at least
LAUNCHES = np.array([line(ROWS - 2), line(1)])  # by seat
# Columns from which a fall straight ahead, to the right and to the left ends in such a goal.
AHEAD = np.array([columns(0, 6), columns(3, 3)])
RIGHT = np.array([columns(0, 4), columns(1, 1)])
LEFT = np.array([columns(2, 6), columns(5, 5)])

# In points, fitted to what 24,000 turns of games at 120 simulations brought later (a point n turns
# later counts as 0.85 to the n).
MINE = np.array([0.0, 0.5, 1.27])  # by the points that the player to move can score at once
YOURS = np.array([0.0, 0.07, 0.16])  # the other one has; proof of both: 0.97 ± 0.02
# Row 2 is where the opponent launches, from whatever stands there. Proof: 0.70 ± 0.04
ROW_WORTH = np.array([0.0, -0.08, 0.09, 0.055, 0.165, 0.145, 0.155, 0.175])
# What a point is worth, the same in the whole game: growing from 0.17 at the beginning to 0.77 just
# before the target it scored 0.46 ± 0.05. A charge of 0.17 points for a standing tower scored 0.39
# ± 0.05 against none.
POINT = 0.25
_SQUARE = np.arange(SQUARES) % ROWS
WORTH = np.array([ROW_WORTH[_SQUARE], ROW_WORTH[ROWS - 1 - _SQUARE]])  # by seat and square

# Weights, fitted to what 80 games at 800 simulations chose, and rounded.
GOAL_WEIGHT = np.array([8.0, 40.0])
CHAIN_WEIGHT = np.array([9.0, 40.0])  # a fall that leads on to a goal
CLIMB_WEIGHT = np.array([60.0, 120.0])  # a step that does so; proof of both: 0.79 ± 0.04
TOWER_WEIGHT = 3.5  # a step that builds another tower
STEP_WEIGHT = 0.6 * np.exp(8.0 * (WORTH[:, TO] - WORTH[:, FROM]))  # proof of both: 0.68 ± 0.05
MY_TOWER, YOUR_TOWER, NO_TOWER = range(3)  # what a fall leaves
# By what it leaves, and whether it goes back, level or ahead. Proof: 0.93 ± 0.02
FALL_WEIGHT = np.array([[0.5, 0.85, 2.3], [0.15, 0.33, 0.6], [0.04, 0.1, 0.2]])
_TOWERS = np.searchsorted(FIRST_FALL, np.arange(FIRST_FALL[-1]), side="right") - 1
_NEARS = np.log2(NEAR[: len(_TOWERS)].astype(np.float64)).astype(np.int64)
UP = 1 + _NEARS % ROWS - _TOWERS % ROWS  # of a fall: 0 down, 1 level, 2 up


@rule
def launches(seat, own, free, points):
    """§5.1 Where a tower of the seat falls into a goal; an own bottom piece needs a free square."""
    rim = free & LAST_ROW[seat]
    rim = rim >> ONE if seat == 0 else rim << ONE
    clear = (rim & AHEAD[points]) | ((rim >> COLUMN) & RIGHT[points])
    clear |= (rim << COLUMN) & LEFT[points]
    anyway = ~own & (AHEAD[points] | RIGHT[points] | LEFT[points])
    return LAUNCHES[seat] & (clear | anyway)


@rule
def before(aims, own, free):
    """§4.2 From where a fall builds an own tower on an aim, with the top or an own bottom piece."""
    found = NONE
    for i in range(4):
        near = ON[i]
        far = near + near
        on = ((aims >> far) & (free >> near)) | ((aims >> near) & (free >> far) & own)
        back = ((aims << far) & (free << near)) | ((aims << near) & (free << far) & own)
        found |= (on & ROOM_ON[FALL, i]) | (back & ROOM_BACK[FALL, i])
    return found


@rule
def beside(bits):
    """§3.1 The squares beside those of a set."""
    found = NONE
    for i in range(4):
        found |= ((bits >> ON[i]) & ROOM_ON[STEP, i]) | ((bits << ON[i]) & ROOM_BACK[STEP, i])
    return found & BOARD


@rule
def aims(seat, own, taken, points, falls):
    """Where a tower of the seat would score these points within this number of falls."""
    free = BOARD & ~taken
    found = new = launches(seat, own, free, points)
    for _ in range(falls - 1):
        new = before(new & taken, own, free) & ~found
        if new == NONE:
            break
        found |= new
    return found if falls > 0 else NONE


@rule
def points_at_hand(state, seat):
    """How many points the seat can score in a turn from here on: 0, 1 or 2."""
    own = state.tops[seat]
    taken = state.tops[0] | state.tops[1]
    towers = beside(own) & taken
    falls = MOST_SEGMENTS - 1
    if state.tower != NOWHERE and has(own, state.tower):
        towers = bit(state.tower)
        falls = MOST_SEGMENTS - state.segments
        if state.under != seat:
            own &= ~towers
    if towers & aims(seat, own, taken, TWO_POINTS, falls) != NONE:
        return 2
    return 1 if towers & aims(seat, own, taken, ONE_POINT, falls) != NONE else 0


@rule
def worth(bits, seat):
    """What the seat's pieces on these squares are worth, in points."""
    total = 0.0
    while bits != NONE:
        total += WORTH[seat, lowest(bits)]
        bits &= bits - ONE
    return total


@rule
def evaluate(state, values):
    """Write what each seat can hope for, from −1 to 1: the lead, and what will be added to it."""
    mover = (state.turns + 1) & 1 if state.returning != NO_PIECE else np.int64(state.turn)
    other = 1 - mover
    hope = float(state.score[mover]) - float(state.score[other])
    hope += MINE[points_at_hand(state, mover)] - YOURS[points_at_hand(state, other)]
    hope += worth(state.tops[mover], mover) - worth(state.tops[other], other)
    values[mover] = tanh(hope * POINT)
    values[other] = -values[mover]


@rule
def weigh(state, actions, n, weights):
    """Write how promising each of the n legal actions looks: positive numbers of any sum."""
    if state.returning != NO_PIECE:
        for i in range(n):
            weights[i] = 1
    elif state.tower == NOWHERE:
        weigh_steps(state, actions, n, weights)
    else:
        weigh_falls(state, actions, n, weights)


@rule
def weigh_steps(state, actions, n, weights):
    """Climb where a chain leads to a goal, else build towers, else improve a piece."""
    seat = np.int64(state.turn)
    own = state.tops[seat]
    taken = state.tops[0] | state.tops[1]
    two = taken & aims(seat, own, taken, TWO_POINTS, MOST_SEGMENTS - 1)
    one = taken & aims(seat, own, taken, ONE_POINT, MOST_SEGMENTS - 1)
    for i in range(n):
        to = bit(TO[actions[i]])
        if two & to != NONE:
            weights[i] = CLIMB_WEIGHT[TWO_POINTS]
        elif one & to != NONE:
            weights[i] = CLIMB_WEIGHT[ONE_POINT]
        elif taken & to != NONE:
            weights[i] = TOWER_WEIGHT
        else:
            weights[i] = STEP_WEIGHT[seat, actions[i]]


@rule
def weigh_falls(state, actions, n, weights):
    """Score, or go on where a chain leads to a goal, or go on at least, and rather ahead."""
    seat = np.int64(state.turn)
    own = state.tops[seat] & ~bit(state.tower)
    taken = (state.tops[0] | state.tops[1]) & ~bit(state.tower)
    falls = MOST_SEGMENTS - 1 - state.segments
    two = taken & aims(seat, own, taken, TWO_POINTS, falls)
    one = taken & aims(seat, own, taken, ONE_POINT, falls)
    for i in range(n):
        fall = actions[i] - STEPS
        far = FAR[fall]
        ours = far | NEAR[fall] if state.under == seat else far
        if far & ALL_GOALS != NONE:
            points = TWO_POINTS if far & MIDDLE_GOALS != NONE else ONE_POINT
            weights[i] = GOAL_WEIGHT[points]
        elif two & ours != NONE:
            weights[i] = CHAIN_WEIGHT[TWO_POINTS]
        elif one & ours != NONE:
            weights[i] = CHAIN_WEIGHT[ONE_POINT]
        else:
            left = MY_TOWER if taken & ours != NONE else NO_TOWER
            if left == NO_TOWER and taken & NEAR[fall] != NONE:
                left = YOUR_TOWER
            weights[i] = FALL_WEIGHT[left, UP[fall] if seat == 0 else 2 - UP[fall]]
