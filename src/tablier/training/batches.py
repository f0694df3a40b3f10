"""Batches: samples as a net sees them, with what it should say; made by several threads."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tablier.game import Game
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import inputs as stand_in_inputs
from tablier.nets.kernels import inputs_of, setting_of
from tablier.nets.kernels import kernel_of as net_kernel_of
from tablier.training import batch_kernel
from tablier.training.samples import Samples

PART = 256  # samples that a thread takes at a time
A_SAMPLE = 64  # actions for which room is made at first


class Batch(NamedTuple):
    """The arrays of a batch; inputs and actions of all samples lie one behind the other."""

    on: NDArray[np.int32]
    begins: NDArray[np.int64]
    phases: NDArray[np.int64]
    table: NDArray[np.int32]
    owners: NDArray[np.int64]
    targets: NDArray[np.float32]
    values: NDArray[np.float32]


@dataclass
class Gatherer:
    """Makes batches of a game's samples."""

    game: Game
    threads: int = 1
    room: int = field(default=A_SAMPLE, init=False)
    """Actions of a sample, as far as was seen."""

    def __post_init__(self) -> None:
        self.kernel: Any = specialise(
            batch_kernel, cast(ModuleType, self.game.rules), (stand_in_inputs, inputs_of(self.game))
        )
        self.net_kernel = net_kernel_of(self.game)
        self._mix = np.array(setting_of(self.game, "VALUE_MIX"), np.float32)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def batch(self, samples: Samples, chosen: NDArray[np.int64]) -> Batch:
        """The batch of these samples."""
        parts = [chosen[i : i + PART] for i in range(0, len(chosen), PART)]
        if self._pool is None:
            made = [self._part(samples, part) for part in parts]
        else:
            made = list(self._pool.map(lambda part: self._part(samples, part), parts))
        return joined(made)

    def _part(self, samples: Samples, chosen: NDArray[np.int64]) -> Batch:
        """One part of a batch; if its actions take more room than was thought, it is made again."""
        rules, net, n = self.game.rules, self.net_kernel, len(chosen)
        actions, shares = np.empty(rules.WIDTH, np.int32), np.zeros(rules.ACTIONS, np.float32)
        state, scratch = np.zeros(1, rules.STATE), np.zeros(1, net.SCRATCH)
        on, ends = np.empty((n + 1) * net.MOST, np.int32), np.zeros(n + 1, np.int64)
        phases, values = np.empty(n, np.int64), np.empty((n, net.VALUES), np.float32)
        while True:
            table = np.empty((n * self.room, net.PER_ACTION), np.int32)
            owners, targets = np.empty(len(table), np.int64), np.empty(len(table), np.float32)
            done, n_on, n_rows = self.kernel.gather(
                *(chosen, *samples, state, scratch, actions, shares, self._mix),
                *(on, ends[1:], phases, table, owners, targets, values),
            )
            if done == n:
                break
            self.room *= 2
        rows = slice(0, n_rows)
        return Batch(
            *(on[:n_on], ends[:-1], phases, table[rows], owners[rows], targets[rows], values)
        )


def joined(parts: Sequence[Batch]) -> Batch:
    """The batch that these parts make together."""
    ons = _starts(len(part.on) for part in parts)
    samples = _starts(len(part.phases) for part in parts)
    moved = [
        part._replace(begins=part.begins + on, owners=part.owners + sample)
        for part, on, sample in zip(parts, ons, samples, strict=True)
    ]
    return Batch(*(np.concatenate(arrays) for arrays in zip(*moved, strict=True)))


def _starts(lengths: Iterator[int]) -> NDArray[np.int64]:
    found = np.array([*lengths], np.int64)
    return np.cumsum(found) - found
