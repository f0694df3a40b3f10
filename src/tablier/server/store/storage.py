"""Storage: one writer, many readers; what was committed survives any crash.

All writes in the queue go into one transaction, so that many tables share one flush of the disk; a
write is confirmed only after the commit.
"""

import asyncio
import itertools
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import structlog
from prometheus_client import Histogram
from sqlalchemy import Select, exc, select
from sqlalchemy.engine import URL, RowMapping, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablier.extras import extra
from tablier.play import metrics
from tablier.play.steps import (
    ADD_MOVE,
    ADD_TABLE,
    CHANGE,
    Done,
    NotStored,
    Outdated,
    Row,
    Step,
    Stored,
    StoredMove,
)
from tablier.server.store import database_lock, migrations, postgresql, sqlite
from tablier.server.store.health import Health, State
from tablier.server.store.peers import Peers
from tablier.server.store.schema import STATEMENTS, TRIAL, moves, seats, tables
from tablier.texts import Refusal, Sentence, refusal

T = TypeVar("T")
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
IN_MEMORY = (None, "", ":memory:")  # each connection would have a database of its own
OF_A_WRITE = (exc.IntegrityError, exc.DataError, exc.ProgrammingError)
# Serialisation failure, deadlock, a lock that is held for too long: each alone may succeed.
CONFLICTS = ("40001", "40P01", "55P03")
MOST_TOGETHER = 500  # writes in one transaction
log = structlog.get_logger()
commits = Histogram("tablier_commit_seconds", "Time of a commit", registry=None)


def address(database: str) -> URL:
    """The address of a database that is given as a file or as an address."""
    try:
        database.encode()  # names of files may be no text at all
        if "://" not in database:
            path = Path(database).expanduser().resolve()
            return URL.create(DRIVERS["sqlite"], database=str(path))
        url = make_url(database)
        return url.set(drivername=DRIVERS[url.get_backend_name()])
    except (exc.SQLAlchemyError, KeyError, OSError, RuntimeError, ValueError) as wrong:
        told = re.sub(r"(//[^/@]*?:)[^@]*@", r"\1***@", database)  # without its password
        raise refusal("bad_database", database=told) from wrong


class Storage:
    """A database, and the one task that writes to it."""

    def __init__(self, database: str, valkey: str | None = None):
        self.url, self._valkey = address(database), valkey
        self._engine: AsyncEngine | None = None
        self._waiting: list[_Write] = []
        """What is to be written."""
        self._awaited: asyncio.Future[None] | None = None
        """Done when there is something to write, if that is waited for."""
        self._readings: set[asyncio.Task[Any]] = set()
        self._writer: asyncio.Task[None] | None = None
        self._is_closing = False
        self._file: sqlite.File | None = None
        self._moves: postgresql.MoveWriter | None = None
        self._lock: database_lock.FileLock | None = None
        self.peers: Peers | None = None
        """The other servers, if this is one and the database can be shared."""
        self._health = Health(read=lambda: self.find(select(1)), write=lambda: self.write(TRIAL))

    @property
    def engine(self) -> AsyncEngine:
        """The open database."""
        assert self._engine is not None, "the storage is not open"
        return self._engine

    @property
    def _single(self) -> AsyncEngine:
        """The same, for a query that is alone: PostgreSQL need not begin and end a transaction."""
        if self.is_sqlite:
            return self.engine
        return self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def is_sqlite(self) -> bool:
        """Is it SQLite?"""
        return self.url.get_backend_name() == "sqlite"

    async def open(self, *, alone: bool = False) -> None:
        """Open the database, bring it up to date, and begin to write.

        Who wants to be `alone` is refused if another server has the database, where it cannot be
        shared.
        """
        try:
            await self._open(alone)
        except Refusal:
            raise
        except Exception as wrong:  # whatever a driver may say to what it is given
            reason = str(getattr(wrong, "orig", None) or wrong) or type(wrong).__name__
            shown = sqlite.shown(self.url)
            raise refusal("database_error", database=shown, reason=reason.rstrip(".")) from wrong
        finally:
            if self._writer is None:
                await self.close()

    async def _open(self, alone: bool) -> None:
        if self.is_sqlite:
            self._engine, file = await asyncio.to_thread(sqlite.begin, self.url)
            self._lock = database_lock.FileLock(file) if alone and file else None
        else:
            with extra("postgresql"):
                self._engine = postgresql.engine(self.url)
            self._moves = postgresql.MoveWriter(self.url)
            self.peers = Peers(self.url, self._valkey) if alone else None
        if self._lock is not None:
            await database_lock.take(self._lock, sqlite.shown(self.url))
        async with self.engine.begin() as connection:
            await connection.run_sync(migrations.upgrade)
            if alone:
                await connection.execute(STATEMENTS[TRIAL[0]])
        if self.is_sqlite and self.url.database not in IN_MEMORY:
            self._file = sqlite.File(self.url)
        if self.peers is not None:
            await self.peers.open()
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Write what waits, and close the database."""
        if self._writer is not None:
            self._is_closing = True
            self._wake()
            await asyncio.wait([self._writer])
            self._writer = None
        if self._file is not None:
            self._file.close()
        if self._moves is not None:
            await self._moves.close()
        if self.peers is not None:
            await self.peers.close()
        if self._lock is not None:
            await self._lock.release()
        while self._readings:
            await asyncio.wait(self._readings)
        if self._engine is not None:
            await self._engine.dispose()

    async def write(
        self, *steps: Step, change: Row | None = None, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Do these steps, all or none; when this returns, they are on the disk.

        A change (the values of CHANGE) that does not fit what is stored makes it `Outdated`.
        The writer calls `meanwhile` while it waits for the commit, maybe more than once.
        """
        written = asyncio.get_running_loop().create_future()
        self.submit(steps, change, meanwhile, lambda wrong: _settle(written, wrong))
        await written

    def submit(
        self, steps: Sequence[Step], change: Row | None, meanwhile: Callable[[], None], done: Done
    ) -> None:
        """The same without a task that waits: `done` is called when they are on the disk.

        It is told why, if they are not.
        """
        self._waiting.append(_Write(steps, done, change, meanwhile))
        self._wake()

    def _wake(self) -> None:
        """Let the writer go on, if it waits."""
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def read(self, table: str) -> Stored | None:
        """What is stored of that table, if there is one.

        The table comes first: if somebody changes it before its moves are read, then whoever goes
        by what was read names an old number of changes, and is refused.
        """
        return await self.shielded(lambda: self._read(table))

    async def _read(self, table: str) -> Stored | None:
        if not self.is_sqlite:
            return next(iter(await self._read_since({table: 0})), None)
        async with self.engine.connect() as connection:
            found = await _rows(connection, select(tables).where(tables.c.id == table))
            if not found:
                return None
            sitting = select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            played = select(moves).where(moves.c.table_id == table).order_by(moves.c.ply)
            return Stored(
                found[0], await _rows(connection, sitting), await _rows(connection, played)
            )

    async def read_since(self, firsts: Mapping[str, int]) -> list[Stored]:
        """What is stored of shared tables, with their moves from these numbers on."""
        return await self.shielded(lambda: self._read_since(firsts))

    async def _read_since(self, firsts: Mapping[str, int]) -> list[Stored]:
        me, since = (self.peers.id, self.peers.since) if self.peers else ("", None)
        async with self._single.connect() as connection:
            return await postgresql.read(connection, firsts, me, since)

    async def look(self, names: list[str]) -> dict[str, tuple[int, frozenset[int]]]:
        """How often each shared table was changed, and who is connected with other servers."""
        return await self.shielded(lambda: self._look(names))

    async def _look(self, names: list[str]) -> dict[str, tuple[int, frozenset[int]]]:
        assert self.peers is not None
        async with self._single.connect() as connection:
            return await postgresql.look(connection, names, self.peers.id)

    async def find(self, query: Select[Any]) -> Sequence[RowMapping]:
        """The rows that a query finds."""
        return await self.shielded(lambda: self._find(query))

    async def _find(self, query: Select[Any]) -> Sequence[RowMapping]:
        async with self._single.connect() as connection:
            return await _rows(connection, query)

    async def shielded(self, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What it returns. If this is cancelled, it goes on: else a connection would break."""
        task = asyncio.create_task(self._patiently(read))
        self._readings.add(task)
        task.add_done_callback(self._readings.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _patiently(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What it returns, if that takes not too long.

        If the connection is found broken, all that were open are: with a new one it is done again.
        """
        try:
            async with asyncio.timeout(self._patience):
                return await work()
        except exc.DBAPIError as wrong:
            if not wrong.connection_invalidated:
                raise
        async with asyncio.timeout(self._patience):
            return await work()

    @property
    def _patience(self) -> float | None:
        """Seconds that the database may take to answer; a file is only slow, never gone."""
        return None if self.is_sqlite else postgresql.PATIENCE

    async def health(self) -> State:
        """Does the database answer, and does it take what is written?"""
        return await self._health.state()

    async def _write_on(self) -> None:
        """Write what comes; at the end, what still waits."""
        while self._waiting or not self._is_closing:
            if self._waiting:
                await self._write_next()
            else:
                self._awaited = asyncio.get_running_loop().create_future()
                await self._awaited

    async def _write_next(self) -> None:
        """Commit all that waits.

        A function of its own: a loop would keep the last writes, and with them their tables.
        """
        writes, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        for together in self._groups(writes):
            await self._commit(together)

    def _groups(self, writes: "list[_Write]") -> "Iterator[list[_Write]]":
        """The writes of each commit: for PostgreSQL plain moves apart from all others."""
        if self._moves is None:
            yield writes
            return
        yield from filter(
            None, ([each for each in writes if each.is_move is kind] for kind in (True, False))
        )

    async def _commit(self, writes: "list[_Write]") -> None:
        """Commit all together; if that fails, one by one, to find the one at fault.

        If the database itself is at fault (locked, full, gone), all fail at once.
        """
        try:
            with commits.time():
                await self._execute(writes)
        except Exception as wrong:
            if _is_database_fault(wrong):
                self._health.note(written=False)
            elif len(writes) > 1:
                for write in writes:
                    await self._commit([write])
                return
            for write in writes:
                write.fail(wrong)
        else:
            self._health.note(written=True)
            for write in writes:
                write.tell(None)
            if self.peers is not None:
                self._tell(self.peers, writes)

    def _tell(self, peers: Peers, writes: "Sequence[_Write]") -> None:
        """Tell the other servers what is stored."""
        for write in writes:
            if write.is_move:
                change, row = write.move
                peers.tell_move(StoredMove(change["known"] + 1, row))
            else:
                peers.tell(write.tables)

    async def _execute(self, writes: "Sequence[_Write]") -> None:
        def meanwhile() -> None:
            _call_meanwhile(writes)

        if await self._are_moves_written(writes, meanwhile):
            return
        steps = _together(writes)
        if self._file is not None:
            await self._file.execute(steps, meanwhile)
            return
        await self._patiently(lambda: self._transact(steps, meanwhile))

    async def _transact(self, steps: Sequence[Step], meanwhile: Callable[[], None]) -> None:
        is_complete = False
        try:
            async with self.engine.begin() as connection:
                for name, rows in sqlite.runs(steps):
                    await connection.execute(STATEMENTS[name], rows)
                meanwhile()
                is_complete = True
        except BaseException as wrong:
            if is_complete:
                raise postgresql.UncertainCommit from wrong
            raise

    async def _are_moves_written(
        self, writes: "Sequence[_Write]", meanwhile: Callable[[], None]
    ) -> bool:
        """Write plain moves the quick way; False if it cannot be done, or one is at fault."""
        if self._moves is None or not writes[0].is_move:
            return False
        async with asyncio.timeout(self._patience):
            return await self._moves.write([each.move for each in writes], meanwhile)


class _Write(NamedTuple):
    """Steps that belong together, and who is told when they are done."""

    steps: Sequence[Step]
    done: Done
    change: Row | None
    meanwhile: Callable[[], None]

    @property
    def is_move(self) -> bool:
        """Is it a move and nothing else, as nearly all are?"""
        return self.change is not None and len(self.steps) == 1 and self.steps[0][0] == ADD_MOVE

    @property
    def move(self) -> tuple[Row, Row]:
        """The change of the table and the row of the move."""
        assert self.change is not None
        return self.change, self.steps[0][1]

    @property
    def tables(self) -> Iterator[str]:
        """Those that are changed or new."""
        if self.change is not None:
            yield self.change["of"]
        yield from (row["id"] for name, row in self.steps if name == ADD_TABLE)

    def fail(self, wrong: Exception) -> None:
        failure = NotStored(Sentence("not_stored"))
        if self.change is not None and isinstance(wrong, exc.IntegrityError):
            failure = Outdated(Sentence("outdated"))
        elif isinstance(wrong, postgresql.UncertainCommit):
            failure = NotStored(Sentence("uncertain"))
        failure.__cause__ = wrong
        self.tell(failure)

    def tell(self, failure: NotStored | None) -> None:
        """Say that it is done, or why not; an error of who hears it concerns nobody else."""
        try:
            self.done(failure)
        except Exception:
            metrics.faults.inc()
            log.exception("work after a commit failed")


def _settle(written: "asyncio.Future[None]", failure: NotStored | None) -> None:
    """Let who waits for a write go on."""
    if written.done():
        return
    if failure is None:
        written.set_result(None)
    else:
        written.set_exception(failure)


def _call_meanwhile(writes: "Sequence[_Write]") -> None:
    """Call what is to be done during the commit; its errors are no reason to store nothing."""
    for write in writes:
        try:
            write.meanwhile()
        except Exception:
            metrics.faults.inc()
            log.exception("work during a commit failed")


def _together(writes: "Sequence[_Write]") -> list[Step]:
    """All steps; the changes come first, ordered by table, so that two servers cannot deadlock."""
    changes = [write.change for write in writes if write.change is not None]
    named = [(CHANGE, change) for change in sorted(changes, key=lambda change: str(change["of"]))]
    return [*named, *itertools.chain(*(write.steps for write in writes))]


def _is_database_fault(wrong: Exception) -> bool:
    """Is the database or the connection at fault, and not one of the writes?"""
    if isinstance(wrong, exc.DBAPIError):
        is_conflict = getattr(wrong.orig, "sqlstate", "") in CONFLICTS
        return not is_conflict and not isinstance(wrong, OF_A_WRITE)
    return not isinstance(wrong, exc.StatementError)


async def _rows(connection: AsyncConnection, query: Any) -> Sequence[RowMapping]:
    return (await connection.execute(query)).mappings().all()
