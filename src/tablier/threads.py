"""Threads: how many to use, locks, and work in daemon threads, which keep no process alive."""

import asyncio
import math
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from tablier.texts import refusal

T = TypeVar("T")
Stop = Callable[[], bool]
"""Work that takes long asks it now and then: is it to end?"""
NUMBA_THREADS = threading.Lock()
"""Held by `numba_threads`: not all kinds of Numba's threads support concurrent callers."""
WAIT_POLICY = "OMP_WAIT_POLICY"
CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUPS = Path("/proc/self/cgroup")


@contextmanager
def numba_threads() -> Iterator[None]:
    """Use Numba's threads, alone."""
    with NUMBA_THREADS:
        _start_numba_threads()
        yield


@cache
def _start_numba_threads() -> None:
    """Start threads that sleep when they have nothing to do.

    Those of OpenMP would spin for a while: on busy cores they take the time of those that work, and
    two of them are many times slower than one. OpenMP reads the variable when it is loaded.
    """
    from numba.np.ufunc import parallel  # noqa: PLC0415 - a browser has no threads

    is_told = WAIT_POLICY in os.environ
    os.environ.setdefault(WAIT_POLICY, "passive")
    try:
        parallel._launch_threads()  # type: ignore[no-untyped-call]
    finally:
        if not is_told:
            del os.environ[WAIT_POLICY]


def usable_cores() -> int:
    """How many cores this process may use: by its affinity, and by the quota of its container."""
    if hasattr(os, "process_cpu_count"):
        cores = os.process_cpu_count()
    elif hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count()
    return max(1, min([cores or 1, *map(math.ceil, _quotas())]))


def _quotas() -> Iterator[float]:
    """The quotas of processor time, in cores, of the control groups that the process is in."""
    with suppress(OSError):
        for line in OWN_CGROUPS.read_text("ascii").splitlines():
            _, kinds, path = line.split(":", 2)
            top = CGROUPS / "cpu" if "cpu" in kinds.split(",") else CGROUPS
            own = top / path.lstrip("/")
            for folder in (own, *own.parents):
                if folder.is_relative_to(top):
                    yield from _quota(folder)


def _quota(folder: Path) -> Iterator[float]:
    """The quota of one control group, if it has any: of version 2, or of version 1."""
    with suppress(OSError, ValueError):  # "max" is no number
        quota, period = (folder / "cpu.max").read_text("ascii").split()
        yield int(quota) / int(period)
    with suppress(OSError, ValueError):
        quota, period = ((folder / f"cpu.cfs_{name}_us").read_text("ascii") for name in CFS)
        if int(quota) > 0:
            yield int(quota) / int(period)


CFS = ("quota", "period")


class Turns:
    """A lock: threads use a thing one after the other, in `with turns:`.

    They wait for each other, so a thing that several threads share answers all of them. Code that
    the thing itself calls, such as an evaluator, is refused: it would wait for its own end.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._within: set[int] = set()  # threads that work for whoever has the lock

    def __enter__(self) -> None:
        if threading.get_ident() in self._within:
            raise refusal("used_within")
        self._lock.acquire()
        self._within.add(threading.get_ident())

    def __exit__(self, *_: object) -> None:
        self._within.discard(threading.get_ident())
        self._lock.release()

    @contextmanager
    def helped(self) -> Iterator[None]:
        """Work in another thread for the one that has the lock."""
        self._within.add(threading.get_ident())
        try:
            yield
        finally:
            self._within.discard(threading.get_ident())

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy of a thing has a lock of its own."""
        return Turns, ()


def never() -> bool:
    """A `Stop` for work that is done to its end."""
    return False


def start(work: Callable[[], T]) -> "Future[T]":
    """Run it in a new daemon thread; the future cannot be cancelled.

    In a browser there are no threads: there it runs at once.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as wrong:
            done.set_exception(wrong)

    if sys.platform == "emscripten":
        run()
    else:
        threading.Thread(target=run, daemon=True).start()
    return done


async def in_thread(work: Callable[[], T]) -> T:
    """Wait for it while it runs in such a thread; `asyncio.to_thread` would be joined at exit."""
    return await asyncio.wrap_future(start(work))
