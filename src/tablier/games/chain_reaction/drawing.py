"""What people see of Chain Reaction: the cloth and its pieces as shapes, and as letters.

Spots are the squares, the goal squares and the hand, where a piece waits to be put back. Pieces are
all alike, so a mark is known by its colour and its place.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product
from math import dist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.games.chain_reaction.cloth import (
    CAMPS,
    DIE,
    HAND,
    HEIGHT,
    PIECES,
    SCORES,
    WIDTH,
    Point,
    around,
    cloth,
    middle,
)
from tablier.games.chain_reaction.notation import (
    COLOURS,
    EMPTY,
    NAMES,
    SIGNS,
    TOKENS,
    name,
    place,
    signs,
)
from tablier.games.chain_reaction.rules import (
    COLUMNS,
    MOST_SEGMENTS,
    OPEN,
    PUT_BACKS,
    ROWS,
    SQUARES,
    STEPS,
    play,
)
from tablier.shapes import Board, Leg, Mark, Spot

SCENE = "..b.b../.bwbbb./..b.X.b/.b.w..b/.....w./..w.w../.www.../..ww... w 2 - 5 7 40"
VIEWS: Mapping[str, str] = {}
HAND_SPOT = "hand"
BESIDE_HAND = "g5"
SEATS = ("white", "black")


def board(options: NDArray[np.int32]) -> Board:
    """The cloth; the target is written beside the scores."""
    squares = [square_spot(col, row) for col, row in product(range(COLUMNS), range(-1, ROWS + 1))]
    hand = Spot(HAND_SPOT, HAND_SPOT, *HAND, around(HAND, 0.5), {"left": BESIDE_HAND})
    return Board(WIDTH, HEIGHT, cloth(int(options[0])), (*squares, hand), PIECES)


def square_spot(col: int, row: int) -> Spot:
    """A square or goal square, with those beside it."""
    x, y = middle(col, row)
    return Spot(name(col, row), name(col, row), x, y, around((x, y), 0.5), neighbours(col, row))


def neighbours(col: int, row: int) -> Mapping[str, str]:
    """Where the arrow keys lead."""
    ways = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
    found = {
        key: name(col + right, row + up)
        for key, (right, up) in ways.items()
        if 0 <= col + right < COLUMNS and -1 <= row + up <= ROWS
    }
    return found | {"right": HAND_SPOT} if name(col, row) == BESIDE_HAND else found


def spots(state: Any, action: int) -> tuple[str, str]:  # noqa: ARG001
    """The piece or tower, then where it goes; from the hand for a piece that is put back."""
    token = TOKENS[action]
    start, end = (HAND_SPOT, token[1:]) if action >= PUT_BACKS else (token[:2], token[-2:])
    return start, end


# Pieces


def marks(state: Any) -> list[Mark]:
    """The pieces, in a tower the lower one first; the hand, the scores and the die."""
    found = [
        mark
        for square, letter in enumerate(signs(state))
        if letter != EMPTY
        for mark in piece_marks(NAMES[square], letter)
    ]
    if state.returning:
        found.append(Mark(hand_id(state), SEATS[state.turn], *HAND, spot=HAND_SPOT))
    for seat, colour in enumerate(SEATS):
        points = str(state.score[seat])
        found.append(Mark(f"{colour}-score", f"{colour}-score", *SCORES[seat], letters=points))
    return found + die_marks(state)


PEEPING = 0.2  # further from the middle of its square lies no piece


@cache
def piece_marks(square: str, letter: str) -> tuple[Mark, ...]:
    """The piece on a square; two for a tower, the lower one peeping out below the other."""
    top, under = SIGNS[letter]
    assert top is not None
    x, y = middle(*place(square))
    if under is None:
        return (Mark(piece_id(top, square), SEATS[top], x, y, spot=square),)
    return (
        Mark(below_id(under, square), SEATS[under], x + 0.06, y + 0.12, spot=square),
        Mark(piece_id(top, square), SEATS[top], x - 0.04, y - 0.08, spot=square),
    )


def piece_id(seat: int, square: str) -> str:
    """The id of a single piece, or of the upper one of a tower."""
    return f"{SEATS[seat]}-{square}"


def below_id(seat: int, square: str) -> str:
    """The id of the lower piece of a tower."""
    return f"{SEATS[seat]}-{square}-below"


def hand_id(state: Any) -> str:
    """The id of the piece that waits to be put back."""
    return f"{SEATS[state.turn]}-{HAND_SPOT}"


def die_marks(state: Any) -> list[Mark]:
    """The die, while there are segments to play."""
    if state.standing != OPEN or state.returning:
        return []
    return [Mark("die", f"die-{MOST_SEGMENTS - state.segments}", *DIE)]


def route(state: Any, action: int) -> list[Leg]:
    """A piece goes straight to its square; of a tower the lower one first, then the upper one."""
    start, end = spots(state, action)
    goal = middle(*place(end))
    mover = hand_id(state) if start == HAND_SPOT else piece_id(int(state.turn), start)
    goals = {mover: goal}
    if STEPS <= action < PUT_BACKS:
        x, y = middle(*place(start))
        near = (x + goal[0]) / 2, (y + goal[1]) / 2
        goals = {below_id(int(state.under), start): near, mover: goal}
    return legs(state, action, goals)


def legs(state: Any, action: int, goals: Mapping[str, Point]) -> list[Leg]:
    """The ways of pieces to the middles of squares; in a tower they lie a little beside those."""
    after = state.copy()
    play(after, action)
    lying, landed = {mark.id: mark for mark in marks(state)}, marks(after)
    found = []
    for mover, goal in goals.items():
        mark = lying[mover]
        places = [(each.x, each.y) for each in landed if each.piece == mark.piece]
        near = [place for place in places if dist(place, goal) < PEEPING]
        found.append(Leg(mover, ((mark.x, mark.y), near[-1] if near else goal)))
    return found


# Letters

DISCS = {"w": "○", "b": "●"}
FREE, CAMP = "", "·"
PLAYED, LEFT = "■", "□"
MARGIN = "    "


def text(state: Any) -> str:
    """The board in letters: ○ and ● pieces, ○/● a tower (the upper piece first), · the camps.

    Rows 9 and 0 are the goal lines. Below stand the scores, the segments of this turn, the piece
    to put back, and the turns played.
    """
    letters = MARGIN + "".join(f"{letter:^6}" for letter in "abcdefg")
    worth = "".join(f"{2 if col == COLUMNS // 2 else 1:^6}" for col in range(COLUMNS))
    rule = "┼".join(["─────"] * COLUMNS)
    board = signs(state)
    rows: list[str] = []
    for row in reversed(range(ROWS)):
        rows += [_row(board, row), f"{MARGIN[1:]}├{rule}┤"]
    lines = [
        letters,
        f" 9  {worth}",
        f"{MARGIN[1:]}┌{rule.replace('┼', '┬')}┐",
        *rows[:-1],
        f"{MARGIN[1:]}└{rule.replace('┼', '┴')}┘",
        f" 0  {worth}",
        letters,
        f"{MARGIN}{_tally(state)}",
    ]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def _row(board: list[str], row: int) -> str:
    cells = [f"{_cell(board[square], square):^5}" for square in range(row, SQUARES, ROWS)]
    camp = {0: "A", 1: "B", 2: "C"}.get(min(row, ROWS - 1 - row), " ")
    return f" {row + 1} │{'│'.join(cells)}│ {camp}"


def _cell(letter: str, square: int) -> str:
    top, under = SIGNS[letter]
    if top is None:
        return CAMP if square in CAMPS else FREE
    upper = DISCS[COLOURS[top]]
    return upper if under is None else f"{upper}/{DISCS[COLOURS[under]]}"


def _tally(state: Any) -> str:
    arrows = "▸ " if state.turn == 0 else " ▸"
    scores = "   ".join(
        f"{arrow} {disc} {points}/{state.target}"
        for arrow, disc, points in zip(arrows, DISCS.values(), state.score, strict=True)
    )
    played = int(state.segments)
    die = PLAYED * played + LEFT * (MOST_SEGMENTS - played)
    hand = f"@ {DISCS[COLOURS[state.turn]]}" if state.returning else "   "
    return f"{scores}   {die}   {hand}   {state.turns}/{state.turn_limit}"
