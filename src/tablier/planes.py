"""Planes: a position as feature planes for neural nets, `planes(state, out)` in a game's planes.py.

`out` has the game's SHAPE: channels, height, width. Row 0 is row 1 of the board and column 0 is
column a, as in the action numbers: the board is never rotated, and channels tell the mover's pieces
from the others. Values are bytes (`DTYPE`): most planes are 0 and 1, and a byte takes a quarter of
the space of a float. Every cell is written. The observer is `state.turn`: to see a position as
another seat, set its turn.

PLANES has a `Channel` for each plane. CHANNELS (their names), SCALE and SHAPE are derived from it.
`out * SCALE` is between 0 and 1.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.portable import ONE, rule

DTYPE = np.uint8
DIGIT = 256
ZERO = 128  # stands for 0 in planes of signed numbers


class Channel(NamedTuple):
    """One plane: its name, its largest value, and an explanation.

    >>> Channel("turns left, in 256s", 3, everywhere=True).most
    3
    """

    name: str
    most: int = 1
    note: str = ""
    everywhere: bool = False
    """Is it the same value on all squares?"""


def names(channels: Iterable[Channel]) -> tuple[str, ...]:
    """CHANNELS of a game."""
    return tuple(channel.name for channel in channels)


def scale(channels: Iterable[Channel]) -> NDArray[np.float32]:
    """SCALE of a game: a factor for each plane, in the shape that is multiplied with planes."""
    return np.array([[[1 / channel.most]] for channel in channels], np.float32)


def scale_of(module: Any) -> NDArray[np.float32]:
    """SCALE of a planes.py; without it, that of its PLANES, or a factor for all bytes."""
    if hasattr(module, "SCALE"):
        return np.asarray(module.SCALE, np.float32)
    if hasattr(module, "PLANES"):
        return scale(module.PLANES)
    return np.full((module.SHAPE[0], 1, 1), 1 / (DIGIT - 1), np.float32)


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
    # Bounds that are constant after inlining, and unsigned indices: 3 × faster.
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
    """A signed number as a byte: 128 is 0; clipped to the range of a byte."""
    return min(max(number + ZERO, 0), DIGIT - 1)
