"""Samples: positions of self-play with what is to be learnt from them, in files and in memory.

A file holds games one behind the other, each a frame of its own that is flushed when the game ends:
a process that is killed loses the game it was playing. A frame that was never finished is ignored.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tablier.portable import record

ENTRY = record(("action", "i2"), ("visits", "u2"))
"""How often a search looked at one action; those it never looked at have none."""
HEAD = struct.Struct("<4sIIII")
MAGIC = b"TBG1"
PART = 1 << 20  # bytes that are looked through at a time
LEVEL = 1  # of compression: a game is packed in less time than one of its moves takes
SLACK = 4  # the memory is tidied when a window and a quarter is full


class Samples(NamedTuple):
    """Positions, what is known of each (`kernel.SAMPLE`), and the entries of all their searches.

    `first` of a sample is the number of its first entry.
    """

    states: NDArray[Any]
    samples: NDArray[Any]
    entries: NDArray[Any]

    def frame(self) -> bytes:
        """The samples of one game as they are written to a file."""
        body = zlib.compress(b"".join(part.tobytes() for part in self), LEVEL)
        counts = len(self.states), len(self.entries), len(body)
        return HEAD.pack(MAGIC, *counts, zlib.crc32(body)) + body


@dataclass(frozen=True)
class Kind:
    """The types of the arrays, which differ from game to game."""

    state: "np.dtype[Any]"
    sample: "np.dtype[Any]"

    def read(self, path: Path, offset: int = 0) -> Iterator[tuple[Samples, int]]:
        """The games of a file from that byte on, each with the byte behind it.

        What is not a whole game is passed over.
        """
        with path.open("rb") as file:
            begin: int | None = offset
            while begin is not None:
                file.seek(begin)
                if (game := self._frame(file.read(HEAD.size), file)) is not None:
                    yield game, (begin := file.tell())
                else:
                    begin = _next_frame(file, begin + 1)

    def _frame(self, head: bytes, file: Any) -> Samples | None:
        """The next game, or None if it is not whole."""
        if len(head) < HEAD.size:
            return None
        magic, n_states, n_entries, length, checksum = HEAD.unpack(head)
        packed = file.read(length)
        if magic != MAGIC or zlib.crc32(packed) != checksum:
            return None
        body, parts, begin = zlib.decompress(packed), [], 0
        arrays = (n_states, self.state), (n_states, self.sample), (n_entries, ENTRY)
        if len(body) != sum(n * kind.itemsize for n, kind in arrays):
            return None
        for n, kind in arrays:
            parts.append(np.frombuffer(body, kind, n, begin))
            begin += n * kind.itemsize
        return Samples(*parts)


def _next_frame(file: BinaryIO, begin: int) -> int | None:
    """Where a frame may begin from that byte on, if there is such a place."""
    while True:
        file.seek(begin)
        part = file.read(PART)
        if (found := part.find(MAGIC)) >= 0:
            return begin + found
        if len(part) < PART:
            return None
        begin += PART - len(MAGIC) + 1


class Window:
    """The newest samples, up to `size` of them, to draw from."""

    def __init__(self, kind: Kind, size: int):
        self.size = size
        self.total = 0  # samples that were ever added
        self._samples = Samples(
            np.zeros(0, kind.state), np.zeros(0, kind.sample), np.zeros(0, ENTRY)
        )
        self._used, self._entries = 0, 0

    def __len__(self) -> int:
        return min(self._used, self.size)

    def add(self, game: Samples) -> None:
        """Add the samples of a game behind the others; the oldest give way."""
        if self._used + len(game.states) > self.size + self.size // SLACK:
            self._tidy()
        self._samples = Samples(
            _put(self._samples.states, self._used, game.states),
            _put(self._samples.samples, self._used, game.samples),
            _put(self._samples.entries, self._entries, game.entries),
        )
        end = self._used + len(game.states)
        self._samples.samples["first"][self._used : end] += self._entries
        self._used, self.total = end, self.total + len(game.states)
        self._entries += len(game.entries)

    def _tidy(self) -> None:
        """Move the newest samples to the front."""
        states, samples, entries = self._samples
        oldest = max(0, self._used - self.size)
        first = int(samples[oldest]["first"]) if self._used > oldest else self._entries
        kept = self._used - oldest
        states[:kept] = states[oldest : self._used]
        samples[:kept] = samples[oldest : self._used]
        samples["first"][:kept] -= first
        entries[: self._entries - first] = entries[first : self._entries]
        self._used, self._entries = kept, self._entries - first

    def draw(self, dice: np.random.Generator, n: int, newest: int) -> NDArray[np.int64]:
        """The numbers of n samples, any of the newest so many."""
        least = max(0, self._used - min(newest, self.size))
        return dice.integers(least, self._used, n)

    @property
    def samples(self) -> Samples:
        """What the numbers of `draw` are numbers of."""
        return self._samples

    @classmethod
    def of_bytes(cls, kind: Kind, memory: int, most: int) -> Self:
        """A window of as many samples as fit into that memory, but not more than `most`."""
        return cls(kind, min(most, memory // (kind.state.itemsize + kind.sample.itemsize)))


def _put(array: NDArray[Any], begin: int, more: NDArray[Any]) -> NDArray[Any]:
    """The array with more in it from there on; it grows if it has to."""
    end = begin + len(more)
    if end > len(array):
        grown = np.zeros(max(end, 2 * len(array)), array.dtype)
        grown[:begin] = array[:begin]
        array = grown
    array[begin:end] = more
    return array
