"""Does it matter who begins?"""

from collections.abc import Iterator, Sequence

from tablier.study.jobs import GameRow
from tablier.study.plan import varied_moves
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
EVEN, FEWEST = 0.2, 4
STILL_EVEN = (
    "In {n} of the {all} games at {name}, both players expect something between −{even} and "
    "{even} once the first moves are made, which are varied: {draws} of these are drawn, and the "
    "first seat gets {part} of the points."
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
    title, even = "Does it matter who begins?", from_even_beginnings(study)
    return Section(title, summary(study), [table, WORDS, *even, picture])


def from_even_beginnings(study: Study) -> Iterator[str]:
    """How the games end that varied first moves have not decided."""
    name, games = study.best()
    varied = varied_moves(study.game)
    even = [game for game in games if is_even(game, varied)]
    if varied and name.startswith("simulations") and len(even) >= FEWEST:
        yield STILL_EVEN.format(
            n=len(even),
            all=len(games),
            name=name_of(name),
            even=EVEN,
            draws=drawn(even),
            part=mean_part(even, 0),
        )


def is_even(game: GameRow, varied: int) -> bool:
    """Does each player take the game for nearly even at its first move that is not varied?"""
    seats = range(len(game.payoffs))
    hopes = [[hope for seat, hope in game.course if seat == each] for each in seats]
    return all(len(own) > varied and abs(own[varied]) <= 1000 * EVEN for own in hopes)


def drawn(games: Sequence[GameRow]) -> Figure:
    """The share of games that nobody won alone."""
    return share([winner_of(game) for game in games].count(None), len(games))


def cells(games: Sequence[GameRow]) -> Iterator[Cell]:
    """Wins of each seat, draws, and what the first seat gets."""
    winners = [winner_of(game) for game in games]
    for seat in range(len(games[0].payoffs)):
        yield share(winners.count(seat), len(games))
    yield drawn(games)
    yield mean_part(games, 0)


def mean_part(games: Sequence[GameRow], seat: int) -> Figure:
    """The share of the points that a seat gets."""
    return mean([part_of_seat(game, seat) for game in games], SHARE)


def summary(study: Study) -> str:
    """The answer in one sentence."""
    name, games = study.best()
    part, fair = mean_part(games, 0), 1 / study.game.players
    verdict = VERDICTS[part.side_of(fair)]
    return (
        f"At {name_of(name)} the first seat gets {part} of the points: {verdict}; {drawn(games)} "
        "of the games are drawn."
    )
