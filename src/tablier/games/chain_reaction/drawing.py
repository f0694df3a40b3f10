"""The drawing of Chain Reaction: spots, pieces and routes as shapes, and the text board.

Spots are the squares, the goal squares and the hand, where a piece waits to be put back. Pieces are
all alike, so a mark is known by its colour and its place.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from tablier.frame import padded
from tablier.games.chain_reaction.board import (
    CAMPS,
    DIE,
    FRAME,
    HAND,
    HEIGHT,
    PIECES,
    WIDTH,
    layers,
    middle,
)
from tablier.games.chain_reaction.notation import (
    COLOURS,
    EMPTY,
    FIELD,
    NAMES,
    NUMBERS,
    SIGNS,
    TOKENS,
    name,
    place,
    signs,
    signs_of,
)
from tablier.games.chain_reaction.rules import (
    COLUMNS,
    MOST_SEGMENTS,
    OPEN,
    PUT_BACKS,
    ROWS,
    SQUARES,
    STATE,
    STEPS,
    play,
)
from tablier.games.chain_reaction.track import LANES, counter, hole, slide, track
from tablier.games.chain_reaction.track import place as hole_place
from tablier.position import fields
from tablier.shapes import Board, Leg, Mark, Point, Spot, around

SCENE = "..b.b../.bwbbb./..b.X.b/.b.w..b/.....w./..w.w../.www.../..ww... w 2 - 5 7 40"
HAND_SPOT = "hand"
BESIDE_HAND = "g5"
SEATS = ("white", "black")


def board(options: NDArray[np.int32]) -> Board:
    """The cloth with the track round it, on which the target stands."""
    hand = Spot(HAND_SPOT, HAND_SPOT, *HAND, around(HAND, 0.5), {"left": BESIDE_HAND})
    target = int(options[0])
    shown, pieces = (*layers(), track(target)), {**PIECES, **COUNTERS}
    return Board(WIDTH, HEIGHT, shown, (*squares(), hand), pieces, seats=SEATS, far=(1,))


def squares() -> list[Spot]:
    """The squares and goal squares; the hand lies to the right of one of them."""
    beside_hand = FIELD.numbers[BESIDE_HAND]
    found = FRAME.spots()
    keys = {**found[beside_hand].neighbours, "right": HAND_SPOT}
    found[beside_hand] = replace(found[beside_hand], neighbours=keys)
    return found


@cache
def path(way: int) -> tuple[str, str]:
    """The piece or tower, then where it goes; from the hand for a piece that is put back."""
    token = TOKENS[way]
    return (HAND_SPOT, token[1:]) if way >= PUT_BACKS else (token[:2], token[-2:])


# Pieces


def marks(state: Any) -> list[Mark]:
    """The pieces, in a tower the lower one first; the hand, the counters and the die."""
    board, now = signs(state), fields(state)
    found: list[Mark] = []
    for first in range(0, SQUARES, ROWS):
        found += column_marks(first, board[first : first + ROWS])
    if now.returning:
        found.append(hand_mark(now.turn))
    found += [
        counter_mark(seat, hole(points, now.target), now.target)
        for seat, points in enumerate(now.score.tolist())
    ]
    if now.standing == OPEN and not now.returning:
        found.append(die_mark(MOST_SEGMENTS - now.segments))
    return found


@lru_cache(maxsize=2**13)  # most moves change two columns
def column_marks(first: int, letters: str) -> list[Mark]:
    """The pieces of a column with that first square."""
    squares = zip(NAMES[first : first + ROWS], letters, strict=True)
    return [
        mark
        for square, letter in squares
        if letter != EMPTY
        for mark in piece_marks(square, letter)
    ]


@cache
def counter_mark(seat: int, number: int, target: int) -> Mark:
    """The counter of a seat in a hole of the track."""
    name = counter_id(seat)
    return Mark(name, name, *hole_place(number, target, LANES[seat]))


def counter_id(seat: int) -> str:
    """The id of the counter of a seat, which is also its kind of piece."""
    return f"{SEATS[seat]}-counter"


COUNTERS = {counter_id(seat): counter(colour) for seat, colour in enumerate(SEATS)}


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


@cache
def hand_mark(seat: int) -> Mark:
    """The piece that waits to be put back."""
    return Mark(f"{SEATS[seat]}-{HAND_SPOT}", SEATS[seat], *HAND, spot=HAND_SPOT)


@cache
def die_mark(left: int) -> Mark:
    """The die with this number of segments left."""
    return Mark("die", f"die-{left}", *DIE)


def route(state: Any, action: int) -> list[Leg]:
    """A piece goes straight to its square; of a tower the lower one first, then the upper one."""
    after = np.frombuffer(bytearray(state.tobytes()), STATE)[0]
    play(after, action)
    then = fields(after)
    landed = signs_of(then)
    if action >= PUT_BACKS:
        hand, (_, end) = hand_mark(fields(state).turn), path(action)
        return [Leg(hand.id, (HAND, landing(sign_on(landed, end), end, hand.piece)))]
    goals = goals_of(action)
    taken = sign_on(signs(state), path(action)[0])
    legs = _legs(action, taken, *[sign_on(landed, goal) for goal in goals])
    now = fields(state)
    return [*legs, *counting(now.target, now.score.tolist(), then.score.tolist())]


@cache
def goals_of(action: int) -> tuple[str, ...]:
    """Where the pieces go that a step or a fall moves."""
    start, end = path(action)
    return (halfway(start, end), end) if action >= STEPS else (end,)


@lru_cache(maxsize=2**12)
def _legs(action: int, taken: str, *landed: str) -> list[Leg]:
    """The ways of the pieces, by their sign before and the signs on their goals afterwards."""
    return [
        Leg(mark.id, ((mark.x, mark.y), landing(sign, goal, mark.piece)))
        for mark, goal, sign in zip(
            lying(taken, path(action)[0]), goals_of(action), landed, strict=True
        )
    ]


def counting(target: int, before: Sequence[int], after: Sequence[int]) -> list[Leg]:
    """The counters slide along the track where a score has changed."""
    if before == after:
        return []
    legs = []
    for seat, scores in enumerate(zip(before, after, strict=True)):
        here, there = (hole(points, target) for points in scores)
        if here != there:
            legs.append(Leg(counter_id(seat), slide(here, there, target, LANES[seat])))
    return legs


def sign_on(board: str, square: str) -> str:
    """What stands on a square; nothing on a goal square."""
    return board[NUMBERS[square]] if square in NUMBERS else EMPTY


def lying(sign: str, square: str) -> tuple[Mark, ...]:
    """The pieces on a square with that sign."""
    return () if sign == EMPTY else piece_marks(square, sign)


def landing(sign: str, square: str, colour: str) -> Point:
    """Where a piece of that colour has come to lie: in a tower a little beside the middle."""
    landed = [(mark.x, mark.y) for mark in lying(sign, square) if mark.piece == colour]
    return landed[-1] if landed else middle(*place(square))


def halfway(start: str, end: str) -> str:
    """The square between two that are two steps apart."""
    (col, row), (end_col, end_row) = place(start), place(end)
    return name((col + end_col) // 2, (row + end_row) // 2)


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
    return padded(lines)


def _row(board: str, row: int) -> str:
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
