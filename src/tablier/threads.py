"""Work in daemon threads, which do not keep the process from ending."""

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")
Stop = Callable[[], bool]
"""Work that takes long asks it now and then: is it to end?"""
NUMBA_THREADS = threading.Lock()
"""Held by who uses Numba's threads: not all kinds of them support concurrent callers."""


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
