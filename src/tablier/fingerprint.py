"""Fingerprint: what compiled code is made of, down to every number and array that it reaches.

Numba compiles the values of globals in, and keeps the result on disk until the file of the function
changes. It does not see that another file has changed: a module with helpers, or a file that an
array was read from. So what is kept is found again by this fingerprint as well.
"""

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.caching import FunctionCache

ELSEWHERE = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}
"""Packages that are known by their versions: nobody looks into them."""
PLAIN = int | float | complex | str | bytes | range | slice | None

Write = Callable[[bytes], None]


numbas: Any = FunctionCache


class Cache(numbas):  # type: ignore[misc]
    """Numba's, but what it keeps is found again only by the same fingerprint."""

    def _index_key(self, *of: Any) -> Any:
        return *super()._index_key(*of), fingerprint(self._py_func)


def keep(compiled: Any) -> None:
    """Keep what a function is compiled to on disk, for all processes that reach the same."""
    if not isinstance(compiled._cache, Cache):
        compiled._cache = Cache(compiled.py_func)


def keep_all(*things: Any) -> None:
    """Do so for all compiled functions that these reach, as far as they were to be kept at all."""
    for each in reached(*things):
        if isinstance(getattr(each, "_cache", None), numbas):
            keep(each)


def fingerprint(*things: Any) -> str:
    """A digest of functions and values: the same only if the same code comes of them.

    >>> factors = np.ones(3)
    >>> def scaled(number):
    ...     return number * factors[0]
    >>> before = fingerprint(scaled)
    >>> before == fingerprint(scaled), before == fingerprint(scaled, 1)
    (True, False)
    """
    digest = hashlib.sha256()
    for each in reached(*things):
        digest.update(part_of(bare(each))[0])
    for _ in look(digest.update, things, ()):
        pass
    return digest.hexdigest()


def reached(*things: Any) -> list[Any]:
    """All functions among these things and below them, compiled or not, each once."""
    found: dict[FunctionType, Any] = {}
    ahead = [*look(lambda _: None, things, ())]
    while ahead:
        function = ahead.pop()
        if bare(function) not in found:
            found[bare(function)] = function
            ahead += part_of(bare(function))[1]
    return [*found.values()]


def bare(function: Any) -> Any:
    """The function itself: not compiled, and without what was wrapped around it."""
    while (
        inner := getattr(function, "py_func", getattr(function, "__wrapped__", None))
    ) is not None:
        function = inner
    return function


@cache
def part_of(function: FunctionType) -> tuple[bytes, tuple[Any, ...]]:
    """The digest of a function with the values that it reaches, and the functions it calls."""
    digest, codes = hashlib.sha256(), [*nested(function.__code__)]
    names = tuple(dict.fromkeys(name for code in codes for name in code.co_names))
    for code in codes:
        digest.update(repr((code.co_code, [*map(constant, code.co_consts)])).encode())
    called = tuple(look(digest.update, values(function, names), names))
    return digest.digest(), called


def nested(code: CodeType) -> Iterator[CodeType]:
    """The code and all that is inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from nested(each)


def constant(value: Any) -> str:
    """A constant of a code, the same in every process."""
    if isinstance(value, CodeType):
        return value.co_name
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def values(function: FunctionType, names: Iterable[str]) -> Iterator[Any]:
    """What a function reaches: globals, variables of functions around it, defaults."""
    yield from (function.__globals__[name] for name in names if name in function.__globals__)
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    yield from (function.__defaults__, function.__kwdefaults__)


def look(write: Write, found: Iterable[Any], names: tuple[str, ...]) -> Iterator[Any]:
    """Write what these values are; yield the functions among them. The names are of attributes."""
    for value in found:
        inner = bare(value)
        write(f"{type(inner).__name__} {getattr(inner, '__qualname__', '')} ".encode())
        if isinstance(inner, FunctionType):
            yield from () if is_elsewhere(inner.__module__) else (value,)
        elif isinstance(value, ModuleType):
            yield from look_into(write, value, names)
        elif isinstance(value, tuple | list):
            yield from look(write, (len(value), *value), names)
        else:
            write(told(value))


def look_into(write: Write, module: ModuleType, names: tuple[str, ...]) -> Iterator[Any]:
    """The same for what a function may take from a module."""
    write(module.__name__.encode())
    for name in () if is_elsewhere(module.__name__) else names:
        if name in vars(module):
            others = tuple(other for other in names if other != name)
            yield from look(write, (vars(module)[name],), others)


def is_elsewhere(module: str) -> bool:
    """Is it part of Python, of NumPy or of Numba?"""
    return module.partition(".")[0] in ELSEWHERE


def told(value: Any) -> bytes:
    """A value that is no function, as bytes that only the same value has."""
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return repr((array.dtype.descr, array.shape, array.strides)).encode() + array.tobytes()
    if isinstance(value, np.dtype):
        return repr((value.descr, value.itemsize)).encode()
    if isinstance(value, PLAIN):
        return repr(value).encode()
    try:
        return pickle.dumps(value)
    except Exception:
        return b""
