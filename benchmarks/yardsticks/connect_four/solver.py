"""Exact values of Connect Four: who wins a position, or whether nobody does.

A search with alpha and beta over bits, which keeps what it learnt in a table. Values are those of
the seat to move: WIN, DRAW or LOSS; how long it takes does not matter, which keeps it short.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.portable import NONE, ONE, count, kernel
from tablier.position import Position
from yardsticks.connect_four.rules import COLUMNS, FULL, HEIGHT, ROWS, UP, has_four
from yardsticks.connect_four.threats import wins

WIN, DRAW, LOSS, CLOSED = 1, 0, -1, 2
"""Values of a move; the last stands for a column that is full."""

CELLS = COLUMNS * ROWS
FLOOR = FULL & ~(FULL << UP)
COLUMN = (ONE << np.uint64(ROWS)) - ONE
ODD_ROWS = FLOOR | FLOOR << np.uint64(2) | FLOOR << np.uint64(4)
EVEN_ROWS = FULL & ~ODD_ROWS
MIRRORED_UP_TO = 14  # stones: later, a position hardly ever meets its mirror image
FROM_CENTRE = np.array([3, 2, 4, 1, 5, 0, 6])

# An entry of the table has the number of a position, then its bounds, each 0 to 2 for −1 to 1.
BOUNDS, KEY = np.uint64(4), np.uint64(COLUMNS * HEIGHT)  # bits
BOUND, UPPER = np.uint64(3), np.uint64(2)
SHALLOW, RECENT = np.uint64(0), np.uint64(1)  # of two entries, one is for what took long
BY_32 = np.uint64(32)
SCATTER = np.uint64(0x9E3779B97F4A7C15)


@kernel
def solve(table, stack, own, stones, alpha, beta):
    """The value of a position where the mover cannot win at once, if it is within the bounds.

    Otherwise it is at least or at most what is returned. `stack` is scratch: moves by depth.
    """
    moves = safe_moves(own, stones)
    if moves == NONE:
        return LOSS
    played = count(stones)
    if played >= CELLS - 2:
        return DRAW
    if not has_four(own | (FULL & ~stones)):
        beta = min(beta, DRAW)
    if not has_four((stones ^ own) | (FULL & ~stones)):
        alpha = max(alpha, DRAW)
    if is_even(stones):
        beta = min(beta, most_when_followed(own, stones))
    if alpha >= beta:
        return alpha
    key = number(own, stones, played)
    place = (key * SCATTER >> BY_32) & np.uint64(len(table) // 2 - 1)
    known = find(table, place, key)
    alpha = max(alpha, np.int64(known & BOUND) - 1)
    beta = min(beta, np.int64(known >> UPPER & BOUND) - 1)
    if alpha >= beta:
        return alpha
    best = LOSS
    limit = alpha
    n = order(stack[played], own, stones, moves)
    for i in range(n):
        move = stack[played, i] & FULL
        value = -solve(table, stack, stones ^ own, stones | move, -beta, -limit)
        best = max(best, value)
        limit = max(limit, value)
        if best >= beta:
            break
    keep(table, place, key, known, best, alpha, beta)
    return best


@kernel
def is_even(stones):
    """Has every column an even number of stones?"""
    tops = (stones + FLOOR) & ~stones
    return tops & EVEN_ROWS == NONE


@kernel
def most_when_followed(own, stones):
    """The most that the mover can get if the other puts each stone upon the mover's last one.

    Then the odd rows are all for the mover, the even ones for the other.
    """
    empty = FULL & ~stones
    if has_four(own | (empty & ODD_ROWS)):
        return WIN
    return LOSS if has_four((stones ^ own) | (empty & EVEN_ROWS)) else DRAW


@kernel
def safe_moves(own, stones):
    """The cells to play at which the other does not win by the next move; none if all lose."""
    open_cells = (stones + FLOOR) & FULL
    threats = wins(stones ^ own, stones)
    forced = open_cells & threats
    if forced != NONE:
        if forced & (forced - ONE) != NONE:
            return NONE
        open_cells = forced
    return open_cells & ~(threats >> UP)


@kernel
def order(out, own, stones, moves):
    """Write the moves, those first that threaten most, then from the centre; return how many."""
    n = 0
    for i in range(COLUMNS):
        move = moves & (COLUMN << np.uint64(HEIGHT * FROM_CENTRE[i]))
        if move != NONE:
            after = own | move
            rank = np.uint64(count(wins(after, stones | move))) << np.uint64(60)
            j = n
            while j > 0 and out[j - 1] >> np.uint64(60) < rank >> np.uint64(60):
                out[j] = out[j - 1]
                j -= 1
            out[j] = rank | move
            n += 1
    return n


@kernel
def number(own, stones, played):
    """A number of the position, its stones counted in front; early, its mirror image has it too."""
    key = own + stones + FLOOR
    if played <= MIRRORED_UP_TO:
        key = min(key, mirrored(key))
    return np.uint64(played) << KEY | key


@kernel
def mirrored(bits):
    """The columns of a set from right to left."""
    seen = NONE
    for column in range(COLUMNS):
        part = bits >> np.uint64(HEIGHT * column) & ((ONE << np.uint64(HEIGHT)) - ONE)
        seen |= part << np.uint64(HEIGHT * (COLUMNS - 1 - column))
    return seen


@kernel
def find(table, place, key):
    """The bounds of a position, as they are kept: from −1 to 1 if nothing is known."""
    for entry in (SHALLOW, RECENT):
        kept = table[np.uint64(2) * place + entry]
        if kept >> BOUNDS == key:
            return kept & ((ONE << BOUNDS) - ONE)
    return np.uint64(2) << UPPER


@kernel
def keep(table, place, key, known, value, alpha, beta):
    """Keep what is known now: a value at beta or above is a lower bound, at alpha an upper one."""
    lower, upper = known & BOUND, known >> UPPER & BOUND
    if value > alpha:
        lower = max(lower, np.uint64(value + 1))
    if value < beta:
        upper = min(upper, np.uint64(value + 1))
    entry = key << BOUNDS | upper << UPPER | lower
    first = np.uint64(2) * place
    held = table[first] >> BOUNDS
    if held == NONE or held >> KEY >= key >> KEY:
        table[first] = entry
    else:
        table[first + RECENT] = entry


@dataclass
class Solver:
    """Solves positions; what it learns of one helps with the next. 2 ** `bits` entries are kept.

    Several threads can use it: an entry is one number, so they never see half of one.
    """

    bits: int = 24
    table: NDArray[Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.table = np.zeros(1 << self.bits, np.uint64)

    def values(self, position: Position) -> tuple[int, ...]:
        """What each column is worth to the mover: WIN, DRAW, LOSS or CLOSED."""
        return tuple(
            -self.value(position.after(each)) if each in position.legal_actions else CLOSED
            for each in range(COLUMNS)
        )

    def value(self, position: Position) -> int:
        """What a position is worth to the mover."""
        outcome = position.outcome()
        if outcome is not None:
            return int(outcome.payoffs[position.turn])
        if any(position.after(each).state.won for each in position.legal_actions):
            return WIN
        return WIN if self._solve(position, DRAW, WIN) == WIN else self._solve(position, LOSS, DRAW)

    def _solve(self, position: Position, alpha: int, beta: int) -> int:
        state, stack = position.state, np.zeros((CELLS, COLUMNS), np.uint64)
        own = state.stones ^ state.waiting
        return int(solve(self.table, stack, own, state.stones, alpha, beta))
