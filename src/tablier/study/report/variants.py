"""What does each option change?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tablier.arena.ladder import strength
from tablier.study.jobs import VARIANTS, GameRow
from tablier.study.report.charts import intervals
from tablier.study.report.document import (
    Block,
    Picture,
    Section,
    Study,
    Table,
    ending,
    name_of,
    winner_of,
)
from tablier.study.report.ends import kinds_in_order, kinds_of
from tablier.study.report.seats import mean_part
from tablier.study.statistics import Figure, difference, mean, share
from tablier.texts import texts

DEFAULT = "default"
TURNS, DRAWS, PART = "turns", "draws", "points of seat 1"
WORDS = (
    "Each option is changed alone; everything else is the default, and the players are equally "
    "strong. Bold values differ from the default at a significance level of 1%."
)
Games = Sequence[GameRow]
Measure = Callable[[Games], Figure]


def section(study: Study) -> Section | None:
    """Each variant beside the default, strength by strength."""
    groups = groups_of(study)
    if not any(len(games) > 1 for games in groups.values()):
        return None
    measures = measures_of(study)
    tables: list[Block] = [WORDS]
    for entrant, games in groups.items():
        heads = (name_of(entrant), "games", *measures)
        tables.append(Table(heads, [*rows_of(games, measures)]))
    entrant, games = next(iter(groups.items()))
    lines = [(options or DEFAULT, measures[TURNS](some)) for options, some in games.items()]
    chart = intervals(lines, f"turns of a game, {name_of(entrant)}")
    picture = Picture("variants", "Turns of a game with each option", chart)
    options = [f"- `{name}`: {said}" for name, said in meanings(study)]
    body = ["\n".join(options), *tables, picture]
    return Section("What does each option change?", summary(groups, measures), body)


def groups_of(study: Study) -> dict[str, dict[str, list[GameRow]]]:
    """Games by strength, then by options; the default is "" and comes first."""
    tried = study.of(VARIANTS)
    groups: dict[str, dict[str, list[GameRow]]] = {}
    entrants = {game.entrants[0] for game in tried}
    for entrant in sorted(entrants, key=lambda text: (strength(text), text)):
        groups[entrant] = {"": [*study.strengths.get(entrant, [])]}
        for game in tried:
            if game.entrants[0] == entrant:
                groups[entrant].setdefault(game.options, []).append(game)
    return {entrant: games for entrant, games in groups.items() if games[""]}


def measures_of(study: Study) -> dict[str, Measure]:
    """What is compared: length, draws, the first seat, and how games end."""
    kinds = kinds_in_order(study, [kinds_of(study, study.of(VARIANTS))])
    return {
        TURNS: lambda games: mean([game.turns for game in games]),
        DRAWS: lambda games: share([*map(winner_of, games)].count(None), len(games)),
        PART: lambda games: mean_part(games, 0),
        **{kind: _ends_by(study, kind) for kind in kinds},
    }


def _ends_by(study: Study, kind: str) -> Measure:
    return lambda games: share(sum(ending(study.notes, game) == kind for game in games), len(games))


def rows_of(
    games: Mapping[str, Games], measures: Mapping[str, Measure]
) -> Iterator[list[str | Figure]]:
    """The default, then each variant; what differs is bold."""
    for options, some in games.items():
        cells = {name: measure(some) for name, measure in measures.items()}
        clear = clear_changes(some, games[""], measures) if options else {}
        told = [replace(cells[name], is_clear=name in clear) for name in measures]
        yield [options or DEFAULT, str(len(some)), *told]


def clear_changes(
    some: Games, usual: Games, measures: Mapping[str, Measure]
) -> dict[str, tuple[Figure, Figure]]:
    """What differs clearly from the default; with other numbers of players, only the turns."""
    is_same_table = len(some[0].payoffs) == len(usual[0].payoffs)
    both = {name: (measure(some), measure(usual)) for name, measure in measures.items()}
    return {
        name: pair
        for name, pair in both.items()
        if difference(*pair).side_of(0.0) and (is_same_table or name == TURNS)
    }


def meanings(study: Study) -> Iterator[tuple[str, str]]:
    """What each option that was tried means."""
    words = texts(study.game.package, "en").get("options", {})
    for options in dict.fromkeys(game.options for game in study.of(VARIANTS) if game.options):
        name, _, value = options.partition("=")
        more = words[name].get(value)
        yield options, words[name]["name"] + (f": {more}" if more else "")


def summary(groups: Mapping[str, Mapping[str, Games]], measures: Mapping[str, Measure]) -> str:
    """The answer in a sentence: all clear changes."""
    said = [
        f"`{options}` at {name_of(entrant)}: {', '.join(told)}"
        for entrant, games in groups.items()
        for options, some in games.items()
        if options and (told := changes(clear_changes(some, games[""], measures)))
    ]
    return f"Clear changes: {'; '.join(said)}." if said else "No option was shown to change much."


def changes(clear: Mapping[str, tuple[Figure, Figure]]) -> list[str]:
    """What differs clearly, in words; of the ways to end, that which changes most."""
    endings = [name for name in clear if name not in (TURNS, DRAWS, PART)]
    most = sorted(endings, key=lambda name: -abs(clear[name][0].value - clear[name][1].value))[:1]
    return [
        f"{name} {now} instead of {before}"
        for name, (now, before) in clear.items()
        if name not in endings or name in most
    ]
