"""Which first moves are best?"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tablier.study.jobs import Looked, Played
from tablier.study.report.heat import heat_map, shares
from tablier.study.report.parts import (
    Block,
    Cell,
    Picture,
    Section,
    Study,
    Table,
    name_of,
)
from tablier.study.statistics import Figure, mean, share

BEST = 12  # moves that are told


def section(study: Study) -> Section | None:
    """What long searches of the start found, and what strong players begin with."""
    looks = study.looks
    if not looks:
        return None
    is_drawn = len({study.game.start(look.seed) for look in looks[:4]}) > 1
    title = "Which first moves are best?"
    body: list[Block] = [
        *table_of(study, looks, is_drawn),
        words(looks, is_drawn),
        *pictures(study, looks),
    ]
    return Section(title, found(looks, is_drawn), body)


def table_of(study: Study, looks: Sequence[Looked], is_drawn: bool) -> list[Table]:
    """The first moves with their values; where the start is drawn, every look has its own."""
    if is_drawn:
        return []
    name, games = study.best()
    begun = Counter(first_token(game) for game in games if game.tokens)
    visits, values = visits_of(looks), values_of(looks)
    rows: list[list[Cell]] = [
        [token, values[token], f"{100 * part:.1f}%", share(begun[token], begun.total())]
        for token, part in sorted(visits.items(), key=lambda each: -each[1])[:BEST]
    ]
    heads = ("first move", "value", "visits", f"played by {name_of(name)}")
    return [Table(heads, rows)]


def words(looks: Sequence[Looked], is_drawn: bool) -> str:
    """How it was looked at."""
    budget = looks[0].entrants[0].partition(":")[2]
    drawn = " Every look has another start, drawn from its seed." if is_drawn else ""
    return (
        f"{len(looks)} searches of {budget} simulations each; a value is what the first player "
        f"expects, from −1 to 1, with the interval of their mean.{drawn}"
    )


def visits_of(looks: Sequence[Looked]) -> dict[str, float]:
    """What part of all visits each first move got."""
    found: Counter[str] = Counter()
    for look in looks:
        for move in look.moves:
            found[move.token] += move.visits
    return shares(found)


def values_of(looks: Sequence[Looked]) -> Mapping[str, Figure]:
    """What each first move is worth, over all looks that tried it."""
    seen: dict[str, list[float]] = defaultdict(list)
    for look in looks:
        for move in look.moves:
            seen[move.token].append(move.value)
    return {token: mean(values) for token, values in seen.items()}


def first_token(game: Played) -> str:
    """What a game began with."""
    return game.tokens.partition(" ")[0]


def pictures(study: Study, looks: Sequence[Looked]) -> list[Picture]:
    """The board, as warm as the looks were drawn to it, where first moves end."""
    heat: Counter[str] = Counter()
    for look in looks:
        state = study.game.start(look.seed).state
        for move in look.moves:
            path = study.game.path(state, study.game.actions[move.token])
            heat[path[0]] += move.visits
    said = "Where first moves begin, in per cent of the search's visits"
    return [Picture("first-moves", said, heat_map(study.game, shares(heat), said, said))]


def found(looks: Sequence[Looked], is_drawn: bool) -> str:
    """The answer in a sentence."""
    start = mean([look.value for look in looks])
    worth = f"The start is worth {start} to the first player"
    if is_drawn:
        return f"{worth}; which move is best depends on the start, which is drawn."
    best = Counter(max(look.moves, key=lambda move: move.visits).token for look in looks)
    token, n = best.most_common(1)[0]
    return f"{worth}; {token} is the first choice of {n} in {len(looks)} searches."
