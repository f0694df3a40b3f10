"""What a match says about two players: a score with its interval, and the same in Elo.

The two games of a pair share their opening, so they are not two independent trials: what varies is
the score of a pair. Intervals hold in 95 of 100 matches.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Z = 1.959964  # standard errors to each side
IMAGINED = (0.0, 1.0)  # one pair lost and one won, so that a clean sweep is not taken for certain


@dataclass(frozen=True)
class Estimate:
    """A number with the interval it lies in."""

    value: float
    low: float
    high: float


def score(pairs: Sequence[float]) -> Estimate:
    """The mean of the pairs' scores, each from 0 to 1; there must be a pair at least."""
    sample = np.array([*pairs, *IMAGINED])
    reach = Z * float(sample.std(ddof=1)) / math.sqrt(len(sample))
    centre, value = float(sample.mean()), float(np.mean(pairs))
    return Estimate(value, max(0.0, centre - reach), min(1.0, centre + reach))


def elo(share: float) -> float:
    """The difference in Elo that promises this score."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def promised(difference: float) -> float:
    """The score that a difference in Elo promises."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def elo_estimate(estimate: Estimate) -> Estimate:
    """A score with its interval, as differences in Elo."""
    return Estimate(elo(estimate.value), elo(estimate.low), elo(estimate.high))
