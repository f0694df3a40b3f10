"""What a net sees of a game without an inputs.py: its planes, and the words of its tokens.

A game's own inputs.py has the same names. An input is a number from 0; it is on or off. A row is a
line of the net's table for actions; the rows of an action are added up.

How its net is trained, `VARIED`, `VALUE_MIX` and `TRAINING`, it can leave out.
"""

import re
from typing import Any

import numpy as np

from tablier.kernels.stand_ins.notation import TOKENS
from tablier.kernels.stand_ins.planes import PLANES, SHAPE, planes
from tablier.kernels.stand_ins.rules import PLAYERS
from tablier.portable import rule

VERSION = 1
"""One more whenever an input, a row or a phase changes its meaning: old nets do not fit then."""
PLAN = (1.5, 0.2, 1, 0)
"""How a search with a net plays best: the fields of `tree.Plan`."""
PHASES = 1
"""Parts of the game that have weights of their own in the second layer."""
NOTES = (("planes", "u1", SHAPE),)
"""Fields of the memory that `inputs` can use, and fill for `rows`."""
VARIED: dict[str, Any] = {}
"""Values of options, by name, that games of self-play are played with now and then."""
VALUE_MIX = (0.5, 0.0, 0.5)
"""How much of a value to learn is the outcome, what features.py says of the end, the search's."""
TRAINING: dict[str, Any] = {}
"""Fields of `training.settings.Settings` that suit the game."""

CELLS = SHAPE[1] * SHAPE[2]
FINE, COARSE = 16, 4  # levels, at most, of a number for the whole board and of one on a square
SIZES = np.array([max(1, channel.most) for channel in PLANES], np.int64)
PLACES = np.array([1 if channel.everywhere else CELLS for channel in PLANES], np.int64)
LEVELS = np.minimum(SIZES, np.where(PLACES == 1, FINE, COARSE))
FIRST = np.cumsum(PLACES * LEVELS) - PLACES * LEVELS
LEVEL = np.array(  # of each number, by channel; 0 and what is beyond the largest count as well
    [
        (np.clip(np.arange(256), 1, most) - 1) * n // most
        for most, n in zip(SIZES, LEVELS, strict=True)
    ]
    or [[0] * 256],
    np.int64,
)
INPUTS = max(1, int(np.sum(PLACES * LEVELS)))
"""How many inputs there are."""
MOST = max(1, int(np.sum(PLACES)))
"""How many can be on at once."""

WORD = re.compile(r"[a-z]+\d*|\d+|[^a-z\d]+", re.IGNORECASE)
WHOLE = 2048  # with so many actions or fewer, each has a row of its own as well


def words(token: str) -> list[str]:
    """What a token is made of, each with its place in it: "a1-b2" is "0a1", "1-" and "2b2"."""
    parts = [f"{place}{word}" for place, word in enumerate(WORD.findall(token))]
    return parts if len(TOKENS) > WHOLE else [*parts, token]


WORDS = [words(token) for token in TOKENS]
NUMBERS = {word: row for row, word in enumerate(sorted({each for part in WORDS for each in part}))}
ROWS = len(NUMBERS) + 1
"""How many rows there are; here the last stands for no word."""
PER_ACTION = max(map(len, WORDS))
"""How many rows each action has."""
TABLE = np.array(
    [[*map(NUMBERS.__getitem__, part), *[ROWS - 1] * (PER_ACTION - len(part))] for part in WORDS]
)


@rule
def inputs(state, notes, out):
    """Write the inputs that are on, as the seat to move sees it, and return how many there are."""
    planes(state, notes.planes)
    n = 0
    for channel in range(len(PLACES)):
        if PLACES[channel] == 1:
            n = put(notes.planes[channel, 0, 0], channel, 0, out, n)
        else:
            for row in range(SHAPE[1]):
                for column in range(SHAPE[2]):
                    number = notes.planes[channel, row, column]
                    n = put(number, channel, row * SHAPE[2] + column, out, n)
    return n


@rule
def put(number, channel, place, out, n):
    """Write the input of a number in a plane; it counts unless the number is 0."""
    level = LEVEL[channel, np.uint64(number)]
    out[np.uint64(n)] = FIRST[channel] + place * LEVELS[channel] + level
    return n + (number > 0)


@rule
def rows(state, notes, action, out):  # noqa: ARG001
    """Write the rows of a legal action, after `inputs` of the same state."""
    for i in range(PER_ACTION):
        out[i] = TABLE[action, i]


@rule
def phase(state):  # noqa: ARG001
    """Which part of the game it is."""
    return 0


@rule
def seat(state, i):
    """The seat that moves `i` turns after the mover; the values of a net come in this order."""
    return (state.turn + i) % PLAYERS
