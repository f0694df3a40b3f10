"""Numbers with their intervals, which hold in 95 of 100 studies."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablier.arena.score import Estimate, Z

SHARE, MEAN, POINTS = "share", "mean", "points"
MINUS = "−"
STRICT = 2.5758 / Z  # from intervals of 95 % to those of 99 %
FEWEST = 3  # games, below which a mean has no interval worth printing


@dataclass(frozen=True)
class Figure(Estimate):
    """An estimate that knows how many games it is from, and how it is written."""

    n: int = 0
    kind: str = MEAN
    is_clear: bool = False
    """Does it differ clearly from what it is compared with?"""

    def __str__(self) -> str:
        if not self.n:
            return "–"
        value, low, high = (self.written(each) for each in (self.value, self.low, self.high))
        unit = "%" if self.kind == SHARE else ""
        return f"{value}{unit} ({low} to {high})" if self.is_bounded else f"{value}{unit}"

    def written(self, value: float) -> str:
        """One of its numbers: shares in per cent, differences in Elo with a sign."""
        if self.kind == SHARE:
            return signed(f"{100 * value:.0f}")
        if self.kind == POINTS:
            return signed(f"{value:+.0f}").replace("inf", "∞")
        return signed(
            f"{value:.{2 if abs(self.value) < 10 else 1 if abs(self.value) < 100 else 0}f}"
        )

    @property
    def is_bounded(self) -> bool:
        """Is there an interval?"""
        return not math.isnan(self.low)

    def side_of(self, other: float) -> int:
        """1 if it is clearly more than the other number, −1 if clearly less, else 0.

        Clearly is what chance does in 1 of 100 cases: a report compares many numbers.
        """
        if self.value - STRICT * (self.value - self.low) > other:
            return 1
        return -1 if self.value + STRICT * (self.high - self.value) < other else 0


NOTHING = Figure(math.nan, math.nan, math.nan)


def signed(text: str) -> str:
    """The same with a proper minus; 0 has no sign.

    >>> signed("-3"), signed("+3"), signed("-0.00"), signed("+0")
    ('−3', '+3', '0.00', '0')
    """
    if not text.strip("+-0."):
        return text.lstrip("+-")
    return text.replace("-", MINUS)


def share(hits: int, n: int) -> Figure:
    """What part of so many games: Wilson's interval."""
    if not n:
        return NOTHING
    part, weight = hits / n, Z * Z / n
    centre = (part + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * math.sqrt(part * (1 - part) / n + weight / (4 * n))
    return Figure(part, max(0.0, centre - reach), min(1.0, centre + reach), n, SHARE)


def mean(values: Sequence[float], kind: str = MEAN) -> Figure:
    """The mean of these numbers: Student's interval."""
    n = len(values)
    if n < FEWEST:
        return Figure(float(np.mean(values)), math.nan, math.nan, n, kind) if n else NOTHING
    value, error = float(np.mean(values)), float(np.std(values, ddof=1)) / math.sqrt(n)
    reach = student(n - 1) * error
    low, high = value - reach, value + reach
    if kind == SHARE and not error:  # games that are all alike do not prove that all others are
        return replace(share(round(value * n), n), value=value)
    if kind == SHARE:
        low, high = max(0.0, low), min(1.0, high)
    return Figure(value, low, high, n, kind)


def difference(first: Figure, second: Figure) -> Figure:
    """How much more the first is than the second; the two are independent.

    Each side of the interval is as far as the sides of the two together allow (R. G. Newcombe,
    "Interval estimation for the difference between independent proportions").
    """
    if not (first.n and second.n):
        return NOTHING
    gap = first.value - second.value
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    return Figure(gap, gap - down, gap + up, first.n + second.n, first.kind)


def student(freedom: int) -> float:
    """How many standard errors the interval of a mean reaches to each side.

    The usual series in 1/freedom; from 2 on it is right to 3 per cent, from 5 on to 0.1.
    """
    z, v = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )
