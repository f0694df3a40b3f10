"""The registry of tables: creates and loads them, and runs their computers and clocks."""

import asyncio
import itertools
import logging
import math
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from tablier.games import package_of
from tablier.play import metrics
from tablier.play.carried_games import Carried
from tablier.play.leases import Leases
from tablier.play.new_table import Plan, plan_import, plan_new
from tablier.play.reviews import Reviews
from tablier.play.settings import Settings
from tablier.play.steps import Bot, TableStorage
from tablier.play.table import Table
from tablier.play.thinker import Thinker
from tablier.play.wire.protocol import (
    CarriedTable,
    ImportedTable,
    NewTable,
    TableBrought,
    TableMade,
)
from tablier.texts import Refusal, refusal
from tablier.threads import in_thread

T = TypeVar("T")
THREADS = 4  # for requests that take long
NAME = re.compile("[A-Za-z0-9_-]{1,32}")
LEAST_NAME = 12  # characters: long enough to be nobody else's
MOST_SEATS = 8  # whose bots are looked up, before the number is checked
MARGIN = 0.01  # seconds after which a clock has certainly run out
log = logging.getLogger("tablier")


class Observer(Protocol):
    """Somebody who is told of all tables."""

    def on_new(self, table: Table) -> None:
        """A table was made that bots are asked to."""

    def on_change(self, table: Table) -> None:
        """A table was loaded or has changed."""


class TableRegistry:
    """All tables; those that nobody uses are in the storage alone."""

    def __init__(self, settings: Settings, storage: TableStorage, computers: Thinker):
        self.settings, self.storage, self.computers = settings, storage, computers
        self.reviews = Reviews(computers, self.spawn)
        self.observers: list[Observer] = []
        self.leases = Leases(computers)
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = asyncio.Semaphore(THREADS)
        metrics.tables.set(lambda: len(self._tables))

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Open the storage, and close everything in order at the end."""
        await self.storage.open(alone=True)
        self.computers.open()
        try:
            yield
        finally:
            await self._close()

    async def _close(self) -> None:
        """Stop timers and computers, and write what is in the queue."""
        for timer in itertools.chain(*(table.timers for table in self._tables.values())):
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.computers.close()
        await self.storage.close()

    async def make(self, wish: NewTable, host: str | None = None) -> TableMade:
        """Make the table that is wished for; `host` is the bot that wishes it, if one does."""
        package_of(wish.game)  # refuses a game that there is not
        self.computers.prioritise(wish.game)
        names = {seat.name for seat in wish.seats[:MOST_SEATS] if seat.kind == "bot"}
        bots = {name: await self.find_bot(name) for name in names}
        made = await self._make(*plan_new(wish, bots, host))
        if bots:
            table = await self.open(made.table)
            for observer in self.observers:
                observer.on_new(table)
        return made

    async def find_bot(self, name: str) -> Bot:
        """The bot of that name; without a server there are none."""
        raise refusal("no_bot", name=name[:40])

    async def make_from_record(
        self, wish: ImportedTable, is_cancelled: Callable[[], bool]
    ) -> TableMade:
        """Make a table with the game of a record, unless it is cancelled before."""
        return await self._make(*await self.in_thread(lambda: plan_import(wish, is_cancelled)))

    async def bring(self, name: str, wish: CarriedTable) -> TableBrought:
        """Play the moves of a game that went on elsewhere; keep it beside ours if it must be."""
        game = await self.in_thread(lambda: Carried(wish))
        try:
            table = await self.open(name)
        except Refusal as wrong:
            if wrong.said.key != "no_table" or len(name) < LEAST_NAME:
                raise
            return await self._take(game, name)
        try:
            await table.bring(game)
        except Refusal as wrong:
            if wrong.said.key != "went_on_apart":
                raise
            return await self._take(game, game.own_name(name))
        return TableBrought(name)

    async def _take(self, game: Carried, name: str) -> TableBrought:
        """Make a table with the game, unless it came before."""
        if not NAME.fullmatch(name):
            raise refusal("no_table", table=name[:80])
        if await self.storage.read(name) is None:
            await self._make(game.plan(name), [])
        return TableBrought(name)

    async def _make(self, plan: Plan, secrets: list[str | None]) -> TableMade:
        await self.storage.write(*plan.steps())
        metrics.made.inc(plan.start.game.name)
        return TableMade(plan.id, secrets)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run it in a thread, once one of a few is free."""
        async with self._threads:
            return await in_thread(work)

    async def open(self, name: str) -> Table:
        """The table of that name, the same object for all who use it."""
        table = self._tables.get(name)
        if table is not None:
            return table
        opening = self._opening.setdefault(name, asyncio.Lock())
        async with opening:
            table = self._tables.get(name)
            if table is None:
                table = self._tables[name] = await self._load(name)
            return table

    async def _load(self, name: str) -> Table:
        stored = await self.storage.read(name) if NAME.fullmatch(name) else None
        if stored is None:
            raise refusal("no_table", table=name[:80])
        patience = self.settings.gone_after
        table = await in_thread(lambda: Table(self.storage, stored, self.on_change, patience))
        self.computers.prioritise(table.game.name)
        self._tell_observers(table)
        return table

    def on_change(self, table: Table) -> None:
        """A table has changed: tell observers, start its computer's search, set its timers."""
        self._tell_observers(table)
        self.leases.update(table)
        for timer in table.timers:
            timer.cancel()
        table.timers = list(self._set_timers(table))

    def _tell_observers(self, table: Table) -> None:
        for observer in self.observers:
            observer.on_change(table)

    def _set_timers(self, table: Table) -> Iterator[asyncio.TimerHandle]:
        """The timers of a table: a clock, a page or a reader takes too long, somebody is gone."""
        loop = asyncio.get_running_loop()
        if table.clocks is not None and table.clocks.running is not None:
            left = table.clocks.left_now(table.clocks.running) / 1000 + MARGIN
            yield loop.call_later(left, lambda: self.spawn(table.flag()))
        if (until_gone := table.until_gone) is not None:
            yield loop.call_later(until_gone + MARGIN, table.announce_change)
        if until_read := table.until_read:
            yield loop.call_later(until_read + MARGIN, lambda: self.on_change(table))
        if table.lease is not None and table.lease.until < math.inf:
            left = table.lease.until - time.monotonic() + MARGIN
            yield loop.call_later(left, lambda: self.on_change(table))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run it in the background; its errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            metrics.faults.inc()
            log.error("background work failed", exc_info=task.exception())
