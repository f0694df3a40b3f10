"""What a net sees of Mole Hill; see tablier/kernels/stand_ins/inputs.py.

Most of it is seen from the mole: how many steps the squares around it are away, and where rods lie
from there. A window of the garden has the mole in its middle.
"""

import numpy as np

from tablier.games.mole_hill.features import (
    USUAL_TENTHS,
    block_around,
    region,
    room,
    tenths_to_come,
)
from tablier.games.mole_hill.rules import (
    EAST_RODS,
    GARDEN,
    HILLS,
    MOST_POINTS,
    NORTH_RODS,
    RED_FLOWERS,
    SQUARES,
    WHITE_FLOWERS,
    may_jump,
    mole_moves,
    mole_square,
    score,
    south_of,
    steps,
)
from tablier.games.mole_hill.rules import ROWS as HEIGHT
from tablier.portable import NONE, ONE, add_set, bit, count, has, lowest, rule

VERSION = 1
PLAN = (1.5, 0.2, 1, 0)  # exploration 1 against it: 0.412 ± 0.106 over 80 games
VARIED = {"centre_start": ("jump", "plain")}
PHASES = 4  # who moves, and whether hills are dark by now
DARK = 10  # hills

NEAR, FAR = 3, 4  # squares to each side of the mole that windows for squares and for rods have
WINDOW, ROD_WINDOW = (2 * NEAR + 1) ** 2, (2 * FAR + 1) ** 2
MOST_RODS = 22  # that are told; a game has no more in a round
LEADS = 2 * MOST_POINTS + 1
ONES, TWOS, THREES = 9, 17, 25  # sizes of rings that are told apart

# Where the inputs of each kind begin.
VISITED = 0
MOLE = VISITED + SQUARES
RODS = MOLE + SQUARES
VISITED_NEAR = RODS + EAST_RODS + NORTH_RODS
RINGS = VISITED_NEAR + WINDOW
RODS_NEAR = RINGS + 3 * WINDOW
HILLS_MADE = RODS_NEAR + 2 * ROD_WINDOW
HILLS_TO_COME = HILLS_MADE + HILLS + 1
SCORE = HILLS_TO_COME + HILLS + 1
LEAD = SCORE + MOST_POINTS + 1  # in the second round
PROSPECT = LEAD + LEADS
ONE_STEP = PROSPECT + LEADS
TWO_STEPS = ONE_STEP + ONES
THREE_STEPS = TWO_STEPS + TWOS
FLOWERS = THREE_STEPS + THREES  # points within one, two and three steps
POINTS = 13
FLAGS = FLOWERS + 3 * POINTS
INPUTS = FLAGS + 5
MOST = 2 * HILLS + 1 + 2 * MOST_RODS + (WINDOW - 1) + 16

# Rows of actions.
TO = 0
DIRECTION = TO + SQUARES
ELSEWHERE = 9
ROOM_ONE = DIRECTION + ELSEWHERE + 1
CHARMS = 3
ROOM_TWO = ROOM_ONE + CHARMS * ONES
ROD = ROOM_TWO + THREES
ROD_NEAR = ROD + EAST_RODS + NORTH_RODS
EXITS = ROD_NEAR + 2 * ROD_WINDOW + 1  # before and after
LOSS = EXITS + ONES * ONES
LOSSES = 24
ROWS = LOSS + LOSSES
PER_ACTION = 4

NOTES = (
    ("near", "u8"),  # squares at which a rod can take room from the mole
    ("room", "i4"),
    ("exits", "i4"),
)


@rule
def phase(state):
    """Who moves, and whether hills are dark by now."""
    return 2 * (not mole_moves(state)) + (state.hills > DARK)


@rule
def seat(state, i):
    """The mover, then the other."""
    return (state.turn + i) % 2


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, and return how many there are."""
    n = add_set(state.visited, VISITED, HILLS, out, 0)
    n = put_numbers(state, out, n)
    notes.near = NONE
    if state.hills > 0:
        n = put_rods(state, out, n)
        n = put_surroundings(state, notes, out, n)
    return n


@rule
def put_numbers(state, out, n):
    """Hills, points, and what both may become."""
    points = score(state)
    prospect = 10 * points + tenths_to_come(state)
    prospect -= 10 * np.int64(state.first_score) if state.second else np.int64(USUAL_TENTHS)
    out[n] = HILLS_MADE + state.hills
    out[n + 1] = SCORE + points
    out[n + 2] = PROSPECT + MOST_POINTS + within((prospect + 5) // 10)
    n += 3
    if state.second:
        out[n] = LEAD + MOST_POINTS + within(points - np.int64(state.first_score))
        n += 1
    return put_flags(state, out, n)


@rule
def within(lead):
    """A lead in points that is not too far off."""
    return min(max(lead, -MOST_POINTS), MOST_POINTS)


@rule
def put_flags(state, out, n):
    """What is or is not so."""
    out[n] = FLAGS + mole_moves(state)
    n += 1
    out[n] = FLAGS + 2
    n += state.second
    out[n] = FLAGS + 3
    n += state.centre_start
    out[n] = FLAGS + 4
    n += state.hills > 0 and may_jump(state)
    return n


@rule
def put_rods(state, out, n):
    """Where rods lie, in the garden and as seen from the mole."""
    mole, last = mole_square(state), n + 2 * MOST_RODS
    east, north = state.east, state.north
    while east != NONE and n < last:
        square = lowest(east)
        east &= east - ONE
        out[n] = RODS + square
        out[n + 1] = RODS_NEAR + place(mole, square, FAR)
        n += 1 + (place(mole, square, FAR) >= 0)
    while north != NONE and n < last:
        square = lowest(north)
        north &= north - ONE
        out[n] = RODS + EAST_RODS + square - square // HEIGHT
        out[n + 1] = RODS_NEAR + ROD_WINDOW + place(mole, square, FAR)
        n += 1 + (place(mole, square, FAR) >= 0)
    return n


@rule
def place(mole, square, far):
    """The place of a square in the window around the mole; −1 if it is outside."""
    across, up = square // HEIGHT - mole // HEIGHT, square % HEIGHT - mole % HEIGHT
    if abs(across) > far or abs(up) > far:
        return -1
    return (across + far) * (2 * far + 1) + up + far


@rule
def put_surroundings(state, notes, out, n):
    """The squares around the mole: visited, or so many steps away."""
    mole = mole_square(state)
    here, free = bit(mole), GARDEN & ~state.visited
    two_around = block_around(block_around(here))
    out[n] = MOLE + mole
    n = put_near(state.visited & block_around(two_around) & ~here, mole, VISITED_NEAR, out, n + 1)
    one = steps(state, here) & free
    two = (one | steps(state, one)) & free
    three = (two | steps(state, two)) & free
    n = put_near(one, mole, RINGS, out, n)
    n = put_near(two & ~one, mole, RINGS + WINDOW, out, n)
    n = put_near(three & ~two, mole, RINGS + 2 * WINDOW, out, n)
    notes.near, notes.exits = two_around, count(one)
    notes.room = 4 * count(one) + 2 * count(two) + count(three)
    return put_sizes(state, one, two, three, out, n)


@rule
def put_near(squares, mole, first, out, n):
    """Squares in the window around the mole."""
    while squares != NONE:
        out[n] = first + place(mole, lowest(squares), NEAR)
        squares &= squares - ONE
        n += 1
    return n


@rule
def put_sizes(state, one, two, three, out, n):
    """How many squares are within so many steps, and flowers among them."""
    out[n] = ONE_STEP + min(count(one), ONES - 1)
    out[n + 1] = TWO_STEPS + min(count(two & ~one), TWOS - 1)
    out[n + 2] = THREE_STEPS + min(count(three & ~two), THREES - 1)
    out[n + 3] = FLOWERS + flower_points(one)
    out[n + 4] = FLOWERS + POINTS + flower_points(two)
    out[n + 5] = FLOWERS + 2 * POINTS + flower_points(three)
    all_of_it = count(region(state, three, GARDEN & ~state.visited))
    out[n + 6] = HILLS_TO_COME + min(HILLS, state.hills + all_of_it)
    return n + 7


@rule
def flower_points(squares):
    """Points of the flowers on these squares."""
    return 2 * count(squares & RED_FLOWERS) + count(squares & WHITE_FLOWERS)


@rule
def rows(state, notes, action, out):
    """Write the rows of a legal action, after `inputs` of the same state."""
    if action < SQUARES:
        write_step(state, action, out)
    elif action < SQUARES + EAST_RODS:
        write_rod(state, notes, action - SQUARES, 0, action - SQUARES, out)
    else:
        rod = action - SQUARES
        write_rod(state, notes, south_of(rod - EAST_RODS), 1, rod, out)


@rule
def write_step(state, square, out):
    """The mole goes to a square: which one, which way, and the room around it."""
    here = bit(square)
    free = GARDEN & ~state.visited & ~here
    one = steps(state, here) & free
    two = (one | steps(state, one)) & free
    charm = 2 * has(RED_FLOWERS, square) + has(WHITE_FLOWERS, square)
    way = -1 if state.hills == 0 or may_jump(state) else place(mole_square(state), square, 1)
    out[0] = TO + square
    out[1] = DIRECTION + (ELSEWHERE if way < 0 else way)
    out[2] = ROOM_ONE + ONES * charm + count(one)
    out[3] = ROOM_TWO + min(count(two), THREES - 1)


@rule
def write_rod(state, notes, square, north, rod, out):
    """The gardener lays a rod: which one, where as seen from the mole, what it takes from it."""
    before = after = notes.exits
    loss = np.int64(0)
    if has(notes.near, square):
        lay(state, square, north)
        mole, free = bit(mole_square(state)), GARDEN & ~state.visited
        after = count(steps(state, mole) & free)
        loss = notes.room - room(state, mole, free)
        lay(state, square, north)
    near = place(mole_square(state), square, FAR)
    out[0] = ROD + rod
    out[1] = ROD_NEAR + (near + north * ROD_WINDOW if near >= 0 else 2 * ROD_WINDOW)
    out[2] = EXITS + ONES * min(before, ONES - 1) + min(after, ONES - 1)
    out[3] = LOSS + min(LOSSES - 1, LOSSES * loss // max(1, notes.room))


@rule
def lay(state, square, north):
    """Lay a rod, or take it away again."""
    if north:
        state.north ^= bit(square)
    else:
        state.east ^= bit(square)
