"""Sequential halving: the schedule by which a Gumbel search visits the moves at a root."""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


def schedules(most: int, simulations: int) -> NDArray[np.int32]:
    """For each number of considered moves up to `most`, their schedule."""
    rows = (np.fromiter(schedule(n, simulations), np.int32, simulations) for n in range(most + 1))
    return np.stack([*rows])


def schedule(moves: int, simulations: int) -> Iterator[int]:
    """Sequential halving: how often the move has been visited that each simulation visits.

    All moves are visited equally often, then the better half of them, and so on; each round has
    about as many simulations.

    >>> [*schedule(4, 12)]
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    rounds, left = max(1, math.ceil(math.log2(max(moves, 1)))), max(moves, 1)
    done, visits = 0, 0
    while done < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            for _ in range(min(left, simulations - done)):
                yield visits
                done += 1
            visits += 1
        left = max(min(2, moves), left // 2, 1)
