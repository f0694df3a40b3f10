"""DLPack: the same memory, for as long as anybody needs it."""

import gc
from typing import Any

import numpy as np
import pytest

from tablier.adapters.dlpack import CPU, CUDA, Shared, lent

pytestmark = pytest.mark.one_game

ARRAYS = {
    "dense": np.arange(24, dtype=np.uint8).reshape(2, 3, 4),
    "first axis dense": np.asfortranarray(np.arange(24, dtype=np.uint8).reshape(2, 3, 4)),
    "with gaps": np.arange(12, dtype=np.int32)[::3],
    "truths": np.array([[True, False], [False, True]]),
    "rewards": np.array([0.5, -1.0], np.float32),
}


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_numpy_takes_it_without_a_copy(array: Any) -> None:
    taken = np.from_dlpack(Shared(array))
    assert np.shares_memory(taken, array)
    assert taken.dtype == array.dtype
    assert np.array_equal(taken, array)


def test_it_lives_as_long_as_it_is_used() -> None:
    before = len(lent)
    taken = np.from_dlpack(Shared(np.arange(10)))
    gc.collect()
    assert len(lent) == before + 1
    assert taken.tolist() == list(range(10))
    del taken
    gc.collect()
    assert len(lent) == before


def test_what_nobody_takes_is_let_go() -> None:
    before = len(lent)
    capsule = Shared(np.arange(10)).__dlpack__()
    assert len(lent) == before + 1
    del capsule
    assert len(lent) == before


class OnGpu:
    """An array as numba-cuda describes one: the first axis is the dense one."""

    def __init__(self) -> None:
        known = {"shape": (5, 3), "strides": (4, 20), "typestr": "<f4", "data": (4096, False)}
        self.__cuda_array_interface__ = known


def test_arrays_on_a_gpu_say_so() -> None:
    shared = Shared(OnGpu())
    tensor = shared.tensor()
    assert shared.__dlpack_device__() == (CUDA, 0)
    assert Shared(np.arange(3)).__dlpack_device__() == (CPU, 0)
    assert (tensor.data, tensor.device_type, tensor.ndim, tensor.bits) == (4096, CUDA, 2, 32)
    assert (tensor.shape[:2], tensor.strides[:2]) == ([5, 3], [1, 5])
