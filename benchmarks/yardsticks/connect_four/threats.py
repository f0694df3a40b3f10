"""Threats of Connect Four: empty cells that would complete a row of four."""

import numpy as np

from tablier.portable import rule
from yardsticks.connect_four.rules import (
    FALLING,
    FALLING_2,
    FULL,
    RIGHT,
    RIGHT_2,
    RISING,
    RISING_2,
    UP,
    UP_2,
)

UP_3 = np.uint64(3)


@rule
def wins(own, stones):
    """The empty cells that would complete a row of these stones of one seat."""
    found = (own << UP) & (own << UP_2) & (own << UP_3)
    found |= wins_along(own, RIGHT, RIGHT_2)
    found |= wins_along(own, RISING, RISING_2)
    found |= wins_along(own, FALLING, FALLING_2)
    return found & FULL & ~stones


@rule
def wins_along(own, far, twice):
    """The cells that would complete a row in one direction: at an end of it, or inside."""
    after = (own << far) & (own << twice)  # two stones lie just before the cell
    before = (own >> far) & (own >> twice)
    return (
        (after & (own << (far + twice)))
        | (after & (own >> far))
        | (before & (own >> (far + twice)))
        | (before & (own << far))
    )
