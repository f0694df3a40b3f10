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
        """The states of all boards, copied to the CPU."""
        return self.arrays.states.copy_to_host()

    def checked(self, actions: Any) -> Any:
        """The actions as the kernels take them, on the GPU."""
        if getattr(actions, "__cuda_ndarray__", False):
            return self.looked_at(actions)
        if hasattr(actions, "__cuda_array_interface__"):
            return self.looked_at(cuda.as_cuda_array(actions))
        return cuda.to_device(super().checked(actions))

    def run_reset(self) -> None:
        """Begin the first games, where the boards are."""
        self.launch("reset", self.sample(), self.options_there, self.seed)

    def run_step(self, actions: Any) -> None:
        """Play checked actions, where the boards are."""
        dice = self.options_there, self.seed, np.int64(self.moment)
        self.launch("step", actions, self.sample(), *dice)

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

    def reset_one(boards: Any, samples: Any, options: Any, seed: Any) -> None:
        i = cuda.grid(1)
        if i < len(boards.games):
            reset(boards, i, i + 1, samples, options, seed)

    def step_one(
        boards: Any, actions: Any, samples: Any, options: Any, seed: Any, moment: Any
    ) -> None:
        i = cuda.grid(1)
        if i < len(boards.games):
            payoff = cuda.local.array(players, np.float64)
            step(boards, i, i + 1, actions, samples, payoff, options, seed, moment)

    return {"reset": reset_one, "step": step_one}
