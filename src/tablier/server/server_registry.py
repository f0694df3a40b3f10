"""The registry of a server: tables in a database, bots, and computers that think in threads.

With PostgreSQL other servers have the same tables. A table in memory is then a cache of its rows:
it follows them whenever there is a hint that they have changed, and before somebody gets it.
"""

import hashlib
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from tablier.play import metrics
from tablier.play.registry import NAME, TableRegistry
from tablier.play.settings import Settings
from tablier.play.steps import Bot, NoDatabase, StoredMove
from tablier.play.table import Table
from tablier.server.store import accounts, schema
from tablier.server.store.jobs import Job, Jobs
from tablier.server.store.peers import JOBS, Hear, Peers
from tablier.server.store.storage import Storage
from tablier.server.thinking.computers import SHORT, Computers
from tablier.server.thinking.job_worker import JobWorker
from tablier.texts import Sentence

MOST_OF_ADDRESS = 64
WAITING = "@"
"""Stands before the name of a bot where presences name a table."""
log = logging.getLogger("tablier")


class ServerRegistry(TableRegistry):
    """All tables of a server."""

    storage: Storage
    computers: Computers

    def __init__(self, settings: Settings):
        super().__init__(
            settings, Storage(settings.database, settings.valkey), Computers(settings.workers)
        )
        self.on_hints: list[Hear] = []
        """Called with tables that may have changed elsewhere; None: any."""
        self._hinted: set[str] = set()
        self._is_following = False

    async def find_bot(self, name: str) -> Bot:
        """The bot of that name."""
        return await accounts.named(self.storage, name)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Open the storage, and follow what other servers do."""
        async with super().opened():
            if self.storage.peers is not None:
                self._share(self.storage.peers)
            yield

    async def _close(self) -> None:
        """Hear no more of other servers: a read that begins now would outlive the database."""
        if self.storage.peers is not None:
            self.storage.peers.ignore()
        await super()._close()

    def _share(self, peers: Peers) -> None:
        """Share tables and computers with other servers."""
        self._jobs = Jobs(self.storage, peers)
        self._worker = JobWorker(self._jobs, self.settings.workers, SHORT, self._do)
        self.computers.offer = self._offer
        peers.on_hint, peers.on_moves = self._on_hint, self._on_moves
        self.spawn(self._worker.run())

    async def open(self, name: str) -> Table:
        """The table of that name, as it is stored at this moment."""
        try:
            table = await super().open(name)
            if self.storage.peers is not None:
                await self._follow([table])
        except (OSError, SQLAlchemyError) as wrong:
            _warn("a table cannot be read", wrong)
            raise NoDatabase(Sentence("no_database")) from wrong
        return table

    async def game_at(self, table: str) -> str | None:
        """The name of the game that is played at a table, if there is one; nothing is loaded."""
        if not NAME.fullmatch(table):
            return None
        names = select(schema.tables.c.game).where(schema.tables.c.id == table)
        found = await self.storage.find(names)
        return str(found[0]["game"]) if found else None

    def on_change(self, table: Table) -> None:
        """A table has changed, or who is there."""
        super().on_change(table)
        if self.storage.peers is not None:
            self.storage.peers.seat(table.id, table.presence.here)

    # Bots that wait

    def set_online(self, bot: str, *, online: bool) -> None:
        """A bot waits here, or no longer does."""
        if self.storage.peers is not None:
            self.storage.peers.seat(WAITING + bot, [0] if online else [])

    async def bots_elsewhere(self) -> list[str]:
        """The bots that wait on any server that shares the database."""
        if self.storage.peers is None:
            return []
        place = schema.presences.c.table_id
        found = await self.storage.find(select(place).where(place.startswith(WAITING)))
        return [row["table_id"].removeprefix(WAITING) for row in found]

    # Computers

    def _offer(self, table: Table, seat: int, cost: float) -> None:
        """Have the move of a computer searched for, here or elsewhere."""
        address = table.presence.address[:MOST_OF_ADDRESS]
        self.spawn(self._offer_job(Job(table.id, _digest(table), seat, cost, address)))

    async def _offer_job(self, job: Job) -> None:
        try:
            await self._jobs.offer(job)
            self._worker.wake()
        except (OSError, SQLAlchemyError) as wrong:  # it is offered again
            _warn("a job cannot be offered", wrong)

    async def _do(self, job: Job) -> None:
        """Do a job, if it is still to be done."""
        table = await self.open(job.table)
        if _digest(table) == job.position:
            await self.computers.do(table)

    # What other servers do

    def _on_hint(self, names: Collection[str] | None) -> None:
        """These tables may have changed elsewhere; None: any of them."""
        if names is None or JOBS in names:
            self._worker.wake()
        for hear in self.on_hints:
            hear(names)
        if names is None:
            self.spawn(self._look_at_all())
            return
        self._hinted.update(name for name in names if name in self._tables)
        if self._hinted and not self._is_following:
            self._is_following = True
            self.spawn(self._follow_hints())

    def _on_moves(self, name: str, moves: Sequence[StoredMove]) -> bool:
        """Moves at a table were stored elsewhere; False if its rows have to be read."""
        table, peers = self._tables.get(name), self.storage.peers
        if table is None or peers is None:
            return True
        return all(table.follow(move, peers.since) for move in moves)

    async def _look_at_all(self) -> None:
        """Follow all tables whose rows are not as they are known, whatever was heard."""
        names = list(self._tables)
        try:
            found = await self.storage.look(names) if names else {}
        except (OSError, SQLAlchemyError) as wrong:
            _warn("tables cannot be looked at", wrong)
            return
        known = [(self._tables.get(name), now) for name, now in found.items()]
        self._on_hint([table.id for table, now in known if table and now != table.known])
        for table, _ in known:
            if table is not None:
                self.computers.update(table)  # what waits for a computer is offered again

    async def _follow_hints(self) -> None:
        """Follow all that was heard, also meanwhile."""
        try:
            while self._hinted:
                names, self._hinted = self._hinted, set()
                await self._follow([self._tables[name] for name in names if name in self._tables])
        except (OSError, SQLAlchemyError) as wrong:  # all are looked at soon
            _warn("tables cannot be read", wrong)
        finally:
            self._is_following = False

    async def _follow(self, tables: Iterable[Table]) -> None:
        """Let tables become what is stored of them."""
        by_name = {table.id: table for table in tables}
        firsts = {name: max(0, table.ply - 1) for name, table in by_name.items()}
        while firsts:
            read = await self.storage.read_since(firsts)
            firsts = {
                stored.table["id"]: 0
                for stored in read
                if not await by_name[stored.table["id"]].catch_up(stored)
            }


def _warn(what: str, wrong: Exception) -> None:
    """Say that the database did not answer, and why; where that was met is no news."""
    metrics.faults.inc()
    log.warning(what, extra={"about": {"reason": str(wrong) or type(wrong).__name__}})


def _digest(table: Table) -> str:
    """What tells a position of a table from all others there."""
    return hashlib.sha256(f"{table.ply} ".encode() + bytes(table.position.data)).hexdigest()
