"""The lock of a SQLite file: one server at a time holds it, and it is released with the process.

It keeps two servers apart; the integrity of tables does not depend on it, but on the optimistic
locking of every change (rows.CHANGE).
"""

import asyncio
from pathlib import Path
from typing import IO

from tablier.file_lock import try_lock
from tablier.texts import refusal

TRIES, PAUSE = 10, 0.1  # a process that was just killed may hold it for a moment


class FileLock:
    """A lock on a file beside the database, which stays there."""

    def __init__(self, database: Path):
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[bytes] | None = None

    async def take(self) -> bool:
        """Take it, unless somebody else has it."""
        file = self._path.open("ab")
        if not try_lock(file):
            file.close()
            return False
        self._file = file
        return True

    async def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()
        self._file = None


async def take(lock: FileLock, database: str) -> None:
    """Take the lock, or refuse to serve that database."""
    for _ in range(TRIES):
        if await lock.take():
            return
        await asyncio.sleep(PAUSE)
    raise refusal("database_taken", database=database)
