"""Planes as people read them: by the name of the channel, with squares by their names."""

from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from tests.games import contract

from tablier import Position
from tablier.adapters.parameters import planes_of
from tablier.planes import DTYPE

COLUMNS = "abcdefghijklmnopqrstu"
GARBAGE = 77


@lru_cache(maxsize=1)
def planes(position: Position) -> Any:
    """What the seat to move sees, written over garbage."""
    module = planes_of(position.game)
    out = np.full(module.SHAPE, GARBAGE, DTYPE)
    module.planes(position.state, out)
    return out


def plane(position: Position, channel: str) -> Any:
    """One channel by its name."""
    return planes(position)[planes_of(position.game).CHANNELS.index(channel)]


@lru_cache(maxsize=64)
def squares(position: Position, channel: str) -> dict[str, int]:
    """What is not 0, by square."""
    found = plane(position, channel)
    where = np.argwhere(found).tolist()
    return {f"{COLUMNS[column]}{row + 1}": int(found[row, column]) for row, column in where}


def number(position: Position, channel: str) -> int:
    """The number of a plane that is the same everywhere."""
    found = set(plane(position, channel).ravel().tolist())
    assert len(found) == 1, (channel, found)
    return int(found.pop())


def two_digits(position: Position, what: str) -> int:
    """A number that takes two planes."""
    return 256 * number(position, f"{what}, in 256s") + number(position, f"{what}, the rest")


def turns_left(position: Position) -> int:
    """The turns that are left before the limit."""
    return two_digits(position, "turns left")


def check_told(package: str, told: Callable[[Position], str], most: int = 400) -> None:
    """The text of a position follows from its planes alone, whatever the options are."""
    for case in contract.cases(package):
        for position, _ in islice(contract.walks(case, 2), most):
            if not beyond_the_limit(position):
                assert told(position) == str(position)


def beyond_the_limit(position: Position) -> bool:
    """Was it set up with more turns than the game can have? They show no turns left, no more."""
    limit = position.game.options.get("turn_limit")
    return limit is not None and int(str(position).split()[-1]) > int(limit)
