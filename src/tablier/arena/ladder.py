"""Ladder: the levels of a game and the random player, each against the next ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tablier.arena.entrants import RANDOM, Entrant
from tablier.arena.match import Bout, Played, Tally, pairs
from tablier.arena.ratings import Result, games_of, ratings, steps
from tablier.arena.score import Estimate
from tablier.game import Game


@dataclass(frozen=True)
class Rung:
    """An entrant with its rating."""

    name: str
    rating: Estimate
    games: int
    step: Estimate | None = None
    """How far it is above the one below; the lowest is above nobody."""


@dataclass
class Ladder:
    """Entrants in the order of their strength, the random player first, and their results."""

    entrants: Sequence[Entrant]
    earlier: Sequence[Result] = ()
    """Results of other ladders of the same game, which count too."""
    reach: int = 2
    """How many places apart two may be to play each other."""
    tallies: dict[tuple[Entrant, Entrant], Tally] = field(default_factory=dict)

    def couples(self) -> list[tuple[Entrant, Entrant]]:
        """All pairs of entrants that play, the stronger one first."""
        n = len(self.entrants)
        return [
            (self.entrants[i + distance], self.entrants[i])
            for i in range(n)
            for distance in range(1, self.reach + 1)
            if i + distance < n
        ]

    def bouts(
        self, game: Game, games: int, seed: int, opening: int, agree: float | None = None
    ) -> Iterator[Bout]:
        """All games, `games` for each couple; all couples play their first pair first."""
        matches = [list(pairs(game, each, games, seed, opening, agree)) for each in self.couples()]
        for i in range(0, games, 2):
            for match in matches:
                yield from match[i : i + 2]

    def add(self, played: Played) -> None:
        """Count one more game."""
        self.tallies.setdefault(played.bout.entrants, Tally()).add(played)

    def results(self) -> list[Result]:
        """The results so far of each two entrants; only complete pairs of games count."""
        return [
            *self.earlier,
            *(
                Result(str(first), str(second), 2 * sum(tally.pairs), 2 * len(tally.pairs))
                for (first, second), tally in self.tallies.items()
            ),
        ]

    def rungs(self) -> list[Rung]:
        """All rated entrants, from the random player to the highest level."""
        results = self.results()
        rated, games = ratings(results, RANDOM), games_of(results)
        names = sorted(rated, key=strength)
        above = (None, *steps(results, names))
        return [
            Rung(name, rated[name], games.get(name, 0), step)
            for name, step in zip(names, above, strict=True)
        ]


KINDS = (RANDOM, "level", "uct", "simulations", "seconds")


def strength(entrant: str) -> tuple[int, float]:
    """A sort key by strength: random players, levels, players with a budget.

    >>> sorted(["seconds:2", "simulations:90", "level:10", "simulations:7", "random"], key=strength)
    ['random', 'level:10', 'simulations:7', 'simulations:90', 'seconds:2']
    """
    kind, _, budget = entrant.partition(",")[0].partition(":")
    return KINDS.index(kind), float(budget or 0)


def rungs_of_levels(first: int, last: int, with_random: bool = True) -> list[Entrant]:
    """The levels from the first to the last, and the random player below them."""
    lowest = [Entrant(RANDOM)] if with_random else []
    return [*lowest, *(Entrant("level", level) for level in range(first, last + 1))]
