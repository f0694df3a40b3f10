"""Computer players: they search in threads, so many at a time, and move like everybody else."""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from weakref import WeakKeyDictionary

from tablier.game import Game
from tablier.play import metrics
from tablier.play.table import Table
from tablier.play.thinker import Requester
from tablier.position import Position
from tablier.review import Evaluation, evaluate
from tablier.search import advice
from tablier.search.analysis import Analysis
from tablier.search.levels import Level, levels_of
from tablier.search.levels import player as player_of
from tablier.search.player import Player
from tablier.server.thinking.game_compiler import GameCompiler
from tablier.server.thinking.queues import FairQueue
from tablier.texts import Refusal
from tablier.threads import in_thread

KEPT = 4  # players that keep their trees after their move; each may take 256 MB
SPEED = 20_000  # simulations a second, roughly, to estimate the cost of a search
LEAST_COST = 0.02  # seconds
SHORT = 0.25  # seconds; the weaker levels take less
REVIEW_COST = advice.REVIEW_SIMULATIONS / SPEED  # of one position
SLOWER, GRACE = 4, 4.0  # a page may take so many times as long, and so many seconds more
HINT_COST = min(advice.HINT_SECONDS, advice.HINT_SIMULATIONS / SPEED)
Offer = Callable[[Table, int, float], None]
"""Takes a table, a seat and the seconds that its move will cost."""
log = logging.getLogger("tablier")


@dataclass(eq=False)
class MoveSearch:
    """A search for a move of one position, until it is stopped."""

    position: Position
    stop: threading.Event = field(default_factory=threading.Event)
    task: "asyncio.Task[None] | None" = None
    waits: bool = True

    def end(self) -> None:
        """Stop it, whether it runs or waits for a worker."""
        self.stop.set()
        if self.waits and self.task is not None:
            self.task.cancel()


class Computers:
    """The workers, and the searches that use them."""

    def __init__(self, workers: int):
        self.compiler = GameCompiler()
        self._move_queue = FairQueue(workers, SHORT)
        self._advice_queue = FairQueue(workers, HINT_COST)
        self._searches: WeakKeyDictionary[Table, MoveSearch] = WeakKeyDictionary()
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()
        self.offer: Offer | None = None
        """Has the move of a seat searched for by whoever is free, instead of here."""

    def open(self) -> None:
        """Let all rules run as plain Python until they are compiled."""
        self.compiler.open()

    def prioritise(self, game: str) -> None:
        """Compile that game now, if it is not compiled."""
        self.compiler.prioritise(game)

    def preparing(self, game: Game) -> AsyncIterator[int]:
        """Wait until the search of a game is compiled; yields the seconds left when they change."""
        return self.compiler.preparing(game)

    # Moves

    def update(self, table: Table) -> None:
        """Start the search of the computer to move, unless a page has it on lease.

        A search that is out of date is stopped.
        """
        due, search = table.computer_to_move, self._searches.get(table)
        seat = due if table.lease is None else None
        if search is not None and (seat is None or search.position != table.position):
            search.end()
            del self._searches[table]
            search = None
            table.set_thinking(None)
        if self.offer is not None and due is None and table.thinking.seat is not None:
            table.set_thinking(None)
        if seat is None or search is not None or not self._is_wanted(table):
            return
        if self.offer is None:
            self._begin(table, seat)
        else:
            table.set_thinking(seat)
            self.offer(table, seat, self._cost(table, seat))

    def _begin(self, table: Table, seat: int) -> "asyncio.Task[None]":
        """Search for the move of a seat."""
        self._searches[table] = search = MoveSearch(table.position)
        search.task = asyncio.create_task(self._move(table, seat, search))
        self._tasks.add(search.task)
        search.task.add_done_callback(self._tasks.discard)
        return search.task

    async def do(self, table: Table) -> None:
        """Search for the move that is due, which was offered, and play it."""
        seat = table.computer_to_move
        if seat is not None and table not in self._searches:
            await asyncio.wait([self._begin(table, seat)])

    def patience(self, table: Table, seat: int) -> float:
        """How many seconds a page may take: more than we would, but the clock must not run out."""
        wanted = SLOWER * self._cost(table, seat) + GRACE
        return wanted if table.clocks is None else min(wanted, table.clocks.left_now(seat) / 2000)

    def _is_wanted(self, table: Table) -> bool:
        """Computers alone do not play while nobody looks. The server of who plays decides."""
        is_looked_at = bool(table.persons or table.presence.listeners)
        is_ours = bool(table.presence.here) or not table.presence.elsewhere
        return not self._closing.is_set() and is_looked_at and is_ours

    async def _move(self, table: Table, seat: int, search: MoveSearch) -> None:
        ply, requester = table.ply, Requester(table.presence.address, table.id)

        def on_wait(waits: bool) -> None:
            search.waits = waits
            table.set_thinking(seat, waiting=waits)

        try:
            await self._wait_for_compiler(table, seat, search)
            if search.stop.is_set():
                return
            async with self._move_queue.slot(requester, self._cost(table, seat), on_wait):
                token = await self._choose(table, seat, search)
            if not search.stop.is_set():
                await table.play({seat}, ply, token)
                metrics.computed.inc("server")
        except Refusal as wrong:
            log.info("computer refused", extra={"about": {"table": table.id, "why": str(wrong)}})
        except Exception:
            metrics.faults.inc()
            about = {"table": table.id, "seat": seat, "ply": ply}
            log.exception("computer failed", extra={"about": about})
        finally:
            if self._searches.get(table) is search:
                del self._searches[table]
                table.set_thinking(None)

    async def _wait_for_compiler(self, table: Table, seat: int, search: MoveSearch) -> None:
        """Wait until the search is compiled, and announce how long that takes."""
        async for seconds in self.compiler.preparing(table.game):
            if not search.stop.is_set():
                table.set_thinking(seat, preparing=seconds)

    async def _choose(self, table: Table, seat: int, search: MoveSearch) -> str:
        key = (table.id, seat)
        player = self._players.pop(key, None) or self._new_player(table, seat)
        player.seconds = self._seconds(table, seat)
        token = await in_thread(lambda: player.choose(search.position, search.stop.is_set))
        self._players[key] = player
        while len(self._players) > KEPT:
            self._players.popitem(last=False)
        return token

    def _new_player(self, table: Table, seat: int) -> Player:
        level = table.seats[seat].level
        assert level is not None
        return player_of(table.game, level=level, seed=table.player_seed(seat))

    def _level(self, table: Table, seat: int) -> Level:
        return levels_of(table.game)[(table.seats[seat].level or 1) - 1]

    def _seconds(self, table: Table, seat: int) -> float | None:
        """As long as the level thinks, but no more than the clock allows."""
        limit = self._level(table, seat).seconds
        if table.clocks is None:
            return limit
        share = table.clocks.share(seat)
        return share if limit is None else min(limit, share)

    def _cost(self, table: Table, seat: int) -> float:
        """The seconds that a search is expected to take."""
        seconds = self._seconds(table, seat)
        looks = self._level(table, seat).simulations / SPEED
        return max(LEAST_COST, looks if seconds is None else min(looks, seconds))

    # Advice

    async def hint(
        self, requester: Requester, position: Position, stop: Callable[[], bool]
    ) -> Analysis:
        """What a strong player would do."""
        async with self._advice_queue.slot(requester, HINT_COST):
            return await in_thread(lambda: advice.hint(position, self._or_closing(stop)))

    async def analyse(
        self, requester: Requester, position: Position, seconds: float, stop: Callable[[], bool]
    ) -> AsyncGenerator[tuple[Analysis, bool], None]:
        """What the search thinks, again and again; True with the last result.

        That comes sooner if others wait: each analysis that has begun takes memory.
        """
        player = advice.analyst(position.game)
        given = left = min(seconds, advice.LONGEST_ANALYSIS)
        is_last = False
        cost = max(LEAST_COST, min(given, advice.SHARED_ANALYSIS))
        async with self._advice_queue.slot(requester, cost):
            while not is_last:
                player.seconds = max(0.01, min(advice.ANALYSIS_ROUND, left))
                found = await in_thread(lambda: player.analyse(position, self._or_closing(stop)))
                left -= advice.ANALYSIS_ROUND
                is_enough = given - left >= advice.SHARED_ANALYSIS
                is_stopped = stop() or self._closing.is_set()
                must_share = is_enough and self._advice_queue.waiting > 0
                is_last = left <= 0 or found.proven or must_share or is_stopped
                yield found, is_last

    async def review(
        self, requester: Requester, positions: Sequence[Position], stop: Callable[[], bool]
    ) -> AsyncGenerator[Evaluation, None]:
        """What the search thinks of one position after the other; others take turns between."""
        player, is_over = advice.reviewer(positions[0].game), self._or_closing(stop)
        for position in positions:
            work = partial(evaluate, position, player, is_over)
            async with self._advice_queue.slot(requester, REVIEW_COST):
                found = await in_thread(work)
            if is_over():
                return
            yield found

    def _or_closing(self, stop: Callable[[], bool]) -> Callable[[], bool]:
        return lambda: stop() or self._closing.is_set()

    async def close(self) -> None:
        """Stop all searches; compilers are not waited for."""
        self._closing.set()
        self.compiler.close()
        for search in list(self._searches.values()):
            search.stop.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
