"""Levels 1 to 10: the same scale in each game, from gentle to as strong as we can.

A level is a number of simulations, so its strength does not depend on the machine; level 10 thinks
for a time as well. Weak levels look at little and let good moves share; they do not throw dice for
blunders.
"""

from dataclasses import dataclass

from tablier.game import Game
from tablier.search.player import Player
from tablier.texts import Refusal, Sentence


@dataclass(frozen=True)
class Level:
    """How much a level looks at, and how soft its choice is (see `player.soften`)."""

    simulations: int
    softness: float
    seconds: float | None = None


LEVELS = (
    Level(12, 0.6),
    Level(30, 0.45),
    Level(80, 0.3),
    Level(200, 0.2),
    Level(500, 0.12),
    Level(1_500, 0.06),
    Level(5_000, 0.03),
    Level(15_000, 0.0),
    Level(50_000, 0.0),
    Level(10_000_000, 0.0, seconds=2.0),
)


def player(game: Game, *, level: int, threads: int = 1, seed: int = 0) -> Player:
    """The computer player of that level, from 1 (gentle) to 10 (merciless).

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> tablier.player(game, level=3).choose(game.start()) in game.start().legal_moves
    True
    """
    if not 1 <= level <= len(LEVELS):
        raise Refusal(Sentence("no_level", values={"level": level, "most": len(LEVELS)}))
    chosen = LEVELS[level - 1]
    return Player(
        game,
        simulations=chosen.simulations,
        seconds=chosen.seconds,
        softness=chosen.softness,
        threads=threads,
        seed=seed,
    )
