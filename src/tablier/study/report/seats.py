"""Does it matter who begins?"""

from collections.abc import Iterator, Sequence

from tablier.study.jobs import GameRow
from tablier.study.report.charts import intervals
from tablier.study.report.document import (
    Cell,
    Picture,
    Section,
    Study,
    by_strength,
    name_of,
    part_of_seat,
    winner_of,
)
from tablier.study.statistics import SHARE, Figure, mean, share

WORDS = (
    "The winner gets all the points; in a draw they are shared. Wins are those of a seat that won "
    "alone."
)
VERDICTS = {
    1: "more than its fair share",
    -1: "less than its fair share",
    0: "its fair share, as far as these games can tell",
}


def section(study: Study) -> Section | None:
    """What each seat gets, by strength of play."""
    if not study.strengths:
        return None
    n = study.game.players
    heads = [*(f"seat {i + 1} wins" for i in range(n)), "draws", "points of seat 1"]
    table = by_strength(heads, study.strengths, cells)
    parts = [(name_of(name), mean_part(games, 0)) for name, games in study.strengths.items()]
    chart = intervals(parts, "share of the points for the first seat, per cent", 1 / n)
    picture = Picture("seats", "What the first seat gets, with 95% confidence intervals", chart)
    return Section("Does it matter who begins?", summary(study), [table, WORDS, picture])


def cells(games: Sequence[GameRow]) -> Iterator[Cell]:
    """Wins of each seat, draws, and what the first seat gets."""
    winners = [winner_of(game) for game in games]
    for seat in range(len(games[0].payoffs)):
        yield share(winners.count(seat), len(games))
    yield share(winners.count(None), len(games))
    yield mean_part(games, 0)


def mean_part(games: Sequence[GameRow], seat: int) -> Figure:
    """The share of the points that a seat gets."""
    return mean([part_of_seat(game, seat) for game in games], SHARE)


def summary(study: Study) -> str:
    """The answer in one sentence."""
    name, games = study.best()
    part, fair = mean_part(games, 0), 1 / study.game.players
    draws = share([winner_of(game) for game in games].count(None), len(games))
    verdict = VERDICTS[part.side_of(fair)]
    return (
        f"At {name_of(name)} the first seat gets {part} of the points: {verdict}; {draws} of the "
        "games are drawn."
    )
