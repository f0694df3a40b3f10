"""Fingerprint: a digest of all code and values that a compiled function depends on.

Numba treats globals as constants, and its cache on disk is invalidated only when the file of the
function itself changes: not when a helper in another module does, nor a file that an array was read
from. So this fingerprint becomes part of the key of the cache.
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

EXTERNAL = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}
"""Packages that are identified by their versions, so that their functions are not followed."""
PLAIN = int | float | complex | str | bytes | range | slice | None

Write = Callable[[bytes], None]


NumbaCache: Any = FunctionCache


class FingerprintCache(NumbaCache):  # type: ignore[misc]
    """Numba's cache with the fingerprint of the function and its options in its keys."""

    options: tuple[Any, ...] = ()

    def _index_key(self, *of: Any) -> Any:
        return *super()._index_key(*of), fingerprint(self._py_func), self.options


def cache_on_disk(compiled: Any) -> None:
    """Cache the compiled code of a function on disk, by its fingerprint."""
    if not isinstance(compiled._cache, FingerprintCache):
        compiled._cache = FingerprintCache(compiled.py_func)
        compiled._cache.options = tuple(sorted(compiled.targetoptions.items()))


def cache_all_on_disk(*things: Any) -> None:
    """Do so for all compiled functions that these reach and that are cached at all."""
    for each in reached(*things):
        if isinstance(getattr(each, "_cache", None), NumbaCache):
            cache_on_disk(each)


def fingerprint(*things: Any) -> str:
    """A digest of functions and values: equal only if they compile to the same code.

    >>> factors = np.ones(3)
    >>> def scaled(number):
    ...     return number * factors[0]
    >>> before = fingerprint(scaled)
    >>> before == fingerprint(scaled), before == fingerprint(scaled, 1)
    (True, False)
    """
    digest = hashlib.sha256()
    for each in reached(*things):
        digest.update(digest_of(unwrapped(each))[0])
    for _ in hash_values(digest.update, things, ()):
        pass
    return digest.hexdigest()


def reached(*things: Any) -> list[Any]:
    """All functions among these and all that they call, compiled or not, each once."""
    found: dict[FunctionType, Any] = {}
    ahead = [*hash_values(lambda _: None, things, ())]
    while ahead:
        function = ahead.pop()
        if unwrapped(function) not in found:
            found[unwrapped(function)] = function
            ahead += digest_of(unwrapped(function))[1]
    return [*found.values()]


def unwrapped(function: Any) -> Any:
    """The Python function inside compiled functions and decorators."""
    while (
        inner := getattr(function, "py_func", getattr(function, "__wrapped__", None))
    ) is not None:
        function = inner
    return function


@cache
def digest_of(function: FunctionType) -> tuple[bytes, tuple[Any, ...]]:
    """The digest of a function and the values it uses, and the functions it calls."""
    digest, codes = hashlib.sha256(), [*nested_code(function.__code__)]
    names = tuple(dict.fromkeys(name for code in codes for name in code.co_names))
    for code in codes:
        digest.update(repr((code.co_code, [*map(constant, code.co_consts)])).encode())
    called = tuple(hash_values(digest.update, reached_values(function, names), names))
    return digest.digest(), called


def nested_code(code: CodeType) -> Iterator[CodeType]:
    """A code object and all code objects inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from nested_code(each)


def constant(value: Any) -> str:
    """A constant of a code object as text that is the same in every process."""
    if isinstance(value, CodeType):
        return value.co_name
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def reached_values(function: FunctionType, names: Iterable[str]) -> Iterator[Any]:
    """The values that a function uses: globals, closure variables, defaults."""
    yield from (function.__globals__[name] for name in names if name in function.__globals__)
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    yield from (function.__defaults__, function.__kwdefaults__)


def hash_values(write: Write, found: Iterable[Any], names: tuple[str, ...]) -> Iterator[Any]:
    """Hash values with `write`, and yield the functions among them; `names` are attributes used."""
    for value in found:
        inner = unwrapped(value)
        write(f"{type(inner).__name__} {getattr(inner, '__qualname__', '')} ".encode())
        if isinstance(inner, FunctionType):
            yield from () if is_external(inner.__module__) else (value,)
        elif isinstance(value, ModuleType):
            yield from hash_module(write, value, names)
        elif isinstance(value, tuple | list):
            yield from hash_values(write, (len(value), *value), names)
        else:
            write(encoded(value))


def hash_module(write: Write, module: ModuleType, names: tuple[str, ...]) -> Iterator[Any]:
    """The same for the attributes of a module that a function may use."""
    write(module.__name__.encode())
    for name in () if is_external(module.__name__) else names:
        if name in vars(module):
            others = tuple(other for other in names if other != name)
            yield from hash_values(write, (vars(module)[name],), others)


def is_external(module: str) -> bool:
    """Is the module part of Python, NumPy or Numba?"""
    return module.partition(".")[0] in EXTERNAL


def encoded(value: Any) -> bytes:
    """A value other than a function as bytes; only equal values have equal bytes."""
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
