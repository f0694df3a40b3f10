"""Records: fields of fixed size in a buffer, aligned as C aligns them."""

from math import prod

from ._integers import CODES, uint64


class void:  # noqa: N801 - as NumPy calls it
    """A record in some memory, which it shares with others."""

    dtype = None

    def __init__(self, view):
        self.view = view

    def __getitem__(self, name):
        return self.dtype.readers[name](self)

    def item(self):
        """All fields: numbers of Python, and arrays."""
        return tuple(
            read(self) if shape else int(read(self)) for read, (_, _, shape) in self.dtype.pairs
        )

    def tobytes(self):
        """A copy of the memory."""
        return self.view.tobytes()

    def copy(self):
        """A record of the same values in memory of its own."""
        return type(self)(memoryview(bytearray(self.view)))


class dtype:  # noqa: N801 - as NumPy calls it
    """The type of a record: its fields as (type, offset, shape), where a number has none."""

    def __init__(self, made_of, align=True):
        if isinstance(made_of, tuple):  # a class for records, and their type
            kind, plain = made_of
            self.fields, self.itemsize = plain.fields, plain.itemsize
            self.record = type(kind.__name__, (kind,), {"dtype": self, **_attributes(self.fields)})
        else:
            self.fields, self.itemsize = _laid_out(made_of, align)
            self.record = type("Record", (void,), {"dtype": self})
        self.names = tuple(self.fields)
        self.readers = {name: _read(*field) for name, field in self.fields.items()}
        self.pairs = tuple(zip(self.readers.values(), self.fields.values(), strict=True))


def _laid_out(fields, align):
    """The offset of each field, and the size of all."""
    found, end, widest = {}, 0, 1
    for name, code, *given in fields:
        kind = CODES[code.lstrip("<")]
        shape = tuple(given[0]) if given and not isinstance(given[0], int) else tuple(given)
        step = kind.itemsize if align else 1
        first = -(-end // step) * step
        found[name] = (kind, first, shape)
        end = first + kind.itemsize * prod(shape)
        widest = max(widest, step)
    return found, -(-end // widest) * widest


def _attributes(fields):
    return {name: property(_read(*field), _write(*field)) for name, field in fields.items()}


def _read(kind, first, shape):
    """The function that reads a field."""
    last = first + kind.itemsize * prod(shape)

    if shape:
        from ._arrays import ndarray  # noqa: PLC0415 - arrays can hold records

        return lambda state: ndarray(state.view[first:last].cast(kind.format), kind, shape)
    if kind is uint64:
        return lambda state: uint64(state.view[first:last].cast("Q")[0])
    return lambda state: state.view[first:last].cast(kind.format)[0]


def _write(kind, first, shape):
    """The function that writes a field."""
    last = first + kind.itemsize

    def write(state, value):
        if shape:
            raise TypeError("elements are set one by one")
        state.view[first:last].cast(kind.format)[0] = kind(value)

    return write
