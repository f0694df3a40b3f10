"""Work in daemon threads, which do not keep the process from ending."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run it in a new daemon thread; `asyncio.to_thread` would be joined at exit."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # from now on it cannot be cancelled

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as wrong:
            done.set_exception(wrong)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
