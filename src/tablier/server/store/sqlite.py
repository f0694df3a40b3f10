"""SQLite: how its files are opened, and the one connection that writes to them.

It is not written to by its asynchronous driver, which goes to a thread and back for every call:
that took twice as long.
"""

import asyncio
import itertools
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.expression import Executable

from tablier.server.store.schema import ADD_MOVE, CHANGE, Row, Step

# FULL: a commit is on the disk, not only in the hands of the system.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
OPENING = 10.0  # seconds that who opens, in a thread, tries again
READING = 2.0  # seconds that who reads, in a thread, waits for a file that somebody else holds
WRITING = 2.0  # seconds that who writes tries again, and everybody else goes on meanwhile
PAUSE = 0.02
FILE = "PRAGMA database_list"
USUAL = {
    statement: str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))
    for statement in (ADD_MOVE, CHANGE)
}
"""What every move needs, as text: that is faster."""


def shown(url: URL) -> str:
    """A database as people know it: a file by its path, an address without its password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(url.database) if is_file else url.render_as_string()


def begin(url: URL) -> tuple[AsyncEngine, Path | None]:
    """Connections for those who read, and the file, if it is one.

    What cannot be opened fails here: the asynchronous driver would leave a thread behind.
    """
    if url.database and not url.database.startswith("file:"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    file = _tried(url)
    made = create_async_engine(url, hide_parameters=True, connect_args={"timeout": READING})
    _ready(made.sync_engine)
    return made, Path(file).resolve() if file else None


def _tried(url: URL) -> str:
    """Open it once and close it again: where its file is, if it has one.

    SQLite does not wait, whatever its timeout, while somebody else turns a new file to WAL.
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
    """The same, with each connection opened the way we want it."""
    event.listen(engine, "connect", _set_up)
    return engine


class File:
    """A connection to SQLite, and a thread that waits for the disk.

    Rows go in from here: that takes microseconds, and handing them to the thread took longer, as
    each step of SQLite lets the other threads of Python run first. A commit has to wait.
    """

    def __init__(self, url: URL):
        told = {"check_same_thread": False, "timeout": 0, "isolation_level": "IMMEDIATE"}
        plain = url.set(drivername="sqlite")
        self._engine = _ready(create_engine(plain, hide_parameters=True, connect_args=told))
        self._waiter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="storage")
        self._connection: Connection | None = None

    async def execute(self, steps: Sequence[Step]) -> None:
        """Do the steps in one transaction; when this returns, they are on the disk.

        Nobody else should write to the file; while somebody does, this tries again and again.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time() + WRITING
        while True:
            try:
                return await self._try(steps)
            except OperationalError as wrong:
                if not _is_busy(wrong) or loop.time() > latest:
                    raise
            await asyncio.sleep(PAUSE)

    async def _try(self, steps: Sequence[Step]) -> None:
        try:
            self._connection = self._connection or self._engine.connect()
            transaction = self._connection.begin()
            for statement, rows in runs(steps):
                if statement in USUAL:
                    self._connection.exec_driver_sql(USUAL[statement], rows)
                else:
                    self._connection.execute(statement, rows)
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._waiter, transaction.commit)
        except BaseException:
            self._let_go()  # a connection that has failed may not be fit for use
            raise

    def close(self) -> None:
        """Close the connection."""
        self._let_go()
        self._waiter.shutdown()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        self._engine.dispose()


def runs(steps: Iterable[Step]) -> Iterator[tuple[Executable, list[Row]]]:
    """The steps in their order, those with the same statement one after another as one."""
    for _, run in itertools.groupby(steps, key=lambda step: id(step[0])):
        together = list(run)
        yield together[0][0], [row for _, row in together]


def _is_busy(wrong: OperationalError) -> bool:
    """Does somebody else hold the file?"""
    code = getattr(wrong.orig, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _set_up(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
