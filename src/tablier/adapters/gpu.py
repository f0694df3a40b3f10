"""Thousands to millions of boards of one game on a CUDA GPU, in arrays that stay there.

Needs `tablier[gpu]`. One thread plays one board, by the same functions as on the CPU. Arrays are in
Fortran order: neighbouring threads write neighbouring bytes.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tablier.adapters import vector
from tablier.adapters.dlpack import Shared
from tablier.extras import extra
from tablier.kernels.gpu import load

with extra("gpu"):
    cuda: Any = load()

BLOCK = 128  # threads


class VectorEnv(vector.VectorEnv):
    """`vector.VectorEnv` on the GPU: a step returns at once and runs asynchronously."""

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
        """An array on the GPU: zeros if it has one axis, else uninitialised."""
        if len(shape) == 1:  # states among them, where the bytes between the fields have to be 0
            return cuda.to_device(np.zeros(shape, dtype))
        some = max(1, shape[0]), *shape[1:]  # numba-cuda 0.30 cannot hand over an empty array
        return cuda.device_array(some, dtype, order="F")

    def states(self) -> Any:
        """The states of all boards, copied to the CPU, with 0 between their fields."""
        copied = self.to_host(self.arrays.states)
        clean = np.zeros(copied.shape, copied.dtype)
        for name in copied.dtype.names:
            clean[name] = copied[name]
        return clean

    def prepared(self, actions: Any) -> Any:
        """The actions as the kernels take them, on the GPU."""
        if getattr(actions, "__cuda_ndarray__", False):
            return self.validated(actions)
        if hasattr(actions, "__cuda_array_interface__"):
            return self.validated(cuda.as_cuda_array(actions))
        return cuda.to_device(super().prepared(actions))

    def shown(self, array: Any) -> Any:
        """An array of the GPU as it is."""
        return array

    def to_device(self, array: Any) -> Any:
        """An array that lies on the GPU."""
        return cuda.to_device(array)

    def to_host(self, array: Any) -> Any:
        """An array of the GPU, copied to the CPU."""
        return array.copy_to_host()

    def write(self, array: Any, values: Any) -> None:
        """Overwrite an array on the GPU."""
        array.copy_to_device(np.asarray(values))

    def _run_reset(self, plans: Any, placed: Any) -> None:
        """Start games as planned, on the GPU."""
        given = self.to_device(plans), self.to_device(placed), self.sample()
        self.launch("reset", *given, *self.dice())

    def _run_step(self, actions: Any) -> None:
        """Play prepared actions, on the GPU."""
        self.launch("step", actions, self.sample(), *self.dice())

    def dice(self) -> tuple[Any, ...]:
        """The last arguments of both kernels."""
        return self.device_options, self.seed, np.int64(self.moment), self.starts

    def launch(self, name: str, *arguments: Any) -> None:
        """Run a kernel with a thread for each board."""
        self.launched[name][-(-len(self) // BLOCK), BLOCK](self.arrays, *arguments)

    def shared(self, array: Any) -> Shared:
        """One of the arrays for `from_dlpack` of any library, once the GPU has written it."""
        self.synchronize()
        return Shared(array)

    def synchronize(self) -> None:
        """Wait until the GPU has finished."""
        cuda.synchronize()

    @cached_property
    def device_options(self) -> Any:
        """The options on the GPU."""
        return cuda.to_device(self.options)

    @cached_property
    def launched(self) -> dict[str, Any]:
        """The kernels by name, compiled when they are first used."""
        rules, kernels = self.game.rules, self.kernels
        made = launched(kernels.reset, kernels.step, rules.PLAYERS)
        return {name: cuda.jit(kernel) for name, kernel in made.items()}


def launched(reset: Any, step: Any, players: int) -> dict[str, Any]:
    """The kernels: each thread takes its board and allocates its payoffs."""

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
        boards: Any, actions: Any, samples: Any, options: Any, seed: Any, moment: Any, starts: Any
    ) -> None:
        i = cuda.grid(1)
        if i < len(boards.games):
            payoff = cuda.local.array(players, np.float64)
            step(boards, i, i + 1, actions, samples, payoff, options, seed, moment, starts)

    return {"reset": reset_one, "step": step_one}
