"""The lock of a database: one server at a time holds it, and it is released with the process.

It keeps two servers apart; the integrity of tables does not depend on it, but on the optimistic
locking of every change (rows.CHANGE).
"""

import asyncio
import contextlib
import sys
from functools import partial
from pathlib import Path
from typing import IO, Any

import structlog
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from tablier.server.store.health import works
from tablier.texts import refusal

TRIES, PAUSE = 10, 0.1  # a process that was just killed may hold it for a moment
POLL = 5.0  # seconds between two checks of the connection
RETRY = 1.0  # seconds until the next attempt to take a lost lock
TAKE = text("SELECT pg_try_advisory_lock(hashtext('tablier server'), hashtext(current_schema()))")
HERE = text("SELECT 1")
log = structlog.get_logger()


class FileLock:
    """A lock on a file beside the database, which stays there."""

    def __init__(self, database: Path):
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[bytes] | None = None

    @property
    def is_held(self) -> bool:
        """Is it ours now?"""
        return self._file is not None

    async def take(self) -> bool:
        """Take it, unless somebody else has it."""
        file = self._path.open("ab")
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            file.close()
            return False
        self._file = file
        return True

    async def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()
        self._file = None


class AdvisoryLock:
    """PostgreSQL's advisory lock of a session; it is taken again if the connection breaks."""

    def __init__(self, url: URL):
        self._engine: AsyncEngine = create_async_engine(
            url, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
        )
        self._connection: AsyncConnection | None = None
        self._watching: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()

    @property
    def is_held(self) -> bool:
        """Is it ours now?"""
        return self._connection is not None and not self._lost.is_set()

    async def take(self) -> bool:
        """Take it, unless somebody else has it."""
        connection = await self._engine.connect()
        try:
            is_ours = bool((await connection.execute(TAKE)).scalar())
        except BaseException:
            await connection.close()
            raise
        if not is_ours:
            await connection.close()
            return False
        self._connection, self._lost = connection, asyncio.Event()
        raw: Any = (await connection.get_raw_connection()).driver_connection
        raw.add_termination_listener(lambda _, lost=self._lost: lost.set())
        self._watching = self._watching or asyncio.create_task(self._watch())
        return True

    async def release(self) -> None:
        """Let others have it."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
        await self._disconnect()
        await self._engine.dispose()

    async def _watch(self) -> None:
        """Watch the connection; take the lock again when it is lost."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._lost.wait(), POLL)
            connection = self._connection
            if connection and self.is_held and await works(partial(connection.execute, HERE)):
                continue
            log.error("the database's lock is lost, so nothing is written")
            await self._disconnect()
            while not await works(self.take) or self._connection is None:
                await asyncio.sleep(RETRY)
            log.warning("the database's lock is ours again")

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be broken
                await connection.invalidate()
                await connection.close()


DatabaseLock = FileLock | AdvisoryLock


async def take(lock: DatabaseLock, database: str) -> None:
    """Take the lock, or refuse to serve that database."""
    for _ in range(TRIES):
        if await lock.take():
            return
        await asyncio.sleep(PAUSE)
    raise refusal("database_taken", database=database)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
