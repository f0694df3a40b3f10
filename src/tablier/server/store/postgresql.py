"""PostgreSQL: connections that notice when it is gone; tables, written and read many at once.

Each table is read as it was at one moment.
"""

import asyncio
import contextlib
import operator
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import event, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from tablier.play.steps import Row, Stored

PATIENCE = 5.0  # seconds for an answer; a network that is cut does not say so
SETTINGS = {
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "4s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""A server that is gone in the middle of a transaction must not hold up the others."""
SET = "SELECT " + ", ".join(
    f"set_config('{name}', '{now}', false)" for name, now in SETTINGS.items()
)
READ = """
SELECT json_build_object(
  'table', row_to_json(t),
  'first', known.first,
  'elsewhere', (SELECT bit_or(seats) FROM presences WHERE table_id = t.id AND server <> $3),
  'seats', (SELECT json_agg(s ORDER BY seat) FROM seats s WHERE table_id = t.id),
  'moves', (SELECT json_agg(m ORDER BY ply) FROM moves m
            WHERE table_id = t.id AND ply >= known.first)
)::text
FROM unnest($1::text[], $2::int[]) AS known (name, first)
JOIN tables t ON t.id = known.name
"""
LOOK = text("""
SELECT id, changes, coalesce(
  (SELECT bit_or(seats) FROM presences WHERE table_id = id AND server <> :me), 0) AS elsewhere
FROM tables WHERE id = ANY (CAST(:names AS text[]))
""")

ADD_MOVE = """
WITH changed AS (
  UPDATE tables SET changes = CASE WHEN changes = $2 THEN changes + 1 END WHERE id = $1
)
INSERT INTO moves (table_id, ply, token, seat, "left", at, comment)
VALUES ($1, $3, $4, $5, $6, $7, $8)
"""
COLUMNS = ("ply", "token", "seat", "left", "at", "comment")
AS_USUAL = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED"
OF_A_ROW = ("22", "23", "40", "42", "55")
"""Classes of errors that say that a row is at fault, or who was faster; not the database."""
BROKEN = ("", "08", "57")
"""Of those after which nobody knows what was committed: connection lost, PostgreSQL stops."""


class UncertainCommit(Exception):
    """The database was told to commit, and has not answered."""


class MoveWriter:
    """A connection of its own for moves: one message for all of a commit, and one answer.

    Through SQLAlchemy they took three times as long, and four messages one after another.
    """

    def __init__(self, url: URL):
        self._engine = engine(url, poolclass=NullPool)
        self._connection: AsyncConnection | None = None
        self._raw: Any = None

    async def write(self, moves: Iterable[tuple[Row, Row]], meanwhile: Callable[[], None]) -> bool:
        """Write changes of tables, each with its move, all or none; False if a row is at fault.

        They are ordered by table, so that two servers cannot deadlock. `meanwhile` is called while
        PostgreSQL writes.
        """
        rows = sorted((_values(*each) for each in moves), key=operator.itemgetter(0))
        is_sent = False
        try:
            raw = await self._connected()
            is_sent = True
            writing = asyncio.ensure_future(raw.executemany(ADD_MOVE, rows))
            await asyncio.sleep(0)  # until it is on its way
            meanwhile()
            await writing
        except BaseException as wrong:
            kind = str(getattr(wrong, "sqlstate", "") or "")[:2]
            if kind in OF_A_ROW:
                return False
            await self.close()
            if is_sent and kind in BROKEN:
                raise UncertainCommit from wrong
            raise
        return True

    async def _connected(self) -> Any:
        """The connection; another one if it is broken."""
        if self._raw is not None and not self._raw.is_closed():
            return self._raw
        await self.close()
        connection = self._connection = await self._engine.connect()
        raw: Any = (await connection.get_raw_connection()).driver_connection
        await raw.execute(AS_USUAL)
        self._raw = raw
        return raw

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection, self._raw = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
                await connection.close()


def _values(change: Row, move: Row) -> Sequence[Any]:
    return (change["of"], change["known"], *(move[column] for column in COLUMNS))


def engine(url: URL, **more: Any) -> AsyncEngine:
    """A database that is given up when it does not answer."""
    # Whatever the database prefers: what others commit is seen by the next statement.
    options = {"isolation_level": "READ COMMITTED", **more}
    made = create_async_engine(
        url, hide_parameters=True, connect_args={"timeout": PATIENCE}, **options
    )

    @event.listens_for(made.sync_engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute(SET)
        cursor.close()
        connection.commit()

    return made


class _Read(msgspec.Struct):
    table: dict[str, Any]
    first: int
    elsewhere: int | None
    seats: list[dict[str, Any]] | None
    moves: list[dict[str, Any]] | None


decode = msgspec.json.Decoder(_Read).decode


async def read(
    connection: AsyncConnection, firsts: Mapping[str, int], me: str, since: float | None
) -> list[Stored]:
    """Tables, each with its moves from a number on.

    `me` is the server that reads; there were servers `since` then, if that is known.
    """
    found = await _fetch(connection, READ, (list(firsts), list(firsts.values()), me))
    return [_stored(decode(said), since) for (said,) in found]


async def _fetch(
    connection: AsyncConnection, query: str, values: tuple[Any, ...]
) -> Sequence[Sequence[Any]]:
    """What a query finds, past SQLAlchemy, which takes three times as long as the query.

    If something is wrong, SQLAlchemy finds it again, and replaces connections that are broken.
    """
    raw: Any = (await connection.get_raw_connection()).driver_connection
    try:
        return await raw.fetch(query, *values)  # type: ignore[no-any-return]
    except asyncio.CancelledError:
        await connection.invalidate()  # the answer may still come
        raise
    except Exception:
        return (await connection.exec_driver_sql(query, values)).all()


def _stored(row: _Read, since: float | None) -> Stored:
    moves, idle = row.moves or [], 0.0
    if since is not None and moves:
        idle = max(0.0, time.time() - max(since, moves[-1]["at"]))
    return Stored(row.table, row.seats or [], moves, row.first, idle, seats_in(row.elsewhere or 0))


async def look(
    connection: AsyncConnection, names: list[str], me: str
) -> dict[str, tuple[int, frozenset[int]]]:
    """How often each table was changed, and who is connected with other servers."""
    found = await connection.execute(LOOK, {"names": names, "me": me})
    return {row.id: (row.changes, seats_in(row.elsewhere)) for row in found}


def seats_in(mask: int) -> frozenset[int]:
    """The seats whose bits are set.

    >>> sorted(seats_in(0b101))
    [0, 2]
    """
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
