"""How do games end?"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tablier.study.jobs import GameRow
from tablier.study.report.charts import stacked
from tablier.study.report.document import (
    Block,
    Cell,
    Picture,
    Section,
    Study,
    Table,
    ending,
    name_of,
)
from tablier.study.statistics import share


def section(study: Study) -> Section | None:
    """How games end, by strength of play."""
    if not study.strengths:
        return None
    counts = {name: kinds_of(study, games) for name, games in study.strengths.items()}
    kinds = kinds_in_order(study, counts.values())
    rows: list[list[Cell]] = [
        [name_of(name), *(share(count[kind], count.total()) for kind in kinds)]
        for name, count in counts.items()
    ]
    groups = {
        name_of(name): {kind: n / count.total() for kind, n in count.items()}
        for name, count in counts.items()
    }
    chart = stacked(groups, kinds, "per cent of the games")
    body: list[Block] = [
        Table(("players", *kinds), rows),
        Picture("endings", "How games end", chart),
    ]
    return Section("How do games end?", summary(study), body)


def kinds_of(study: Study, games: Sequence[GameRow]) -> Counter[str]:
    """How many games ended in which way."""
    return Counter(ending(study.notes, game) for game in games)


def kinds_in_order(study: Study, counts: Iterable[Counter[str]]) -> list[str]:
    """All ways that were seen: those of the notes in their order, then others."""
    seen = sorted({kind for count in counts for kind in count})
    noted = [kind for kind in study.notes.endings if kind in seen]
    return noted + [kind for kind in seen if kind not in noted]


def summary(study: Study) -> str:
    """The answer in one sentence."""
    name, games = study.best()
    said = [f"{kind} in {share(n, len(games))}" for kind, n in kinds_of(study, games).most_common()]
    return f"At {name_of(name)} games end like this: {'; '.join(said)} of them."
