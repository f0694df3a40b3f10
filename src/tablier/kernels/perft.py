"""Perft: how many lines of so many moves begin at a position; a check of rules and a benchmark."""

from types import ModuleType
from typing import TYPE_CHECKING, cast

import numpy as np

from tablier.kernels import loops
from tablier.kernels.specialisation import specialise

if TYPE_CHECKING:
    from tablier.position import Position


def perft(position: "Position", depth: int) -> int:
    """Count the lines of `depth` moves from this position."""
    if depth == 0:
        return 1
    rules = position.game.rules
    states = np.zeros(depth + 1, rules.STATE)
    states[depth] = position.state
    scratch = np.zeros((depth + 1, rules.WIDTH), np.int32)
    return int(specialise(loops, cast(ModuleType, rules)).perft(states, scratch, depth))
