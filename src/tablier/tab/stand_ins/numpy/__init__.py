"""Stands in for NumPy in a browser: records, arrays of integers, and 64-bit sets of squares.

It has what the rules, notations and drawings of games use, and raises for everything else. Unsigned
64-bit integers wrap around as NumPy's do; all others are Python's, which never overflow: rules that
need more than 32 bits of them say so, since compiled code has to know it too.
"""

from ._arrays import array, empty, frombuffer, ndarray, zeros
from ._integers import int8, int16, int32, int64, uint8, uint16, uint32, uint64
from ._records import dtype, void

__all__ = [
    "array",
    "dtype",
    "empty",
    "errstate",
    "float64",
    "frombuffer",
    "int8",
    "int16",
    "int32",
    "int64",
    "ndarray",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "void",
    "zeros",
]
float64 = float


def errstate(**_):
    """Nothing here warns."""
    return lambda function: function
