"""Mole Hill once more, slowly: sets, strings and the rulebook's own words, to check the fast rules.

Squares are their names (`e4`), a rod is its token (`e4|f4`), and nothing is remembered that can
be worked out again from the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

COLUMNS = "abcdefghi"
ROWS = "1234567"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
CENTRE = "e4"
FLOWERS = {"a4": 2, "e1": 2, "e7": 2, "i4": 2, "b2": 1, "b6": 1, "h2": 1, "h6": 1}
HILLS = 22
LIGHT_HILLS = 10
MOLE, GARDENER = "m", "g"


@dataclass(frozen=True)
class Position:
    """The lawn and whose move it is, under one choice of `centre_start`."""

    visited: tuple[str, ...]
    rods: frozenset[str]
    mover: str
    round: int
    first_score: int | None
    centre_start: str


def read(text: str, options: Mapping[str, object]) -> Position:
    """The position that a well-formed `text` describes."""
    visited, rods, mover, round_, first_score = text.split(" ")
    return Position(
        visited=() if visited == "-" else tuple(visited.split(",")),
        rods=frozenset() if rods == "-" else frozenset(rods.split(",")),
        mover=mover,
        round=int(round_),
        first_score=None if first_score == "-" else int(first_score),
        centre_start=str(options.get("centre_start", "jump")),
    )


def write(position: Position) -> str:
    """The text of a position, which `read` takes back."""
    fields = [
        ",".join(position.visited) or "-",
        ",".join(sorted(position.rods)) or "-",
        position.mover,
        str(position.round),
        "-" if position.first_score is None else str(position.first_score),
    ]
    return " ".join(fields)


def turn(position: Position) -> int:
    """The first player (seat 0) is the mole in round one and the gardener in round two."""
    mole_seat = position.round - 1
    return mole_seat if position.mover == MOLE else 1 - mole_seat


def legal(position: Position) -> list[str]:
    """The tokens of all legal moves, sorted."""
    if round_is_over(position):
        return []
    return sorted(mole_moves(position) if position.mover == MOLE else free_edges(position))


def play(position: Position, token: str) -> Position:
    """The position after a legal move."""
    if position.mover == MOLE:
        after = replace(position, visited=(*position.visited, token), mover=GARDENER)
    else:
        after = replace(position, rods=position.rods | {token}, mover=MOLE)
    if round_is_over(after):
        return begin_round_two(after) if after.round == 1 else after
    if after.mover == GARDENER and not free_edges(after):
        return replace(after, mover=MOLE)
    return after


def outcome(position: Position) -> tuple[float, ...] | None:
    """The payoffs of both seats once round two is over, None before."""
    if position.round == 1 or not round_is_over(position):
        return None
    assert position.first_score is not None
    lead = position.first_score - score(position)
    if lead == 0:
        return (0.0, 0.0)
    return (1.0, -1.0) if lead > 0 else (-1.0, 1.0)


def begin_round_two(position: Position) -> Position:
    """An empty lawn for the other mole, with the score of round one kept."""
    return replace(
        position,
        visited=(),
        rods=frozenset(),
        mover=MOLE,
        round=2,
        first_score=score(position),
    )


def round_is_over(position: Position) -> bool:
    """Whether all hills are dug or the mole has nowhere to go, whoever would be next."""
    return len(position.visited) == HILLS or not mole_moves(position)


def score(position: Position) -> int:
    """The mole's points in this round: a point a dark hill, and the flowers of all its squares."""
    dark_hills = max(0, len(position.visited) - LIGHT_HILLS)
    return dark_hills + sum(FLOWERS.get(square, 0) for square in position.visited)


def free_edges(position: Position) -> list[str]:
    """The inner edges that have no rod yet."""
    return [edge for edge in edges() if edge not in position.rods]


def mole_moves(position: Position) -> list[str]:
    """The squares the mole may go to if it were to move now."""
    fresh = [square for square in SQUARES if square not in position.visited]
    if not position.visited or may_jump(position):
        return fresh
    return [square for square in fresh if may_step(position, square)]


def may_jump(position: Position) -> bool:
    """Whether the mole stands on the centre, and did not just open there under `plain`."""
    opened_there = position.visited == (CENTRE,)
    return position.visited[-1] == CENTRE and not (
        opened_there and position.centre_start == "plain"
    )


def may_step(position: Position, goal: str) -> bool:
    """Whether some route from the mole's square to an adjacent `goal` crosses no rod."""
    return any(
        all(edge not in position.rods for edge in route)
        for route in routes(position.visited[-1], goal)
    )


@cache
def routes(here: str, goal: str) -> list[list[str]]:
    """The ways to an adjacent square, each as the edges it crosses: one way or two, or none."""
    columns_apart = abs(COLUMNS.index(here[0]) - COLUMNS.index(goal[0]))
    rows_apart = abs(ROWS.index(here[1]) - ROWS.index(goal[1]))
    if columns_apart + rows_apart == 1:
        return [[edge_between(here, goal)]]
    if columns_apart == rows_apart == 1:
        corners = here[0] + goal[1], goal[0] + here[1]
        return [[edge_between(here, each), edge_between(each, goal)] for each in corners]
    return []


def edge_between(square: str, other: str) -> str:
    """The edge of two neighbours: the smaller square first, by column and then by row."""
    return "|".join(sorted([square, other]))


def edges() -> list[str]:
    """All inner edges of the lawn."""
    across = [
        edge_between(left + row, right + row) for left, right in pairwise(COLUMNS) for row in ROWS
    ]
    upwards = [
        edge_between(column + low, column + high)
        for column in COLUMNS
        for low, high in pairwise(ROWS)
    ]
    return across + upwards
