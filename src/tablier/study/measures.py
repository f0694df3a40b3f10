"""Measures of the course of a game: leads, drama, the moment of decision.

A course is the evaluation of each seat after each move, from −1 to 1, by the search of the mover:
with two players, the mover's and its opposite; with more, that of each at its own last move, and 0
before. The leader is the seat with the highest evaluation.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from tablier.study.jobs import GameRow

Course = Sequence[Sequence[float]]
AHEAD = 0.1  # the leader's evaluation is higher than all others by this
SAFE = 0.5  # the winner's evaluation from the decision on
SWING = 0.4  # the change of an evaluation from one move to the next that counts as a swing


def course_of(game: GameRow) -> list[list[float]]:
    """The evaluation of each seat after each move of a player that searches."""
    seats = len(game.payoffs)
    now, course = [0.0] * seats, []
    for seat, thousandths in game.course:
        now = now.copy() if seats > 2 else [-thousandths / 1000] * 2
        now[seat] = thousandths / 1000
        course.append(now)
    return course


def winner_of(game: GameRow) -> int | None:
    """The seat that won alone, or None."""
    best = max(game.payoffs)
    return game.payoffs.index(best) if best > 0 and game.payoffs.count(best) == 1 else None


def leader(expected: Sequence[float]) -> int | None:
    """The seat whose evaluation is higher than all others by `AHEAD`, or None."""
    best = max(range(len(expected)), key=expected.__getitem__)
    rest = max(value for seat, value in enumerate(expected) if seat != best)
    return best if expected[best] - rest >= AHEAD else None


def lead_changes(course: Course) -> int:
    """How often the lead passed from one seat to another; positions without a leader do not count.

    >>> lead_changes([[0.5, -0.5], [0, 0], [-0.5, 0.5], [-0.4, 0.4], [0.2, -0.2]])
    2
    """
    leaders = [seat for seat in map(leader, course) if seat is not None]
    return sum(first != second for first, second in pairwise(leaders))


def drama(course: Course, winner: int) -> float:
    """How far behind the winner was: the mean of √(deficit ÷ 2) over the positions where it was.

    The deficit is the leader's evaluation less the winner's, from 0 to 2; 0 if the winner was never
    behind.

    >>> drama([[-0.5, 0.5], [0.3, -0.3]], 0)
    0.7071067811865476
    """
    behind = [max(expected) - expected[winner] for expected in course]
    deficits = [math.sqrt(gap / 2) for gap in behind if gap > 0]
    return sum(deficits) / len(deficits) if deficits else 0.0


def decided_at(course: Course, winner: int) -> float:
    """The part of the game after which the winner's evaluation was always at least `SAFE`, 0 to 1.

    >>> decided_at([[0.6, -0.6], [0.2, -0.2], [0.5, -0.5], [0.9, -0.9]], 0)
    0.5
    """
    unsafe = [i for i, expected in enumerate(course) if expected[winner] < SAFE]
    return (unsafe[-1] + 1) / len(course) if unsafe else 0.0


def swings(course: Course) -> int:
    """How often an evaluation changed by `SWING` or more from one position to the next.

    >>> swings([[0, 0], [0.5, -0.5], [0.6, -0.6], [-0.1, 0.1]])
    2
    """
    return sum(
        max(abs(a - b) for a, b in zip(before, after, strict=True)) >= SWING
        for before, after in pairwise(course)
    )
