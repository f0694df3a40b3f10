"""Calibration: levels that are equally far apart, on a path from the gentlest player to the best.

The players of the path climb a ladder. Their ratings say where on it each level has to stand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tablier.arena.entrants import RANDOM, Entrant
from tablier.arena.ladder import Ladder
from tablier.search.levels import LEVELS, Level

GENTLE = (0.0, 0.03, 0.06, 0.1, 0.2, 0.35)
PATH = (
    *(Level(12, insight, softness=0.9) for insight in GENTLE),
    Level(12, insight=0.6, softness=0.7),
    Level(12, softness=0.5),
    Level(30, softness=0.3),
    Level(80, softness=0.1),
    *(Level(n) for n in (200, 600, 2_000, 6_000, 20_000)),
    LEVELS[-1],
)
"""At first a player sees more and more at first sight, then it looks further and further."""
WIDEST = 280.0  # Elo from one level to the next; whoever is further below hardly ever wins
DIGITS = 2  # of a number of simulations: more would promise what nobody can measure


def entrant_of(level: Level) -> Entrant:
    """The entrant that plays as the level does, in a game with a net or without."""
    if level.seconds is not None:
        return Entrant("seconds", level.seconds)
    settings = (("softness", level.softness), ("insight", level.insight))
    return Entrant("simulations", level.simulations, settings)


def path_ladder() -> Ladder:
    """The random player and the players of the path, to be rated."""
    return Ladder([Entrant(RANDOM), *map(entrant_of, PATH)])


def levels_from(rated: Mapping[str, float]) -> tuple[Level, ...]:
    """The levels, if the players of the path are rated so; the best player is the last level.

    They begin with the gentlest player, unless the best one is too far above it.
    """
    found = np.maximum.accumulate([rated[str(entrant_of(level))] for level in PATH])
    steps = len(LEVELS) - 1
    step = min(WIDEST, (found[-1] - found[0]) / steps)
    wanted = [found[-1] - step * (steps - i) for i in range(steps)]
    return (*(_level_rated(rating, found[:-1]) for rating in wanted), PATH[-1])


def _level_rated(rating: float, found: Sequence[float]) -> Level:
    """The level on the path that has this rating, or would have it if the path went on."""
    i = min(max(0, int(np.searchsorted(found, rating)) - 1), len(found) - 2)
    return between(PATH[i], PATH[i + 1], (rating - found[i]) / (found[i + 1] - found[i]))


def between(low: Level, high: Level, part: float) -> Level:
    """The level that is this part of the way from one to the other; beyond 1, further on."""
    simulations = low.simulations * (high.simulations / low.simulations) ** part
    return replace(
        low,
        simulations=int(float(f"{simulations:.{DIGITS}g}")),
        insight=round(low.insight + part * (high.insight - low.insight), 2),
        softness=round(low.softness + part * (high.softness - low.softness), 2),
    )
