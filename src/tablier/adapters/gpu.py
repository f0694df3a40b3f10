"""Thousands to millions of boards of one game on a CUDA GPU, in arrays that stay there.

Needs `tablier[gpu]`. One thread plays one board, by the very functions that the CPU runs.
In the arrays the first axis is the dense one: neighbouring threads write neighbouring bytes.
"""

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from tablier.adapters import vector
from tablier.adapters.dlpack import Shared
from tablier.extras import extra

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for it, NumPy 2.5 has it no more
    np.row_stack = np.vstack
with extra("gpu"):
    cuda: Any = import_module("numba.cuda")

BLOCK = 128  # threads


class VectorEnv(vector.VectorEnv):
    """`vector.VectorEnv` on the GPU: a step returns at once, the GPU does it when it can."""

    if TYPE_CHECKING:  # what lies there has no types: Numba's arrays of the GPU
        arrays: Any
        observations: Any
        masks: Any
        seats: Any
        rewards: Any
        dones: Any
        reset: Any
        step: Any
        sample: Any

    def array(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array on the GPU: the short ones hold 0, the others what they happen to hold."""
        if len(shape) == 1:  # states among them, where the bytes between the fields have to be 0
            return cuda.to_device(np.zeros(shape, dtype))
        some = max(1, shape[0]), *shape[1:]  # numba-cuda 0.30 cannot hand over an empty array
        return cuda.device_array(some, dtype, order="F")

    def states(self) -> Any:
        """The states of all boards, copied to the CPU, with 0 between their fields."""
        copied = self.here(self.arrays.states)
        clean = np.zeros(copied.shape, copied.dtype)
        for name in copied.dtype.names:
            clean[name] = copied[name]
        return clean

    def checked(self, actions: Any) -> Any:
        """The actions as the kernels take them, on the GPU."""
        if getattr(actions, "__cuda_ndarray__", False):
            return self.looked_at(actions)
        if hasattr(actions, "__cuda_array_interface__"):
            return self.looked_at(cuda.as_cuda_array(actions))
        return cuda.to_device(super().checked(actions))

    def there(self, array: Any) -> Any:
        """An array that lies on the GPU."""
        return cuda.to_device(array)

    def here(self, array: Any) -> Any:
        """An array of the GPU, copied to the CPU."""
        return array.copy_to_host()

    def write(self, array: Any, values: Any) -> None:
        """Overwrite an array on the GPU."""
        array.copy_to_device(np.asarray(values))

    def run_reset(self, plans: Any, placed: Any) -> None:
        """Begin games as planned, where the boards are."""
        given = self.there(plans), self.there(placed), self.sample()
        self.launch("reset", *given, *self.dice())

    def run_step(self, actions: Any) -> None:
        """Play checked actions, where the boards are."""
        self.launch("step", actions, self.sample(), *self.dice())

    def dice(self) -> tuple[Any, ...]:
        """What both kernels take last."""
        return self.options_there, self.seed, np.int64(self.moment), self.starts

    def launch(self, name: str, *arguments: Any) -> None:
        """A thread for each board."""
        self.launched[name][-(-len(self) // BLOCK), BLOCK](self.arrays, *arguments)

    def shared(self, array: Any) -> Shared:
        """One of the arrays for `from_dlpack` of any library, once the GPU has written it."""
        self.synchronize()
        return Shared(array)

    def synchronize(self) -> None:
        """Wait until the GPU has done all that it was asked for."""
        cuda.synchronize()

    @cached_property
    def options_there(self) -> Any:
        """The options on the GPU."""
        return cuda.to_device(self.options)

    @cached_property
    def launched(self) -> dict[str, Any]:
        """The kernels by name, compiled when they are first used."""
        rules, kernels = self.game.rules, self.kernels
        made = launched(kernels.reset, kernels.step, rules.PLAYERS)
        return {name: cuda.jit(kernel) for name, kernel in made.items()}


def launched(reset: Any, step: Any, players: int) -> dict[str, Any]:
    """The kernels: they give each thread its board and its scratch."""

    def reset_one(
        boards: Any,
        plans: Any,
        placed: Any,
        samples: Any,
        options: Any,
        seed: Any,
        moment: Any,
        starts: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < len(boards.games):
            reset(boards, i, i + 1, plans, placed, samples, options, seed, moment, starts)

    def step_one(
        boards: Any,
        actions: Any,
        samples: Any,
        options: Any,
        seed: Any,
        moment: Any,
        starts: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < len(boards.games):
            payoff = cuda.local.array(players, np.float64)
            step(boards, i, i + 1, actions, samples, payoff, options, seed, moment, starts)

    return {"reset": reset_one, "step": step_one}
