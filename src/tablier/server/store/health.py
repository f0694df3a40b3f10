"""Health: does the database take what is to be stored? It is tried seldom, however often asked."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Literal

State = Literal["ok", "no database", "no writes"]
Probe = Callable[[], Awaitable[object]]
FRESH = 10.0  # seconds for which a commit shows that the database takes more
OFTEN = 1.0  # seconds for which an answer is given again
PATIENCE = 5.0  # seconds for each question


class Health:
    """What is known of a database: by the commits that were made anyway, else by a trial."""

    def __init__(self, read: Probe, write: Probe, now: Callable[[], float] = time.monotonic):
        self._read, self._write, self._now = read, write, now
        self._written: float | None = None
        self._asked = 0.0
        self._asking: asyncio.Task[State] | None = None

    def note(self, *, written: bool) -> None:
        """A commit has succeeded, or the database has refused one."""
        self._written = self._now() if written else None

    async def state(self) -> State:
        """How it is; many who ask at once or soon after each other share one answer."""
        if self._asking is None or (self._asking.done() and self._now() >= self._asked + OFTEN):
            self._asked = self._now()
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> State:
        if not await works(self._read):
            return "no database"
        is_fresh = self._written is not None and self._now() < self._written + FRESH
        return "ok" if is_fresh or await works(self._write) else "no writes"


async def works(probe: Probe) -> bool:
    """Does it succeed soon enough?"""
    try:
        async with asyncio.timeout(PATIENCE):
            await probe()
    except Exception:
        return False
    return True
