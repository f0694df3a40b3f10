"""Arrays: numbers in a buffer, with one, two or three axes."""

import itertools
from math import prod

from ._integers import CODES, int64, uint64
from ._records import dtype


class ndarray:  # noqa: N801 - as NumPy calls it
    """Numbers of one type; `view` is the memory that they are in."""

    __slots__ = ("dtype", "shape", "view")

    def __init__(self, view, kind, shape):
        self.view, self.dtype, self.shape = view, kind, shape

    def __len__(self):
        return self.shape[0]

    def _span(self, index):
        """The first number of a sub-array, and how many it has."""
        size = prod(self.shape[1:])
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return index % len(self) * size, size

    def __getitem__(self, index):
        if isinstance(index, tuple):
            return self._at(index)
        if isinstance(index, slice):
            if len(self.shape) > 1 or index.step not in (None, 1):
                raise TypeError("slices of lines alone")
            part = self.view[index]
            return ndarray(part, self.dtype, (len(part),))
        if len(self.shape) == 1:
            found = self.view[index]
            return uint64(found) if self.dtype is uint64 else found
        first, size = self._span(index)
        return ndarray(self.view[first : first + size], self.dtype, self.shape[1:])

    def _at(self, index):
        """What is at a place given by several axes, or by fewer than there are."""
        if len(index) < len(self.shape):
            return self[index[0]] if len(index) == 1 else self[index[0]][index[1:]]
        place = 0
        for axis, size in zip(index, self.shape, strict=True):
            if not 0 <= axis < size:
                raise IndexError(index)
            place = place * size + axis
        found = self.view[place]
        return uint64(found) if self.dtype is uint64 else found

    def __setitem__(self, index, value):
        if isinstance(index, tuple):
            if len(index) > 1:
                self[index[0]][index[1:]] = value
                return
            index = index[0]
        if len(self.shape) > 1 or isinstance(index, slice):
            raise TypeError("numbers are set one by one")
        self.view[index] = value if self.dtype is float else self.dtype(value)

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def tolist(self):
        """Lists of numbers of Python."""
        return self.view.tolist() if len(self.shape) == 1 else [each.tolist() for each in self]

    def tobytes(self):
        """The memory."""
        return self.view.tobytes()

    def __repr__(self):
        return f"array({self.tolist()})"


class _Records:
    """An array with one axis whose elements are records."""

    def __init__(self, view, kind):
        self.view, self.dtype = view, kind

    def __len__(self):
        return len(self.view) // self.dtype.itemsize

    def __getitem__(self, index):
        size = self.dtype.itemsize
        return self.dtype.record(self.view[index * size : (index + 1) * size])

    def item(self):
        """All fields of the only record."""
        return self[0].item()

    def tobytes(self):
        """The memory."""
        return self.view.tobytes()


def _memory(data, kind):
    return memoryview(data).cast("B").cast("d" if kind is float else kind.format)


def zeros(shape, kind=float):
    """An array of zeros, or of empty records."""
    if isinstance(kind, dtype):
        return _Records(memoryview(bytearray(shape * kind.itemsize)), kind)
    shape = shape if isinstance(shape, tuple) else (shape,)
    size = 8 if kind is float else kind.itemsize
    return ndarray(_memory(bytearray(prod(shape) * size), kind), kind, shape)


empty = zeros


def array(values, kind=None):
    """An array of nested lists of integers."""
    shape, flat = (), values
    while isinstance(flat, list | tuple | ndarray):
        shape, flat = (*shape, len(flat)), flat[0] if len(flat) else 0
    numbers = list(_flat(values))
    kind = kind or (uint64 if any(type(each) is uint64 for each in numbers) else int64)
    if len(numbers) != prod(shape):
        raise ValueError("the lists are not of one length")
    made = zeros(len(numbers), kind)
    for i, each in enumerate(numbers):
        made[i] = each
    return ndarray(made.view, kind, shape)


def _flat(values):
    if not isinstance(values, list | tuple | ndarray):
        return (values,)
    return itertools.chain.from_iterable(map(_flat, values))


def frombuffer(data, kind):
    """The memory of these bytes as records, or as numbers."""
    if isinstance(kind, dtype):
        return _Records(memoryview(data), kind)
    view = _memory(data, kind)
    return ndarray(view, kind, (len(view),))


__all__ = ["CODES", "array", "empty", "frombuffer", "ndarray", "zeros"]
