"""Planes: a position as a stack of pictures for nets, `planes(state, out)` in a game's planes.py.

`out` has the game's SHAPE: channels, height, width. Row 0 is row 1 of the board and column 0 is
column a, as the action numbers have them, so the board is never turned; what is the mover's own is
told by the channel. Numbers are bytes (`DTYPE`): most planes hold 0 and 1, a byte is a quarter of a
float to write, to keep and to send, and a net converts it where it runs. Every cell is written.
Who looks is `state.turn` and nothing else: `planes` of a state with another turn is what that seat
sees.

What the channels mean is data: PLANES, a `Channel` each. CHANNELS (their names), SCALE and SHAPE
follow from it. `out * SCALE` lies between 0 and 1.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.portable import ONE, rule

DTYPE = np.uint8
DIGIT = 256
ZERO = 128  # what 0 is written as where a number can be negative


class Channel(NamedTuple):
    """What one plane shows: its name, the largest number in it, and what needs explaining.

    >>> Channel("turns left, in 256s", 3, everywhere=True).most
    3
    """

    name: str
    most: int = 1
    note: str = ""
    everywhere: bool = False
    """Is it the same number on all squares?"""


def names(channels: Iterable[Channel]) -> tuple[str, ...]:
    """CHANNELS of a game."""
    return tuple(channel.name for channel in channels)


def scale(channels: Iterable[Channel]) -> NDArray[np.float32]:
    """SCALE of a game: a factor for each plane, in the shape that is multiplied with planes."""
    return np.array([[[1 / channel.most]] for channel in channels], np.float32)


def scale_of(module: Any) -> NDArray[np.float32]:
    """SCALE of a planes.py, or what suits all bytes if it has none."""
    found = getattr(module, "SCALE", np.full((module.SHAPE[0], 1, 1), 1 / (DIGIT - 1), np.float32))
    return np.asarray(found, np.float32)


def highest(options: Mapping[str, Any], name: str) -> int:
    """The largest number that an option among OPTIONS can be set to."""
    return int(max(options[name][1]))


def two_digits(what: str, limit: int) -> tuple[Channel, Channel]:
    """The channels of `fill_digits` for a number up to that limit."""
    return (
        Channel(f"{what}, in 256s", limit // DIGIT, everywhere=True),
        Channel(f"{what}, the rest", DIGIT - 1, everywhere=True),
    )


@rule
def mark(bits, rows, columns, plane):
    """Write a set of squares that are numbered up the columns: 1 inside, 0 outside."""
    # Bounds that are known when this is compiled into its caller, and unsigned places: 3 × faster.
    for row in range(rows):
        for column in range(columns):
            inside = bits >> np.uint64(column * rows + row) & ONE
            plane[np.uint64(row), np.uint64(column)] = inside


@rule
def fill(number, rows, columns, plane):
    """Write the same number everywhere."""
    for row in range(rows):
        for column in range(columns):
            plane[np.uint64(row), np.uint64(column)] = number


@rule
def fill_digits(number, rows, columns, out, channel):
    """Write a number below 65,536 into two planes, the 256s and the rest; below 0 counts as 0."""
    number = max(number, 0)
    fill(number // DIGIT, rows, columns, out[channel])
    fill(number % DIGIT, rows, columns, out[channel + 1])


@rule
def signed(number):
    """A byte for a number that can be negative: 128 is 0; what is too far off is cut."""
    return min(max(number + ZERO, 0), DIGIT - 1)
