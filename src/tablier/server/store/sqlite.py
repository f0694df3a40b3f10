"""SQLite: how its files are opened, and the one connection that writes to them.

Writes do not use the asynchronous driver: a thread switch for every call took twice as long.
"""

import asyncio
import itertools
import operator
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from tablier.play.steps import ADD_MOVE, CHANGE, Row, Step
from tablier.server.store.schema import STATEMENTS

# FULL: a commit is on the disk, not only in the buffers of the operating system.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
OPENING = 10.0  # seconds of retries to open a file
READING = 2.0  # seconds that a reader waits for a file that is locked
WRITING = 2.0  # seconds of retries to write, without blocking the event loop
PAUSE = 0.02
FILE = "PRAGMA database_list"
USUAL = {
    step: str(STATEMENTS[step].compile(dialect=sqlite.dialect(paramstyle="named")))
    for step in (ADD_MOVE, CHANGE)
}
"""The statements of every move, compiled once."""


def shown(url: URL) -> str:
    """A database as people know it: a file by its path, an address without its password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(url.database) if is_file else url.render_as_string()


def begin(url: URL) -> tuple[AsyncEngine, Path | None]:
    """The engine for readers, and the path of the file, if there is one.

    A file that cannot be opened fails here: the asynchronous driver would leak a thread.
    """
    if url.database and not url.database.startswith("file:"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    file = _tried(url)
    made = create_async_engine(url, hide_parameters=True, connect_args={"timeout": READING})
    _ready(made.sync_engine)
    return made, Path(file).resolve() if file else None


def _tried(url: URL) -> str:
    """Open it once and close it again: where its file is, if it has one.

    SQLite ignores its timeout while another process switches a new file to WAL.
    """
    trial = _ready(create_engine(url.set(drivername="sqlite"), poolclass=NullPool))
    latest = time.monotonic() + OPENING
    while True:
        try:
            with trial.connect() as connection:
                return str(connection.exec_driver_sql(FILE).mappings().one()["file"] or "")
        except OperationalError as wrong:
            if not _is_busy(wrong) or time.monotonic() > latest:
                raise
        time.sleep(PAUSE)


def _ready(engine: Engine) -> Engine:
    """The same engine, with our pragmas set on each connection."""
    event.listen(engine, "connect", _set_up)
    return engine


class File:
    """A connection to SQLite; a thread of its own waits for each commit.

    Rows are written in the event loop: that takes microseconds, and in the thread it took longer,
    as each step of SQLite releases the GIL.
    """

    def __init__(self, url: URL):
        told = {"check_same_thread": False, "timeout": 0, "isolation_level": "IMMEDIATE"}
        plain = url.set(drivername="sqlite")
        self._engine = _ready(create_engine(plain, hide_parameters=True, connect_args=told))
        self._waiter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="storage")
        self._connection: Connection | None = None

    async def execute(self, steps: Sequence[Step], meanwhile: Callable[[], None]) -> None:
        """Do the steps in one transaction; when this returns, they are on the disk.

        `meanwhile` is called while the commit runs in the thread. If another program holds the
        file, this tries again for a while.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time() + WRITING
        while True:
            try:
                return await self._try(steps, meanwhile)
            except OperationalError as wrong:
                if not _is_busy(wrong) or loop.time() > latest:
                    raise
            await asyncio.sleep(PAUSE)

    async def _try(self, steps: Sequence[Step], meanwhile: Callable[[], None]) -> None:
        try:
            commit = self._execute(steps)
            loop = asyncio.get_running_loop()
            committing = loop.run_in_executor(self._waiter, commit)
            meanwhile()
            await committing
        except sqlite3.Error as wrong:
            self._disconnect()
            raise DBAPIError.instance(None, None, wrong, sqlite3.Error) from wrong
        except BaseException:
            self._disconnect()  # a connection that has failed may be unusable
            raise

    def _execute(self, steps: Sequence[Step]) -> Callable[[], None]:
        """Do the steps; returns what commits them. Moves go past SQLAlchemy, which is slower."""
        connection = self._connection = self._connection or self._engine.connect()
        if all(name in USUAL for name, _ in steps):
            raw: Any = connection.connection.dbapi_connection
            for name, rows in runs(steps):
                raw.executemany(USUAL[name], rows)
            return raw.commit  # type: ignore[no-any-return]
        transaction = connection.begin()
        for name, rows in runs(steps):
            if name in USUAL:
                connection.exec_driver_sql(USUAL[name], rows)
            else:
                connection.execute(STATEMENTS[name], rows)
        return transaction.commit

    def close(self) -> None:
        """Close the connection."""
        self._disconnect()
        self._waiter.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        self._engine.dispose()


def runs(steps: Iterable[Step]) -> Iterator[tuple[str, list[Row]]]:
    """The steps in their order; consecutive ones of the same name become one."""
    for name, run in itertools.groupby(steps, key=operator.itemgetter(0)):
        yield name, [row for _, row in run]


def _is_busy(wrong: OperationalError) -> bool:
    """Has another connection locked the file?"""
    code = getattr(wrong.orig, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _set_up(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
