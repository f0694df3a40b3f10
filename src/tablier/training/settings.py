"""Settings of a training: how long, with what, and how much of everything."""

from dataclasses import dataclass
from typing import Any

from tablier.game import Game
from tablier.nets.kernels import setting_of
from tablier.training.selfplay import SelfPlaySettings


@dataclass(frozen=True)
class Settings:
    """How a net is trained."""

    seconds: float = 600.0
    generations: int | None = None
    """It ends after so many, if time is not up before."""
    seed: int = 0
    simulations: int = 200
    workers: int = 1
    """Processes that play; 1 is this one, and then a training can be repeated exactly."""
    samples: int = 2_000
    """Positions that each process plays in a generation."""
    first: int = 3
    """Generation 0 is so many times as long."""
    full: float = 0.4
    """The part of the searches with all simulations; the others are for values alone."""
    uses: float = 4.0
    """How often a sample is learnt from, on average."""
    measure: int = 10
    """Generations between two gates."""
    games: int = 80
    """Of a match with the best net, at most; half as many with the fixed opponent."""

    @property
    def generation(self) -> int:
        """Samples of a generation."""
        return self.samples * self.workers

    @property
    def selfplay(self) -> SelfPlaySettings:
        """How games are played."""
        return SelfPlaySettings(self.simulations, max(8, self.simulations // 4), self.full)


def settings_for(game: Game, **given: Any) -> Settings:
    """The settings that are given, otherwise those in the game's inputs.py, otherwise the usual."""
    return Settings(**{**setting_of(game, "TRAINING"), **given})
