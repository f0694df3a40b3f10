"""What is a good score?"""

from collections.abc import Sequence

import numpy as np

from tablier.study.jobs import GameRow
from tablier.study.report.charts import spread
from tablier.study.report.document import Picture, Section, Study, Table, name_of
from tablier.study.statistics import mean

HEADS = ("players", "mean", "a tenth has at most", "median", "a tenth has at least", "most")


def section(study: Study) -> Section | None:
    """What scores there are at the end, by strength of play, all seats together."""
    groups = {name_of(name): scores_of(games) for name, games in study.strengths.items()}
    groups = {name: scores for name, scores in groups.items() if scores}
    if not groups:
        return None
    table = Table(HEADS, [[name, mean(each), *tenths(each)] for name, each in groups.items()])
    chart = spread(groups, study.notes.score)
    picture = Picture("scores", f"At the end: {study.notes.score}", chart)
    title = f"What is a good score ({study.notes.score})?"
    return Section(title, summary(study), [table, picture])


def scores_of(games: Sequence[GameRow]) -> list[float]:
    """The scores of all seats at the end."""
    return [score for game in games for score in game.scores if score is not None]


def tenths(scores: Sequence[float]) -> list[str]:
    """The lowest tenth, the middle, the highest tenth, and the most."""
    points = np.percentile(scores, (10, 50, 90, 100), method="inverted_cdf").tolist()
    return [f"{point:g}" for point in points]


def summary(study: Study) -> str:
    """The answer in one sentence."""
    name, games = study.best()
    scores = scores_of(games)
    low, middle, high, most = tenths(scores)
    return (
        f"At {name_of(name)} the median score is {middle} ({study.notes.score}); a tenth gets "
        f"{high} or more, a tenth {low} or less; the mean is {mean(scores)}, the most was {most}."
    )
