"""When rules are compiled: at their first call, or in the background while plain Python runs.

A rule whose class is `Plain` runs as plain Python, with the same results, until `run_compiled`.
Only the class of the dispatcher changes: references to rules stay valid, and calling a compiled
rule has no overhead.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numba.core import event
from numba.core.caching import IndexDataCacheFile
from numba.core.registry import CPUDispatcher
from platformdirs import user_cache_path

from tablier.fingerprint import reached

COMPILING = "numba:compile"
LOW = 10  # niceness of a child process that compiles: games in progress come first
cache_lock = threading.Lock()
"""Held while compiled code is written to disk, once `lock_cache_writes` was called."""


class NotCached(Exception):
    """Compiled code is not in the cache on disk."""


class _ThreadState(threading.local):
    """Does this thread run rules compiled, whatever their class?"""

    is_compiled = False


_here = _ThreadState()


class Plain(CPUDispatcher):
    """A rule that runs as plain Python, except in threads that compile or load it."""

    def __call__(self, *arguments: Any) -> Any:
        """What the rule returns."""
        if _here.is_compiled:
            return super().__call__(*arguments)
        with np.errstate(over="ignore"):
            return self.py_func(*arguments)


def rules_of(module: ModuleType) -> list[Any]:
    """The rules of a module, and those of its package that they call; none without compiler."""
    package = module.__name__.rpartition(".")[0]
    found = reached(*(each for each in vars(module).values() if isinstance(each, CPUDispatcher)))
    rules = (each for each in found if isinstance(each, CPUDispatcher))
    return [each for each in rules if each.py_func.__module__.rpartition(".")[0] == package]


def leave_plain(rules: Iterable[Any]) -> None:
    """Run these rules as plain Python from now on, unless they are compiled already."""
    for each in rules:
        if not each.overloads:
            each.__class__ = Plain


def run_compiled(rules: Iterable[Any]) -> None:
    """Run these rules compiled from now on."""
    for each in rules:
        each.__class__ = CPUDispatcher


@contextmanager
def compiled_here() -> Iterator[None]:
    """In here, this thread runs all rules compiled."""
    _here.is_compiled = True
    try:
        yield
    finally:
        _here.is_compiled = False


@contextmanager
def only_cached() -> Iterator[None]:
    """In here, this thread compiles nothing: what is not cached on disk raises `NotCached`."""
    with event.install_listener(COMPILING, _CompilationGuard()):
        yield


class _CompilationGuard(event.Listener):
    """Raises when the thread that created it begins to compile."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def on_start(self, _: object) -> None:
        """A thread begins to compile."""
        if threading.get_ident() == self._thread:
            raise NotCached

    def on_end(self, _: object) -> None:
        """A thread has compiled."""


@cache
def lock_cache_writes() -> None:
    """Serialise the writes to Numba's cache, of all threads and of all processes that call this.

    Numba numbers the files it writes by the index it has just read: if two processes write at once,
    one could later load the other's code.
    """
    save: Any = IndexDataCacheFile.save
    path = user_cache_path("tablier") / "saving.lock"

    def save_alone(*what: Any) -> None:
        with cache_lock, process_lock(path):
            save(*what)

    IndexDataCacheFile.save = save_alone  # type: ignore[method-assign]


@contextmanager
def process_lock(path: Any) -> Iterator[None]:
    """Hold a file lock, where the system has them."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(ImportError, OSError):
            import fcntl  # noqa: PLC0415 - not every system has it

            path.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(path.open("a"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def child_code(module: str) -> str:
    """What a child process runs that is given `repr(sys.path)` and the words for `main` there."""
    path = "sys.path[:] = eval(sys.argv[1])"
    return f"import sys; {path}; from {module} import main; main(*sys.argv[2:])"


def begin_child(niceness: str, last: Callable[[], object]) -> None:
    """In such a process: lower its priority, and end with the parent after doing the last thing.

    The standard input ends with the parent: nobody writes to it.
    """

    def end_with_parent() -> None:
        sys.stdin.read()
        last()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(int(niceness))
