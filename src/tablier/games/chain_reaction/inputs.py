"""What a net sees of Chain Reaction: pieces, towers, and where a chain of falls would score.

The mover always plays up the board: for Black, rows are counted from the other side. Names are as
in tablier/kernels/stand_ins/inputs.py.
"""

from typing import Any

import numpy as np

from tablier.games.chain_reaction.features import ONE_POINT, TWO_POINTS, aims, points_at_hand
from tablier.games.chain_reaction.rules import (
    ALL_GOALS,
    FAR,
    FIRST_FALL,
    FROM,
    GOALS,
    MIDDLE_GOALS,
    MOST_SEGMENTS,
    NEAR,
    NO_PIECE,
    NOWHERE,
    PLAYERS,
    PUT_BACKS,
    SQUARES,
    STEPS,
    TO,
)
from tablier.games.chain_reaction.rules import ROWS as LINES
from tablier.portable import NONE, ONE, bit, lowest, rule

VERSION = 1
PLAN = (0.7, 0.2, 1, 0)
# A net of 15,000 games at 200 simulations, 200 games each: exploration 0.7 against 1 scored 0.61
# (0.54 to 0.67), 1.5 against 1 scored 0.24 (0.18 to 0.31), urgency 0 against 0.2 scored 0.46 (0.39
# to 0.52) with exploration 1; 0.5 against 0.7 scored 0.43 (0.34 to 0.52) over 120 games.
PHASES = 4  # steps early in the game and late, falls, pieces to put back
VARIED = {"target": range(8, 17), "tie": ("continue", "draw"), "siege": (False, True)}
NOTES = (
    ("goals", "u8", 4),  # taken squares where a tower scores: two points, one; then the other's
    ("at_hand", "i4", 2),  # points that the mover and the other can score at once
)

# Inputs, by kind: where the numbers of each begin.
OWN, OTHER = 0, SQUARES
TOWERS = 2 * SQUARES  # by the bottom piece, own or not; then those with the other's piece on top
AIMS = TOWERS + 3 * SQUARES
AT_HAND = AIMS + 4 * SQUARES
LEADS, MOST_LEAD = AT_HAND + 9, 8
TO_GO, MOST_TO_GO = LEADS + 2 * MOST_LEAD + 1, 12
SEGMENTS = TO_GO + 2 * (MOST_TO_GO + 1)
TURNS_LEFT, MOST_BITS = SEGMENTS + MOST_SEGMENTS + 1, 7
FLAGS = TURNS_LEFT + MOST_BITS + 1  # put back, in the own turn, first seat, tie, siege
INPUTS = FLAGS + 5
MOST = 128  # where pieces fill the board, as an exercise may have it, some are not seen

# Rows, by kind. Of a step: from, to and what is there, direction, what it leads to, what the other
# loses or gains; of a fall: from, direction, what lies there, what it leads to, its far square.
FREE, MINE, YOURS = range(3)
PER_ACTION = 5
STEP_FROM = 0
STEP_TO = STEP_FROM + SQUARES
STEP_WAY = STEP_TO + 3 * SQUARES
STEP_AIM = STEP_WAY + 3 * 9
STEP_SIDE = STEP_AIM + 4 * 9
FALL_FROM = STEP_SIDE + 3 * 16
FALL_WAY = FALL_FROM + SQUARES
FALL_ON = FALL_WAY + 2 * 9
FALL_AIM = FALL_ON + 2 * 3 * 5
FALL_FAR = FALL_AIM + 7 * 9
PUT_BACK = FALL_FAR + SQUARES + 4
NOTHING = PUT_BACK + SQUARES
ROWS = NOTHING + 1

_TOWERS = np.searchsorted(FIRST_FALL, np.arange(FIRST_FALL[-1]), side="right") - 1
FALL_TOWER = _TOWERS.astype(np.uint8)


def _way(first: Any, second: Any) -> Any:
    """The number of the direction from one square to another, by seat: 0 to 8."""
    across = second // LINES - first // LINES
    up = second % LINES - first % LINES
    return np.array([3 * (across + 1) + 1 + up, 3 * (across + 1) + 1 - up], np.uint8)


_NEARS = np.log2(NEAR[: len(_TOWERS)].astype(np.float64)).astype(np.int64)
STEP_DIRECTION = _way(FROM.astype(np.int64), TO.astype(np.int64))
FALL_DIRECTION = _way(_TOWERS, _NEARS)
EARLY = 2  # parts of the target: the game is late once somebody has more than half of it


@rule
def turned(square, seat):
    """A square as the seat sees it, with its own camp below."""
    return square ^ (seat * (LINES - 1))


@rule
def write(bits, seat, first, out, n):
    """Write a set of squares as inputs, as far as there is room; return how many are written."""
    while bits != NONE and n < MOST:
        out[n] = first + turned(lowest(bits), seat)
        bits &= bits - ONE
        n += 1
    return n


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, as the seat to move sees it, and return how many there are."""
    own, other = np.int64(state.turn), 1 - np.int64(state.turn)
    look_ahead(state, notes, own, other)
    out[0] = AT_HAND + 3 * notes.at_hand[0] + notes.at_hand[1]
    n = write_numbers(state, own, other, out, 1)
    if state.tower != NOWHERE:
        is_own = state.tops[own] & bit(state.tower) != NONE
        kind = np.int64(state.under != own) if is_own else np.int64(2)
        out[n] = TOWERS + kind * SQUARES + turned(np.int64(state.tower), own)
        n += 1
    n = write(state.tops[own], own, OWN, out, n)
    n = write(state.tops[other], own, OTHER, out, n)
    for i in range(4):
        n = write(notes.goals[i], own, AIMS + i * SQUARES, out, n)
    return n


@rule
def look_ahead(state, notes, own, other):
    """Note where towers would score, and how many points both can score at once."""
    gone = bit(state.tower) if state.tower != NOWHERE else NONE  # a tower that falls
    taken = (state.tops[0] | state.tops[1]) & ~gone
    mine, yours = state.tops[own] & ~gone, state.tops[other] & ~gone
    falls = MOST_SEGMENTS - 1 - state.segments
    notes.goals[0] = taken & aims(own, mine, taken, TWO_POINTS, falls)
    notes.goals[1] = taken & aims(own, mine, taken, ONE_POINT, falls)
    notes.goals[2] = taken & aims(other, yours, taken, TWO_POINTS, MOST_SEGMENTS - 1)
    notes.goals[3] = taken & aims(other, yours, taken, ONE_POINT, MOST_SEGMENTS - 1)
    notes.at_hand[0] = points_at_hand(state, own)
    notes.at_hand[1] = points_at_hand(state, other)


@rule
def write_numbers(state, own, other, out, n):
    """Write scores, segments, the turns that are left, and what is so or not."""
    lead = np.int64(state.score[own]) - np.int64(state.score[other])
    out[n] = LEADS + MOST_LEAD + max(-MOST_LEAD, min(MOST_LEAD, lead))
    for i in range(PLAYERS):
        seat = own if i == 0 else other
        to_go = max(0, min(MOST_TO_GO, np.int64(state.target) - np.int64(state.score[seat])))
        out[n + 1 + i] = TO_GO + i * (MOST_TO_GO + 1) + to_go
    out[n + 3] = SEGMENTS + min(np.int64(state.segments), MOST_SEGMENTS)
    left, bits = np.int64(state.turn_limit) - np.int64(state.turns), 0
    while left > 1 and bits < MOST_BITS:
        left >>= 1
        bits += 1
    out[n + 4] = TURNS_LEFT + bits
    n += 5
    out[n] = FLAGS
    n += state.returning != NO_PIECE
    out[n] = FLAGS + 1
    n += state.turns & 1 == own
    out[n] = FLAGS + 2
    n += own == 0
    out[n] = FLAGS + 3
    n += state.tie
    out[n] = FLAGS + 4
    n += state.siege
    return n


@rule
def rows(state, notes, action, out):
    """Write the rows of a legal action, after `inputs` of the same state."""
    seat = np.int64(state.turn)
    at_hand = 3 * notes.at_hand[0] + notes.at_hand[1]
    if action < STEPS:
        write_step(state, notes, action, seat, at_hand, out)
    elif action < PUT_BACKS:
        write_fall(state, notes, action - STEPS, seat, at_hand, out)
    else:
        out[0] = PUT_BACK + turned(action - PUT_BACKS, seat)
        for i in range(1, PER_ACTION):
            out[i] = NOTHING


@rule
def lying(state, seat, squares):
    """What lies on a square: nothing, a piece of the seat, or one of the other."""
    if state.tops[seat] & squares != NONE:
        return MINE
    return YOURS if state.tops[1 - seat] & squares != NONE else FREE


@rule
def write_step(state, notes, action, seat, at_hand, out):
    """The rows of a step."""
    here, there = np.int64(FROM[action]), np.int64(TO[action])
    to, away = bit(there), bit(here)
    met = lying(state, seat, to)
    out[0] = STEP_FROM + turned(here, seat)
    out[1] = STEP_TO + met * SQUARES + turned(there, seat)
    out[2] = STEP_WAY + met * 9 + STEP_DIRECTION[seat, action]
    leads = 0 if notes.goals[0] & to != NONE else 1 if notes.goals[1] & to != NONE else 2
    if leads == 2 and met == FREE:
        leads = 3
    out[3] = STEP_AIM + leads * 9 + at_hand
    threats = notes.goals[2] | notes.goals[3]
    side = 1 * (threats & away != NONE) + 2 * (threats & to != NONE)
    side += 4 * (notes.goals[0] & away != NONE) + 8 * (notes.goals[1] & away != NONE)
    out[4] = STEP_SIDE + met * 16 + side


@rule
def write_fall(state, notes, fall, seat, at_hand, out):
    """The rows of a fall."""
    here, near, far = np.int64(FALL_TOWER[fall]), NEAR[fall], FAR[fall]
    own_bottom = np.int64(state.under == seat)
    last = np.int64(state.segments == MOST_SEGMENTS - 1)
    out[0] = FALL_FROM + turned(here, seat)
    out[1] = FALL_WAY + last * 9 + FALL_DIRECTION[seat, fall]
    met = lying(state, seat, far)
    if far & ALL_GOALS != NONE:
        met = 4 if far & MIDDLE_GOALS != NONE else 3
    out[2] = FALL_ON + (own_bottom * 3 + lying(state, seat, near)) * 5 + met
    out[3] = FALL_AIM + leads_to(state, notes, near, far, own_bottom, met) * 9 + at_hand
    where = lowest(far)
    out[4] = FALL_FAR + (turned(where, seat) if where < GOALS else where)


@rule
def leads_to(state, notes, near, far, own_bottom, met):
    """What a fall leads to: a goal, a chain to one, a tower of the own, of the other, nothing."""
    if met > YOURS:
        return 4 - met
    tops = state.tops[0] | state.tops[1]
    ours = far | near if own_bottom else far
    if notes.goals[0] & ours != NONE:
        return 2
    if notes.goals[1] & ours != NONE:
        return 3
    if tops & ours != NONE:
        return 4
    return 5 if tops & near != NONE else 6


@rule
def phase(state):
    """Which part of the game it is: steps early and late, falls, pieces to put back."""
    if state.returning != NO_PIECE:
        return 3
    if state.tower != NOWHERE:
        return 2
    return np.int64(EARLY * max(state.score[0], state.score[1]) > state.target)


@rule
def seat(state, i):
    """The seat that moves `i` turns after the mover."""
    return (state.turn + i) % PLAYERS
