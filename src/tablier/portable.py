"""One source for Python, CPU and GPU: `@rule`, `record()`, sets of squares as bits, random numbers.

The only module for authors of games that depends on Numba. A rule is a function over a record in
the subset of Python that Numba compiles (integers, `if`, `for … in range`, `while`, arrays);
numba-cuda takes compiled rules unchanged. With NUMBA_DISABLE_JIT=1 all rules stay plain Python.
"""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from operator import itemgetter
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit
from numba.core import config
from numba.core.registry import CPUDispatcher
from numpy.typing import NDArray

from tablier.fingerprint import cache_on_disk

PLAIN: Callable[[Any], Any] = np.errstate(over="ignore")
"""Leaves a rule plain Python, without warnings when 64-bit integers overflow."""

jit_is_off: bool = config.DISABLE_JIT  # type: ignore[attr-defined]
# Rules allocate nothing, so they need no reference counting (`_nrt`), which took a fifth of the
# time of a tree search.
_AS_RULES: dict[str, Any] = {"_nrt": False}


def _compiler(**options: Any) -> Callable[[Any], Any]:
    def compiled(function: Any) -> Any:
        made = njit(**_AS_RULES, **options)(function)
        cache_on_disk(made)
        return made

    return PLAIN if jit_is_off else compiled


rule: Callable[[Any], Any] = _compiler()
"""Compiles a rule for the CPU; it is cached on disk.

It keeps the GIL: for a part of a microsecond another thread would be woken, and come too late.
"""
kernel: Callable[[Any], Any] = _compiler(nogil=True)
"""The same for what takes long, such as a search: it releases the GIL."""


def _quick(function: Callable[..., Any]) -> Callable[[Any], Any]:
    """A rule that this function replaces where rules stay plain Python."""
    return lambda slow: update_wrapper(function, slow) if jit_is_off else rule(slow)


def record(*fields: tuple[Any, ...]) -> "np.dtype[Any]":
    """The NumPy type of a game's state: a structured type with named fields of fixed size.

    Fields are attributes, in plain Python as in compiled code. Reading one takes 0.4 µs; that of an
    `np.record` takes 4.4 µs.
    """
    attributes: dict[str, Any] = {name: _attribute(name) for name, *_ in fields}
    # Numba reads `data` at each call. NumPy's is a memoryview, which formats the type each time:
    # that is most of the time of a call. A record is a buffer itself.
    attributes["data"] = property(lambda state: state)
    # Set by `position.frozen_state`, for `position.fields` and `position.once`.
    attributes["cached_fields"] = attributes["kept"] = None
    kind = type("Fields", (np.void,), attributes)
    return np.dtype((kind, np.dtype(list(fields), align=True)))


def _attribute(name: str) -> property:
    def write(state: Any, value: Any) -> None:
        state[name] = value

    return property(itemgetter(name), write)


def as_bytes(states: NDArray[Any]) -> NDArray[Any]:
    """The states as plain bytes: NumPy copies some of them whole then, not field by field."""
    return states.view(np.dtype((np.void, states.dtype.itemsize)))


def plain(module: ModuleType) -> ModuleType:
    """A copy of a module whose rules, and all that they call, are plain Python: for tests."""
    copy = ModuleType(module.__name__, module.__doc__)
    for name, value in _plain_globals(vars(module), {}).items():
        is_rule = isinstance(vars(module)[name], CPUDispatcher)
        setattr(copy, name, PLAIN(value) if is_rule else value)
    return copy


def _plain_globals(names: dict[str, Any], known: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """The global names of a module with rules as plain Python; `known` are those made so far."""
    if id(names) not in known:
        own = known[id(names)] = dict(names)
        for name, value in names.items():
            if isinstance(value, CPUDispatcher):
                rule = value.py_func
                globals_ = _plain_globals(rule.__globals__, known)
                own[name] = FunctionType(rule.__code__, globals_, name, rule.__defaults__)
    return known[id(names)]


# Sets of up to 64 squares as the bits of an unsigned integer; larger boards use several of them, or
# an array with an element for each square. Nothing checks that a square is below 64: compiled code
# shifts modulo 64 and plain Python does not, so the contract test finds it. LLVM turns each of
# these into one or two machine instructions (popcnt, tzcnt), on the CPU and on the GPU.

BITS = 64
NONE = np.uint64(0)
ONE = np.uint64(1)
_PAIRS, _NIBBLES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_BYTES, _SUM = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_BY_1, _BY_2, _BY_4, _BY_56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


def squares(*members: int) -> np.uint64:
    """The set of these squares, for constants.

    >>> squares(63)
    np.uint64(9223372036854775808)
    >>> squares(64)
    Traceback (most recent call last):
    ValueError: A set of bits has room for the squares 0 to 63, not for 64.
    """
    beyond = [member for member in members if not 0 <= member < BITS]
    if beyond:
        raise ValueError(f"A set of bits has room for the squares 0 to 63, not for {beyond[0]}.")
    return np.uint64(sum(1 << member for member in set(members)))


def members(bits: Any) -> list[int]:
    """The squares of a set, ascending, for drawings and texts.

    >>> members(squares(5, 3, 8))
    [3, 5, 8]
    """
    return [*_members(int(bits))]


@lru_cache(maxsize=2**12)  # the text and the pieces of a position need the same sets
def _members(left: int) -> tuple[int, ...]:
    found = []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return tuple(found)


def digits(size: int, *sets: int) -> str:
    """Which of the sets each square is in: a digit for each, the sum of 1, 2 and 4 for the sets.

    Without a loop over squares: the digits are combined as bytes of one large integer.

    >>> digits(5, 0b00001, 0b10001)
    '30002'
    """
    total = 0
    for weight, bits in zip(_WEIGHTS, sets, strict=False):
        total |= int.from_bytes(f"{bits:0{size}b}".encode().translate(weight))
    return total.to_bytes(size)[::-1].decode()


_WEIGHTS = tuple(bytes.maketrans(b"01", bytes(f"0{weight}", "ascii")) for weight in (1, 2, 4))


@_quick(lambda square: np.uint64(1 << int(square)))
def bit(square):
    """The set of this one square, which is below 64."""
    return ONE << np.uint64(square)


@_quick(lambda bits, square: int(bits) >> int(square) & 1 == 1)
def has(bits, square):
    """Is the square, which is below 64, in the set?"""
    return (bits >> np.uint64(square)) & ONE != NONE


@_quick(lambda bits: int(bits).bit_count())
def count(bits):
    """How many squares the set has."""
    bits = bits - ((bits >> _BY_1) & _PAIRS)
    bits = (bits & _NIBBLES) + ((bits >> _BY_2) & _NIBBLES)
    bits = (bits + (bits >> _BY_4)) & _BYTES
    return np.int64((bits * _SUM) >> _BY_56)


@_quick(lambda bits: (int(bits) & -int(bits)).bit_length() - 1 if bits else BITS)
def lowest(bits):
    """The smallest square of a set that is not empty."""
    return count((bits & (~bits + ONE)) - ONE)


@rule
def write_set(bits, first, out):
    """Write first + square for each square of a set into `out`, ascending; return how many."""
    n = 0
    while bits != NONE:
        out[n] = first + lowest(bits)
        bits &= bits - ONE
        n += 1
    return n


@rule
def add_set(bits, first, most, out, n):
    """The same from place n of `out` on, with at most so many squares; return the place behind."""
    last = n + most
    while bits != NONE and n < last:
        out[n] = first + lowest(bits)
        bits &= bits - ONE
        n += 1
    return n


@rule
def sign(number):
    """1, 0 or −1: is it above, at or below zero?"""
    return max(-1, min(1, number))


# Random numbers: a seed defines a sequence (splitmix64), the same on every machine and target.

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BY_27, _BY_30, _BY_31, _BY_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@rule
def draw(seed, i, n):
    """Number `i` of the sequence of the seed, scaled to 0 … n−1."""
    bits = np.uint64(seed) + (np.uint64(i) + ONE) * _STEP
    bits = (bits ^ (bits >> _BY_30)) * _MIX_1
    bits = (bits ^ (bits >> _BY_27)) * _MIX_2
    bits = bits ^ (bits >> _BY_31)
    return np.int64(((bits >> _BY_32) * np.uint64(n)) >> _BY_32)
