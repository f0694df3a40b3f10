"""Calibration: levels that are equally far apart, on a path from the gentlest player to the best.

The players of the path climb a ladder. Their ratings say where on it each level has to stand.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate

from tablier.arena.entrants import RANDOM, Entrant
from tablier.arena.ladder import Ladder
from tablier.search.levels import LEVELS, Level, between

GENTLE = (0.03, 0.06, 0.1, 0.2, 0.35)
PATH = (
    *(Level(12, insight, softness=0.9) for insight in GENTLE),
    Level(12, insight=0.6, softness=0.7),
    Level(12, softness=0.5),
    Level(30, softness=0.3),
    Level(80, softness=0.1),
    *(Level(n) for n in (200, 600, 2_000, 6_000, 20_000, 60_000)),
    LEVELS[-1],
)
"""At first a player sees more and more at first sight, then it looks further and further."""
WIDEST = 475.0  # Elo from one level to the next on usual days; over all days it is about 240
FURTHEST = 2.0  # once more as far as from the last number of simulations but one to the last
STEPS = (1.25, *(1.0 for _ in LEVELS[3:-1]), 1.25, 0.35)
"""How far each level is below the next: the first has no bad days, the last ones no good ones."""


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
    found = list(accumulate((rated[str(entrant_of(level))] for level in PATH), max))
    below = [sum(STEPS[i:]) for i in range(len(STEPS))]
    step = min(WIDEST, (found[-1] - found[0]) / below[0])
    wanted = [found[-1] - step * n for n in below]
    return (*(_level_rated(rating, found[:-1]) for rating in wanted), PATH[-1])


def _level_rated(rating: float, found: Sequence[float]) -> Level:
    """The level on the path that has this rating; a bit beyond its end if need be."""
    i = min(max(0, bisect_left(found, rating) - 1), len(found) - 2)
    part = (rating - found[i]) / max(1.0, found[i + 1] - found[i])
    return between(PATH[i], PATH[i + 1], min(part, FURTHEST))
