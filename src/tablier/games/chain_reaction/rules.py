"""The rules of Chain Reaction; the prose and its clauses (§) are in rulebook/.

Squares are numbered up the columns: a1 = 0, a2 = 1, … g8 = 55, and sets of squares are bits. Four
more numbers stand for goals: 56 and 57 on row 0, 58 and 59 on row 9, the odd ones for the middle.
Actions: 362 steps by the square they start from, 318 tower moves by the square of the tower, 56
squares for a piece to be put back on. Seat 0 is White, seat 1 is Black.
"""

from bisect import bisect_left

import numpy as np

from tablier.portable import NONE, ONE, bit, has, lowest, record, rule, sign, squares, write_set

VERSION = 1
PLAYERS = 2
OPTIONS = {
    "target": (12, range(1, 25)),
    "tie": ("continue", ("continue", "draw")),
    "siege": (False, (False, True)),
    "turn_limit": (400, range(1, 10_001)),
}
DRAW = 1  # as OPTIONS numbers the values of `tie`
MOST_SEGMENTS, PENALTY, LEAD = 5, 2, 2
OPEN, POINTS, TIE, LIMIT, SIEGE = range(5)  # how a game stands: what ended it, if anything
NO_PIECE, AFTER_GOAL, AFTER_PENALTY = range(3)  # whether a piece has to be put back, and why

COLUMNS, ROWS = 7, 8
SQUARES = GOALS = COLUMNS * ROWS  # goals are numbered behind the squares
NOWHERE = -1
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def landing(col: int, row: int) -> int:
    """The number of the square or goal there, or NOWHERE."""
    if not 0 <= col < COLUMNS or not -1 <= row <= ROWS:
        return NOWHERE
    on_board = 0 <= row < ROWS
    return col * ROWS + row if on_board else GOALS + 2 * (row == ROWS) + (col == COLUMNS // 2)


def ways(square: int) -> list[tuple[int, int, int]]:
    """The square, with what lies one and two squares away, for each direction inside the board."""
    col, row = divmod(square, ROWS)
    around = [(landing(col + x, row + y), landing(col + 2 * x, row + 2 * y)) for x, y in DIRECTIONS]
    return [(square, near, far) for near, far in around if 0 <= near < GOALS]


def line(row: int, first: int = 0, last: int = COLUMNS - 1) -> np.uint64:
    """The squares of a row from one column to another."""
    return squares(*(col * ROWS + row for col in range(first, last + 1)))


_STEPS = [way for square in range(SQUARES) for way in ways(square)]
_FALLS = [way for way in _STEPS if way[2] != NOWHERE]
STEPS, FALLS = len(_STEPS), len(_FALLS)
PUT_BACKS = STEPS + FALLS  # where these actions begin
ACTIONS = PUT_BACKS + SQUARES
WIDTH = STEPS + 8  # an exercise may have pieces everywhere, and eight steps are written at once
FROM, TO = (np.array([way[i] for way in _STEPS], np.uint8) for i in (0, 1))
_BEYOND = [ONE] * 8  # eight falls are read at once
NEAR, FAR = (np.array([*(squares(way[i]) for way in _FALLS), *_BEYOND]) for i in (1, 2))
FIRST_STEP, FIRST_FALL = (
    np.array([bisect_left(each, (square,)) for square in range(SQUARES + 1)], np.int16)
    for each in (_STEPS, _FALLS)
)

ANYWHERE, ALL_GOALS = ~NONE, squares(*range(GOALS, GOALS + 4))
MIDDLE_GOALS = squares(GOALS + 1, GOALS + 3)
OWN_GOAL = np.array([squares(GOALS, GOALS + 1), squares(GOALS + 2, GOALS + 3)])
LAST_ROW = np.array([line(7), line(0)])
ROW_A = np.array([line(0, 2, 4), line(7, 2, 4)])  # of the camps, by seat
ROWS_B_AND_C = np.array([line(1, 1, 5) | line(2, 2, 4), line(6, 1, 5) | line(5, 2, 4)])
CAMP = np.array([a | b for a, b in zip(ROW_A, ROWS_B_AND_C, strict=True)])
HALF = np.array([line(0) | line(1) | line(2) | line(3), line(4) | line(5) | line(6) | line(7)])
HOMES = np.array(  # by `returning`, then what is tried in turn, by seat: where a piece is put back
    [
        [[NONE, NONE]] * 3,
        [ROW_A, ROWS_B_AND_C, HALF],  # after a goal
        [CAMP, HALF, HALF],  # after a penalty; the half twice, as each has three sets
    ]
)

STATE = record(
    ("tops", "u8", 2),  # by seat: squares with its piece, in a tower the one on top
    ("score", "i2", 2),
    ("turns", "i2"),  # played by both players; even: it is White's turn
    ("tower", "i2"),  # its square, or NOWHERE
    ("falls", "i2"),  # bit i: the i-th fall of a tower on that square is legal now
    ("segments", "i2"),  # played in this turn
    ("standing", "i2"),  # OPEN, or what ended the game
    ("target", "i2"),
    ("turn_limit", "i2"),
    ("turn", "u1"),  # seat to move
    ("under", "u1"),  # the seat of the tower's bottom piece
    ("returning", "u1"),  # NO_PIECE, or why the player to move has to put a piece back
    ("tie", "u1"),
    ("siege", "u1"),
)


@rule
def start(state, options, seed):  # noqa: ARG001
    """§1.3, §2.1 Both camps are full and White begins. Nothing is left to chance."""
    state.target = options[0]
    state.tie = options[1]
    state.siege = options[2]
    state.turn_limit = options[3]
    for seat in range(PLAYERS):
        state.tops[seat] = CAMP[seat]
        state.score[seat] = 0
    state.turn = state.turns = state.segments = state.returning = state.standing = 0
    break_up(state)


@rule
def break_up(state):
    """No tower stands any more."""
    state.tower = NOWHERE
    state.under = state.falls = 0


@rule
def legal(state, out):
    """Write the legal actions into `out`, ascending, and return how many there are."""
    if state.standing != OPEN:
        return 0
    if state.returning != NO_PIECE:
        return write_set(homes(state), PUT_BACKS, out)
    if state.tower == NOWHERE:
        return write_steps(state.tops[state.turn], out)
    return write_falls(state, out)


@rule
def eight(n):
    """8, for n from 1 to 8: as a bound that LLVM cannot see through.

    A loop that is known to run eight times is unrolled before it could be made one vector: with
    this bound, `write_steps` and `legal_falls` together are 1.2 times as fast.
    """
    return (n + 7) & 8


@rule
def write_steps(bits, out):
    """§3.1, §3.2 Without a tower, every piece may step onto every square beside it."""
    # Writes eight and goes on by as many as there are: no branch. The places are unsigned, for
    # signed ones could count from the end, and looking that up costs 1.4 times the playing time.
    n = NONE
    while bits != NONE:
        square = lowest(bits)
        first = FIRST_STEP[square]
        more = FIRST_STEP[square + 1] - first
        for i in range(eight(more)):
            out[n + np.uint64(i)] = first + i
        n += np.uint64(more)
        bits &= bits - ONE
    return np.int64(n)


@rule
def write_falls(state, out):
    """§2.3 The falls of the tower that are legal, as found when it came to stand there."""
    n = NONE
    first = STEPS + FIRST_FALL[state.tower]
    for i in range(8):
        out[n] = first + i
        n += np.uint64(state.falls >> i) & ONE
    return np.int64(n)


@rule
def homes(state):
    """§5.2, §6.2 After a goal row A, else B and C, after a penalty the camp; else the half."""
    free = ~(state.tops[0] | state.tops[1])
    for i in range(3):
        found = HOMES[state.returning, i, state.turn] & free
        if found != NONE:
            return found
    return NONE


@rule
def legal_falls(state):
    """§4.3, §4.4, §4.5 Which falls of the tower are legal: bit i for the i-th."""
    fifth = state.segments == MOST_SEGMENTS - 1
    taken = state.tops[0] | state.tops[1]
    barred = OWN_GOAL[state.turn] | (taken if fifth else NONE)  # to the top piece
    crowded = barred | taken  # to the top piece, where the bottom piece builds a tower
    if state.under == state.turn:
        crowded = ANYWHERE if fifth else crowded | ALL_GOALS
    first = FIRST_FALL[state.tower]
    n = FIRST_FALL[state.tower + 1] - first
    falls = 0
    for i in range(eight(n)):
        fall = np.uint64(first + i)
        bars = crowded if taken & NEAR[fall] != NONE else barred
        falls |= (bars & FAR[fall] == NONE) << i
    return falls & ((1 << n) - 1)


@rule
def play(state, action):
    """Play a legal `action`, in place, and all that then happens by itself."""
    if action < STEPS:
        state.tops[state.turn] ^= bit(FROM[action])
        land(state, state.turn, bit(TO[action]))
        go_on_or_pass(state)
    elif action < PUT_BACKS:
        fall(state, NEAR[action - STEPS], FAR[action - STEPS])
    else:
        state.tops[state.turn] |= bit(action - PUT_BACKS)
        pass_turn(state)
    while state.standing == OPEN and is_stuck(state):
        penalise(state)


@rule
def land(state, seat, here):
    """§3.2, §4.2 A piece comes to stand on a square, on top of what stands there."""
    if (state.tops[0] | state.tops[1]) & here != NONE:
        state.tower = lowest(here)
        state.under = 1 if state.tops[1] & here != NONE else 0
        state.tops[state.under] ^= here
    state.tops[seat] |= here


@rule
def fall(state, near, far):
    """§4.1 The tower falls: its bottom piece lands near, its top piece far."""
    bottom = state.under
    state.tops[state.turn] ^= bit(state.tower)
    break_up(state)
    land(state, bottom, near)
    if far & ALL_GOALS == NONE:
        land(state, state.turn, far)
        go_on_or_pass(state)
    else:
        add_points(state, 2 if far & MIDDLE_GOALS != NONE else 1)
        take_out(state, state.turn, AFTER_GOAL)


@rule
def go_on_or_pass(state):
    """§2.4 With an own tower the turn goes on, else it ends."""
    if state.tower != NOWHERE and has(state.tops[state.turn], state.tower):
        state.segments += 1
        state.falls = legal_falls(state)
    else:
        pass_turn(state)


@rule
def add_points(state, points):
    """§5.1, §6.1 The score of the player to move changes, and that may end the game."""
    state.score[state.turn] += points
    state.standing = by_score(state)


@rule
def by_score(state):
    """§7.1, §7.2 How the game stands as far as points go."""
    if max(state.score[0], state.score[1]) < state.target:
        return OPEN
    if abs(np.int64(state.score[0]) - np.int64(state.score[1])) >= LEAD:
        return POINTS
    return TIE if state.tie == DRAW else OPEN


@rule
def take_out(state, seat, why):
    """§5.2, §6.2 A piece has left the board, and its owner has to put it back."""
    state.turn = seat
    state.segments = 0
    state.returning = why
    if state.standing == OPEN and homes(state) == NONE:
        pass_turn(state)  # §9.1 it stays out


@rule
def pass_turn(state):
    """§2.1, §6.3 The turn of the player whose turn it was not begins."""
    state.turns += 1
    state.turn = state.turns & 1
    state.segments = state.returning = 0
    begin_turn(state)


@rule
def begin_turn(state):
    """§7.3, §7.4, §7.5 The limit and the siege may end the game; else a tower has to move."""
    besieged = LAST_ROW[state.turn]
    if state.turns >= state.turn_limit:
        state.standing = LIMIT
    elif state.siege and state.tops[state.turn] & besieged == besieged:
        state.standing = SIEGE
    elif state.tower != NOWHERE:
        state.falls = legal_falls(state)


@rule
def is_stuck(state):
    """§6.1 Has the player to move no legal move?"""
    if state.returning != NO_PIECE:
        return False
    return state.tops[state.turn] == NONE if state.tower == NOWHERE else state.falls == 0


@rule
def penalise(state):
    """§6.1, §6.2 Points are lost, and a tower loses its bottom piece."""
    add_points(state, -PENALTY)
    if state.tower != NOWHERE:
        bottom = state.under
        break_up(state)
        take_out(state, bottom, AFTER_PENALTY)
    elif state.standing == OPEN:
        pass_turn(state)


@rule
def outcome(state, payoff):
    """§7.1 to §7.4 Is the game over? Then the payoff of each seat is written."""
    if state.standing == OPEN:
        return False
    lead = sign(np.int64(state.score[0]) - np.int64(state.score[1]))
    if state.standing == SIEGE:
        lead = 1 - 2 * np.int64(state.turn)
    elif state.standing == TIE:
        lead = np.int64(0)
    payoff[0] = lead
    payoff[1] = -lead
    return True
