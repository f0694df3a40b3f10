"""Elementary functions that give the same bits in Python, on every processor and in browsers.

Those of NumPy and of systems differ in the last bit from one machine to the next, and a search that
meets a tie would go different ways. These are sums, products and quotients alone, which IEEE 754
defines exactly (so is `np.sqrt`). Rules and features use them instead of `np.exp` and its like: an
engine for browsers is not built from those.
"""

from math import isqrt

import numpy as np

from tablier.portable import rule

_PARTS, _BY_PARTS = 128, np.uint64(7)  # of the way from one power of 2 to the next
_FRACTION, _BIAS, _MANTISSA = np.int64(52), np.int64(1023), np.int64(2**52 - 1)


def _root(i: int) -> float:
    """2 to the power of i / 128, rounded exactly."""
    root = 1 << (i + 60 * _PARTS)
    for _ in range(int(_BY_PARTS)):
        root = isqrt(root)
    return root / 2**60


_ROOTS = np.array([_root(i) for i in range(_PARTS)])
_TO_EXPONENT = np.uint64(_FRACTION) - _BY_PARTS
_ROOT_BITS = _ROOTS.view(np.uint64) - (np.arange(_PARTS, dtype=np.uint64) << _TO_EXPONENT)
_LAST_PART = np.uint64(_PARTS - 1)
_PER_PART = 1.4426950408889634 * _PARTS
_PART_HIGH, _PART_LOW = 6.93147180369123816490e-01 / _PARTS, 1.90821492927058770002e-10 / _PARTS
_TO_WHOLE = 1.5 * 2.0**52  # added to a number, it leaves its whole part in the last bits
_LN_2_HIGH, _LN_2_LOW, _ROOT_2 = (
    6.93147180369123816490e-01,
    1.90821492927058770002e-10,
    1.4142135623730951,
)
_MOST, _LEAST = 709.0, -708.0  # outside, e to that power is infinite, or too small for all bits
_SMALL, _LARGE = 0.625, 20.0  # to here a quotient of polynomials; from here on, tanh is 1
_SMALLEST = 2.2250738585072014e-308  # below, numbers have fewer bits


@rule
def exp(number):
    """The power of e, to the last bit but one."""
    if number > _MOST:
        return np.inf
    if number < _LEAST:
        return 0.0
    return exp_within(number)


@rule
def exp_within(number):
    """The same for a number from −708 to 709: without a branch, so it can be made a vector."""
    shifted = number * _PER_PART + _TO_WHOLE
    parts = shifted - _TO_WHOLE
    bits = np.float64(shifted).view(np.uint64)
    rest = number - parts * _PART_HIGH - parts * _PART_LOW
    square = rest * rest
    more = rest + square * (0.5 + rest * (1 / 6)) + square * square * (1 / 24 + rest * (1 / 120))
    scale = np.uint64(_ROOT_BITS[bits & _LAST_PART] + (bits << _TO_EXPONENT)).view(np.float64)
    return scale + scale * more


@rule
def log(number):
    """The natural logarithm, to the last bit but one; −∞ for what is not above zero."""
    if not number >= _SMALLEST:
        return -np.inf
    bits = np.float64(number).view(np.int64)
    whole = (bits >> _FRACTION) - _BIAS
    part = np.int64((bits & _MANTISSA) | (_BIAS << _FRACTION)).view(np.float64)
    if part > _ROOT_2:
        part = 0.5 * part
        whole += 1
    # The polynomial of FreeBSD's msun library, in the logarithm of (1 + s) / (1 − s)
    rest = part - 1.0
    s = rest / (2.0 + rest)
    z = s * s
    w = z * z
    even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332))
    odd = 0.1818357216161805012 + w * 0.1479819860511658591
    odd = z * (0.6666666666666735130 + w * (0.2857142874366239149 + w * odd))
    half = 0.5 * rest * rest
    low = s * (half + even + odd) + whole * _LN_2_LOW
    return whole * _LN_2_HIGH - (half - low - rest)


@rule
def power(base, exponent):
    """A positive base to the power of any exponent, to fourteen digits for usual numbers."""
    return exp(exponent * log(base))


@rule
def tanh(number):
    """The hyperbolic tangent: from −1 to 1."""
    size = abs(number)
    if size < _SMALL:
        square = number * number
        over = (-9.64399179425052238628e-1 * square - 9.92877231001918586564e1) * square
        over -= 1.61468768441708447952e3
        under = (square + 1.12811678491632931402e2) * square + 2.23548839060100448583e3
        under = under * square + 4.84406305325125486048e3
        return number + number * square * (over / under)
    if size > _LARGE:
        return 1.0 if number > 0 else -1.0
    height = 1.0 - 2.0 / (exp(2.0 * size) + 1.0)
    return height if number > 0 else -height
