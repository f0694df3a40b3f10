"""The routes of Moguli's pawns, gate by gate: to draw a move, and to explain why there is none.

The rules compute only where a move can end. Squares are numbered as in rules.py.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from tablier.games.moguli.paths import ROWS, SQUARES, links
from tablier.portable import members

Storey = tuple[int, int]
"""The gates joined with the one north of them, and with the one east of them."""
ALL = frozenset(range(SQUARES))


@dataclass(frozen=True)
class Way:
    """A move in its three stages; each begins on the gate where the one before ended."""

    first: tuple[int, ...]
    below: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def passed(self) -> tuple[int, ...]:
        """The gates it passes under."""
        return self.below[1:-1]

    @property
    def length(self) -> int:
        """How many steps it takes from gate to gate."""
        return len(self.first) + len(self.below) + len(self.second) - 3


def top(state: Any) -> Storey:
    """The links above."""
    return links(state.north, state.east, state.cylinder)  # type: ignore[no-any-return]


def underside(state: Any) -> Storey:
    """The links below."""
    north, east = state.north ^ state.plain, state.east ^ state.plain
    return links(north, east, state.cylinder)  # type: ignore[no-any-return]


def neighbour(gate: int, storey: Storey, upright: bool) -> int | None:
    """The gate joined with this one, north or south of it or else beside it; each has one at most.

    Beside the last column lies the first: only a cylinder has links there.
    """
    joined, step = (storey[0], 1) if upright else (storey[1], ROWS)
    ahead, behind = (gate + step) % SQUARES, (gate - step) % SQUARES
    return ahead if joined >> gate & 1 else behind if joined >> behind & 1 else None


def line(gate: int, storey: Storey, upright: bool) -> tuple[int, ...]:
    """The gates from this one on to the end of the chain; in a ring, until before this one."""
    gates = [gate]
    following = neighbour(gate, storey, upright)
    while following is not None and following != gate:
        gates.append(following)
        upright = not upright  # a path comes in upright and goes out sideways, or the reverse
        following = neighbour(following, storey, upright)
    return tuple(gates)


def walks(gate: int, storey: Storey, through: Collection[int]) -> Iterator[tuple[int, ...]]:
    """All walks from the gate on one storey: none at all, and both ways along its line."""
    yield (gate,)
    for upright in (True, False):
        gates = line(gate, storey, upright)
        for n in range(2, len(gates) + 1):
            if gates[n - 1] not in through:
                break
            yield gates[:n]


def ways(state: Any, pawn: int, free: Collection[int]) -> Iterator[Way]:
    """All ways for a pawn over free gates, whether it passes under a pawn or not."""
    above, below = top(state), underside(state)
    for first in walks(pawn, above, free):
        for dive in walks(first[-1], below, ALL):
            if len(dive) > 1 and dive[-1] in free:
                for second in walks(dive[-1], above, free):
                    yield Way(first, dive, second)


def others(state: Any, pawn: int) -> frozenset[int]:
    """The gates where any pawn but this one stands."""
    return frozenset(members(state.pawns[0] | state.pawns[1])) - {pawn}


def best_way(state: Any, pawn: int, end: int) -> Way:
    """The way of a legal move: one that earns the bonus if there is any, the shortest of them."""
    blocked = others(state, pawn)
    enemies = members(state.pawns[1 - state.turn])
    found = [
        way
        for way in ways(state, pawn, ALL - blocked)
        if way.second[-1] == end and not blocked.isdisjoint(way.passed)
    ]
    return min(found, key=lambda way: (set(enemies).isdisjoint(way.passed), way.length))


def passes_nobody(state: Any, pawn: int, end: int) -> bool:
    """Do free paths lead from the pawn to this end, if it need not pass under another pawn?"""
    free = ALL - others(state, pawn)
    above = any(walk[-1] == end for walk in walks(pawn, top(state), free))
    return above or any(way.second[-1] == end for way in ways(state, pawn, free))


def first_blocked(state: Any, pawn: int, end: int) -> int | None:
    """The first gate that is not free on the shortest way that would do if all were, if any."""
    blocked = others(state, pawn)
    found = [
        way
        for way in ways(state, pawn, ALL)
        if way.second[-1] == end and not blocked.isdisjoint(way.passed)
    ]
    if not found:
        return None
    way = min(found, key=lambda way: way.length)
    return next(gate for gate in (*way.first, *way.second) if gate in blocked)
