"""Storage: what was committed is there after any crash. One writer, many readers.

Whatever waits to be written goes into one transaction, so that many tables share one flush of the
disk; a write is confirmed only after the commit. SQLite is not written to by its asynchronous
driver, which goes to a thread and back for every call: that took twice as long.
"""

import asyncio
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Select, create_engine, event, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Connection, RowMapping, make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql.expression import Executable

from tablier.server import metrics, migrations
from tablier.server.schema import ADD_MOVE, moves, seats, tables
from tablier.texts import Refusal, Sentence

Row = dict[str, Any]
Step = tuple[Executable, Row]
"""A statement and its values."""

# FULL: a commit is on the disk, not only in the hands of the system.
# Nobody else should write to the file; if somebody does, all tables wait for it, so not for long.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=2000")
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
ADD_MOVES = str(ADD_MOVE.compile(dialect=sqlite.dialect(paramstyle="named")))
IN_MEMORY = (None, "", ":memory:")  # each connection would have a database of its own
MOST_TOGETHER = 500  # writes in one transaction


class NotStored(Refusal):
    """The database did not take it, so it has not happened."""


@dataclass(frozen=True)
class Stored:
    """All that is stored of a table."""

    table: RowMapping
    seats: Sequence[RowMapping]
    moves: Sequence[RowMapping]


def address(database: str) -> URL:
    """The address of a database that is given as a file or as an address."""
    if "://" not in database:
        path = Path(database).expanduser().resolve()
        return URL.create(DRIVERS["sqlite"], database=str(path))
    try:
        url = make_url(database)
    except ArgumentError as wrong:
        raise _bad_database(database) from wrong
    if url.get_backend_name() not in DRIVERS:
        raise _bad_database(database)
    return url.set(drivername=DRIVERS[url.get_backend_name()])


def _bad_database(database: str) -> Refusal:
    """No database that we know; its address is told without its password."""
    told = re.sub(r"(//[^/@]*?:)[^@]*@", r"\1***@", database)
    return Refusal(Sentence("bad_database", values={"database": told}))


class Storage:
    """A database, and the one task that writes to it."""

    def __init__(self, database: str):
        self.url = address(database)
        self._engine: AsyncEngine | None = None
        self._waiting: list[_Write] = []
        self._has_work = asyncio.Event()
        self._is_closing = False
        self._writer: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop
        self._file: _File | None = None

    @property
    def engine(self) -> AsyncEngine:
        """The open database."""
        assert self._engine is not None, "the storage is not open"
        return self._engine

    async def open(self) -> None:
        """Open the database, bring it up to date, and begin to write."""
        self._loop = asyncio.get_running_loop()
        try:
            if self.url.database and self.url.get_backend_name() == "sqlite":
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self._engine = create_async_engine(self.url, hide_parameters=True)
            if self.url.get_backend_name() == "sqlite":
                event.listen(self._engine.sync_engine, "connect", _set_up_sqlite)
            async with self._engine.begin() as connection:
                await connection.run_sync(migrations.upgrade)
        except (SQLAlchemyError, OSError, ImportError) as wrong:
            reason = str(getattr(wrong, "orig", None) or wrong)
            said = {"database": self.url.render_as_string(), "reason": reason}
            raise Refusal(Sentence("database_trouble", values=said)) from wrong
        if self.url.get_backend_name() == "sqlite" and self.url.database not in IN_MEMORY:
            self._file = _File(self.url)
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Write what waits, and close the database."""
        if self._writer is not None:
            self._is_closing = True
            self._has_work.set()
            await asyncio.wait([self._writer])
            self._writer = None
        if self._file is not None:
            self._file.close()
        if self._engine is not None:
            await self._engine.dispose()

    async def write(self, *steps: Step, meanwhile: Callable[[], None] | None = None) -> None:
        """Do these steps, all or none; when this returns, they are on the disk.

        What is to be done meanwhile is done while the disk works.
        """
        written = self._loop.create_future()
        self._waiting.append(_Write(steps, written))
        self._has_work.set()
        if meanwhile is not None:
            self._loop.call_soon(meanwhile)  # behind the writer, who was woken before
        await written

    async def read(self, table: str) -> Stored | None:
        """What is stored of that table, if there is one."""
        async with self.engine.connect() as connection:
            found = await _rows(connection, select(tables).where(tables.c.id == table))
            if not found:
                return None
            sitting = select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            played = select(moves).where(moves.c.table_id == table).order_by(moves.c.ply)
            return Stored(
                found[0], await _rows(connection, sitting), await _rows(connection, played)
            )

    async def find(self, query: Select[Any]) -> Sequence[RowMapping]:
        """The rows that a query finds."""
        async with self.engine.connect() as connection:
            return await _rows(connection, query)

    async def is_well(self) -> bool:
        """Does the database answer?"""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(select(1))
        except (SQLAlchemyError, OSError):
            return False
        return self._writer is not None and not self._writer.done()

    async def _write_on(self) -> None:
        while self._waiting or not self._is_closing:
            self._has_work.clear()
            writes, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            if writes:
                await self._commit(writes)
            else:
                await self._has_work.wait()

    async def _commit(self, writes: "list[_Write]") -> None:
        """Commit all together; if that fails, one by one, to find the one at fault.

        If the database itself is at fault (locked, full, gone), nobody waits for it again.
        """
        steps = itertools.chain(*(write.steps for write in writes))
        execute = self._execute if self._file is None else self._file.execute
        try:
            with metrics.commits.time():
                await execute(steps)
        except (OperationalError, OSError) as wrong:
            for write in writes:
                write.fail(wrong)
        except SQLAlchemyError as wrong:
            if len(writes) == 1:
                writes[0].fail(wrong)
                return
            for write in writes:
                await self._commit([write])
        else:
            for write in writes:
                write.succeed()

    async def _execute(self, steps: Iterable[Step]) -> None:
        async with self.engine.begin() as connection:
            for statement, rows in _runs(steps):
                await connection.execute(statement, rows)


class _File:
    """A connection to SQLite, and a thread that waits for the disk.

    Rows go in from here: that takes microseconds, and handing them to the thread took longer, as
    each step of SQLite lets the other threads of Python run first. A commit has to wait.
    """

    def __init__(self, url: URL):
        plain = url.set(drivername="sqlite")
        self._engine = create_engine(
            plain, hide_parameters=True, connect_args={"check_same_thread": False}
        )
        event.listen(self._engine, "connect", _set_up_sqlite)
        self._waiter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="storage")
        self._connection: Connection | None = None

    async def execute(self, steps: Iterable[Step]) -> None:
        """Do the steps in one transaction; when this returns, they are on the disk."""
        try:
            self._connection = self._connection or self._engine.connect()
            transaction = self._connection.begin()
            for statement, rows in _runs(steps):
                if statement is ADD_MOVE:
                    self._connection.exec_driver_sql(ADD_MOVES, rows)
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


@dataclass(frozen=True)
class _Write:
    """Steps that belong together, and the promise that they are done."""

    steps: tuple[Step, ...]
    written: "asyncio.Future[None]"

    def succeed(self) -> None:
        if not self.written.done():
            self.written.set_result(None)

    def fail(self, wrong: Exception) -> None:
        if not self.written.done():
            failure = NotStored(Sentence("not_stored"))
            failure.__cause__ = wrong
            self.written.set_exception(failure)


def _runs(steps: Iterable[Step]) -> Iterator[tuple[Executable, list[Row]]]:
    """The steps in their order, those with the same statement one after another as one."""
    for _, run in itertools.groupby(steps, key=lambda step: id(step[0])):
        together = list(run)
        yield together[0][0], [row for _, row in together]


async def _rows(connection: AsyncConnection, query: Any) -> Sequence[RowMapping]:
    return (await connection.execute(query)).mappings().all()


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
