"""Arrays handed to other libraries without a copy, by DLPack (https://dmlc.github.io/dlpack).

numba-cuda imports DLPack but does not export it, so the few structs of the standard are defined
here.
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # by NumPy's kind
NAME = b"dltensor"  # of a capsule that no library has consumed yet


class Tensor(ctypes.Structure):
    """DLTensor and DLManagedTensor in one: the second only adds two fields behind the first."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


lent: dict[int, tuple[Any, ...]] = {}
"""Arrays that other libraries still use, by the address of the tensor: they must stay alive."""


def give_back(address: int) -> None:
    """The deleter, called by the library that has consumed the tensor."""
    lent.pop(address, None)


def drop(capsule: int) -> None:
    """The destructor of a capsule: if it was not consumed, its deleter will not be called."""
    if _is_valid(capsule, NAME):
        lent.pop(_pointer(capsule, NAME), None)


_callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
GIVE_BACK, DROP = _callback(give_back), _callback(drop)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


class Shared:
    """An array that `from_dlpack` of NumPy, JAX, PyTorch and others takes without a copy."""

    def __init__(self, owner: Any) -> None:
        """`owner` is an array with NumPy's array interface, or with its sister for CUDA."""
        on_gpu = hasattr(owner, "__cuda_array_interface__")
        self.owner = owner
        self.device = CUDA if on_gpu else CPU
        self.interface: Any = (
            owner.__cuda_array_interface__ if on_gpu else owner.__array_interface__
        )

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device, 0

    def __dlpack__(self, *, stream: object = None, **_: object) -> Any:
        tensor = self.tensor()
        address = ctypes.addressof(tensor)
        lent[address] = (tensor, self.owner)
        return _new(address, NAME, ctypes.cast(DROP, ctypes.c_void_p))

    def tensor(self) -> Tensor:
        """The array as DLPack describes it."""
        shape = self.interface["shape"]
        dtype = np.dtype(self.interface["typestr"])
        dense = np.cumprod((1, *shape[:0:-1]))[::-1] * dtype.itemsize
        strides = [size // dtype.itemsize for size in self.interface.get("strides") or dense]
        numbers = ctypes.c_int64 * len(shape)
        return Tensor(
            data=self.interface["data"][0],
            device_type=self.device,
            ndim=len(shape),
            code=CODES[dtype.kind],
            bits=8 * dtype.itemsize,
            lanes=1,
            shape=numbers(*shape),
            strides=numbers(*strides),
            deleter=ctypes.cast(GIVE_BACK, ctypes.c_void_p),
        )
