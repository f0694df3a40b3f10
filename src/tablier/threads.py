"""Work in daemon threads, which do not keep the process from ending."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from tablier.texts import refusal

T = TypeVar("T")
Stop = Callable[[], bool]
"""Work that takes long asks it now and then: is it to end?"""
NUMBA_THREADS = threading.Lock()
"""Held by who uses Numba's threads: not all kinds of them support concurrent callers."""


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
