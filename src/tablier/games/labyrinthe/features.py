"""Knowledge for the search in Le Jeu du Labyrinthe: the slides that each seat needs to win.

From the centre all squares are found from which a pawn gets there by one slide, by two, and so on.
A set of squares is seven words of three rows each, with 21 bits to a row: word w has the rows w,
w + 7 and w + 14. So the row above is at the same bits of the next word, and above word 6 comes
word 0, one row further.

Beside each piece is what a search with it scored against one without it, with the 95 % interval.
They are from before pawns ceased to stand in the way and near wins to be certain; what came of that
against the version before: 0.490 ± 0.048, 400 games at 16 simulations, so the shorter one stayed.
Against a search that knows nothing, at 0.05 s a move: 100 wins of 100.
"""

import numpy as np

from tablier.games.labyrinthe.blocks import SIZE, place_of, put_block
from tablier.games.labyrinthe.rules import (
    CENTRE_SQUARES,
    FIRST_MOVE,
    FIRST_PUT,
    NEITHER,
    PASS,
    PAWNS,
    SLIDES,
    TO_WIN,
    in_centre,
    pawns_inside,
    relist_pawn,
    slide_target,
    step_of,
)
from tablier.payoffs import part_gets
from tablier.portable import NONE, ONE, bit, count, rule, squares

PLAN = (1.0, 0.2, 1, 0)
"""How a search with this knowledge plays best: the fields of `tree.Plan`."""
# Against it, 120 to 160 games at 50 simulations: exploration 0.5 scored 0.34 ± 0.10, exploration 2
# 0.44 ± 0.08 (not certain), urgency 0 0.26 ± 0.07, urgency 0.5 0.32 ± 0.08.

# Slides: a pawn that needs more counts as if it needed this number. 160 games at 60 simulations:
# 0.61 ± 0.07 against 8, 0.57 ± 0.08 against 5 (not certain).
FAR = 6
POWER = 1.6  # rounded from a fit to who won from 50,000 positions of 500 games
CHANCES = (1.0 + np.arange(TO_WIN * FAR + 1)) ** -POWER  # of winning, by slides to go
# How much better the chance is of who begins the next turn: 0.573 ± 0.049, 400 games at 50
# simulations. To take it for certain that a slider with one slide to go wins: 0.509 ± 0.048, 400
# games at 16, so it is left to the search.
INITIATIVE = 1.4

WORDS, ROW = SIZE // 3, np.uint64(SIZE)
FULL_ROW, FULL = np.uint64(2**SIZE - 1), np.uint64(2 ** (3 * SIZE) - 1)
LAST_COLUMN = np.uint64(sum(1 << (SIZE * row - 1) for row in (1, 2, 3)))


def _centre(word: int) -> np.uint64:
    """The part of the centre that is in a word."""
    parts = [divmod(square, SIZE) for square in CENTRE_SQUARES.tolist()]
    return squares(*(row // WORDS * SIZE + col for col, row in parts if row % WORDS == word))


CENTRE = tuple(map(_centre, range(WORDS)))
NOTHING = (NONE,) * WORDS


# Sets of squares


@rule
def union(s, t):
    """The squares of both sets."""
    return s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3], s[4] | t[4], s[5] | t[5], s[6] | t[6]


@rule
def shared(s, t):
    """How many squares two sets share."""
    n = count(s[0] & t[0]) + count(s[1] & t[1]) + count(s[2] & t[2]) + count(s[3] & t[3])
    return n + count(s[4] & t[4]) + count(s[5] & t[5]) + count(s[6] & t[6])


@rule
def open_in(state, word):
    """The squares of a word without a block."""
    closed = NONE
    for row in range(word, SIZE, WORDS):
        line = (state.lines[1 + row] >> ONE) & FULL_ROW
        closed |= line << np.uint64(row // WORDS * SIZE)
    return FULL & ~closed


@rule
def open_squares(state):
    """The squares without a block."""
    a, b, c, d = open_in(state, 0), open_in(state, 1), open_in(state, 2), open_in(state, 3)
    return a, b, c, d, open_in(state, 4), open_in(state, 5), open_in(state, 6)


@rule
def outside(state, seat):
    """The squares with pawns of a seat that are outside the centre."""
    found = NOTHING
    for i in range(seat * PAWNS, seat * PAWNS + PAWNS):
        square = np.int64(state.pawns[i])
        if not in_centre(square):
            found = union(found, one_square(square // SIZE, square % SIZE))
    return found


@rule
def one_square(column, row):
    """The set of one square."""
    word, own = row % WORDS, bit(row // WORDS * SIZE + column)
    a, b, c = own if word == 0 else NONE, own if word == 1 else NONE, own if word == 2 else NONE
    d, e, f = own if word == 3 else NONE, own if word == 4 else NONE, own if word == 5 else NONE
    return a, b, c, d, e, f, own if word == 6 else NONE


# Slides, as if no pawn were in the way: where pawns are, 0.453 ± 0.049, 400 games at 16 simulations


@rule
def along_rows(found, room):
    """The squares of a word that a slide along rows connects with those found."""
    way = room & (room >> ONE) & ~LAST_COLUMN  # from here to the next column
    found |= (way + (found & way)) ^ way  # to the right: a sum carries on through a run of ones
    for i in range(5):
        found |= way & (found >> np.uint64(1 << i))
        way &= way >> np.uint64(1 << i)
    return found


@rule
def on_all_rows(s, room):
    """The squares that a slide along rows connects with these."""
    a, b, c = along_rows(s[0], room[0]), along_rows(s[1], room[1]), along_rows(s[2], room[2])
    d, e, f = along_rows(s[3], room[3]), along_rows(s[4], room[4]), along_rows(s[5], room[5])
    return a, b, c, d, e, f, along_rows(s[6], room[6])


@rule
def on_all_columns(s, room):
    """The squares that a slide along columns connects with these."""
    a, b, c = room[0] & room[1], room[1] & room[2], room[2] & room[3]  # from here to the next row
    d, e, f = room[3] & room[4], room[4] & room[5], room[5] & room[6]
    way = a, b, c, d, e, f, room[6] & (room[0] >> ROW)
    up = upwards(upwards(upwards(s, way), way), way)  # three times, for a word has three rows
    down = downwards(downwards(downwards(s, way), way), way)
    return union(up, down)  # neither waits for the other


@rule
def upwards(s, way):
    """The squares with those above them, as far as word 6."""
    a = s[0] | (s[6] & way[6]) << ROW
    b = s[1] | (a & way[0])
    c = s[2] | (b & way[1])
    d = s[3] | (c & way[2])
    e = s[4] | (d & way[3])
    f = s[5] | (e & way[4])
    return a, b, c, d, e, f, s[6] | (f & way[5])


@rule
def downwards(s, way):
    """The squares with those below them, as far as word 0."""
    g = s[6] | (s[0] >> ROW & way[6])
    f = s[5] | (g & way[5])
    e = s[4] | (f & way[4])
    d = s[3] | (e & way[3])
    c = s[2] | (d & way[2])
    b = s[1] | (c & way[1])
    return s[0] | (b & way[0]), b, c, d, e, f, g


@rule
def missing(inside, pawns, near):
    """How many more pawns it takes to win."""
    return 0 if inside >= TO_WIN else max(0, TO_WIN - inside - shared(pawns, near))


@rule
def slides_to_win(state):
    """How many slides each seat needs to have three pawns in the centre, FAR at most for each."""
    room = open_squares(state)
    in_1, in_2, in_3, in_4 = pawns_inside(state, 0), pawns_inside(state, 1), TO_WIN, TO_WIN
    out_1, out_2 = outside(state, 0), outside(state, 1)
    out_3 = out_4 = NOTHING
    if state.players > 2:
        in_3, in_4 = pawns_inside(state, 2), pawns_inside(state, 3)
        out_3, out_4 = outside(state, 2), outside(state, 3)
    first = second = third = fourth = 0
    near = CENTRE
    for slides in range(FAR):
        if slides > 0:
            near = union(on_all_rows(near, room), on_all_columns(near, room))
        more_1, more_2 = missing(in_1, out_1, near), missing(in_2, out_2, near)
        more_3, more_4 = missing(in_3, out_3, near), missing(in_4, out_4, near)
        if more_1 + more_2 + more_3 + more_4 == 0:
            break
        first, second = first + more_1, second + more_2
        third, fourth = third + more_3, fourth + more_4
    return first, second, third, fourth


# What they are worth


@rule
def parts(state, beginner):
    """What part of the point each seat may get, if this one begins the next turn."""
    first, second, third, fourth = slides_to_win(state)
    beginner %= state.players
    a, b, c, d = chance(0, first, beginner), chance(1, second, beginner), 0.0, 0.0
    if state.players > 2:
        c, d = chance(2, third, beginner), chance(3, fourth, beginner)
    total = a + b + c + d
    return a / total, b / total, c / total, d / total


@rule
def chance(seat, slides, beginner):
    """The relative chance to win of a seat that needs this number of slides."""
    return CHANCES[slides] * (INITIATIVE if seat == beginner else 1.0)


@rule
def evaluate(state, values):
    """Write what each seat can hope for, from −1 to 1."""
    players = np.int64(state.players)
    found = parts(state, np.int64(state.turn) + (state.done != NEITHER))
    for seat in range(len(values)):
        values[seat] = part_gets(found[seat], players) if seat < players else 0.0


@rule
def weigh(state, actions, n, weights):
    """Write how promising each of the n legal actions looks: positive numbers of any sum."""
    # Each is tried on the board. Against 1 for all slides, and against 1 for all moves of blocks:
    # 1.000 ± 0.007, 400 games each at 16 simulations.
    for i in range(n):
        action = np.int64(actions[i])
        if action < FIRST_PUT:
            weights[i] = weight_of_slide(state, action // SLIDES, slide_target(action))
        elif action < FIRST_MOVE:
            weights[i] = 1
        elif action < PASS:
            weights[i] = weight_of_move(state, action)
        else:
            weights[i] = weight(state)


@rule
def weight_of_slide(state, square, target):
    """How good it is to slide a pawn to a target."""
    turn = np.int64(state.turn)
    relist_pawn(state, turn, square, target)
    found = weight(state)
    relist_pawn(state, turn, target, square)
    return found


@rule
def weight_of_move(state, action):
    """How good it is to move a block."""
    block, axis, distance = step_of(action)
    before = place_of(state, axis, block)
    put_block(state, axis, block, before + distance)
    found = weight(state)
    put_block(state, axis, block, before)
    return found


@rule
def weight(state):
    """How good the board is for the mover after this turn."""
    turn = np.int64(state.turn)
    part = parts(state, turn + 1)[turn]
    odds = part / (1 - part)
    # To the sixth power: 0.67 ± 0.07 against the third; the tenth scored 0.48 ± 0.07; 160 games.
    cube = odds * odds * odds
    return cube * cube
