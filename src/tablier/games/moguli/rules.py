"""The rules of Moguli; the prose and its clauses (§) are in rulebook/.

Squares, tiles and what their paths join are in paths.py. Actions: 105 turnings (a1+1, a1+2, a1+3,
a2+1, …), 1190 moves (a1-a2, … e7-e6), pass, swap3, swap4, swap5, keep.
"""

import numpy as np

from tablier.games.moguli.paths import (
    BOARD,
    COLUMNS,
    ROW_1,
    ROW_7,
    ROWS,
    SQUARES,
    exchange,
    flood,
    links,
    sideways,
    turned_tile,
    upright,
    with_neighbours,
)
from tablier.portable import NONE, ONE, bit, count, draw, has, lowest, record, rule, sign

VERSION = 2
PLAYERS = 2
TURN_LIMITS = range(1, 1001)
OPTIONS = {
    "compulsory": (False, (False, True)),
    "new_start_row": (False, (False, True)),
    "cylinder": (False, (False, True)),
    "standstill": (20, range(6, 401)),
    "obligation": ("two_free", ("two_free", "third_home")),
    "turn_limit": (400, TURN_LIMITS),
}
LATER = ("obligation",)
EARLIER = {1: {"standstill": 6}}  # six turns without a pawn move ended a game, whatever the reason
THIRD_HOME = 1  # as OPTIONS numbers the values of `obligation`

TRIANGLES = 17
PAWNS, ENOUGH = 5, 4  # pawns of a player; of them home to win
MUST_BE_FREE = 2  # gates of the own start row
OBLIGING = 3  # pawns of the other one that are home, with `third_home`
STUCK_TURNS = 6

TURNINGS = 3 * SQUARES
MOVES = SQUARES * (SQUARES - 1)
PASS = TURNINGS + MOVES
SWAP3, KEEP = PASS + 1, PASS + 4
ACTIONS = KEEP + 1
WIDTH = TURNINGS + PAWNS * (SQUARES - 2 * PAWNS) + 1

SWAP, PLAY, LAST = 0, 1, 2  # phases
OPEN, HOME, BOTH_HOME, FIRST_HOME, STUCK, STILL, LIMIT = range(7)  # how the game ended

STATE = record(
    ("north", "u8"),  # tiles whose path on the top leads north; the others' leads south
    ("east", "u8"),  # tiles whose path on the top leads east; the others' leads west
    ("plain", "u8"),  # tiles without a triangle: underneath they join the two other sides
    ("pawns", "u8", PLAYERS),
    ("barred", "u8"),  # tiles that the opponent turned in the turn before
    ("turned", "u8"),  # tiles turned in this turn
    ("ends", "u8", PAWNS),  # where each pawn of the mover may move to, by ascending square
    ("turn", "i2"),  # seat to move: 0 or 1
    ("moved", "i2"),  # 1 once a pawn was moved in this turn
    ("bonus", "i2"),  # 1 once that move has earned a second turning
    ("turnings", "i2"),  # how often a tile was turned in this turn
    ("could", "i2"),  # 1 if a pawn could be moved before that, and none was
    ("stuck", "i2"),  # turns in a row in which no pawn could be moved
    ("still", "i2"),  # turns in a row in which none was moved
    ("phase", "i2"),
    ("played", "i2"),  # turns of both players
    ("ended", "i2"),
    ("compulsory", "i2"),  # the options
    ("new_start_row", "i2"),
    ("cylinder", "i2"),
    ("standstill", "i2"),
    ("obligation", "i2"),
    ("turn_limit", "i2"),
)


@rule
def start(state, options, seed):
    """§1.2, §1.5 Shuffled tiles, each turned at random; the pawns on their start rows."""
    state.compulsory, state.new_start_row = options[0], options[1]
    state.cylinder, state.standstill = options[2], options[3]
    state.obligation, state.turn_limit = options[4], options[5]
    state.north, state.east = NONE, NONE
    state.plain = BOARD & ~(bit(TRIANGLES) - ONE)
    for i in range(SQUARES):
        state.plain = exchange(state.plain, i, draw(seed, 2 * i, i + 1), ONE)
        orientation = draw(seed, 2 * i + 1, 4)
        state.north |= np.uint64(orientation in (0, 3)) << np.uint64(i)
        state.east |= np.uint64(orientation in (0, 1)) << np.uint64(i)
    state.pawns[0], state.pawns[1] = ROW_1, ROW_7
    state.turned = NONE
    state.stuck, state.still, state.played = 0, 0, 0
    state.phase = SWAP if state.new_start_row else PLAY
    begin_turn(state, 0)
    settle(state)


@rule
def begin_turn(state, seat):
    """§2.1, §3.2 The turn passes to that seat; what was turned before is barred."""
    state.turn = seat
    state.barred, state.turned = state.turned, NONE
    state.moved, state.bonus, state.turnings, state.could = 0, 0, 0, 0


@rule
def settle(state):
    """Work out what follows from the position: whether it is over, and the pawn moves."""
    state.ended = ending(state)
    find_moves(state, survey(state, state.north, state.east))


# Pawn moves


@rule
def survey(state, north, east):
    """§4.2, §4.3 Both storeys of tiles that lie like this; tunnels; gates that lead into them."""
    top = links(north, east, state.cylinder)
    under = links(north ^ state.plain, east ^ state.plain, state.cylinder)
    pawns = state.pawns[0] | state.pawns[1]
    # A tunnel is a chain below that goes on at both sides of a pawn: most pawns are near none.
    tunnels = flood(pawns & upright(BOARD, under) & sideways(BOARD, under), under, BOARD)
    reach = flood(tunnels & ~pawns, top, BOARD & ~pawns)
    return top, under, tunnels, tunnels | upright(reach, top) | sideways(reach, top)


@rule
def find_moves(state, paths):
    """§4, §6 Note where each pawn of the mover may move to; nowhere once one was moved."""
    for i in range(PAWNS):
        state.ends[i] = NONE
    if state.moved or state.phase == SWAP or state.ended != OPEN:
        return
    own = state.pawns[state.turn]
    binds, homeward = duty_binds(state), may_return(state, state.turn)
    for i in range(PAWNS):
        pawn = own & (~own + ONE)
        own ^= pawn
        state.ends[i] = legal_ends(state, pawn, paths, binds, homeward)


@rule
def legal_ends(state, pawn, paths, binds, homeward):
    """§6.2, §6.4 Where a pawn of the mover may move to under the obligation, or free of it."""
    row = start_row(state.turn)
    on_row = pawn & row != NONE
    if pawn & paths[3] == NONE or (binds and not on_row):
        return NONE
    ends = ends_of(state, pawn, BOARD, paths)
    return ends & ~row if binds or not (on_row or homeward) else ends


@rule
def ends_of(state, pawn, passed, paths):
    """§4.1 Where the paths let this pawn end if it has to pass under a pawn of that set."""
    top, under, tunnels, _ = paths
    blocked = (state.pawns[0] | state.pawns[1]) & ~pawn
    down = flood(pawn, top, BOARD & ~blocked) & tunnels
    up = NONE
    while down != NONE:
        gate = down & (~down + ONE)
        down ^= gate
        up |= ways_up(gate, passed & blocked, under)
    if up & ~blocked == NONE:
        return NONE
    return flood(up & ~blocked, top, BOARD & ~blocked) & ~pawn


@rule
def ways_up(gate, passed, under):
    """§4.3, §4.4 The gates, free or not, that a walk below reaches after one of those to pass."""
    near = flood(gate, under, BOARD & ~passed)
    chain = flood(near, under, BOARD)
    if chain == near:
        return NONE
    is_ring = upright(chain, under) & sideways(chain, under) == chain
    return chain & ~(gate if is_ring else near)


# The start row


@rule
def start_row(seat):
    """§1.5 The row nearest to the player."""
    return ROW_1 if seat == 0 else ROW_7


@rule
def free_gates(state, row):
    """How many gates of the row no pawn stands on."""
    return COLUMNS - count((state.pawns[0] | state.pawns[1]) & row)


@rule
def must_be_left(state, seat):
    """§6.1, §8.4 Must pawns of the seat leave its start row, if any stand there?"""
    if state.obligation == THIRD_HOME:
        return pawns_home(state, 1 - seat) >= OBLIGING
    return free_gates(state, start_row(seat)) < MUST_BE_FREE


@rule
def may_return(state, seat):
    """§6.4, §8.4 May a pawn of the seat come onto its start row from another one?"""
    if state.obligation == THIRD_HOME:
        return pawns_home(state, 1 - seat) < OBLIGING
    return free_gates(state, start_row(seat)) > MUST_BE_FREE


@rule
def duty_binds(state):
    """§6.1, §8.4 Is the mover's start row one to leave, with a pawn of the mover on it?"""
    stands = state.pawns[state.turn] & start_row(state.turn) != NONE
    return stands and must_be_left(state, state.turn)


@rule
def is_due(state):
    """§6.3 Must a freeing move still be made in this turn?"""
    return can_move(state) and duty_binds(state)


@rule
def must_move(state):
    """§2.3, §6.3 Must a pawn move still be made in this turn?"""
    return can_move(state) and (state.compulsory != 0 or duty_binds(state))


@rule
def forbidden_turnings(state):
    """§2.3, §3.2, §6.3 The tiles that may not be turned: by one, two, three quarter turns."""
    by_1 = by_2 = by_3 = state.barred
    fragile = fragile_tiles(state) & ~state.barred if must_move(state) else NONE
    while fragile != NONE:
        tile = lowest(fragile)
        fragile &= fragile - ONE
        by_1 |= breaks(state, tile, 1)
        by_2 |= breaks(state, tile, 2)
        by_3 |= breaks(state, tile, 3)
    return by_1, by_2, by_3


@rule
def fragile_tiles(state):
    """The tiles that every pawn that can move may need for it: the others are harmless."""
    top, under, _, _ = survey(state, state.north, state.east)
    own = state.pawns[state.turn]
    fragile = BOARD
    for i in range(PAWNS):
        pawn = own & (~own + ONE)
        own ^= pawn
        if state.ends[i] != NONE:
            free = BOARD & ~(state.pawns[0] | state.pawns[1]) | pawn
            below = flood(flood(pawn, top, free), under, BOARD)
            fragile &= flood(below, top, free)
    return fragile


@rule
def breaks(state, tile, quarters):
    """§2.3, §6.3 The set of this tile if turning it so would leave no pawn move, else none."""
    north, east = turned_tile(state.north, state.east, tile, quarters)
    paths = survey(state, north, east)
    own = state.pawns[state.turn] & paths[3]
    binds, homeward = duty_binds(state), may_return(state, state.turn)
    while own != NONE:
        pawn = own & (~own + ONE)
        own ^= pawn
        if legal_ends(state, pawn, paths, binds, homeward) != NONE:
            return NONE
    return bit(tile)


@rule
def near_ways(state):
    """The tiles on and beside all ways of pawns on the start row: on top, below, and up again."""
    top, under, _, _ = survey(state, state.north, state.east)
    free = BOARD & ~(state.pawns[0] | state.pawns[1])
    below = flood(flood(state.pawns[state.turn] & start_row(state.turn), top, free), under, BOARD)
    return with_neighbours(flood(below, top, free))


@rule
def freeing_turnings(state):
    """§6 The tiles whose turning frees a pawn of the start row if none is: by one, two, three."""
    by_1 = by_2 = by_3 = NONE
    tiles = near_ways(state) & ~state.barred
    while tiles != NONE:
        tile = lowest(tiles)
        tiles &= tiles - ONE
        by_1 |= bit(tile) ^ breaks(state, tile, 1)
        by_2 |= bit(tile) ^ breaks(state, tile, 2)
        by_3 |= bit(tile) ^ breaks(state, tile, 3)
    return by_1, by_2, by_3


# What is legal


@rule
def legal(state, out):
    """Write the legal actions into `out`, ascending, and return how many there are."""
    n = 0
    if state.ended == OPEN and state.phase == SWAP:
        n = write_swaps(out)
    elif state.ended == OPEN:
        if may_turn(state):
            n = write_turnings(state, out)
        n = write_moves(state, out, n)
    return n


@rule
def write_swaps(out):
    """§8.2 Three rows to choose from, or none of them."""
    for i in range(ACTIONS - SWAP3):
        out[i] = SWAP3 + i
    return ACTIONS - SWAP3


@rule
def write_turnings(state, out):
    """§2.3, §3.1, §3.2, §6.3 Every tile that may be turned, by one to three quarter turns."""
    by_1, by_2, by_3 = forbidden_turnings(state)
    n = 0
    for tile in range(SQUARES):  # writes all, but steps on only after those allowed
        out[n] = 3 * tile
        n += not has(by_1, tile)
        out[n] = 3 * tile + 1
        n += not has(by_2, tile)
        out[n] = 3 * tile + 2
        n += not has(by_3, tile)
    return n


@rule
def write_moves(state, out, n):
    """§4.1, §2.2 The pawn moves, which are known since the last change, and the pass."""
    own = state.pawns[state.turn]
    for i in range(PAWNS):
        pawn = lowest(own)
        own &= own - ONE
        ends = state.ends[i]
        while ends != NONE:
            end = lowest(ends)
            out[n] = TURNINGS + pawn * (SQUARES - 1) + end - (end > pawn)
            ends &= ends - ONE
            n += 1
    out[n] = PASS
    return n + may_end(state)


@rule
def may_turn(state):
    """§3.1, §5.2 One tile a turn, two with the bonus."""
    return state.turnings < 1 + state.bonus


@rule
def all_ends(state):
    """The gates that some pawn of the mover can move to now."""
    ends = NONE
    for i in range(PAWNS):
        ends |= state.ends[i]
    return ends


@rule
def can_move(state):
    """Is there a pawn move to make in this turn?"""
    return all_ends(state) != NONE


@rule
def may_end(state):
    """§2.2, §2.3, §6.3 May the mover pass, although something is left to do?"""
    if can_move(state):
        return not must_move(state)
    return may_turn(state) and not (state.compulsory and state.turnings == 0)


# Playing


@rule
def play(state, action):
    """Play a legal `action`, in place."""
    if action > PASS:
        swap_rows(state, action)
    elif action == PASS:
        end_turn(state)
    elif action < TURNINGS:
        turn_tile(state, action // 3, action % 3 + 1)
    else:
        move_pawn(state, (action - TURNINGS) // (SQUARES - 1), (action - TURNINGS) % (SQUARES - 1))
    paths = survey(state, state.north, state.east)
    find_moves(state, paths)
    if state.ended == OPEN and not may_turn(state) and not can_move(state):
        end_turn(state)
        find_moves(state, paths)


@rule
def swap_rows(state, action):
    """§8.2 Exchange the tiles of the own start row with those of row 3, 4 or 5, or keep them."""
    if action != KEEP:
        own, other = (ROWS - 1) * state.turn, action - SWAP3 + 2
        state.north = exchange(state.north, own, other, ROW_1)
        state.east = exchange(state.east, own, other, ROW_1)
        state.plain = exchange(state.plain, own, other, ROW_1)
    if state.turn == 1:
        state.phase = PLAY
    begin_turn(state, 1 - state.turn)


@rule
def turn_tile(state, tile, quarters):
    """§3.1, §7.3 Turn a tile clockwise; whether a pawn could be moved before it is noted."""
    state.could = state.moved == 0 and can_move(state)
    state.north, state.east = turned_tile(state.north, state.east, tile, quarters)
    state.turned |= bit(tile)
    state.turnings += 1


@rule
def move_pawn(state, pawn, end):
    """§4.1, §5.1 Move a pawn to its end, whose number leaves out the pawn's own square."""
    end += end >= pawn
    paths = survey(state, state.north, state.east)
    bonus_ends = ends_of(state, np.uint64(bit(pawn)), state.pawns[1 - state.turn], paths)
    state.bonus = has(bonus_ends, end)
    state.pawns[state.turn] ^= bit(pawn) | bit(end)
    state.moved, state.could = 1, 0
    state.ended = ending(state)


@rule
def end_turn(state):
    """§2.1, §7.2 to §7.5 Count the turn and give the next one to the other player."""
    is_stuck = state.moved == 0 and state.could == 0 and not can_move(state)
    state.stuck = state.stuck + 1 if is_stuck else 0
    state.still = 0 if state.moved else state.still + 1
    state.played += 1
    if pawns_home(state, 0) >= ENOUGH:
        state.phase = LAST
    begin_turn(state, 1 - state.turn)
    state.ended = ending(state)


# The end


@rule
def pawns_home(state, seat):
    """§7.1 How many pawns of the seat stand on the other's start row."""
    return count(state.pawns[seat] & start_row(1 - seat))


@rule
def outlook(state):
    """What words ask about: a pawn move, a due one, the duty, a turning; the pawns home of both.

    One call from Python takes less time than six.
    """
    home = pawns_home(state, 0), pawns_home(state, 1)
    return can_move(state), is_due(state), duty_binds(state), may_turn(state), home


@rule
def ending(state):
    """§7 How the game has ended, or OPEN."""
    if pawns_home(state, 1) >= ENOUGH:
        return BOTH_HOME if state.phase == LAST else HOME
    if state.phase == LAST and state.turn == 0:
        return FIRST_HOME
    if state.stuck >= STUCK_TURNS:
        return STUCK
    if state.still >= state.standstill:
        return STILL
    return LIMIT if state.played >= state.turn_limit else OPEN


@rule
def outcome(state, payoff):
    """§7.1 Is the game over? Then the payoff of each seat is written: more pawns home win."""
    lead = sign(pawns_home(state, 0) - pawns_home(state, 1))
    payoff[0] = lead
    payoff[1] = -lead
    return state.ended != OPEN
