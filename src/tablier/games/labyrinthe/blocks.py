"""The blocks of Le Jeu du Labyrinthe in its rules: where they lie, and where they may slide.

Everything slides on one of two axes, along rows or along columns, so the board is kept twice: as
21 rows and as 21 columns. Place k of a line is bit k + 1; bits 0 and 22 are the rim. A block's
place on an axis is its lowest one. The targets of every block are cached in the state; a change
updates those of the blocks that it affects.
"""

import numpy as np

from tablier.games.labyrinthe import layout
from tablier.portable import NONE, ONE, count, has, lowest, rule

SIZE = layout.SIZE
BLOCKS = layout.load(checksum=0xE6FD0B6E)
N_BLOCKS = len(BLOCKS)
ROWS, COLUMNS = 0, 1  # the axes
CENTRE_FIRST, CENTRE_LAST = layout.CENTRE[0], layout.CENTRE[-1]

# A line has the blocks in its low half, and in its high half all that is in the way: blocks, pawns
# and the rim. An empty line lies before the first and behind the last.
LINES, HALF = SIZE + 2, np.uint64(32)
LOW, HIGH = np.uint64(2**32 - 1), np.uint64(2**64 - 2**32)
RIM = np.uint64(1 | 1 << (SIZE + 1)) << HALF
CENTRE_PLACES = np.uint64(sum(2 << place for place in layout.CENTRE))

# Blocks by axis and number: their first place, their length, and their squares line by line.
PLACE, LENGTH, SHAPE = layout.tables(BLOCKS)

# What `slides` holds of a block on an axis: the other places it may go to, numbered from 0 without
# its own, and the first and the last place of its lines that this depends on.
TARGETS = np.uint64(2 ** (SIZE - 1) - 1)
# A vector has more of 32 bits.
BLOCK_BIT = np.array([1 << block for block in range(N_BLOCKS)], np.uint32)
FROM, TO, FIVE_BITS = np.uint32(20), np.uint32(25), np.uint32(31)


@rule
def place_of(state, axis, block):
    """The first column (axis ROWS) or the first row (axis COLUMNS) of a block."""
    return np.int64(state.places[axis * N_BLOCKS + block])


@rule
def flip_block(state, block):
    """Set or clear the bits of a block's squares."""
    for axis in range(2):
        place = np.uint64(place_of(state, axis, block))
        line = axis * LINES + 1 + place_of(state, 1 - axis, block)
        for i in range(LENGTH[1 - axis, block]):
            state.lines[line + i] ^= SHAPE[axis, block, i] << place


@rule
def put_block(state, axis, block, place):
    """Move a block to another place on an axis."""
    flip_block(state, block)
    state.places[axis * N_BLOCKS + block] = place
    flip_block(state, block)


@rule
def is_central(place):
    """§1.2 Does a row or a column with this number cross the centre?"""
    return CENTRE_FIRST <= place <= CENTRE_LAST


@rule
def reach(obstacles, here):
    """The free places on both sides of `here`, up to the next obstacles; the rim is one."""
    below = obstacles & (here - ONE)
    for i in range(5):
        below |= below >> np.uint64(1 << i)
    not_above = (here << ONE) - ONE
    above = obstacles & ~not_above
    return ((here - ONE) & ~below) | (((above & (~above + ONE)) - ONE) & ~not_above)


@rule
def without_own(places, place):
    """A set of places, numbered from 0 with the own place left out."""
    below = (ONE << np.uint64(place + 1)) - ONE
    return ((places & below) >> ONE) | ((places & ~below) >> np.uint64(2))


@rule
def find_slides(state, axis, block):
    """§4.2–§4.4 Where a block may go on an axis: nothing in the way, and beside another block."""
    place, number = place_of(state, axis, block), place_of(state, 1 - axis, block)
    line = axis * LINES + 1 + number
    before = state.lines[line - 1]
    here = state.lines[line] & ~(SHAPE[axis, block, 0] << np.uint64(place))
    # Bit k + 1 of `met`: with its first place on k the block would lie on or beside other blocks
    # (low half) or on something in its way (high half).
    met = NONE
    for i in range(LENGTH[1 - axis, block]):
        behind = state.lines[line + i + 1] & ~(SHAPE[axis, block, i + 1] << np.uint64(place))
        closed = CENTRE_PLACES << HALF if is_central(number + i) else NONE
        around = ((here | closed) & HIGH) | ((before | here | behind) & LOW)
        for k in range(LENGTH[axis, block]):
            if has(SHAPE[axis, block, i], k + 1):
                met |= around >> np.uint64(k)
        before, here = here, behind
    own = ONE << np.uint64(place + 1)
    free = reach(met >> HALF, own)
    touching = met | (met << ONE) | (met >> ONE)
    first = lowest(free | own) - 1
    last = first + count(free) + LENGTH[axis, block]
    depends_on = np.uint32(max(first - 1, 0)) << FROM | np.uint32(min(last, SIZE - 1)) << TO
    targets = np.uint32(without_own(free & touching, place))
    state.slides[axis * N_BLOCKS + block] = targets | depends_on


@rule
def update_slides(state, columns, rows):
    """Find the slides of the blocks that a change in these columns and rows affects."""
    # The axes are written out: `affected` is vectorised only if it knows its axis (180 → 30 ns).
    along_rows = affected(state, ROWS, rows, columns)
    along_columns = affected(state, COLUMNS, columns, rows)
    while along_rows != NONE:
        find_slides(state, ROWS, lowest(along_rows))
        along_rows &= along_rows - ONE
    while along_columns != NONE:
        find_slides(state, COLUMNS, lowest(along_columns))
        along_columns &= along_columns - ONE


@rule
def affected(state, axis, lines, places):
    """The blocks whose targets on an axis depend on these lines and places (first and last)."""
    line, last_line = np.int32(lines[0]), np.int32(lines[1])
    place, last_place = np.int32(places[0]), np.int32(places[1])
    blocks = np.uint32(0)
    for block in range(N_BLOCKS):
        number = np.int32(state.places[(1 - axis) * N_BLOCKS + block])
        slides = state.slides[axis * N_BLOCKS + block]
        first, last = np.int32((slides >> FROM) & FIVE_BITS), np.int32(slides >> TO)
        # Differences, none of which is below zero if it depends on them: truths make slow vectors.
        before, behind = np.int32(last_line - number), np.int32(number + LENGTH[1 - axis, block])
        left, right = np.int32(last_place - first), np.int32(last - place)
        if np.int32(before | np.int32(behind - 1 - line) | left | right) >= 0:
            blocks = np.uint32(blocks | BLOCK_BIT[block])
    return np.uint64(blocks)


@rule
def block_targets(state, block):
    """The other places that a block may go to; those in its columns are in the high half."""
    in_column = np.uint64(state.slides[N_BLOCKS + block]) & TARGETS
    return (np.uint64(state.slides[block]) & TARGETS) | in_column << HALF
