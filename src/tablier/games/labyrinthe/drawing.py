"""What people see of Le Jeu du Labyrinthe: the maze and its pieces as shapes, and as letters.

The board and the pieces are drawn in maze.py. Spots are the squares and, on a strip beside the
board, the blocks, the directions and the distances.
"""

from collections.abc import Mapping
from itertools import product
from math import dist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.games.labyrinthe.layout import CAMPS, Square, square_name
from tablier.games.labyrinthe.maze import (
    BUTTONS,
    HEIGHT,
    MIDDLES,
    PIECES,
    WIDTH,
    Point,
    around,
    maze,
    middle,
)
from tablier.games.labyrinthe.notation import (
    BLOCK_NAMES,
    NAMES,
    NUMBERS,
    STEPS,
    TOKENS,
    anchors,
    block_name,
    block_squares,
    is_white,
    pawns_of,
)
from tablier.games.labyrinthe.rules import (
    BLOCK,
    FIRST_MOVE,
    FIRST_PUT,
    NO_BLOCK,
    PAWN,
    SIZE,
    pawns_inside,
)
from tablier.shapes import Board, Leg, Mark, Spot

SCENE = (
    "p17,c12,l7,h6,r20,m13,h12,k5,i8,i20,l17,k7,k19,g15,r14,i5,c21,r17,g7,m4,k15,s7,e10,k3,"
    "f20,s16,b3,m10,k21,a5,p5,f1 a8,c13,k10,k12/j14,k11,l10,u4 2 - - E1 - 393"
)


def board(options: NDArray[np.int32]) -> Board:
    """The maze; the camps are coloured as the players sit."""
    squares = map(square_spot, range(SIZE * SIZE))
    strip = map(button_spot, BUTTONS)
    layers = maze(int(options[0]), int(options[1]))
    return Board(WIDTH, HEIGHT, layers, (*squares, *strip), PIECES)


# Spots


def spots(action: int) -> tuple[str, ...]:
    """A pawn and its goal; the new square of a displaced pawn, twice; a block, its way, how far."""
    token = TOKENS[action]
    if action < FIRST_PUT:
        start, goal = token.split("-")
        return start, goal
    if action < FIRST_MOVE:
        return token[1:], token[1:]
    name, way = token.split(":")
    return name, way[0], way[1:]


KEYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
RIM = {
    NAMES[square]: middle(*divmod(square, SIZE)) for square in range(SIZE * (SIZE - 1), SIZE * SIZE)
}
"""The squares of the last column, with the strip to their right."""


def square_spot(square: int) -> Spot:
    """A square, with those beside it; from the last column the keys lead on to the strip."""
    column, row = divmod(square, SIZE)
    beside = {
        key: NAMES[(column + right) * SIZE + row - down]
        for key, (right, down) in KEYS.items()
        if 0 <= column + right < SIZE and 0 <= row - down < SIZE
    }
    here = middle(column, row)
    if column == SIZE - 1:
        beside["right"] = nearest(here, BUTTONS)
    return Spot(NAMES[square], NAMES[square], *here, around(here, 0.5), beside)


def button_spot(name: str) -> Spot:
    """A button of the strip; from its left side the keys lead back to the board."""
    here, beside = BUTTONS[name], {}
    for key, (right, down) in KEYS.items():
        ahead = {
            each: (x, y)
            for each, (x, y) in {**BUTTONS, **(RIM if key == "left" else {})}.items()
            if right * (x - here[0]) + down * (y - here[1]) > 0.4
            and (down or abs(y - here[1]) < 0.6)
        }
        if ahead:
            beside[key] = nearest(here, ahead)
    return Spot(name, name, *here, around(here, 0.5), beside)


def nearest(here: Point, places: Mapping[str, Point]) -> str:
    """The place that is nearest."""
    return min(places, key=lambda name: dist(here, places[name]))


# Pieces


def marks(state: Any) -> list[Mark]:
    """The blocks by their names, the barred one with its sign, and the pawns by their squares."""
    lying = anchors(state)
    found = [
        Mark(name, name, *block_place(block, at), spot=square_name(at))
        for block, (name, at) in enumerate(zip(BLOCK_NAMES, lying, strict=True))
    ]
    if state.barred != NO_BLOCK:
        found.append(Mark("barred", "barred", *middle(*lying[state.barred])))
    return [*found, *pawn_marks(state)]


def block_place(block: int, at: Square) -> Point:
    """The middle of a block with its anchor there."""
    x, y = middle(*at)
    right, down = MIDDLES[block]
    return x + right, y + down


DISPLACED = "-displaced"


def pawn_marks(state: Any) -> list[Mark]:
    """The pawns; one that is to be displaced lies below and beside the one that has arrived."""
    mover, doubled = int(state.turn), int(state.doubled)
    found: dict[str, Mark] = {}
    for seat in (*(each for each in range(state.players) if each != mover), mover):
        for square in pawns_of(state, seat):
            x, y = middle(*divmod(square, SIZE))
            mark = pawn_id(seat, square)
            if square == doubled and (seat != mover or mark in found):
                mark, x, y = f"{mark}{DISPLACED}", x + 0.16, y + 0.16
            found[mark] = Mark(mark, f"pawn-{seat + 1}", x, y, spot=NAMES[square])
    return sorted(found.values(), key=lambda mark: not mark.id.endswith(DISPLACED))


def pawn_id(seat: int, square: int) -> str:
    """The id of a seat's pawn on a square."""
    return f"pawn-{seat + 1}-{NAMES[square]}"


def displaced_id(state: Any) -> str:
    """The id of the pawn that is to be displaced."""
    return next(mark.id for mark in pawn_marks(state) if mark.id.endswith(DISPLACED))


def route(state: Any, action: int) -> tuple[Leg, ...]:
    """Everything slides in a straight line; a displaced pawn goes straight to its new square."""
    token = TOKENS[action]
    if action < FIRST_PUT:
        start, goal = (NUMBERS[name] for name in token.split("-"))
        way = middle(*divmod(start, SIZE)), middle(*divmod(goal, SIZE))
        return (Leg(pawn_id(int(state.turn), start), way),)
    if action < FIRST_MOVE:
        here = middle(*divmod(int(state.doubled), SIZE))
        return (Leg(displaced_id(state), (here, middle(*divmod(NUMBERS[token[1:]], SIZE)))),)
    name, way_token = token.split(":")
    block = BLOCK_NAMES.index(name)
    x, y = block_place(block, anchors(state)[block])
    (right, up), distance = STEPS[way_token[0]], int(way_token[1:])
    return (Leg(name, ((x, y), (x + right * distance, y - up * distance))),)


# Letters

PAWN_SIGN, BLOCK_SIGN, WHITE_SIGN, FREE_SIGN, CAMP_SIGN = "●", "▦", "□", "·", "o"
DONE_SIGN, OPEN_SIGN, MOVER_SIGN, BARRED_SIGN = "✓", "·", "▸", "×"
MARGIN = "     "


def text(state: Any) -> str:
    """The board in letters: a block shows its name on each square, a pawn its player.

    □ is the centre, o a camp; two digits are the pawn that has arrived and the one it displaces.
    Below stand the pawns in the centre, what of the turn is done, the barred block and the turns.
    """
    letters = MARGIN + "".join(f"{NAMES[column * SIZE][0]:>2} " for column in range(SIZE))
    signs = board_signs(state)
    rows = []
    for row in reversed(range(SIZE)):
        squares = "".join([signs[column, row] for column in range(SIZE)])
        rows.append(f" {row + 1:>2}  {squares} {row + 1}")
    lines = [letters, *rows, letters, "", MARGIN + tally(state)]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def ground_sign(column: int, row: int) -> str:
    """What a square looks like with nothing on it."""
    if column in CAMPS and row in CAMPS:
        return f" {CAMP_SIGN} "
    return f" {WHITE_SIGN} " if is_white((column, row)) else f" {FREE_SIGN} "


GROUND = {(column, row): ground_sign(column, row) for column, row in product(range(SIZE), repeat=2)}


def board_signs(state: Any) -> dict[Square, str]:
    """Three letters for each square, the last one a space."""
    signs, doubled = dict(GROUND), int(state.doubled)
    for square, block in block_squares(state).items():
        signs[square] = f"{BLOCK_NAMES[block]:>2} "
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
