"""Peers: the servers that share a PostgreSQL, as one of them hears and tells the others.

What is heard (by LISTEN and NOTIFY, or by Valkey) is a hint to read rows, and all tables are looked
at now and then in any case: a hint that is lost loses nothing. PostgreSQL's own hints name moves,
too, with the count of changes of their tables: who knows all changes before need not read any rows.
Notifications are sent after the commit that they tell of, so that a commit never waits for the lock
that PostgreSQL holds for them.
"""

import asyncio
import contextlib
import secrets
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from tablier.play import metrics
from tablier.play.steps import StoredMove
from tablier.server.store import postgresql
from tablier.texts import refusal

if TYPE_CHECKING:
    from tablier.server.store.valkey_hints import ValkeyHints

BEAT = 2.0  # seconds after which a server says again that it is there, and looks at all tables
GONE = 10.0  # seconds without that until a server counts as gone
LEAVING = 1.0  # seconds to say that it is not
RETRY = 0.5  # seconds until the next attempt to connect
LONGEST = 7000  # bytes of a notification; PostgreSQL takes 8000
CHANNEL = "tablier"
JOBS = "!"
"""Told instead of a table: there is work for computers."""
NOW = "extract(epoch FROM clock_timestamp())"
IS_HERE = f"""
INSERT INTO servers AS mine (id, seen, since)
VALUES ($1, {NOW}, least(
  coalesce(nullif($3, 0.0), {NOW}), (SELECT min(since) FROM servers WHERE seen > {NOW} - $2)))
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
RETURNING mine.since, (xmax = 0) AS is_new,
  NOT EXISTS (SELECT FROM servers WHERE id <> $1 AND seen > {NOW} - $2) AS is_alone
"""
BURY = f"""
WITH dead AS (SELECT id FROM servers WHERE seen < {NOW} - $1 FOR UPDATE SKIP LOCKED),
left_behind AS (SELECT table_id FROM presences WHERE server IN (SELECT id FROM dead)),
gone AS (DELETE FROM servers WHERE id IN (SELECT id FROM dead))
SELECT DISTINCT table_id FROM left_behind
"""
SIT = """
INSERT INTO presences (server, table_id, seats) VALUES ($1, $2, $3)
ON CONFLICT (server, table_id) DO UPDATE SET seats = excluded.seats
"""
STAND_UP = "DELETE FROM presences WHERE server = $1 AND table_id = $2"
LEAVE = "DELETE FROM servers WHERE id = $1"
TELL = "SELECT pg_notify($1, $2)"
MOVE = ":"
"""Begins a word that is a move at the table whose name stands before it."""
MOST_MOVES = 8  # of a table in one notification; beyond that its rows are read
Hear = Callable[[Collection[str] | None], None]
"""Called with tables that have changed elsewhere; None: look at all."""
HearMoves = Callable[[str, Sequence[StoredMove]], bool]
"""Called with the moves at a table that were stored elsewhere; False if its rows must be read."""
log = structlog.get_logger()


class Peers:
    """The connection of a server with all others."""

    def __init__(self, url: URL, valkey: str | None = None):
        self.id = secrets.token_urlsafe(9)
        self.since = 0.0
        """When the first server came, in seconds since 1970; there was always one since."""
        self.on_hint: Hear = lambda _: None
        self.on_moves: HearMoves = lambda *_: False
        self._engine = postgresql.engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._is_alone = False
        """Is nobody there who could hear? A server that comes says so, and looks at everything."""
        self._changed: dict[str, list[str] | None] = {}
        """Tables to tell of, with their moves as words; None if anything else has changed."""
        self._seats: dict[str, int] = {}
        self._seats_changed: set[str] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._valkey = self._hints_by(valkey) if valkey is not None else None

    def _hints_by(self, address: str) -> "ValkeyHints":
        """Tell by Valkey; what somebody tells by PostgreSQL is heard all the same."""
        from tablier.server.store.valkey_hints import ValkeyHints  # noqa: PLC0415 - an extra

        try:
            return ValkeyHints(address, CHANNEL, self.id, self._on_said)
        except ValueError as wrong:
            raise refusal("bad_valkey", address=address) from wrong

    async def open(self) -> None:
        """Connect; from now on the others are heard."""
        if self._valkey is not None:
            await self._valkey.open()
        connected = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._live(connected))
        await connected

    def ignore(self) -> None:
        """Hear no more of the others; they are still told."""
        self.on_hint, self.on_moves = lambda _: None, lambda *_: True

    async def close(self) -> None:
        """Leave the others."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._valkey is not None:
            await self._valkey.close()
        await self._engine.dispose()

    def tell(self, tables: Iterable[str]) -> None:
        """Tell all others that these tables have changed, soon, and with one notification."""
        self._changed.update(dict.fromkeys(tables))
        self._wake.set()

    def tell_move(self, move: StoredMove) -> None:
        """Tell all others of a move that was stored, and was all that was changed."""
        if not self._is_alone:
            words = self._changed.setdefault(move.row["table_id"], [])
            if words is not None:
                words.append(move_word(move))
            self._wake.set()

    def seat(self, table: str, seats: Iterable[int]) -> None:
        """Tell all others whose players are connected here."""
        mask = sum(1 << seat for seat in seats)
        if mask != self._seats.get(table, 0):
            self._seats[table] = mask
            self._seats_changed.add(table)
            self._wake.set()

    async def _live(self, connected: "asyncio.Future[None]") -> None:
        """Hear and tell until the end; connect again whenever the connection breaks."""
        while True:
            try:
                async with self._connection() as raw:
                    async with _patience():
                        await self._beat(raw)
                    if not connected.done():
                        connected.set_result(None)
                    await self._talk(raw)
            except Exception as wrong:
                if not connected.done():
                    connected.set_exception(wrong)
                    return
                metrics.faults.inc()
                log.warning("the connection with other servers is broken", reason=str(wrong))
            await asyncio.sleep(RETRY)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection that hears; with it the server leaves the others, if it still can."""
        async with self._engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            own = raw.get_server_pid()
            raw.add_termination_listener(lambda _: self._wake.set())
            try:
                async with _patience():
                    await raw.add_listener(
                        CHANNEL, lambda _, pid, __, said: self._hear(own, pid, said)
                    )
                yield raw
            finally:
                await self._leave(raw)
                await connection.invalidate()

    async def _leave(self, raw: Any) -> None:
        """Leave the others, who take over what is to be done."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(LEAVING):
                await raw.execute(LEAVE, self.id)
                await raw.execute(TELL, CHANNEL, JOBS)
                await raw.reset()

    def _hear(self, own: int, teller: int, said: str) -> None:
        if teller != own:
            self._on_said(said)

    def _on_said(self, said: str) -> None:
        self._is_alone = False
        heard = moves_in(said)
        self.on_hint([name for name, moves in heard if not moves or not self.on_moves(name, moves)])

    async def _talk(self, raw: Any) -> None:
        """Tell what is to be told, at once; be there, now and then."""
        loop = asyncio.get_running_loop()
        due = loop.time() + BEAT
        while not raw.is_closed():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._wake.wait()
            self._wake.clear()
            async with _patience():
                await self._flush(raw)
                if loop.time() >= due:
                    await self._beat(raw)
                    due = loop.time() + BEAT
        raise ConnectionError("closed")

    async def _beat(self, raw: Any) -> None:
        """Be there, let those go who are not, and have all tables looked at."""
        row = await raw.fetchrow(IS_HERE, self.id, GONE, self.since)
        self.since, self._is_alone = row["since"], row["is_alone"]
        if row["is_new"]:
            self._seats_changed.update(self._seats)
            self.tell([JOBS])
        self.tell(each["table_id"] for each in await raw.fetch(BURY, GONE))
        self.on_hint(None)

    async def _flush(self, raw: Any) -> None:
        seated, self._seats_changed = self._seats_changed, set()
        changed, self._changed = {**self._changed, **dict.fromkeys(seated)}, {}
        if self._valkey is not None:
            changed = dict.fromkeys(changed)  # who can publish there is not trusted with moves
        try:
            await self._store_seats(raw, seated)
            for said in () if self._is_alone else notifications(changed):
                await self._say(raw, said)
        except BaseException:
            self._seats_changed |= seated
            self._changed.update(dict.fromkeys(changed))
            raise

    async def _say(self, raw: Any, said: str) -> None:
        if self._valkey is not None:
            await self._valkey.tell(said)
        else:
            await raw.execute(TELL, CHANNEL, said)

    async def _store_seats(self, raw: Any, tables: Collection[str]) -> None:
        taken = [(self.id, table, mask) for table in tables if (mask := self._seats.get(table))]
        left = [(self.id, table) for table in tables if not self._seats.get(table)]
        if taken:
            await raw.executemany(SIT, taken)
        if left:
            await raw.executemany(STAND_UP, left)
        for _, table in left:
            if not self._seats.get(table):
                self._seats.pop(table, None)


def _patience() -> asyncio.Timeout:
    """A network that is cut does not say so: the connection is given up after a while."""
    return asyncio.timeout(postgresql.PATIENCE)


def notifications(changed: Mapping[str, Sequence[str] | None]) -> Iterator[str]:
    """The names, each with its moves if these are told, in as few texts as they fit in."""
    said = ""
    for table, words in sorted(changed.items()):
        told = f" {table}"
        if words and len(words) <= MOST_MOVES and all(map(str.isascii, words)):
            told = " ".join((told, *words))
        if len(said) + len(told) >= LONGEST:
            yield said
            said = ""
        said += told
    if said:
        yield said


def move_word(move: StoredMove) -> str:
    """A move as one word.

    >>> row = {"table_id": "t", "ply": 3, "seat": 1, "left": None, "at": 1.5, "token": "E1:n3"}
    >>> move_word(StoredMove(5, row))
    ':5:3:1::1.5:E1:n3'
    """
    row = move.row
    left = "" if row["left"] is None else row["left"]
    return f"{MOVE}{move.changes}:{row['ply']}:{row['seat']}:{left}:{row['at']!r}:{row['token']}"


def moves_in(said: str) -> list[tuple[str, list[StoredMove]]]:
    """The names in a notification, each with its moves if these are told.

    >>> [(name, len(moves)) for name, moves in moves_in(" a :5:3:1::1.5:E1:n3 b")]
    [('a', 1), ('b', 0)]
    """
    found: list[tuple[str, list[StoredMove]]] = []
    for word in said.split():
        if not word.startswith(MOVE):
            found.append((word, []))
        elif found:
            name, moves = found[-1]
            changes, ply, seat, left, at, token = word[1:].split(MOVE, 5)
            row = {"table_id": name, "ply": int(ply), "token": token, "seat": int(seat)}
            row |= {"left": int(left) if left else None, "at": float(at), "comment": None}
            moves.append(StoredMove(int(changes), row))
    return found
