"""PostgreSQL: what is read of many tables at once, each as it was at one moment."""

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.server.rows import Stored

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
