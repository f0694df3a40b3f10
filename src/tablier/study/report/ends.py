"""How do games end?"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tablier.study.jobs import GameRow
from tablier.study.report.charts import stacked
from tablier.study.report.document import Picture, Section, Study, by_strength, ending, name_of
from tablier.study.statistics import Figure, share


def section(study: Study) -> Section | None:
    """How games end, by strength of play."""
    if not study.strengths:
        return None
    counts = {name: kinds_of(study, games) for name, games in study.strengths.items()}
    kinds = kinds_in_order(study, counts.values())
    groups = {
        name_of(name): {kind: n / count.total() for kind, n in count.items()}
        for name, count in counts.items()
    }
    chart = stacked(groups, kinds, "per cent of the games")
    picture = Picture("endings", "How games end", chart)
    table = by_strength(kinds, study.strengths, lambda games: shares(study, games, kinds))
    return Section("How do games end?", summary(study), [table, picture])


def kinds_of(study: Study, games: Sequence[GameRow]) -> Counter[str]:
    """How many games ended in which way."""
    return Counter(ending(study.notes, game) for game in games)


def shares(study: Study, games: Sequence[GameRow], kinds: Iterable[str]) -> list[Figure]:
    """What part of the games ended in each of these ways."""
    count = kinds_of(study, games)
    return [share(count[kind], len(games)) for kind in kinds]


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
