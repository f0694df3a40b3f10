"""Ratings: the Elo numbers under which the results of many matches are likeliest.

Bradley and Terry's model, a draw counted as half a win. All couples who met are credited with one
drawn game beside those they played, so that whoever won everything has a finite rating. Intervals
(95 %) are of the distance to the anchor, from the observed information; they take the two games of
a pair as independent. With four players a result compares the two entrants' parts of the point.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.arena.score import Estimate, Z

POINTS = 400 / math.log(10)  # of Elo in one unit of log-odds
IMAGINED_DRAWS = 1.0
STEPS, CLOSE = 100, 1e-9


@dataclass(frozen=True)
class Result:
    """What the first of two entrants scored against the second in so many games."""

    first: str
    second: str
    score: float
    games: int


def ratings(
    results: Sequence[Result], anchor: str, drawn: float = IMAGINED_DRAWS
) -> dict[str, Estimate]:
    """The ratings of all entrants that results connect with the anchor, whose rating is 0."""
    names = connected(results, anchor)
    strengths, covariance = _likeliest(_wins(results, names, drawn))
    return {name: _estimate(strengths[i], covariance[i, i]) for i, name in enumerate(names)}


def steps(
    results: Sequence[Result], names: Sequence[str], drawn: float = IMAGINED_DRAWS
) -> Iterator[Estimate]:
    """How far each of these entrants is above the one before; all are connected by results.

    Who met differs by what their own games say, so a step is known better than two ratings.
    """
    all_names = connected(results, names[0])
    strengths, covariance = _likeliest(_wins(results, all_names, drawn))
    for i, j in pairwise(map(all_names.index, names)):
        variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        yield _estimate(strengths[j] - strengths[i], variance)


def _estimate(strength: float, variance: float) -> Estimate:
    value, reach = POINTS * strength, Z * POINTS * math.sqrt(max(0.0, variance))
    return Estimate(float(value), float(value - reach), float(value + reach))


def _wins(results: Sequence[Result], names: Sequence[str], drawn: float) -> NDArray[Any]:
    """What each scored against each, imagined draws included."""
    number = {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    for each in results:
        if each.first in number and each.games:
            first, second = number[each.first], number[each.second]
            wins[first, second] += each.score
            wins[second, first] += each.games - each.score
    return wins + drawn / 2 * (wins + wins.T > 0)


def connected(results: Sequence[Result], anchor: str) -> list[str]:
    """The anchor and all entrants connected with it by games, directly or through others."""
    met: dict[str, set[str]] = {anchor: set()}
    for each in results:
        if each.games:
            met.setdefault(each.first, set()).add(each.second)
            met.setdefault(each.second, set()).add(each.first)
    names = [anchor]
    for name in names:  # the list grows during the loop
        names += sorted(met[name].difference(names))
    return names


def games_of(results: Sequence[Result]) -> Mapping[str, int]:
    """How many games each entrant played."""
    played: Counter[str] = Counter()
    for each in results:
        played[each.first] += each.games
        played[each.second] += each.games
    return played


def _likeliest(wins: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Strengths as log-odds and their covariance, by Newton's method; number 0 stays at 0."""
    strengths, met = np.zeros(len(wins)), wins + wins.T
    information = np.zeros((0, 0))
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (wins - met * chances).sum(axis=1)
        weights = met * chances * (1 - chances)
        information = (np.diag(weights.sum(axis=1)) - weights)[1:, 1:]
        step = np.linalg.solve(information, slope[1:])
        strengths[1:] += np.clip(step, -1, 1)  # a longer one can overshoot where it is flat
        if np.abs(step).max(initial=0) < CLOSE:
            break
    covariance = np.zeros_like(wins)
    covariance[1:, 1:] = np.linalg.inv(information)
    return strengths, covariance
