"""Computers think in threads, so many at a time; their moves come through the same door."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import structlog

from tablier.position import Position
from tablier.search.levels import LEVELS
from tablier.search.levels import player as player_of
from tablier.search.player import Analysis, Player
from tablier.server import metrics
from tablier.server.tables import Table
from tablier.server.workers import in_thread
from tablier.texts import Refusal

KEPT = 4  # players who remember their trees after their move; each may take 256 MB
ADVICE_MEMORY = 64_000_000
HINT_SECONDS, HINT_SIMULATIONS = 2.0, 20_000
LONGEST_ANALYSIS = 60.0
ROUND = 0.4  # seconds between two words of an analysis
SHARE = 25  # a computer spends this part of what its clock shows
log = structlog.get_logger()


@dataclass(frozen=True, eq=False)
class Thought:
    """A search for a move of one position, until it is stopped."""

    position: Position
    stop: threading.Event = field(default_factory=threading.Event)


class Thinking:
    """The workers, and who uses them."""

    def __init__(self, workers: int):
        self._movers = asyncio.Semaphore(workers)
        self._advisers = asyncio.Semaphore(workers)
        self._thoughts: WeakKeyDictionary[Table, Thought] = WeakKeyDictionary()
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()

    # Moves

    def consider(self, table: Table) -> None:
        """Let the computer whose turn it is think; what is out of date stops."""
        thought, seat = self._thoughts.get(table), table.computer_to_move
        if thought is not None and (seat is None or thought.position != table.position):
            thought.stop.set()
            del self._thoughts[table]
            thought = None
            table.ponder(None)
        if seat is None or thought is not None or not self._is_wanted(table):
            return
        self._thoughts[table] = thought = Thought(table.position)
        task = asyncio.create_task(self._move(table, seat, thought))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _is_wanted(self, table: Table) -> bool:
        """Computers alone do not play while nobody looks."""
        return not self._closing.is_set() and bool(table.persons or table.presence.listeners)

    async def _move(self, table: Table, seat: int, thought: Thought) -> None:
        ply = table.ply
        try:
            table.ponder(seat, waiting=self._movers.locked())
            async with _place(self._movers):
                if thought.stop.is_set():
                    return
                table.ponder(seat)
                token = await self._choose(table, seat, thought)
            if not thought.stop.is_set():
                await table.play({seat}, ply, token)
        except Refusal as wrong:
            log.info("computer refused", table=table.id, why=str(wrong))
        except Exception:
            metrics.faults.inc()
            log.exception("computer failed", table=table.id, seat=seat, ply=ply)
        finally:
            if self._thoughts.get(table) is thought:
                del self._thoughts[table]
                table.ponder(None)

    async def _choose(self, table: Table, seat: int, thought: Thought) -> str:
        key = (table.id, seat)
        player = self._players.pop(key, None) or self._new_player(table, seat)
        player.seconds = self._seconds(table, seat)
        token = await in_thread(lambda: player.choose(thought.position, thought.stop.is_set))
        self._players[key] = player
        while len(self._players) > KEPT:
            self._players.popitem(last=False)
        return token

    def _new_player(self, table: Table, seat: int) -> Player:
        level = table.seats[seat].level
        assert level is not None
        return player_of(table.game, level=level, seed=(table.seed or 0) * 8 + seat)

    def _seconds(self, table: Table, seat: int) -> float | None:
        """As long as the level thinks, but no more than the clock allows."""
        limit = LEVELS[(table.seats[seat].level or 1) - 1].seconds
        if table.clocks is None:
            return limit
        left = table.clocks.left_now(seat) / 1000
        share = max(0.01, min(left / 2, left / SHARE + table.clocks.given.increment * 0.5))
        return share if limit is None else min(limit, share)

    # Advice

    async def hint(self, position: Position, stop: Callable[[], bool]) -> Analysis:
        """What a strong player would do."""
        player = Player(
            position.game,
            simulations=HINT_SIMULATIONS,
            seconds=HINT_SECONDS,
            memory=ADVICE_MEMORY,
        )
        async with _place(self._advisers):
            return await in_thread(lambda: player.analyse(position, self._or_closing(stop)))

    async def analyse(
        self, position: Position, seconds: float, stop: Callable[[], bool]
    ) -> AsyncGenerator[tuple[Analysis, bool], None]:
        """What the search thinks, again and again; True with the last word."""
        player = Player(position.game, seconds=ROUND, memory=ADVICE_MEMORY)
        left, is_last = min(seconds, LONGEST_ANALYSIS), False
        async with _place(self._advisers):
            while not is_last:
                player.seconds = max(0.01, min(ROUND, left))
                found = await in_thread(lambda: player.analyse(position, self._or_closing(stop)))
                left -= ROUND
                is_last = left <= 0 or found.proven or stop() or self._closing.is_set()
                yield found, is_last

    def _or_closing(self, stop: Callable[[], bool]) -> Callable[[], bool]:
        return lambda: stop() or self._closing.is_set()

    async def close(self) -> None:
        """Stop all thinking; what is being compiled is not waited for."""
        self._closing.set()
        for thought in list(self._thoughts.values()):
            thought.stop.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def _place(workers: asyncio.Semaphore) -> AsyncIterator[None]:
    """A worker, once one is free."""
    metrics.waiting.inc()
    try:
        await workers.acquire()
    finally:
        metrics.waiting.dec()
    try:
        with metrics.thinking.track_inprogress():
            yield
    finally:
        workers.release()
