"""How exciting are games: who leads, how often does that change, when is it decided?

A course is the evaluation of each seat after each move, from −1 to 1, by the search of the mover:
with two players, the mover's and its opposite; with more, that of each at its own last move, and 0
before. The leader is the seat with the highest evaluation.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from tablier.arena.ladder import strength
from tablier.study.jobs import GameRow
from tablier.study.report.charts import band
from tablier.study.report.document import Picture, Section, Study, by_strength, name_of, winner_of
from tablier.study.statistics import SHARE, Figure, mean, share

Course = Sequence[Sequence[float]]
AHEAD = 0.1  # the leader's evaluation is higher than all others by this
SAFE = 0.5  # the winner's evaluation from the decision on
SWING = 0.4  # the change of an evaluation from one move to the next that counts as a swing
HEADS = ("games", "lead changes", "games without one", "turns of fate", "drama", "decided after")
WORDS = (
    "What players expect is what their own search says, from −1 to 1. A seat leads if it expects "
    f"at least {AHEAD} more than all others; a lead change is the lead passing to another seat. A "
    f"turn of fate is a move after which somebody expects something else by {SWING} or more. Drama "
    "is the mean of √(deficit ÷ 2) over the positions where the later winner was behind, 0 if it "
    "never was; the deficit is what the leader expected more. A game is decided when from then on "
    f"the winner always expects at least {SAFE}. Drama and decision are those of games with one "
    "winner."
)
FEW = 20  # games, below which weaker players are a better example
SEEING = "level:5"  # the lowest one whose evaluations mean something


def section(study: Study) -> Section | None:
    """Leads, drama and decision by strength of play."""
    groups = {
        name: thought
        for name, games in study.strengths.items()
        if strength(name) >= strength(SEEING)
        and (thought := [game for game in games if game.course])
    }
    if not groups:
        return None
    table = by_strength(HEADS, groups, lambda games: [str(len(games)), *figures(games)])
    best = ([name for name in groups if len(groups[name]) >= FEW] or [*groups])[-1]
    courses = [
        [expected[winner] for expected in course_of(game)]
        for game in groups[best]
        if (winner := winner_of(game)) is not None
    ]
    pictures = []
    if courses:
        chart = band(courses, "per cent of the game", "what the winner expects")
        who = name_of(best)
        said = f"What the later winner expected ({who}): median, half and nine of ten games"
        pictures.append(Picture("course", said, chart))
    said = summary(name_of(best), groups[best])
    return Section("How exciting is it?", said, [table, WORDS, *pictures])


def figures(games: Sequence[GameRow]) -> list[Figure]:
    """The measures of these games."""
    courses = [course_of(game) for game in games]
    changes = [lead_changes(course) for course in courses]
    won = [
        (course, winner)
        for course, game in zip(courses, games, strict=True)
        if (winner := winner_of(game)) is not None
    ]
    return [
        mean(changes),
        share(changes.count(0), len(changes)),
        mean([swings(course) for course in courses]),
        mean([drama(course, winner) for course, winner in won]),
        mean([decided_at(course, winner) for course, winner in won], SHARE),
    ]


def summary(name: str, games: Sequence[GameRow]) -> str:
    """The answer in one sentence."""
    changes, never, fate, dramatic, decided = figures(games)
    return (
        f"At {name} the lead changes {changes} times a game, and never in {never} of them; fate "
        f"turns {fate} times, drama is {dramatic}, and a game is decided after {decided} of its "
        "moves."
    )


# Measures of the course of a game


def course_of(game: GameRow) -> list[list[float]]:
    """The evaluation of each seat after each move of a player that searches."""
    seats = len(game.payoffs)
    now, course = [0.0] * seats, []
    for seat, thousandths in game.course:
        now = now.copy() if seats > 2 else [-thousandths / 1000] * 2
        now[seat] = thousandths / 1000
        course.append(now)
    return course


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
