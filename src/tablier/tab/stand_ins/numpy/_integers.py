"""Integers: `uint64` wraps around, all others are Python's, converted to their range once."""

SIZE = 1 << 64
MASK = SIZE - 1
_new, _int = int.__new__, int
_add, _sub, _mul = int.__add__, int.__sub__, int.__mul__
_and, _or, _xor = int.__and__, int.__or__, int.__xor__
_left, _right = int.__lshift__, int.__rshift__


class uint64(int):  # noqa: N801 - as NumPy calls it
    """An unsigned integer of 64 bits; what it is combined with becomes one, too."""

    __slots__ = ()
    itemsize = 8
    format = "Q"

    def __new__(cls, value=0):
        """The value modulo 2**64."""
        return _new(cls, _int(value) & MASK)

    def __add__(self, other):
        return _new(uint64, _add(self, other) & MASK)

    def __sub__(self, other):
        return _new(uint64, _sub(self, other) & MASK)

    def __rsub__(self, other):
        return _new(uint64, _sub(other, self) & MASK)

    def __mul__(self, other):
        return _new(uint64, _mul(self, other) & MASK)

    def __floordiv__(self, other):
        return _new(uint64, _int(self) // _int(other))

    def __rfloordiv__(self, other):
        return _new(uint64, _int(other) // _int(self))

    def __mod__(self, other):
        return _new(uint64, _int(self) % _int(other))

    def __rmod__(self, other):
        return _new(uint64, _int(other) % _int(self))

    def __and__(self, other):
        return _new(uint64, _and(self, other))

    def __or__(self, other):
        return _new(uint64, _or(self, other) & MASK)

    def __xor__(self, other):
        return _new(uint64, _xor(self, other) & MASK)

    def __lshift__(self, other):
        return _new(uint64, _left(self, other) & MASK)

    def __rlshift__(self, other):
        return _new(uint64, _left(other, self) & MASK)

    def __rshift__(self, other):
        return _new(uint64, _right(self, other))

    def __rrshift__(self, other):
        return _new(uint64, _right(other, self))

    def __invert__(self):
        return _new(uint64, _xor(self, MASK))

    def __repr__(self):
        return f"np.uint64({_int(self)})"

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__
    __str__ = int.__repr__


def _narrow(name, bits, form, *, signed):
    """A type whose call converts a number to its range, and returns a number of Python."""
    size, half = 1 << bits, 1 << (bits - 1)

    def convert(_, value=0):
        wrapped = _int(value) & (size - 1)
        return wrapped - size if signed and wrapped >= half else wrapped

    return type(name, (), {"__new__": convert, "itemsize": bits // 8, "format": form})


int8 = _narrow("int8", 8, "b", signed=True)
int16 = _narrow("int16", 16, "h", signed=True)
int32 = _narrow("int32", 32, "i", signed=True)
int64 = _narrow("int64", 64, "q", signed=True)
uint8 = _narrow("uint8", 8, "B", signed=False)
uint16 = _narrow("uint16", 16, "H", signed=False)
uint32 = _narrow("uint32", 32, "I", signed=False)

CODES = {
    "i1": int8,
    "i2": int16,
    "i4": int32,
    "i8": int64,
    "u1": uint8,
    "u2": uint16,
    "u4": uint32,
    "u8": uint64,
}
"""Types by the codes that `record` takes."""
