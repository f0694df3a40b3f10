"""What a net sees of Moguli; see tablier/kernels/stand_ins/inputs.py.

Both players see the board from their own start row: for the second one rows are counted from
the other side. Gains are those of features.py in tenths, from 0 to 10: what the best move of a
player gains if the tiles lie like this. For turnings they are found by trying.
"""

import numpy as np

from tablier.games.moguli.features import best_gain, line_of
from tablier.games.moguli.paths import BOARD, ROW, ROW_1, SQUARES, turned_tile
from tablier.games.moguli.paths import ROWS as HEIGHT
from tablier.games.moguli.rules import (
    KEEP,
    LAST,
    PASS,
    PAWNS,
    STUCK_TURNS,
    SWAP,
    SWAP3,
    THIRD_HOME,
    TURNINGS,
    all_ends,
    ends_of,
    survey,
)
from tablier.portable import NONE, ONE, add_set, bit, count, has, rule

VERSION = 2
PLAN = (0.7, 0.02, 1, 0)
# At 200 simulations against the search with features.py, 80 games each, a net of 2,000 games had
# 0.87 with this plan (0.81 in 80 others), 0.80 with (0.7, 0.05), 0.77 with (0.5, 0.05), 0.74 with
# (1, 0.05), 0.72 with (1, 0), 0.64 with (1.5, 0.05) and 0.61 with (1, 0.1); the intervals are ± 0.1
# or so. This plan against (1, 0.05): 0.54 ± 0.09 over 60 games. An earlier net had
# 0.17 with (1.5, 0.2) and 0.39 with (1, 0.05).
VARIED = {
    **dict.fromkeys(("compulsory", "new_start_row", "cylinder"), (False, True)),
    "standstill": (6, 12, 20, 40),
    "obligation": ("two_free", "third_home"),
}
PHASES = 4  # was a pawn moved in this turn, and was a tile turned?
VALUE_MIX = (0.05, 0.05, 0.9)
# Nets of the same 500 games had squared errors against values of other searches of 0.088 with half
# of the outcome, 0.048 with (0.21, 0.14, 0.65), 0.020 with this mix and 0.018 with no outcome; that
# of features.py is 0.015. Of 1,400 games, this mix and none play alike. Perhaps a net knows a game
# by its tiles, which lie differently in each, and learns outcomes by heart: that was not tested.
TRAINING = {"first": 8, "full": 1.0}
# Nets of 1,400 games of the search with features.py had 0.68 to 0.80 ± 0.10 against it, one of 500
# scored 0.65 ± 0.14. That all searches are full was not measured by itself.

LIES = 8  # ways a tile can lie: where the two paths lead, and with or without a triangle
GAINS = 11
TENTHS = np.array([0, 1, 2, 3, 4, 5, 10])  # worth of a pawn on each of its lines
FAR = 20  # tenths; a lead beyond is told as this one
SOON = np.array([2, 4, 10, 30, 100])  # turns left
PATIENCE = 20  # turns left before a standstill; more are told as so many

# Where the inputs of each kind begin.
OWN = 0
OTHERS = OWN + SQUARES
TILES = OTHERS + SQUARES
LINKS = TILES + LIES * SQUARES  # top and underneath, to the north and to the east
BARRED = LINKS + 4 * SQUARES
TURNED = BARRED + SQUARES
ENDS = TURNED + SQUARES  # of the mover, of the other
ON_LINE = ENDS + 2 * SQUARES  # how many pawns are on each line, of the mover and of the other
GAIN = ON_LINE + 2 * HEIGHT * (PAWNS + 1)
LEAD = GAIN + 2 * GAINS
STUCK = LEAD + 2 * FAR + 1
STILL = STUCK + STUCK_TURNS + 1
LEFT = STILL + PATIENCE + 1
FLAGS = LEFT + len(SOON)
N_FLAGS = 9
INPUTS = FLAGS + N_FLAGS
MOST_TILES = 4  # barred or turned, that are told
MOST_LINKS = 15 + 14  # of a storey: those along a row or a column cannot all be there
MOST = (
    2 * PAWNS + SQUARES + 2 * MOST_LINKS + 2 * MOST_TILES
    + 2 * (SQUARES - 2 * PAWNS) + 2 * HEIGHT + 6 + N_FLAGS
)  # fmt: skip

# Rows of actions.
TURNING = 0
OWN_GAIN = TURNING + TURNINGS  # before and after
OTHERS_GAIN = OWN_GAIN + GAINS * GAINS
BOTH_GAINS = OTHERS_GAIN + GAINS * GAINS
PAWN = BOTH_GAINS + GAINS * GAINS
END = PAWN + SQUARES
LINES = END + SQUARES  # from and to
BONUS = LINES + HEIGHT * HEIGHT
PASSING = BONUS + 2 * HEIGHT
SWAPS = PASSING + 1
NOTHING = SWAPS + KEEP - SWAP3 + 1
ROWS = NOTHING + 1
PER_ACTION = 4

NOTES = (
    ("own_gain", "i4"),
    ("others_gain", "i4"),
    ("top", "u8", 2),  # as `survey` returns it
    ("under", "u8", 2),
    ("tunnels", "u8"),
)


@rule
def phase(state):
    """Was a pawn moved in this turn, and was a tile turned?"""
    return 2 * state.moved + (state.turnings > 0)


@rule
def seat(state, i):
    """The mover, then the other."""
    return (state.turn + i) % 2


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, and return how many there are."""
    own = np.int64(state.turn)
    paths = survey(state, state.north, state.east)
    note(state, notes, paths)
    n = add_set(view(state.pawns[own], own), OWN, PAWNS, out, 0)
    n = add_set(view(state.pawns[1 - own], own), OTHERS, PAWNS, out, n)
    n = put_tiles(state, own, out, n)
    n = put_links(paths[0], own, LINKS, out, n)
    n = put_links(paths[1], own, LINKS + 2 * SQUARES, out, n)
    n = add_set(view(state.barred, own), BARRED, MOST_TILES, out, n)
    n = add_set(view(state.turned, own), TURNED, MOST_TILES, out, n)
    n = add_set(view(all_ends(state), own), ENDS, SQUARES - 2 * PAWNS, out, n)
    n = add_set(view(others_ends(state, paths), own), ENDS + SQUARES, SQUARES - 2 * PAWNS, out, n)
    return put_numbers(state, notes, out, put_lines(state, own, out, n))


@rule
def note(state, notes, paths):
    """Keep what `rows` needs."""
    notes.own_gain = tenths(best_gain(state, state.turn, paths))
    notes.others_gain = tenths(best_gain(state, 1 - state.turn, paths))
    notes.top[0], notes.top[1] = paths[0]
    notes.under[0], notes.under[1] = paths[1]
    notes.tunnels = paths[2]


@rule
def tenths(gain):
    """A gain as a whole number."""
    return np.int64(10 * gain + 0.5)


@rule
def view(squares, own):
    """A set of squares as that seat sees the board: the second one sees it upside down."""
    if own == 0:
        return squares
    seen = NONE
    for row in range(HEIGHT):
        seen |= (squares >> np.uint64(row) & ROW_1) << np.uint64(HEIGHT - 1 - row)
    return seen


@rule
def put_tiles(state, own, out, n):
    """How each tile lies."""
    north = view(state.north if own == 0 else BOARD & ~state.north, own)
    east, plain = view(state.east, own), view(state.plain, own)
    for tile in range(SQUARES):
        lies = has(north, tile) + 2 * has(east, tile) + 4 * has(plain, tile)
        out[n + tile] = TILES + LIES * tile + lies
    return n + SQUARES


@rule
def put_links(storey, own, first, out, n):
    """The links of a storey; one to the north is told by its end that is seen lower."""
    north = view(storey[0], own) >> (ROW if own else NONE)
    last = n + MOST_LINKS
    n = add_set(north, first, MOST_LINKS, out, n)
    return add_set(view(storey[1], own), first + SQUARES, last - n, out, n)


@rule
def others_ends(state, paths):
    """Where the pawns of the other could end if the tiles stayed like this."""
    pawns = state.pawns[1 - state.turn] & paths[3]
    ends = NONE
    while pawns != NONE:
        pawn = pawns & (~pawns + ONE)
        pawns ^= pawn
        ends |= ends_of(state, pawn, BOARD, paths)
    return ends & ~(state.pawns[0] | state.pawns[1])


@rule
def put_lines(state, own, out, n):
    """How many pawns of each player are on each of their lines, and who is ahead."""
    lead = 0
    for line in range(HEIGHT):
        mine = count(view(state.pawns[own], own) & ROW_1 << np.uint64(line))
        yours = count(view(state.pawns[1 - own], 1 - own) & ROW_1 << np.uint64(line))
        out[n] = ON_LINE + (PAWNS + 1) * line + mine
        out[n + 1] = ON_LINE + (PAWNS + 1) * (HEIGHT + line) + yours
        lead += TENTHS[line] * (mine - yours)
        n += 2
    out[n] = LEAD + FAR + min(max(lead, -FAR), FAR)
    return n + 1


@rule
def put_numbers(state, notes, out, n):
    """Gains, turns in which no pawn could be moved, turns left, and what is or is not so."""
    out[n] = GAIN + notes.own_gain
    out[n + 1] = GAIN + GAINS + notes.others_gain
    out[n + 2] = STUCK + min(state.stuck, STUCK_TURNS)
    out[n + 3] = STILL + min(max(0, np.int64(state.standstill) - state.still), PATIENCE)
    n += 4
    left, i = np.int64(state.turn_limit) - state.played, 0
    while i < len(SOON) and left > SOON[i]:
        i += 1
    out[n] = LEFT + min(i, len(SOON) - 1)
    n += i < len(SOON)
    n = put_flag(state.turn, 0, out, n)
    n = put_flag(state.bonus, 1, out, n)
    n = put_flag(state.phase == SWAP, 2, out, n)
    n = put_flag(state.phase == LAST, 3, out, n)
    n = put_flag(state.compulsory, 4, out, n)
    n = put_flag(state.cylinder, 5, out, n)
    n = put_flag(state.turnings > 1, 6, out, n)
    n = put_flag(state.could, 7, out, n)
    return put_flag(state.obligation == THIRD_HOME, 8, out, n)


@rule
def put_flag(is_so, flag, out, n):
    """An input that is on if something is so."""
    out[n] = FLAGS + flag
    return n + (is_so != 0)


@rule
def rows(state, notes, action, out):
    """Write the rows of a legal action, after `inputs` of the same state."""
    for i in range(PER_ACTION):
        out[i] = NOTHING
    if action < TURNINGS:
        write_turning(state, notes, action, out)
    elif action < PASS:
        write_move(state, notes, action - TURNINGS, out)
    elif action == PASS:
        out[0] = PASSING
        out[1] = OWN_GAIN + (GAINS + 1) * notes.own_gain
        out[2] = OTHERS_GAIN + (GAINS + 1) * notes.others_gain
    else:
        row = action - SWAP3
        out[0] = SWAPS + (2 - row if state.turn and action != KEEP else row)


@rule
def write_turning(state, notes, action, out):
    """Which tile is turned how, and the gains of both players after it."""
    own, tile, quarters = np.int64(state.turn), action // 3, action % 3
    north, east = turned_tile(state.north, state.east, tile, quarters + 1)
    paths = survey(state, north, east)
    mine = tenths(best_gain(state, own, paths))
    yours = tenths(best_gain(state, 1 - own, paths))
    seen = 3 * seen_from(own, tile) + (2 - quarters if own else quarters)
    out[0] = TURNING + seen
    out[1] = OWN_GAIN + GAINS * notes.own_gain + mine
    out[2] = OTHERS_GAIN + GAINS * notes.others_gain + yours
    out[3] = BOTH_GAINS + GAINS * mine + yours


@rule
def seen_from(own, square):
    """A square as that seat sees the board."""
    return square + own * (HEIGHT - 1 - 2 * (square % HEIGHT))


@rule
def write_move(state, notes, move, out):
    """Which pawn moves where, and whether it earns a second turning."""
    own = np.int64(state.turn)
    pawn, end = move // (SQUARES - 1), move % (SQUARES - 1)
    end += end >= pawn
    top, under = (notes.top[0], notes.top[1]), (notes.under[0], notes.under[1])
    paths = top, under, notes.tunnels, BOARD
    is_bonus = has(ends_of(state, bit(pawn), state.pawns[1 - own], paths), end)
    line = line_of(own, end)
    out[0] = PAWN + seen_from(own, pawn)
    out[1] = END + seen_from(own, end)
    out[2] = LINES + HEIGHT * line_of(own, pawn) + line
    out[3] = BONUS + 2 * line + is_bonus
