"""SPRT: play no longer than needed to tell which of two differences in Elo is nearer the truth.

The generalised test on pair scores, as Fishtest has it (M. Van den Bergh, "The generalized
sequential probability ratio test"): the pairs' distribution is unknown but for its mean, so each
hypothesis is granted the likeliest distribution with the mean that it promises.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablier.arena.score import promised

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)  # what two games of two players can add up to
TRACE = 1e-3  # pairs of each kind that are taken as seen, so that no kind is impossible
HALVINGS = 60


@dataclass(frozen=True)
class Sprt:
    """Is the difference `elo1` rather than `elo0`? Wrong with the chance `alpha` or `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to accept `elo1` when `elo0` is true."""
    beta: float = 0.05
    """The chance to accept `elo0` when `elo1` is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides: for elo0 below, for elo1 above."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio of elo1 to elo0."""
        seen = dict.fromkeys(PENTANOMIAL, TRACE)
        for value, n in Counter(pairs).items():
            seen[value] = seen.get(value, 0.0) + n
        low, high = (_log_likelihood(seen, promised(elo)) for elo in (self.elo0, self.elo1))
        return high - low

    def accepted(self, pairs: Sequence[float]) -> float | None:
        """The difference in Elo that the test decides for, or None while it is open."""
        low, high = self.bounds
        ratio = self.llr(pairs)
        return self.elo1 if ratio >= high else self.elo0 if ratio <= low else None


def _log_likelihood(seen: Mapping[float, float], mean: float) -> float:
    """How likely the pairs are if their mean is this, less what does not depend on the mean.

    The likeliest frequencies with that mean are those seen, divided by 1 + tilt · (value − mean).
    """
    tilt = _tilt(seen, mean)
    return -sum(n * math.log1p(tilt * (value - mean)) for value, n in seen.items())


def _tilt(seen: Mapping[float, float], mean: float) -> float:
    """The tilt that brings the mean about: the zero of a falling function, by halving."""
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(n * (value - mean) / (1 + middle * (value - mean)) for value, n in seen.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
