"""The games as the server needs them: plain Python at once, compiled as soon as that can be had."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from functools import lru_cache, partial

import structlog

from tablier import payoffs, portable
from tablier.game import Game, Value
from tablier.games import game, games
from tablier.kernels.compiling import leave_plain, rules_of, run_compiled, save_in_turn
from tablier.search.preparation import RULES, STAGES, Preparation
from tablier.server import metrics
from tablier.server.tables.workers import in_thread

LOOK = 0.1  # seconds between two looks whether something is ready
ROUND = 5  # seconds, and multiples of it, in which people are told how long it takes
SHARED = [*rules_of(portable), *rules_of(payoffs)]
log = structlog.get_logger()


class Library:
    """Has every game prepared, the one that somebody waits for first."""

    def __init__(self) -> None:
        self._games: dict[str, Preparation] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._done: set[tuple[str, str]] = set()
        self._pace = 1.0  # how many times as long as on a quiet machine compiling took at last

    def open(self) -> None:
        """Let all rules answer at once."""
        save_in_turn()
        leave_plain(SHARED)
        for name in games(drafts=True):
            for stage in STAGES:
                metrics.compiled.labels(name, stage).set(0)
            self._games[name] = Preparation(game(name), partial(self._note, name))
            self._games[name].leave_plain()

    def _note(self, name: str, stage: str) -> None:
        """A stage of a game is done; what all games use runs compiled once all of them do."""
        metrics.compiled.labels(name, stage).set(1)
        self._done.add((name, stage))
        if {(each, RULES) for each in self._games} <= self._done:
            run_compiled(SHARED)

    def close(self) -> None:
        """End what still compiles; rules are compiled when they are called, as ever."""
        for each in self._games.values():
            each.stop()
        run_compiled(SHARED)

    async def warm_up(self) -> None:
        """Prepare everything, one game after another, without getting in anybody's way."""
        for name in sorted(self._games, key=lambda name: name not in games()):  # drafts come last
            try:
                await asyncio.shield(self._begun(name))
            except Exception:
                metrics.faults.inc()
                log.exception("compiling failed", game=name)

    def want(self, name: str) -> None:
        """Somebody plays that game: prepare it now, if it is not."""
        self._begun(name)
        self._games[name].hurry()

    async def preparing(self, name: str) -> AsyncIterator[int]:
        """How many seconds it still takes, said anew when it changes, until its search is there.

        What is only loaded comes without a word.
        """
        self.want(name)
        ready, told = self._begun(name), 0
        while not ready.done():
            left = self._seconds_left(name)
            if self._games[name].is_compiling and left != told:
                told = left
                yield left
            await asyncio.wait({ready}, timeout=LOOK)
        await ready

    def _seconds_left(self, name: str) -> int:
        each = self._games[name]
        passed = time.monotonic() - each.began
        left = max(self._pace * each.expected - passed, passed / 4)  # who is late may be later
        return ROUND * math.ceil(left / ROUND)

    def _begun(self, name: str) -> "asyncio.Task[None]":
        """The task that prepares a game; one that has failed begins anew."""
        task = self._tasks.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[name] = asyncio.create_task(self._prepare(self._games[name]))
        return task

    async def _prepare(self, each: Preparation) -> None:
        await in_thread(each.run)
        if each.is_compiling:
            self._pace = (time.monotonic() - each.began) / each.expected


@lru_cache(maxsize=64)
def shared_game(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """The game with these options, one for all tables: its tokens alone may take a megabyte."""
    return game(name, **dict(options))
