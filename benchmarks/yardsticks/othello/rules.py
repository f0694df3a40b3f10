"""The rules of Othello. Actions are the squares, row · 8 + column (a1 = 0, h8 = 63); 64 is to pass.

Sets of squares are bits. The boards belong to the seats by turns: `own` is always the mover's.
"""

import numpy as np

from tablier.portable import NONE, ONE, bit, count, lowest, record, rule, squares

VERSION = 1
PLAYERS = 2
OPTIONS: dict[str, tuple[object, object]] = {}

SIZE = 8
SQUARES = SIZE * SIZE
PASS = SQUARES
ACTIONS = SQUARES + 1
WIDTH = SQUARES

BLACK_START = squares(3 * SIZE + 4, 4 * SIZE + 3)  # e4 d5
WHITE_START = squares(3 * SIZE + 3, 4 * SIZE + 4)  # d4 e5
# A row that goes sideways ends in the outer columns: no disc there is ever caught on its way.
INNER = squares(*(square for square in range(SQUARES) if 0 < square % SIZE < SIZE - 1))
# How far the bits of neighbours are apart.
SIDEWAYS, UPRIGHT = np.uint64(1), np.uint64(SIZE)
RISING, FALLING = np.uint64(SIZE + 1), np.uint64(SIZE - 1)

STATE = record(
    ("own", "u8"),  # discs of the seat to move
    ("other", "u8"),  # discs of the other seat
    ("catching", "u8"),  # squares where a disc of the seat to move would catch some
    ("over", "i2"),  # 1 when neither seat can catch any
    ("turn", "i2"),  # seat to move: 0 is black, 1 is white
)


@rule
def start(state, options, seed):  # noqa: ARG001
    """Four discs in the middle; black moves. Nothing is left to chance."""
    state.own = BLACK_START
    state.other = WHITE_START
    state.catching = catching(BLACK_START, WHITE_START)
    state.over = 0
    state.turn = 0


@rule
def legal(state, out):
    """Write the legal actions into `out`, ascending, and return how many there are."""
    if state.over:
        return 0
    bits = state.catching
    if bits == NONE:
        out[0] = PASS
        return 1
    n = 0
    while bits != NONE:
        out[n] = lowest(bits)
        bits &= bits - ONE
        n += 1
    return n


@rule
def play(state, action):
    """Put a disc on a legal square, or pass, in place."""
    own, other = state.own, state.other
    if action != PASS:
        disc = bit(action)
        turned = caught(disc, own, other)
        own |= disc | turned
        other &= ~turned
    state.own = other
    state.other = own
    state.catching = catching(other, own)
    state.over = state.catching == NONE and catching(own, other) == NONE
    state.turn = 1 - state.turn


@rule
def catching(own, other):
    """The empty squares where a disc would catch some."""
    inner = other & INNER
    ends = (
        (up(own, other, UPRIGHT) << UPRIGHT)
        | (down(own, other, UPRIGHT) >> UPRIGHT)
        | (up(own, inner, SIDEWAYS) << SIDEWAYS)
        | (down(own, inner, SIDEWAYS) >> SIDEWAYS)
        | (up(own, inner, RISING) << RISING)
        | (down(own, inner, RISING) >> RISING)
        | (up(own, inner, FALLING) << FALLING)
        | (down(own, inner, FALLING) >> FALLING)
    )
    return ends & ~(own | other)


@rule
def caught(disc, own, other):
    """The discs that a new one catches."""
    inner = other & INNER
    return (
        caught_up(disc, own, other, UPRIGHT)
        | caught_down(disc, own, other, UPRIGHT)
        | caught_up(disc, own, inner, SIDEWAYS)
        | caught_down(disc, own, inner, SIDEWAYS)
        | caught_up(disc, own, inner, RISING)
        | caught_down(disc, own, inner, RISING)
        | caught_up(disc, own, inner, FALLING)
        | caught_down(disc, own, inner, FALLING)
    )


@rule
def caught_up(disc, own, other, far):
    """Those in one direction: the row up to a disc of the mover's own."""
    row = up(disc, other, far)
    return row if (row << far) & own else NONE


@rule
def caught_down(disc, own, other, far):
    """Those in the opposite direction."""
    row = down(disc, other, far)
    return row if (row >> far) & own else NONE


@rule
def up(discs, other, far):
    """The rows of other discs that begin next to these: they are six long at most."""
    row = other & (discs << far)
    row |= other & (row << far)
    pairs = other & (other << far)
    row |= pairs & (row << (far + far))
    row |= pairs & (row << (far + far))
    return row


@rule
def down(discs, other, far):
    """The same in the opposite direction."""
    row = other & (discs >> far)
    row |= other & (row >> far)
    pairs = other & (other >> far)
    row |= pairs & (row >> (far + far))
    row |= pairs & (row >> (far + far))
    return row


@rule
def outcome(state, payoff):
    """Is the game over? Then the payoff of each seat is written: more discs win."""
    if not state.over:
        return False
    lead = max(-1, min(1, count(state.own) - count(state.other)))
    payoff[state.turn] = lead
    payoff[1 - state.turn] = -lead
    return True
