"""Work in daemon threads, which do not keep the process from ending."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
LOW = 10  # a niceness that leaves the processor to those who play


async def in_thread(work: Callable[[], T], *, low: bool = False) -> T:
    """Run it in a new daemon thread; `asyncio.to_thread` would be joined at exit."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(settling: Callable[[Any], None], value: Any) -> None:
        if not done.done():
            settling(value)

    def run() -> None:
        if low:
            _lower_priority()
        try:
            settling, value = done.set_result, work()
        except BaseException as wrong:
            settling, value = done.set_exception, wrong  # type: ignore[assignment]
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(settle, settling, value)

    threading.Thread(target=run, daemon=True).start()
    return await done


def _lower_priority() -> None:
    """Lower the priority of this thread, where the system can."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW)
