"""The rules of Le Jeu du Labyrinthe; the prose and its clauses (§) are in rulebook/.

Squares are numbered up the columns: a1 = 0, a2 = 1, … u21 = 440. How the board is kept, and where
blocks may slide, is in blocks.py. Actions: 40 slides of a pawn from each square (row, then column),
the squares for a displaced pawn, the steps of each block (row, then column), pass.
"""

import operator
from itertools import accumulate

import numpy as np

from tablier.games.labyrinthe.blocks import (
    CENTRE_PLACES,
    COLUMNS,
    HALF,
    LENGTH,
    LINES,
    N_BLOCKS,
    PLACE,
    RIM,
    ROWS,
    SIZE,
    block_targets,
    find_slides,
    flip_block,
    is_central,
    place_of,
    put_block,
    reach,
    update_slides,
    without_own,
)
from tablier.games.labyrinthe.layout import CENTRE
from tablier.payoffs import loser_gets, winner_gets
from tablier.portable import NONE, ONE, count, has, lowest, record, rule

# The option `order` and its action, the last one, came later; so did `printed`, which has replaced
# `full` as the default. No action, token, field or value has changed its number or its meaning, so
# the version stayed: games, nets and puzzles of before, which name `full`, are read.
VERSION = 1
PLAYERS = 4
OPTIONS = {
    "players": (2, (2, 4)),
    "corners": ("opposite", ("opposite", "adjacent")),
    "order": ("either", ("either", "pawn_first")),
    "opening": ("printed", ("full", "pawn", "printed")),
    "turn_limit": (400, range(1, 1001)),
}
LATER = ("order",)
OPPOSITE, PAWN_FIRST, PAWN_ONLY, PRINTED = 0, 1, 1, 2  # as OPTIONS numbers its values

PAWNS, TO_WIN = 4, 3  # of each player
NEITHER, PAWN, BLOCK = 0, 1, 2  # which half of the turn was made first
OPEN, WON, LIMIT = 0, 1, 2  # how the game stands
NOWHERE = NO_BLOCK = -1
CAMPS = np.array([(0, 0), (0, SIZE - 2), (SIZE - 2, SIZE - 2), (SIZE - 2, 0)])  # column, row
CENTRE_SQUARES = np.array([column * SIZE + row for column in CENTRE for row in CENTRE])

SLIDES = 2 * (SIZE - 1)  # of a pawn from one square
FIRST_PUT = SIZE * SIZE * SLIDES
FIRST_MOVE = FIRST_PUT + len(CENTRE_SQUARES)  # of a block
_MOST = [[SIZE - length for length in lengths] for lengths in LENGTH.tolist()]
MOST_STEPS = np.array(_MOST, np.int32)  # either way, of each block on each axis
_MOVES = [2 * steps for both in zip(*_MOST, strict=True) for steps in both]
_FIRST = [*accumulate(_MOVES, initial=FIRST_MOVE)][:-1]
FIRST_STEP = np.array([_FIRST[axis::2] for axis in (ROWS, COLUMNS)], np.int32)
FIRST_STEP_UP = np.array(  # east or north
    [[*map(operator.add, _FIRST[axis::2], _MOST[axis])] for axis in (ROWS, COLUMNS)], np.int32
)
BLOCK_OF = np.array([i // 2 for i, n in enumerate(_MOVES) for _ in range(n)], np.uint8)  # by move
PASS = FIRST_MOVE + len(BLOCK_OF)
ACTIONS = PASS + 1
AHEAD = 6  # `write` runs so far ahead
# A pawn has 40 squares to go to at most; a block has no more places on an axis than fit.
WIDTH = PAWNS * SLIDES + sum(map(sum, _MOST)) + AHEAD

STATE = record(
    ("lines", "u8", 2 * LINES),  # rows, then columns: what lies on them
    ("slides", "u4", 2 * N_BLOCKS),  # along rows, then columns: where each block could go
    ("places", "u1", 2 * N_BLOCKS),  # the first column of each block, then the first row
    ("pawns", "i2", PLAYERS * PAWNS),  # the squares of each seat's four, ascending
    ("turn", "i2"),  # seat to move, from 0
    ("players", "i2"),  # the option
    ("opening", "i2"),  # the option: PAWN_ONLY, PRINTED or neither
    ("turn_limit", "i2"),  # the option
    ("turns", "i2"),  # turns played, skipped ones included
    ("done", "i2"),  # NEITHER, PAWN or BLOCK
    ("doubled", "i2"),  # the square with a pawn that is to be displaced, or NOWHERE
    ("barred", "i2"),  # the block moved in the turn before, or NO_BLOCK
    ("moved", "i2"),  # the block moved in this turn, or NO_BLOCK
    ("over", "i2"),  # OPEN, WON or LIMIT
    ("order", "i2"),  # the option: PAWN_FIRST or not; at the end, so that all else stays in place
)


@rule
def start(state, options, seed):  # noqa: ARG001
    """§2.1 The blocks as in layout.txt, four pawns in each camp. Nothing is left to chance."""
    state.players = options[0]
    state.order = options[2]
    state.opening = options[3]
    state.turn_limit = options[4]
    state.turn = state.turns = 0
    state.done = NEITHER
    state.doubled = NOWHERE
    state.barred = state.moved = NO_BLOCK
    state.over = OPEN
    set_up(state, options[1])
    lay_out(state)
    skip_turns(state)


@rule
def set_up(state, corners):
    """§1.3, §2.1 The blocks have their first places, the pawns are in their camps."""
    for block in range(N_BLOCKS):
        state.places[block] = PLACE[ROWS, block]
        state.places[N_BLOCKS + block] = PLACE[COLUMNS, block]
    apart = 2 if state.players == 2 and corners == OPPOSITE else 1
    for i in range(PLAYERS * PAWNS):
        state.pawns[i] = 0
        if i < state.players * PAWNS:
            camp = i // PAWNS * apart
            state.pawns[i] = (CAMPS[camp, 0] + i % PAWNS // 2) * SIZE + CAMPS[camp, 1] + i % 2


@rule
def lay_out(state):
    """Fill in what follows from the places of the blocks and the pawns."""
    for i in range(2 * LINES):
        state.lines[i] = RIM if 0 < i % LINES < LINES - 1 else NONE
    for block in range(N_BLOCKS):
        flip_block(state, block)
    for i in range(state.players * PAWNS):
        if not taken(state, np.int64(state.pawns[i])):
            flip_pawn(state, np.int64(state.pawns[i]))
    for block in range(N_BLOCKS):
        find_slides(state, ROWS, block)
        find_slides(state, COLUMNS, block)


@rule
def flip_pawn(state, square):
    """Put a pawn on a square, or take it off."""
    column, row = square // SIZE, square % SIZE
    state.lines[1 + row] ^= ONE << (HALF + np.uint64(column + 1))
    state.lines[LINES + 1 + column] ^= ONE << (HALF + np.uint64(row + 1))


@rule
def taken(state, square):
    """Does the square have a pawn or a block?"""
    return has(state.lines[1 + square % SIZE] >> HALF, square // SIZE + 1)


@rule
def in_centre(square):
    """§1.2 Is it one of the nine squares of the centre?"""
    return is_central(square // SIZE) and is_central(square % SIZE)


@rule
def legal(state, out):
    """Write the legal actions into `out`, ascending, and return how many there are.

    §2.2, §2.7, §2.8 Where pawns come first, blocks follow when no pawn can slide or one has.
    """
    if state.over != OPEN:
        return 0
    if state.doubled != NOWHERE:
        return write_puts(state, out)
    n = 0
    if state.done != PAWN:
        n = write_slides(state, out)
    if state.done == BLOCK or only_a_pawn(state) or (n > 0 and block_waits(state)):
        return n
    n = write_steps(state, out, n)
    return write_pass(out, n) if state.order == PAWN_FIRST else n


@rule
def write_pass(out, n):
    """§2.7 Where a block may be moved, it may be left alone."""
    out[n] = PASS
    return n + 1


@rule
def write_puts(state, out):
    """§3.5 The free squares of the centre."""
    n = 0
    for i in range(len(CENTRE_SQUARES)):
        out[n] = FIRST_PUT + i
        n += not taken(state, CENTRE_SQUARES[i])
    return n


@rule
def pawn_targets(state, axis, square):
    """§3.1–§3.4 The places on a line that the pawn on this square may slide to."""
    column, row = square // SIZE, square % SIZE
    line, place = (row, column) if axis == ROWS else (column, row)
    obstacles = state.lines[axis * LINES + 1 + line] >> HALF
    own = ONE << np.uint64(place + 1)
    free = reach(obstacles, own)
    if is_central(line) and not is_central(place):
        way = free | own  # what stands in the centre is a pawn
        free |= (way << ONE | way >> ONE) & obstacles & CENTRE_PLACES
    return without_own(free, place)


@rule
def write_slides(state, out):
    """§3.1 The slides of the mover's pawns."""
    n = 0
    for i in range(PAWNS):
        square = np.int64(state.pawns[state.turn * PAWNS + i])
        targets = pawn_targets(state, ROWS, square) | pawn_targets(state, COLUMNS, square) << HALF
        n = write(targets, square * SLIDES, square * SLIDES + SIZE - 1, out, n)
    return n


@rule
def write_steps(state, out, n):
    """§4.1, §4.5 The steps of all blocks but the barred one."""
    for block in range(N_BLOCKS):
        if block != state.barred:
            in_row = FIRST_STEP_UP[ROWS, block] - place_of(state, ROWS, block)
            in_column = FIRST_STEP_UP[COLUMNS, block] - place_of(state, COLUMNS, block)
            n = write(block_targets(state, block), in_row, in_column, out, n)
    return n


@rule
def write(targets, first_in_row, first_in_column, out, n):
    """Write actions behind the first `n` and return the new `n`; columns are in the high half."""
    # Both axes in one set, and never fewer than six rounds, to avoid mispredicted branches (for all
    # blocks 0.54 µs; with one set 0.37 µs, with six rounds as well 0.25 µs).
    end = n + count(targets)
    stop = max(end, n + AHEAD)
    gap = first_in_column - first_in_row - 32
    while n < stop:
        target = lowest(targets)
        out[np.uint64(n)] = first_in_row + target + (target >> 5) * gap
        targets &= targets - ONE
        n += 1
    return end


@rule
def block_waits(state):
    """§2.2, §2.7 Is it a turn in which no block moves as long as a pawn can move first?"""
    return state.order == PAWN_FIRST or (state.turns == 0 and state.opening == PRINTED)


@rule
def only_a_pawn(state):
    """§2.6 Is it a first turn in which no block is moved?"""
    return state.turns == 0 and state.opening == PAWN_ONLY


@rule
def pawn_can_move(state):
    """§2.4 Has the mover a pawn that can slide?"""
    for i in range(PAWNS):
        square = np.int64(state.pawns[state.turn * PAWNS + i])
        if pawn_targets(state, ROWS, square) | pawn_targets(state, COLUMNS, square) != NONE:
            return True
    return False


@rule
def block_can_move(state):
    """§2.4 Is there a block that the mover can move?"""
    if only_a_pawn(state):
        return False
    for block in range(N_BLOCKS):
        if block != state.barred and block_targets(state, block) != NONE:
            return True
    return False


@rule
def play(state, action):
    """Play a legal `action`, in place."""
    if action < FIRST_PUT:
        slide_pawn(state, action // SLIDES, slide_target(action))
    elif action < FIRST_MOVE:
        put_displaced(state, CENTRE_SQUARES[action - FIRST_PUT])
    elif action < PASS:
        move_block(state, action)
    else:
        next_turn(state)


@rule
def slide_target(action):
    """The square that a pawn slides to by this action."""
    square, target = action // SLIDES, action % SLIDES
    column, row = square // SIZE, square % SIZE
    if target < SIZE - 1:
        return (target + (target >= column)) * SIZE + row
    target -= SIZE - 1
    return column * SIZE + target + (target >= row)


@rule
def slide_pawn(state, square, target):
    """§3.1, §3.4 A pawn of the mover goes to its target, where another may be displaced."""
    if taken(state, target):
        state.doubled = target
    else:
        flip_pawn(state, target)
    flip_pawn(state, square)
    relist_pawn(state, np.int64(state.turn), square, target)
    for pawn in (square, target):
        column, row = pawn // SIZE, pawn % SIZE
        update_slides(state, (column, column), (row, row))
    if in_centre(target) and pawns_inside(state, np.int64(state.turn)) == TO_WIN:
        state.over = WON
    if state.over == OPEN and state.doubled == NOWHERE:
        end_half(state, PAWN)
    elif state.done == NEITHER:
        state.done = PAWN


@rule
def relist_pawn(state, seat, square, target):
    """Write down a pawn's new square and keep the four of its seat in order."""
    i = seat * PAWNS
    while state.pawns[i] != square:
        i += 1
    while i % PAWNS < PAWNS - 1 and state.pawns[i + 1] < target:
        state.pawns[i] = state.pawns[i + 1]
        i += 1
    while i % PAWNS > 0 and state.pawns[i - 1] > target:
        state.pawns[i] = state.pawns[i - 1]
        i -= 1
    state.pawns[i] = target


@rule
def put_displaced(state, target):
    """§3.5 The displaced pawn goes to its new square in the centre."""
    seat = np.int64(state.turn)  # the displaced pawn is the mover's own if no other seat has one
    for i in range(state.players * PAWNS):
        if state.pawns[i] == state.doubled and i // PAWNS != state.turn:
            seat = i // PAWNS
    relist_pawn(state, seat, np.int64(state.doubled), target)
    flip_pawn(state, target)
    state.doubled = NOWHERE
    end_half(state, PAWN)


@rule
def step_of(action):
    """The block that this action moves, on which axis and how far."""
    block = np.int64(BLOCK_OF[action - FIRST_MOVE])
    axis = np.int64(action >= FIRST_STEP[COLUMNS, block])
    steps = action - FIRST_STEP_UP[axis, block]
    return block, axis, steps + (steps >= 0)


@rule
def move_block(state, action):
    """§4.1 A block slides."""
    block, axis, distance = step_of(action)
    left, bottom = place_of(state, ROWS, block), place_of(state, COLUMNS, block)
    put_block(state, axis, block, place_of(state, axis, block) + distance)
    column, row = place_of(state, ROWS, block), place_of(state, COLUMNS, block)
    columns = (min(left, column) - 1, max(left, column) + LENGTH[ROWS, block])
    rows = (min(bottom, row) - 1, max(bottom, row) + LENGTH[COLUMNS, block])
    update_slides(state, columns, rows)
    state.moved = block
    end_half(state, BLOCK)


@rule
def pawns_inside(state, seat):
    """§5.1 How many pawns of a seat are in the centre."""
    n = 0
    for i in range(PAWNS):
        n += in_centre(np.int64(state.pawns[seat * PAWNS + i]))
    return n


@rule
def all_inside(state):
    """The same for each seat: one call from Python takes less time than four."""
    first, second = pawns_inside(state, 0), pawns_inside(state, 1)
    return first, second, pawns_inside(state, 2), pawns_inside(state, 3)


@rule
def end_half(state, half):
    """§2.2, §2.4 The other half comes next, unless it came first or cannot be played."""
    if state.done in (NEITHER, half):
        state.done = half
        if block_can_move(state) if half == PAWN else pawn_can_follow(state):
            return
    next_turn(state)


@rule
def pawn_can_follow(state):
    """§2.4, §2.8 Can a pawn slide after the block? Where pawns come first it is too late."""
    return state.order != PAWN_FIRST and pawn_can_move(state)


@rule
def next_turn(state):
    """§2.5, §2.7 The turn is over: on to the next one in which something can be moved."""
    end_turn(state)
    skip_turns(state)


@rule
def end_turn(state):
    """§2.2, §5.3 The next player's turn, unless it was the last one."""
    state.barred = state.moved
    state.moved = NO_BLOCK
    state.done = NEITHER
    state.turns += 1
    state.turn = (state.turn + 1) % state.players
    if state.turns == state.turn_limit:
        state.over = LIMIT


@rule
def skip_turns(state):
    """§2.5 A player who can move neither a pawn nor a block misses the turn."""
    while state.over == OPEN and not pawn_can_move(state) and not block_can_move(state):
        end_turn(state)


@rule
def outcome(state, payoff):
    """§7.1 Is the game over? Then the payoff of each seat is written: the leaders share the pot."""
    if state.over == OPEN:
        return False
    players, most, leaders = np.int64(state.players), 0, 0
    for seat in range(PLAYERS):
        payoff[seat] = pawns_inside(state, seat) if seat < players else 0
        most = max(most, np.int64(payoff[seat]))
    for seat in range(players):
        leaders += payoff[seat] == most
    for seat in range(players):
        leads = payoff[seat] == most
        payoff[seat] = winner_gets(leaders, players) if leads else loser_gets(players)
    return True
