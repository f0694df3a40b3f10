"""PostgreSQL: moves of many tables, written together; and many tables, read together.

Each table is read as it was at one moment.
"""

import asyncio
import contextlib
import operator
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablier.server.rows import Row, Stored

READ = text("""
SELECT json_build_object(
  'table', row_to_json(t),
  'first', known.first,
  'elsewhere', (SELECT bit_or(seats) FROM presences WHERE table_id = t.id AND server <> :me),
  'seats', (SELECT json_agg(s ORDER BY seat) FROM seats s WHERE table_id = t.id),
  'moves', (SELECT json_agg(m ORDER BY ply) FROM moves m
            WHERE table_id = t.id AND ply >= known.first)
)::text
FROM unnest(CAST(:names AS text[]), CAST(:firsts AS int[])) AS known (name, first)
JOIN tables t ON t.id = known.name
""")
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
OF_A_ROW = ("22", "23", "40", "42")
"""Classes of errors that say that a row is at fault, or who was faster; not the database."""


class MoveWriter:
    """A connection of its own for moves: one message for all of a commit, and one answer.

    Through SQLAlchemy they took three times as long, and four messages one after another.
    """

    def __init__(self, engine: AsyncEngine):
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._raw: Any = None

    async def write(self, moves: Iterable[tuple[Row, Row]], meanwhile: Callable[[], None]) -> bool:
        """Write changes of tables, each with its move, all or none; False if a row is at fault.

        They are ordered by table, so that two servers cannot deadlock. `meanwhile` is called while
        PostgreSQL writes.
        """
        rows = sorted((_values(*each) for each in moves), key=operator.itemgetter(0))
        try:
            raw = self._raw or await self._connected()
            writing = asyncio.ensure_future(raw.executemany(ADD_MOVE, rows))
            await asyncio.sleep(0)  # until it is on its way
            meanwhile()
            await writing
        except Exception as wrong:
            if str(getattr(wrong, "sqlstate", "") or "")[:2] in OF_A_ROW:
                return False
            await self.close()
            raise
        return True

    async def _connected(self) -> Any:
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
    asked = {"names": list(firsts), "firsts": list(firsts.values()), "me": me}
    found = await connection.execute(READ, asked)
    return [_stored(decode(said), since) for said in found.scalars()]


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
