"""What a net sees of Le Jeu du Labyrinthe: pawns, and how many slides they are from the centre.

The board is turned so that the mover's camp is in the first corner, as far as seats tell. Squares
are as near as `features` has it: as if no pawn were in the way. For a block's move it is found out
what it does to everybody's slides, which is hard to learn: near the centre most moves change
nothing, so slides are counted anew only from where they do. Names are as in
tablier/kernels/stand_ins/inputs.py.
"""

import numpy as np

from tablier.games.labyrinthe.blocks import (
    COLUMNS,
    LENGTH,
    LINES,
    LOW,
    N_BLOCKS,
    SHAPE,
    SIZE,
    place_of,
)
from tablier.games.labyrinthe.blocks import ROWS as ACROSS
from tablier.games.labyrinthe.features import (
    CENTRE,
    FAR,
    FULL_ROW,
    WORDS,
    missing,
    on_all_columns,
    on_all_rows,
    open_squares,
    outside,
    union,
)
from tablier.games.labyrinthe.rules import (
    CENTRE_SQUARES,
    FIRST_MOVE,
    FIRST_PUT,
    NO_BLOCK,
    NOWHERE,
    PASS,
    PAWNS,
    PLAYERS,
    SLIDES,
    TO_WIN,
    pawns_inside,
    slide_target,
    step_of,
    taken,
)
from tablier.games.labyrinthe.symmetries import known, squares
from tablier.portable import NONE, ONE, has, lowest, rule

VERSION = 1
PLAN = (1.5, 0.2, 1, 0)
# Against it, a net of 6,500 games at 0.3 s, 120 and 105 games: exploration 1.0 scored 0.41 ± 0.07,
# 2.2 scored 0.56 ± 0.09. Against 1.0 at 200 simulations, all ± 0.08: 0.7 scored 0.50, 1.5 scored
# 0.54, urgency 0 scored 0.45, urgency 0.4 scored 0.47.
SQUARES, QUARTERS = SIZE * SIZE, 4
PHASES = 8  # both halves open, the block's, the pawn's, a pawn to displace; then with four players
VARIED = {
    "players": (2, 4, 4, 4),  # so that a third of all games are of four
    "corners": ("opposite", "adjacent"),
    "opening": ("printed", "full", "pawn"),
}
NOTES = (
    ("near", "u8", (FAR, WORDS)),  # squares within so many slides of the centre, as in features
    ("slides", "i4", PLAYERS),  # that each seat needs to win, from the mover on
    ("turns", "i4"),  # quarter turns of the board
    # For moves of blocks; sets of squares are words as in features, or lines as in blocks.
    ("is_listed", "i4"),  # is what follows filled in?
    ("room", "u8", WORDS),  # without a block
    ("reached", "u8", (FAR, LINES)),  # the same as `near`, in rows
    ("inside", "i4", PLAYERS),  # pawns in the centre, from the mover on
    ("outside", "u8", (PLAYERS, WORDS)),  # the others
    ("needed", "i4", (FAR, PLAYERS)),  # slides to win, as far as pawns so near tell
    ("entered", "u8", LINES),  # by a block that is tried
    ("left", "u8", LINES),
)
FARTHEST = FAR * TO_WIN  # slides that nobody exceeds
NEAREST = 6  # with so many or more, slides are not told apart where two seats are compared

# Inputs, by kind: where the numbers of each begin.
OWN_PAWNS = 0  # then those of the others
NEAR = OWN_PAWNS + 2 * SQUARES  # squares one slide from the centre
PAWNS_AT = NEAR + SQUARES  # by seat and slides: so many pawns or more
NEEDED = PAWNS_AT + PLAYERS * (FAR + 1) * PAWNS  # slides to win, by seat
COMPARED = NEEDED + PLAYERS * (FARTHEST + 1)
BARRED = COMPARED + (NEAREST + 1) ** 2
TURNS_LEFT, MOST_BITS = BARRED + N_BLOCKS, 9
DONE = TURNS_LEFT + MOST_BITS + 1
SEATS = DONE + 3
FIRST_TURN = SEATS + PLAYERS
INPUTS = FIRST_TURN + 1
MOST = 160  # some squares near the centre are not seen where there are more

# Rows, by kind. Of a slide: where to, where from, how near it was and is, who is driven away, what
# is left to win; of a block: which one and where to, what it brings whom, what is left, its place.
# Pass has only rows of nothing: it came later, and nets of before keep their sizes.
PER_ACTION = 5
SLIDE_TO = 0
SLIDE_FROM = SLIDE_TO + SQUARES
SLIDE_NEARER = SLIDE_FROM + SQUARES
SLIDE_ON = SLIDE_NEARER + (FAR + 1) ** 2
SLIDE_LEFT = SLIDE_ON + 5
BLOCK_WAY = SLIDE_LEFT + (FARTHEST + 1)
BLOCK_BRINGS, MOST_BROUGHT = BLOCK_WAY + N_BLOCKS * QUARTERS, 4
BLOCK_LEFT = BLOCK_BRINGS + (2 * MOST_BROUGHT + 1) ** 2
BLOCK_LEFT_OTHERS = BLOCK_LEFT + FARTHEST + 1
BLOCK_AT = BLOCK_LEFT_OTHERS + FARTHEST + 1
PUT = BLOCK_AT + SQUARES
NOTHING = PUT + len(CENTRE_SQUARES)
ROWS = NOTHING + 1

TURNED = np.array([squares(quarters) for quarters in range(QUARTERS)], np.int16)
BLOCKS = np.array([known(quarters) for quarters in range(QUARTERS)], np.int16)
PUTS = np.searchsorted(CENTRE_SQUARES, TURNED[:, CENTRE_SQUARES]).astype(np.int16)
NORTH, EAST = 0, 1  # directions, clockwise


@rule
def quarter_turns(state):
    """How often the board is turned for the mover, clockwise."""
    apart = 2 if state.players == 2 else 1
    return (QUARTERS - np.int64(state.turn) * apart) % QUARTERS


@rule
def seat(state, i):
    """The seat that moves `i` turns after the mover; those that nobody has come last."""
    if i >= state.players:
        return i
    return (state.turn + i) % np.int64(state.players)


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, as the seat to move sees it, and return how many there are."""
    notes.turns = quarter_turns(state)
    notes.is_listed = 0
    spread(state, notes)
    n = 0
    for i in range(state.players):
        n = write_pawns(state, notes, i, out, n)
        out[n] = NEEDED + i * (FARTHEST + 1) + notes.slides[i]
        n += 1
    for i in range(state.players, PLAYERS):
        notes.slides[i] = FARTHEST
    mine, yours = notes.slides[0], min(notes.slides[1], notes.slides[2], notes.slides[3])
    out[n] = COMPARED + min(mine, NEAREST) * (NEAREST + 1) + min(yours, NEAREST)
    return write_near(notes, out, write_rest(state, notes, out, n + 1))


@rule
def spread(state, notes):
    """Note from which squares a pawn gets into the centre by 0 slides, by one, and so on."""
    room = open_squares(state)
    near = CENTRE
    for slides in range(FAR):
        if slides > 0:
            near = union(on_all_rows(near, room), on_all_columns(near, room))
        for word in range(WORDS):
            notes.near[slides, word] = near[word]


@rule
def slides_from(notes, square):
    """How many slides a square is from the centre, FAR at most."""
    column, row = square // SIZE, square % SIZE
    word, place = np.uint64(row % WORDS), row // WORDS * SIZE + column
    slides = 0
    while slides < FAR and not has(notes.near[np.uint64(slides), word], place):
        slides += 1
    return slides


@rule
def write_near(notes, out, n):
    """The squares one slide from the centre, as far as there is room."""
    for word in range(WORDS):
        bits = notes.near[1, word] & ~notes.near[0, word]
        while bits != NONE and n < MOST:
            place = lowest(bits)
            square = place % SIZE * SIZE + place // SIZE * WORDS + word
            out[n] = NEAR + TURNED[notes.turns, square]
            bits &= bits - ONE
            n += 1
    return n


@rule
def write_pawns(state, notes, i, out, n):
    """The pawns of the seat that is i turns on: their squares, and how many are how near."""
    first = PAWNS * seat(state, i)
    farthest = total = 0
    for pawn in range(PAWNS):
        square = np.int64(state.pawns[first + pawn])
        slides = slides_from(notes, square)
        same = 0
        for other in range(pawn):
            same += slides_from(notes, np.int64(state.pawns[first + other])) == slides
        out[n] = OWN_PAWNS + min(i, 1) * SQUARES + TURNED[notes.turns, square]
        out[n + 1] = PAWNS_AT + (i * (FAR + 1) + slides) * PAWNS + same
        n += 2
        total += slides
        farthest = max(farthest, slides)
    notes.slides[i] = total - farthest
    return n


@rule
def write_rest(state, notes, out, n):
    """The barred block, the turns that are left, the half that was made, the seats."""
    if state.barred != NO_BLOCK:
        out[n] = BARRED + BLOCKS[notes.turns, state.barred]
        n += 1
    left, bits = np.int64(state.turn_limit) - np.int64(state.turns), 0
    while left > 1 and bits < MOST_BITS:
        left >>= 1
        bits += 1
    out[n] = TURNS_LEFT + bits
    out[n + 1] = DONE + state.done
    out[n + 2] = SEATS + state.players - 1
    out[n + 3] = FIRST_TURN
    return n + 3 + (state.turns < state.players)


@rule
def rows(state, notes, action, out):
    """Write the rows of a legal action, after `inputs` of the same state."""
    if action < FIRST_PUT:
        write_slide(state, notes, np.int64(action // SLIDES), np.int64(slide_target(action)), out)
    elif action < FIRST_MOVE:
        out[0] = PUT + PUTS[notes.turns, action - FIRST_PUT]
        for i in range(1, PER_ACTION):
            out[i] = NOTHING
    elif action < PASS:
        write_move(state, notes, np.int64(action), out)
    else:
        for i in range(PER_ACTION):
            out[i] = NOTHING


@rule
def write_slide(state, notes, square, target, out):
    """The rows of a pawn's slide."""
    before, after = slides_from(notes, square), slides_from(notes, target)
    out[0] = SLIDE_TO + TURNED[notes.turns, target]
    out[1] = SLIDE_FROM + TURNED[notes.turns, square]
    out[2] = SLIDE_NEARER + before * (FAR + 1) + after
    out[3] = SLIDE_ON + driven_away(state, target)
    out[4] = SLIDE_LEFT + max(0, min(FARTHEST, notes.slides[0] + after - before))


@rule
def driven_away(state, target):
    """Whose pawn a slide displaces, from the mover on; PLAYERS if none."""
    if not taken(state, target):
        return PLAYERS
    for i in range(1, state.players):
        first = PAWNS * seat(state, i)
        for pawn in range(first, first + PAWNS):
            if state.pawns[pawn] == target:
                return i
    return 0


@rule
def write_move(state, notes, action, out):
    """The rows of a block's move."""
    if not notes.is_listed:
        list_slides(state, notes)
    block, axis, distance = step_of(action)
    across, up = (distance, 0) if axis == ACROSS else (0, distance)
    first, last = try_block(state, notes, block, across, up)
    mine, yours = needed(notes, first, last)
    here = min(notes.slides[1], notes.slides[2], notes.slides[3])
    way = (EAST if axis == ACROSS else NORTH) + (2 if distance < 0 else 0)
    turned = BLOCKS[notes.turns, block] * QUARTERS + (way + notes.turns) % QUARTERS
    brought = step(mine - notes.slides[0]) * (2 * MOST_BROUGHT + 1) + step(yours - here)
    out[0] = BLOCK_WAY + turned
    out[1] = BLOCK_BRINGS + brought
    out[2] = BLOCK_LEFT + mine
    out[3] = BLOCK_LEFT_OTHERS + yours
    out[4] = BLOCK_AT + TURNED[notes.turns, middle(state, block, across, up)]


@rule
def list_slides(state, notes):
    """Note what all moves of blocks in a position have in common."""
    notes.is_listed = 1
    room = open_squares(state)
    for word in range(WORDS):
        notes.room[word] = room[word]
    for slides in range(FAR):
        for place in range(SIZE // WORDS):
            for word in range(WORDS):  # all are shifted alike: browsers have no other vectors
                near = notes.near[slides, word] >> np.uint64(place * SIZE)
                notes.reached[slides, 1 + place * WORDS + word] = (near & FULL_ROW) << ONE
    for i in range(PLAYERS):
        notes.inside[i] = TO_WIN
        if i < state.players:
            notes.inside[i] = pawns_inside(state, seat(state, i))
            far = outside(state, seat(state, i))
            for word in range(WORDS):
                notes.outside[i, word] = far[word]
        total = 0 if i < state.players else FARTHEST
        for slides in range(FAR):
            total += more(notes, i, words(notes.near[slides]))
            notes.needed[slides, i] = total


@rule
def words(array):
    """A set of squares as features has it."""
    return array[0], array[1], array[2], array[3], array[4], array[5], array[6]


@rule
def more(notes, i, near):
    """How many pawns of the seat that is i turns on are not so near, but needed to win."""
    return missing(notes.inside[i], words(notes.outside[i]), near)


@rule
def try_block(state, notes, block, across, up):
    """Note which squares a block enters and leaves; return the first and the last line."""
    column, row = place_of(state, ACROSS, block), place_of(state, COLUMNS, block)
    height = LENGTH[COLUMNS, block]
    first, last = 1 + min(row, row + up), max(row, row + up) + height
    for line in range(first, last + 1):
        i = line - 1 - row
        before = SHAPE[ACROSS, block, i] << np.uint64(column) if 0 <= i < height else NONE
        i -= up
        after = SHAPE[ACROSS, block, i] << np.uint64(column + across) if 0 <= i < height else NONE
        notes.entered[line] = after & ~before
        notes.left[line] = before & ~after
    return first, last


@rule
def unchanged(notes, first, last):
    """Up to how many slides squares stay as near as they are, when the block has moved.

    So it is where it enters none of them, and none of them is beside one that it leaves.
    """
    for slides in range(1, FAR):
        near = notes.reached[slides]
        for line in range(first, last + 1):
            left = notes.left[line]
            met = near[line] & (notes.entered[line] | left << ONE | left >> ONE)
            if met | ((near[line - 1] | near[line + 1]) & left) != NONE:
                return slides - 1
    return FAR - 1


@rule
def needed(notes, first, last):
    """How many slides the mover needs to win after the move, and the nearest of the others."""
    known = unchanged(notes, first, last)
    near = words(notes.near[known])
    a, b = notes.needed[known, 0], notes.needed[known, 1]
    c, d = notes.needed[known, 2], notes.needed[known, 3]
    if known < FAR - 1:
        flip(notes, first, last)
        room = words(notes.room)
        flip(notes, first, last)
        for _ in range(known + 1, FAR):
            near = union(on_all_rows(near, room), on_all_columns(near, room))
            e, f, g, h = more(notes, 0, near), more(notes, 1, near), 0, 0
            if notes.inside[2] < TO_WIN:  # with four players
                g, h = more(notes, 2, near), more(notes, 3, near)
            if e + f + g + h == 0:
                break
            a, b, c, d = a + e, b + f, c + g, d + h
    return a, min(b, c, d)


@rule
def flip(notes, first, last):
    """Let the block that is tried move there, or back."""
    for line in range(first, last + 1):
        row, changed = line - 1, (notes.entered[line] ^ notes.left[line]) & LOW
        notes.room[row % WORDS] ^= changed >> ONE << np.uint64(row // WORDS * SIZE)


@rule
def step(difference):
    """A difference of slides as a number from 0."""
    return MOST_BROUGHT + max(-MOST_BROUGHT, min(MOST_BROUGHT, difference))


@rule
def middle(state, block, across, up):
    """The square in the middle of a block, moved so far."""
    column = place_of(state, ACROSS, block) + across + (LENGTH[ACROSS, block] - 1) // 2
    return column * SIZE + place_of(state, COLUMNS, block) + up + (LENGTH[COLUMNS, block] - 1) // 2


@rule
def phase(state):
    """Which part of a turn it is, with two players and with four."""
    half = 3 if state.doubled != NOWHERE else np.int64(state.done)
    return half + (0 if state.players == 2 else PHASES // 2)
