"""The document of a report: sections of sentences, tables and pictures, and their data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tablier.arena.ladder import strength
from tablier.game import Game
from tablier.payoffs import part_of
from tablier.search.levels import LEVELS
from tablier.study.jobs import STRENGTH, GameRow, Row, StartRow
from tablier.study.notes import Notes
from tablier.study.plan import SECONDS
from tablier.study.statistics import Figure

Cell = str | Figure


@dataclass(frozen=True)
class Table:
    """Rows under heads; the first cell says what a row is about."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Picture:
    """An SVG picture with the name of its file and its caption."""

    name: str
    caption: str
    svg: str


Block = str | Table | Picture


@dataclass(frozen=True)
class Section:
    """A question and its answer: one sentence, then tables and pictures."""

    title: str
    summary: str
    body: Sequence[Block]


@dataclass(frozen=True)
class Study:
    """The rows of a study, and the game they are about."""

    game: Game
    notes: Notes
    rows: Sequence[Row]

    @cached_property
    def played(self) -> list[GameRow]:
        """All games."""
        return [row for row in self.rows if isinstance(row, GameRow)]

    @cached_property
    def searches(self) -> list[StartRow]:
        """All searches of a start."""
        return [row for row in self.rows if isinstance(row, StartRow)]

    @cached_property
    def strengths(self) -> Mapping[str, list[GameRow]]:
        """The games of each strength, from the weakest to the strongest."""
        found: dict[str, list[GameRow]] = {}
        for row in sorted(self.of(STRENGTH), key=lambda row: strength(row.entrants[0])):
            found.setdefault(row.entrants[0], []).append(row)
        return found

    def of(self, part: str) -> list[GameRow]:
        """The games of a part."""
        return [row for row in self.played if row.part == part]

    def best(self, least: int = 20) -> tuple[str, list[GameRow]]:
        """The strongest players with at least so many games, or else the strongest of all."""
        enough = [name for name, rows in self.strengths.items() if len(rows) >= least]
        name = (enough or [*self.strengths] or [""])[-1]
        return name, self.strengths.get(name, [])


def name_of(entrant: str) -> str:
    """The name of a player in a report.

    >>> name_of("level:5"), name_of("seconds:0.5"), name_of("simulations:1200")
    ('level 5', 'level 10 at 0.5 s a turn', '1,200 simulations a move')
    >>> name_of("simulations:1200,net=off")
    '1,200 simulations a move without the net'
    """
    kind, _, described = entrant.partition(":")
    budget, _, settings = described.partition(",")
    if kind == "seconds":
        return f"level {len(LEVELS)} at {budget} s a turn"
    if kind == "simulations":
        return f"{int(budget):,} simulations a move" + (" without the net" if settings else "")
    return f"level {budget}" if kind == "level" else f"{kind} play"


def by_strength(
    heads: Sequence[str],
    groups: Mapping[str, list[GameRow]],
    cells: Callable[[Sequence[GameRow]], Iterable[Cell]],
) -> Table:
    """A row for each strength of play: its name, and these cells of its games."""
    rows = [[name_of(name), *cells(games)] for name, games in groups.items()]
    return Table(("players", *heads), rows)


def is_cut(entrant: str) -> bool:
    """Does a level have less time here than in play?"""
    kind, _, budget = entrant.partition(":")
    return kind == "seconds" and float(budget) < SECONDS


def part_of_seat(row: GameRow, seat: int) -> float:
    """What share of the points a seat got, 0 to 1."""
    return part_of(row.payoffs[seat], len(row.payoffs))


def winner_of(game: GameRow) -> int | None:
    """The seat that won alone, or None."""
    best = max(game.payoffs)
    return game.payoffs.index(best) if best > 0 and game.payoffs.count(best) == 1 else None


def ending(notes: Notes, row: GameRow) -> str:
    """How a game ended, in words."""
    found = (words for words, keys in notes.endings.items() if row.ending in keys)
    return next(found, row.ending.replace("_", " "))
