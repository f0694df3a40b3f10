"""Compiles the games in the background; until then their rules run as plain Python."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator
from functools import partial

from tablier import payoffs, portable
from tablier.game import Game
from tablier.games import game, games
from tablier.kernels.compilation import leave_plain, lock_cache_writes, rules_of, run_compiled
from tablier.play import metrics
from tablier.search.preparation import FALLBACK, RULES, STAGES, Preparation, search_stage
from tablier.threads import in_thread

POLL = 0.1  # seconds
ROUND = 5  # seconds: waiting times are told in multiples of it
SHARED = [*rules_of(portable), *rules_of(payoffs)]
log = logging.getLogger("tablier")


class GameCompiler:
    """Compiles all games, first those that somebody plays."""

    def __init__(self) -> None:
        self._games: dict[str, Preparation] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._done: set[tuple[str, str]] = set()
        self._pace = 1.0  # how much longer than expected the last compilation took

    def open(self) -> None:
        """Let all rules run as plain Python."""
        lock_cache_writes()
        leave_plain(SHARED)
        for name in games(drafts=True):
            for stage in STAGES:
                metrics.compiled.set(0, name, stage)
            self._games[name] = Preparation(game(name), partial(self._note, name))
            self._games[name].leave_plain()

    def _note(self, name: str, stage: str) -> None:
        """A stage of a game is done; shared code runs compiled once the rules of all games do."""
        metrics.compiled.set(1, name, stage)
        self._done.add((name, stage))
        if {(each, RULES) for each in self._games} <= self._done:
            run_compiled(SHARED)

    def close(self) -> None:
        """Stop compiling; from now on rules are compiled when they are called, as usual."""
        for each in self._games.values():
            each.stop()
        run_compiled(SHARED)

    async def warm_up(self) -> None:
        """Compile everything, one game after another, with low priority."""
        for name in sorted(self._games, key=lambda name: name not in games()):  # drafts come last
            try:
                await asyncio.shield(self._task(name))
            except Exception:
                metrics.faults.inc()
                log.exception("compiling failed", extra={"about": {"game": name}})

    def prioritise(self, name: str) -> None:
        """Compile that game now, if it is not compiled: somebody plays it."""
        self._task(name)
        self._games[name].hurry()

    async def preparing(self, chosen: Game) -> AsyncIterator[int]:
        """Wait until the search of a game with its options is compiled.

        Yields the seconds left when they change; nothing if it is only loaded from the cache.
        """
        name, stage, told = chosen.name, search_stage(chosen), 0
        self.prioritise(name)
        task = self._task(name)
        while not task.done() and (name, stage) not in self._done:
            left = self._seconds_left(name, stage)
            if self._games[name].is_compiling and left != told:
                told = left
                yield left
            await asyncio.wait({task}, timeout=POLL)
        if (name, stage) not in self._done:
            await task  # which has failed

    def _seconds_left(self, name: str, stage: str) -> int:
        each = self._games[name]
        passed = time.monotonic() - each.began
        expected = self._pace * each.expected(stage)
        left = max(expected - passed, passed / 4)  # a late one may be later still
        return ROUND * math.ceil(left / ROUND)

    def _task(self, name: str) -> "asyncio.Task[None]":
        """The task that compiles a game; one that has failed is started again."""
        task = self._tasks.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[name] = asyncio.create_task(self._prepare(self._games[name]))
        return task

    async def _prepare(self, each: Preparation) -> None:
        await in_thread(each.run)
        if each.is_compiling:
            self._pace = (time.monotonic() - each.began) / each.expected(FALLBACK)
