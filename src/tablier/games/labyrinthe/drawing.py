"""The drawing of Le Jeu du Labyrinthe: spots, pieces and routes as shapes, and the text board.

The board and the pieces are drawn in board.py. Spots are the squares. A block is taken by its
handle, the square with its name, and put down where the handle shall lie. Where a block may be
left alone, a button ends the turn.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product, starmap
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from tablier.frame import padded
from tablier.games.labyrinthe.blocks import SIZE
from tablier.games.labyrinthe.board import (
    BARRED_AT,
    FRAME,
    HANDLES,
    MIDDLES,
    PIECES,
    SIDE,
    block_kind,
    camps_of,
    layers,
    middle,
)
from tablier.games.labyrinthe.layout import Square, is_camp, square_name
from tablier.games.labyrinthe.notation import (
    BLOCK_NAMES,
    NAMES,
    NUMBERS,
    STEPS,
    TOKENS,
    all_pawns,
    anchors,
    block_name,
    block_squares,
    is_white,
    on_board,
    pawn_comes_first,
    standing,
)
from tablier.games.labyrinthe.rules import (
    ACTIONS,
    BLOCK,
    BLOCK_OF,
    FIRST_MOVE,
    FIRST_PUT,
    NO_BLOCK,
    NOWHERE,
    PASS,
    PAWN,
    PAWN_FIRST,
    PLAYERS,
    pawns_inside,
)
from tablier.position import fields
from tablier.shapes import Board, Leg, Mark, Point

SCENE = (
    "p17,c12,l7,h6,r20,m13,h12,k5,i8,i20,l17,k7,k19,g15,r14,i5,c21,r17,g7,m4,k15,s7,e10,k3,"
    "f20,s16,b3,m10,k21,a5,p5,f1 a8,c13,k10,k12/j14,k11,l10,u4 2 - - E1 - 393"
)
SEATS = tuple(f"pawn-{seat + 1}" for seat in range(PLAYERS))


def board(options: NDArray[np.int32]) -> Board:
    """The maze; the camps are coloured as the players sit."""
    players, corners, order = map(int, options[:3])
    far = [seat for seat, (_, row) in camps_of(players, corners).items() if row > SIZE // 2]
    buttons = (TOKENS[PASS],) if order == PAWN_FIRST else ()
    maze = layers(players, corners)
    return Board(SIDE, SIDE, maze, FRAME.spots(), PIECES, buttons, SEATS, far)


# Spots


def ways(state: Any, actions: Sequence[int]) -> list[int]:
    """Where the pawn or block is clicked that an action moves; the actions come in their order.

    Added to the action is ACTIONS times one more than the square of the displaced pawn, or of the
    handle; for a slide it is ACTIONS where something else is clicked first, a block or two pawns,
    and for pass where there is no button for it.
    """
    firsts = FIRST_PUT, FIRST_MOVE, PASS
    first_put, first_move, end = (bisect_left(actions, first) for first in firsts)
    doubled = fields(state).doubled
    displaced = 0 if doubled == NOWHERE else ACTIONS * (doubled + 1)
    handles = ways_of_handles(anchors(state))
    return [
        *ways_of_slides(state, actions[:first_put]),
        *[action + displaced for action in actions[first_put:first_move]],
        *[action + handles[MOVED_BLOCK[action]] for action in actions[first_move:end]],
        *[action + ACTIONS * (not pawn_comes_first(state)) for action in actions[end:]],
    ]


@lru_cache(maxsize=1024)  # blocks stay where they are while pawns move
def ways_of_handles(lying: tuple[int, ...]) -> list[int]:
    """What a way adds for the handle of each block."""
    return [ACTIONS * at + step for at, step in zip(lying, HANDLE_WAYS, strict=True)]


def ways_of_slides(state: Any, slides: Sequence[int]) -> Sequence[int]:
    """Slides can be clicked but where something else is clicked first: a block, two pawns."""
    doubled = fields(state).doubled
    starts = map(START_OF.__getitem__, slides)
    if doubled == NOWHERE and set().union(*all_pawns(state)).issuperset(starts):
        return slides  # no pawn stands on a block
    taken = {column * SIZE + row for column, row in block_squares(state)} | {doubled}
    return [slide + ACTIONS * (START_OF[slide] in taken) for slide in slides]


def path(way: int) -> tuple[str, ...]:
    """A pawn and its goal, the displaced one and its, a handle and where it shall lie, or a button.

    Where a block or the displaced pawn is clicked, no other pawn is.
    """
    clicked, action = divmod(way, ACTIONS)
    if action < FIRST_PUT:
        return () if clicked else squares_of_slide(action)
    if action < FIRST_MOVE:
        return (NAMES[clicked - 1], TOKENS[action][1:]) if clicked else ()
    if action == PASS:
        return () if clicked else (TOKENS[PASS],)
    column, row = divmod(clicked - 1, SIZE)
    _, right, up = way_of_block(action)
    there = column + right, row + up
    return (NAMES[clicked - 1], square_name(there)) if on_board(there) else ()


@cache
def squares_of_slide(action: int) -> tuple[str, str]:
    """From where to where a pawn slides by this action."""
    start, goal = TOKENS[action].split("-")
    return start, goal


@cache
def way_of_block(action: int) -> tuple[int, int, int]:
    """Which block this action moves, and how far to the right and up."""
    name, way = TOKENS[action].split(":")
    (right, up), distance = STEPS[way[0]], int(way[1:])
    return BLOCK_NAMES.index(name), right * distance, up * distance


START_OF = tuple(NUMBERS[squares_of_slide(action)[0]] for action in range(FIRST_PUT))
MOVED_BLOCK = (*[NO_BLOCK] * FIRST_MOVE, *BLOCK_OF.tolist())
"""The block that an action moves."""
HANDLE_STEPS = tuple(column * SIZE + row for column, row in HANDLES)
"""From the number of a block's anchor to that of its handle."""
HANDLE_WAYS = tuple(ACTIONS * (step + 1) for step in HANDLE_STEPS)


# Pieces


def marks(state: Any) -> list[Mark]:
    """The blocks by their names, the barred one with its sign, and the pawns by their squares."""
    lying, barred = anchors(state), fields(state).barred
    sign = [] if barred == NO_BLOCK else [barred_mark(barred, lying[barred])]
    return [*block_marks(lying), *sign, *pawn_marks(state)]


@lru_cache(maxsize=1024)  # blocks stay where they are while pawns move
def block_marks(lying: tuple[int, ...]) -> list[Mark]:
    """All blocks with their anchors there."""
    return list(map(block_mark, range(len(lying)), lying))


@cache
def block_mark(block: int, at: int) -> Mark:
    """A block with its anchor there; its spot is its handle."""
    spot = NAMES[at + HANDLE_STEPS[block]]
    return Mark(BLOCK_NAMES[block], block_kind(block), *block_place(block, at), spot=spot)


@cache
def barred_mark(block: int, at: int) -> Mark:
    """The sign on a block that the player before has moved."""
    (column, row), (right, up) = divmod(at, SIZE), BARRED_AT[block]
    place, spot = middle(column + right, row + up), NAMES[at + HANDLE_STEPS[block]]
    return Mark(f"barred-{BLOCK_NAMES[block]}", "barred", *place, spot=spot)


def block_place(block: int, at: int) -> Point:
    """The middle of a block with its anchor there."""
    x, y = middle(*divmod(at, SIZE))
    right, down = MIDDLES[block]
    return x + right, y + down


DISPLACED = "-displaced"


def pawn_marks(state: Any) -> list[Mark]:
    """The pawns; one that is to be displaced lies below and beside the one that has arrived."""
    mover, doubled = fields(state).turn, fields(state).doubled
    if doubled == NOWHERE:
        return list(starmap(pawn_mark, standing(state)))
    found: dict[str, Mark] = {}
    for seat, square in standing(state):
        mark = pawn_mark(seat, square)
        if square == doubled and (seat != mover or mark.id in found):
            mark = displaced_mark(seat, square)
        found[mark.id] = mark
    return sorted(found.values(), key=lambda mark: not mark.id.endswith(DISPLACED))


@cache
def pawn_mark(seat: int, square: int) -> Mark:
    """A pawn of that seat."""
    here = middle(*divmod(square, SIZE))
    return Mark(pawn_id(seat, square), SEATS[seat], *here, spot=NAMES[square])


def displaced_mark(seat: int, square: int) -> Mark:
    """A pawn of that seat which is to be displaced."""
    lying = pawn_mark(seat, square)
    return replace(lying, id=f"{lying.id}{DISPLACED}", x=lying.x + 0.16, y=lying.y + 0.16)


def pawn_id(seat: int, square: int) -> str:
    """The id of a seat's pawn on a square."""
    return f"pawn-{seat + 1}-{NAMES[square]}"


def route(state: Any, action: int) -> tuple[Leg, ...]:
    """Everything slides in a straight line; a displaced pawn goes straight to its new square."""
    token = TOKENS[action]
    if action < FIRST_PUT:
        start, goal = (NUMBERS[name] for name in token.split("-"))
        way = middle(*divmod(start, SIZE)), middle(*divmod(goal, SIZE))
        return (Leg(pawn_id(fields(state).turn, start), way),)
    if action < FIRST_MOVE:
        pawn = next(mark for mark in pawn_marks(state) if mark.id.endswith(DISPLACED))
        here, there = (pawn.x, pawn.y), middle(*divmod(NUMBERS[token[1:]], SIZE))
        return (Leg(pawn.id, (here, there)),)
    if action == PASS:
        return ()
    block, right, up = way_of_block(action)
    x, y = block_place(block, anchors(state)[block])
    return (Leg(BLOCK_NAMES[block], ((x, y), (x + right, y - up))),)


# Letters

PAWN_SIGN, BLOCK_SIGN, WHITE_SIGN, FREE_SIGN, CAMP_SIGN = "●", "▦", "□", "·", "o"
DONE_SIGN, OPEN_SIGN, MOVER_SIGN, BARRED_SIGN = "✓", "·", "▸", "×"
MARGIN = "     "


def text(state: Any) -> str:
    """The board in letters: a block shows its name on each square, a pawn its player.

    □ is the centre, o a camp; two digits are the pawn that has arrived and the one it displaces.
    The barred block has × at its handle. Below stand the pawns in the centre, what of the turn is
    done, the barred block and the turns.
    """
    letters = MARGIN + "".join(f"{NAMES[column * SIZE][0]:>2} " for column in range(SIZE))
    signs = board_signs(state)
    rows = []
    for row in reversed(range(SIZE)):
        squares = "".join([signs[column, row] for column in range(SIZE)])
        rows.append(f" {row + 1:>2}  {squares} {row + 1}")
    lines = [letters, *rows, letters, "", MARGIN + tally(state)]
    return padded(lines)


def ground_sign(column: int, row: int) -> str:
    """What a square looks like with nothing on it."""
    if is_camp((column, row)):
        return f" {CAMP_SIGN} "
    return f" {WHITE_SIGN} " if is_white((column, row)) else f" {FREE_SIGN} "


GROUND = {(column, row): ground_sign(column, row) for column, row in product(range(SIZE), repeat=2)}


def board_signs(state: Any) -> dict[Square, str]:
    """Three letters for each square, the last one a space or the sign of the barred block."""
    signs, doubled, barred = dict(GROUND), int(state.doubled), int(state.barred)
    for square, block in block_squares(state).items():
        signs[square] = f"{BLOCK_NAMES[block]:>2} "
    if barred != NO_BLOCK:
        handle = divmod(anchors(state)[barred] + HANDLE_STEPS[barred], SIZE)
        signs[handle] = f"{BLOCK_NAMES[barred]:>2}{BARRED_SIGN}"
    displaced = ""
    for mark in pawn_marks(state):
        player = mark.piece[-1]
        sign = PAWN_SIGN + player
        if NUMBERS[mark.spot] == doubled:
            sign = player + displaced
            displaced = player
        signs[divmod(NUMBERS[mark.spot], SIZE)] = f"{sign} "
    return signs


def tally(state: Any) -> str:
    """What the board does not show."""
    players = []
    for seat in range(state.players):
        sign = MOVER_SIGN if seat == state.turn else " "
        players.append(f"{sign}{PAWN_SIGN}{seat + 1} {WHITE_SIGN} {pawns_inside(state, seat)}")
    pawn = DONE_SIGN if state.done == PAWN else OPEN_SIGN
    moved = block_name(int(state.moved)) if state.done == BLOCK else OPEN_SIGN
    halves = f"{PAWN_SIGN} {pawn}  {BLOCK_SIGN} {moved}"
    barred = f"{BARRED_SIGN} {block_name(int(state.barred))}"
    return f"{'  '.join(players)}   {halves}   {barred}   {state.turns}/{state.turn_limit}"
