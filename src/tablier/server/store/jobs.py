"""Jobs: moves of computers, which any server that shares the database may search for.

One row for each table. A job belongs to the server that has taken it as long as that is there; then
to whoever takes it next. Addresses take turns: a job is due when those of its address before it are
done, if each takes as long as is expected, so short ones pass long ones.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.engine import RowMapping

from tablier.server.store.peers import JOBS, NOW, Peers
from tablier.server.store.storage import Storage

OFFER = text(f"""
INSERT INTO jobs AS old (table_id, position, seat, cost, address, due)
SELECT table_id, position, :seat, cost, address,
       greatest({NOW}, (SELECT max(due) FROM jobs WHERE jobs.address = new.address)) + cost
FROM (SELECT CAST(:table AS text) AS table_id, CAST(:position AS text) AS position,
             CAST(:cost AS float8) AS cost, CAST(:address AS text) AS address) AS new
WHERE NOT EXISTS (  -- a conflict would lock the row, and who takes jobs would pass it over
  SELECT FROM jobs WHERE jobs.table_id = new.table_id AND jobs.position = new.position)
ON CONFLICT (table_id) DO UPDATE
SET position = excluded.position, seat = excluded.seat, cost = excluded.cost,
    address = excluded.address, due = excluded.due, worker = NULL
WHERE old.position <> excluded.position
RETURNING 1
""")
TAKE = text("""
UPDATE jobs SET worker = :me WHERE table_id = (
  SELECT table_id FROM jobs LEFT JOIN servers ON servers.id = worker
  WHERE servers.id IS NULL AND cost <= :most
  ORDER BY due LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED)
RETURNING table_id AS table, position, seat, cost, address
""")
FINISH = text("DELETE FROM jobs WHERE table_id = :table AND position = :position AND worker = :me")

GIVE_BACK = text("""
UPDATE jobs SET worker = NULL WHERE worker = :me AND table_id <> ALL (CAST(:doing AS text[]))
""")


@dataclass(frozen=True)
class Job:
    """The move of a computer."""

    table: str
    position: str
    """A hash of the position and its ply."""
    seat: int
    cost: float
    """Seconds that it is expected to take."""
    address: str
    """Of those who wait for it."""


class Jobs:
    """The jobs of all servers, as one of them sees them."""

    def __init__(self, storage: Storage, peers: Peers):
        self._storage, self._peers = storage, peers

    async def offer(self, job: Job) -> bool:
        """Let somebody do it; False if it is known already."""
        is_new = await self._execute(OFFER, asdict(job)) is not None
        if is_new:
            self._peers.tell([JOBS])
        return is_new

    async def take(self, most: float) -> Job | None:
        """The job that is due first of those that take no longer; from now on it is ours."""
        row = await self._execute(TAKE, {"me": self._peers.id, "most": most})
        return None if row is None else Job(**row)

    async def give_back(self, doing: Iterable[str]) -> None:
        """Let whoever can do all jobs of ours but those of these tables, which we do."""
        await self._execute(GIVE_BACK, {"me": self._peers.id, "doing": list(doing)})

    async def finish(self, job: Job) -> None:
        """It is done, or nobody wants it any more."""
        known = {"table": job.table, "position": job.position, "me": self._peers.id}
        await self._execute(FINISH, known)

    async def _execute(self, statement: TextClause, values: dict[str, Any]) -> RowMapping | None:
        """The row that a statement returns, if it returns one."""
        return await self._storage.shielded(lambda: self._executed(statement, values))

    async def _executed(self, statement: TextClause, values: dict[str, Any]) -> RowMapping | None:
        async with self._storage.engine.begin() as connection:
            found = await connection.execute(statement, values)
            return found.mappings().first() if found.returns_rows else None
