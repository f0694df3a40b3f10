"""When rules are compiled: at their first call, or, where nobody may wait, in their own time.

A rule whose class is `Plain` runs as plain Python, with the same results, until it is told to run
compiled. It is the class of the dispatcher that changes, so who holds a rule need not know, and a
rule that runs compiled costs what it always did.
"""

import contextlib
import threading
from collections.abc import Iterable, Iterator
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
saving = threading.Lock()
"""Held while something compiled is written to disk, once `save_in_turn` was called."""


class NotKept(Exception):
    """Something was never compiled on this machine, or not kept."""


class _Here(threading.local):
    """What a thread asks for."""

    is_compiled = False


_here = _Here()


class Plain(CPUDispatcher):
    """A rule that is not compiled yet, but for those who compile or load it."""

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
    """Run these rules as plain Python from now on, as far as they were never called."""
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
def only_kept() -> Iterator[None]:
    """In here, this thread compiles nothing: what is not kept on disk raises `NotKept`."""
    with event.install_listener(COMPILING, _Refuser()):
        yield


class _Refuser(event.Listener):
    """Stops the thread that made it where it begins to compile."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def on_start(self, _: object) -> None:
        """Somebody begins to compile."""
        if threading.get_ident() == self._thread:
            raise NotKept

    def on_end(self, _: object) -> None:
        """Somebody has compiled."""


@cache
def save_in_turn() -> None:
    """Let this process and others like it write what they compile one at a time.

    Numba numbers what it writes by what it has just read: of two processes that write at once, one
    could later find the other's code under its own name.
    """
    save: Any = IndexDataCacheFile.save
    path = user_cache_path("tablier") / "saving.lock"

    def save_alone(*what: Any) -> None:
        with saving, _alone(path):
            save(*what)

    IndexDataCacheFile.save = save_alone  # type: ignore[method-assign]


@contextmanager
def _alone(path: Any) -> Iterator[None]:
    """Hold a lock that all processes know, where the system has such locks."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(ImportError, OSError):
            import fcntl  # noqa: PLC0415 - not every system has it

            path.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(path.open("a"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
