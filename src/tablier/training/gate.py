"""Gate: does the newest net beat the best one so far, and how far is it from a fixed opponent?"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from tablier.arena.entrants import Chooser, Entrant
from tablier.arena.match import Bout, Played, pairs, usual_opening
from tablier.arena.score import Estimate, elo_estimate, score
from tablier.arena.sprt import Sprt
from tablier.game import Game
from tablier.nets import Net
from tablier.search.player import Player
from tablier.training.settings import Settings

TEST = Sprt(0, 50)
FIXED = 200  # simulations of the fixed opponent, the hand-written knowledge
MEMORY = 32_000_000  # bytes of a player's tree: room for some hundred simulations


@dataclass(frozen=True)
class Searcher(Entrant):
    """The search with so many simulations, with a net or the hand-written knowledge."""

    net: Net | None = None

    def new_player(self, game: Game, seed: int) -> Chooser:
        """Somebody who plays one game."""
        net = False if self.net is None else self.net
        return Player(game, simulations=int(self.budget), seed=seed, net=net, memory=MEMORY)


@dataclass
class Match:
    """A match of two entrants whose games end in any order."""

    game: Game
    entrants: tuple[Searcher, Searcher]
    games: int
    seed: int
    scores: dict[int, list[float]] = field(default_factory=dict)

    def bouts(self, test: Sprt | None = None) -> Iterator[Bout]:
        """Its games; no more of them once the test is decided."""
        opening = usual_opening(self.game)
        for bout in pairs(self.game, self.entrants, self.games, self.seed, opening):
            if test is not None and self.pairs and test.accepted(self.pairs) is not None:
                return
            self.scores.setdefault(bout.seed, [])
            yield bout

    def add(self, played: Played) -> None:
        """Count one more game."""
        self.scores[played.bout.seed].append(played.score)

    @property
    def pairs(self) -> list[float]:
        """What the first entrant scored in each pair that is over."""
        return [sum(both) / 2 for both in self.scores.values() if len(both) == 2]

    @property
    def score(self) -> Estimate:
        """Its part of the points."""
        return score(self.pairs)


class Gate:
    """Two matches of a net: against the best one so far, if any, and the fixed opponent."""

    def __init__(self, game: Game, net: Net, best: Net | None, settings: Settings, seed: int):
        simulations, games = settings.simulations, settings.games
        mine = Searcher("simulations", simulations, net=net)
        self.net, self.is_first = net, best is None
        against = Searcher("simulations", simulations, net=best)
        self._best = Match(game, (mine, against), 0 if self.is_first else games, seed)
        self._fixed = Match(game, (mine, Searcher("simulations", FIXED)), games // 2, seed)
        self._bouts = chain(self._best.bouts(TEST), self._fixed.bouts())
        self._coming, self._out = next(self._bouts, None), 0

    def next(self) -> Bout | None:
        """The next game to play, if there is one."""
        bout, self._coming = self._coming, next(self._bouts, None)
        self._out += bout is not None
        return bout

    def add(self, played: Played) -> None:
        """Count one more game."""
        is_fixed = getattr(played.bout.entrants[1], "net", None) is None
        match = self._fixed if is_fixed else self._best
        if played.bout.seed in match.scores:  # else it is of an earlier gate
            match.add(played)
            self._out -= 1

    @property
    def is_over(self) -> bool:
        """Have all its games been played?"""
        return self._coming is None and self._out == 0

    @property
    def gained(self) -> float:
        """The score against the best net so far."""
        return 0.5 if self.is_first else self._best.score.value

    @property
    def is_better(self) -> bool:
        """Is it likelier to be better by the test's difference than to be no better?"""
        return self.is_first or TEST.llr(self._best.pairs) > 0

    @property
    def score(self) -> float:
        """The score against the fixed opponent."""
        return self._fixed.score.value

    @property
    def elo(self) -> Estimate:
        """By how much it is better than the fixed opponent, with the interval."""
        return elo_estimate(self._fixed.score)
