"""Which first moves are best?"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tablier.study.jobs import GameRow, StartRow
from tablier.study.plan import varied_moves
from tablier.study.report.document import Picture, Section, Study, Table, name_of
from tablier.study.report.heat import heat_map, shares
from tablier.study.statistics import Figure, mean, share

BEST = 12  # moves in the table


def section(study: Study) -> Section | None:
    """What long searches of the start found, and what strong players begin with."""
    searches = study.searches
    if not searches:
        return None
    is_drawn = len({study.game.start(search.seed) for search in searches[:4]}) > 1
    tables = [] if is_drawn else [table_of(study, searches)]
    said, heat = words(searches, is_drawn), picture(study, searches)
    return Section(
        "Which first moves are best?", summary(searches, is_drawn), [*tables, said, heat]
    )


def table_of(study: Study, searches: Sequence[StartRow]) -> Table:
    """The first moves with their values; where the start is drawn, every search has its own."""
    name, games = own_beginners(study)
    begun = Counter(game.tokens.partition(" ")[0] for game in games if game.tokens)
    visits, values = visits_of(searches), values_of(searches)
    heads = ("first move", "value", "visits", f"played by {name_of(name)}")
    best = sorted(visits.items(), key=lambda each: -each[1])[:BEST]
    rows = [
        (token, values[token], f"{100 * part:.1f}%", share(begun[token], begun.total()))
        for token, part in best
    ]
    return Table(heads, rows)


def own_beginners(study: Study) -> tuple[str, list[GameRow]]:
    """The strongest players who play their first moves themselves, and their games."""
    own = {
        name: games
        for name, games in study.strengths.items()
        if not (name.startswith("simulations") and varied_moves(study.game))
    }
    return [*own.items()][-1] if own else ("random", [])


def words(searches: Sequence[StartRow], is_drawn: bool) -> str:
    """How the starts were searched."""
    budget = searches[0].entrants[0].partition(":")[2]
    drawn = " Every search has another start, drawn from its seed." if is_drawn else ""
    value = "a value is what the first player expects, from −1 to 1"
    if len(searches) == 1:
        return f"One search of {budget} simulations; {value}."
    return (
        f"{len(searches)} searches of {budget} simulations each; {value}, with the interval of "
        f"their mean.{drawn}"
    )


def visits_of(searches: Sequence[StartRow]) -> dict[str, float]:
    """What part of all visits each first move got."""
    found: Counter[str] = Counter()
    for search in searches:
        for move in search.moves:
            found[move.token] += move.visits
    return shares(found)


def values_of(searches: Sequence[StartRow]) -> Mapping[str, Figure]:
    """What each first move is worth, over all searches that tried it."""
    seen: dict[str, list[float]] = defaultdict(list)
    for search in searches:
        for move in search.moves:
            seen[move.token].append(move.value)
    return {token: mean(values) for token, values in seen.items()}


def picture(study: Study, searches: Sequence[StartRow]) -> Picture:
    """A heat map of the spots where first moves begin, by the visits of the searches."""
    heat: Counter[str] = Counter()
    for search in searches:
        state = study.game.start(search.seed).state
        for move in search.moves:
            path = study.game.path(state, study.game.actions[move.token])
            heat[path[0]] += move.visits
    said = "Where first moves begin, in per cent of the search's visits"
    return Picture("first-moves", said, heat_map(study.game, shares(heat), said, said))


def summary(searches: Sequence[StartRow], is_drawn: bool) -> str:
    """The answer in one sentence."""
    start = mean([search.value for search in searches])
    worth = f"The start is worth {start} to the first player"
    if is_drawn:
        return f"{worth}; which move is best depends on the start, which is drawn."
    best = Counter(max(search.moves, key=lambda move: move.visits).token for search in searches)
    token, n = best.most_common(1)[0]
    if len(searches) == 1:
        return f"{worth}; {token} is the first choice of the search."
    return f"{worth}; {token} is the first choice of {n} in {len(searches)} searches."
