"""Computers think in threads, so many at a time; their moves come through the same door."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import structlog

from tablier.position import Position
from tablier.search.levels import LEVELS
from tablier.search.levels import player as player_of
from tablier.search.player import Analysis, Player
from tablier.server import metrics
from tablier.server.tables.games import Library
from tablier.server.tables.queues import Asker, Queue
from tablier.server.tables.table import Table
from tablier.server.tables.workers import in_thread
from tablier.texts import Refusal

KEPT = 4  # players who remember their trees after their move; each may take 256 MB
ADVICE_MEMORY = 64_000_000
HINT_SECONDS, HINT_SIMULATIONS = 2.0, 20_000
LONGEST_ANALYSIS = 60.0
ROUND = 0.4  # seconds between two words of an analysis
SHARE = 25  # a computer spends this part of what its clock shows
SPEED = 20_000  # simulations a second, roughly: what a thought is expected to cost
LEAST = 0.02  # seconds that any thought costs
SHORT = 0.25  # seconds; the levels that only look at little take less
HINT = min(HINT_SECONDS, HINT_SIMULATIONS / SPEED)
ENOUGH = 5.0  # seconds after which an analysis ends if somebody waits
log = structlog.get_logger()


@dataclass(eq=False)
class Thought:
    """A search for a move of one position, until it is stopped."""

    position: Position
    stop: threading.Event = field(default_factory=threading.Event)
    task: "asyncio.Task[None] | None" = None
    waits: bool = True

    def end(self) -> None:
        """Stop searching, or waiting for a worker."""
        self.stop.set()
        if self.waits and self.task is not None:
            self.task.cancel()


class Thinking:
    """The workers, and who uses them."""

    def __init__(self, workers: int, library: Library):
        self._library = library
        self._movers = Queue(workers, SHORT)
        self._advisers = Queue(workers, HINT)
        self._thoughts: WeakKeyDictionary[Table, Thought] = WeakKeyDictionary()
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()

    # Moves

    def consider(self, table: Table) -> None:
        """Let the computer whose turn it is think; what is out of date stops."""
        thought, seat = self._thoughts.get(table), table.computer_to_move
        if thought is not None and (seat is None or thought.position != table.position):
            thought.end()
            del self._thoughts[table]
            thought = None
            table.ponder(None)
        if seat is None or thought is not None or not self._is_wanted(table):
            return
        self._thoughts[table] = thought = Thought(table.position)
        thought.task = asyncio.create_task(self._move(table, seat, thought))
        self._tasks.add(thought.task)
        thought.task.add_done_callback(self._tasks.discard)

    def _is_wanted(self, table: Table) -> bool:
        """Computers alone do not play while nobody looks."""
        return not self._closing.is_set() and bool(table.persons or table.presence.listeners)

    async def _move(self, table: Table, seat: int, thought: Thought) -> None:
        ply, asker = table.ply, Asker(table.presence.address, table.id)

        def tell(waits: bool) -> None:
            thought.waits = waits
            table.ponder(seat, waiting=waits)

        try:
            await self._get_ready(table, seat, thought)
            if thought.stop.is_set():
                return
            async with self._movers.place(asker, self._cost(table, seat), tell):
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

    async def _get_ready(self, table: Table, seat: int, thought: Thought) -> None:
        """Wait until the search is compiled, and say how long that takes."""
        async for seconds in self._library.preparing(table.game.name):
            if not thought.stop.is_set():
                table.ponder(seat, preparing=seconds)

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

    def _cost(self, table: Table, seat: int) -> float:
        """The seconds that a thought is expected to take."""
        seconds = self._seconds(table, seat)
        looks = LEVELS[(table.seats[seat].level or 1) - 1].simulations / SPEED
        return max(LEAST, looks if seconds is None else min(looks, seconds))

    # Advice

    async def hint(self, asker: Asker, position: Position, stop: Callable[[], bool]) -> Analysis:
        """What a strong player would do."""
        player = Player(
            position.game,
            simulations=HINT_SIMULATIONS,
            seconds=HINT_SECONDS,
            memory=ADVICE_MEMORY,
        )
        async with self._advisers.place(asker, HINT):
            return await in_thread(lambda: player.analyse(position, self._or_closing(stop)))

    async def analyse(
        self, asker: Asker, position: Position, seconds: float, stop: Callable[[], bool]
    ) -> AsyncGenerator[tuple[Analysis, bool], None]:
        """What the search thinks, again and again; True with the last word.

        That comes sooner if others wait: each analysis that has begun takes memory.
        """
        player = Player(position.game, seconds=ROUND, memory=ADVICE_MEMORY)
        given = left = min(seconds, LONGEST_ANALYSIS)
        is_last = False
        async with self._advisers.place(asker, max(LEAST, min(given, ENOUGH))):
            while not is_last:
                player.seconds = max(0.01, min(ROUND, left))
                found = await in_thread(lambda: player.analyse(position, self._or_closing(stop)))
                left -= ROUND
                is_enough = given - left >= ENOUGH and self._advisers.waiting > 0
                is_ended = stop() or self._closing.is_set()
                is_last = left <= 0 or found.proven or is_enough or is_ended
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
