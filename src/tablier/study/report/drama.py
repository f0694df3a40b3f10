"""How exciting are games: who leads, how often does that change, when is it decided?"""

from collections.abc import Sequence

from tablier.arena.ladder import strength
from tablier.study.jobs import GameRow
from tablier.study.measures import (
    AHEAD,
    SAFE,
    SWING,
    course_of,
    decided_at,
    drama,
    lead_changes,
    swings,
    winner_of,
)
from tablier.study.report.charts import band
from tablier.study.report.document import (
    Block,
    Cell,
    Picture,
    Section,
    Study,
    Table,
    name_of,
)
from tablier.study.statistics import SHARE, Figure, mean, share

HEADS = (
    "players",
    "games",
    "lead changes",
    "games without one",
    "turns of fate",
    "drama",
    "decided after",
)
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
SEEING = 5  # the lowest level whose evaluations mean something


def section(study: Study) -> Section | None:
    """Leads, drama and decision by strength of play."""
    groups = {
        name: thought
        for name, games in study.strengths.items()
        if strength(name) >= SEEING and (thought := [game for game in games if game.course])
    }
    if not groups:
        return None
    rows: list[list[Cell]] = [
        [name_of(name), str(len(games)), *figures(games)] for name, games in groups.items()
    ]
    best = ([name for name in groups if len(groups[name]) >= FEW] or [*groups])[-1]
    courses = [
        [expected[winner] for expected in course_of(game)]
        for game in groups[best]
        if (winner := winner_of(game)) is not None
    ]
    body: list[Block] = [Table(HEADS, rows), WORDS]
    if courses:
        chart = band(courses, "per cent of the game", "what the winner expects")
        who = name_of(best)
        said = f"What the later winner expected ({who}): median, half and nine of ten games"
        body.append(Picture("course", said, chart))
    return Section("How exciting is it?", summary(name_of(best), groups[best]), body)


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
