"""Queues for workers: short work first, addresses and tables in turn, and nobody waits for ever.

This is fair queueing by virtual finish times. Work is due at the time now in the queue, or when its
address has had its share, plus what it costs; what is due first comes first, and the time in the
queue goes on to it. So short work passes long work, but only so much of it. The tables of one
address share its turns in the same way: behind a proxy all visitors have one.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tablier.server import metrics


@dataclass(frozen=True)
class Asker:
    """Who wants something to be thought about."""

    address: str
    table: str


@dataclass(eq=False)
class Job:
    """Work that waits for a worker, or has one."""

    table: str
    cost: float
    """The seconds that it is expected to take."""
    due: float
    """In the time of its line."""
    turn: "asyncio.Future[None]"
    is_extra: bool = False
    """Does it have the worker for short work?"""


@dataclass(eq=False)
class Line:
    """What waits from one address."""

    start: float
    """When its next job begins, in the time of the queue."""
    now: float = 0.0
    jobs: list[Job] = field(default_factory=list)
    ends: dict[str, float] = field(default_factory=dict)
    """When the last job of each table ends, in the time of the line."""

    def add(self, table: str, cost: float) -> Job:
        """Let one more wait."""
        due = max(self.now, self.ends.get(table, 0.0)) + cost
        self.ends[table] = due
        self.jobs.append(Job(table, cost, due, asyncio.get_running_loop().create_future()))
        return self.jobs[-1]

    def drop(self, job: Job) -> None:
        """It does not want to wait any longer; nothing is charged."""
        self.jobs.remove(job)
        if self.ends[job.table] == job.due:
            self.ends[job.table] = job.due - job.cost

    def take(self, job: Job) -> None:
        """Its turn has come."""
        self.jobs.remove(job)
        self.now = max(self.now, job.due)
        self.start += job.cost


class Queue:
    """So many workers, and one more for short work alone, which so never waits behind long work."""

    def __init__(self, workers: int, short: float):
        self._free, self._extra, self._short = workers, 1, short
        self._now = 0.0
        self._lines: dict[str, Line] = {}

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(line.jobs) for line in self._lines.values())

    @asynccontextmanager
    async def place(
        self, asker: Asker, cost: float, tell: Callable[[bool], None] = lambda _: None
    ) -> AsyncIterator[None]:
        """A worker, once it is one's turn; `tell` hears whether one has to wait, and no longer."""
        job = self._enter(asker, cost)
        try:
            tell(not job.turn.done())
            if not job.turn.done():
                with metrics.waiting.track_inprogress():
                    await job.turn
                tell(False)
            with metrics.thinking.track_inprogress():
                yield
        finally:
            self._leave(asker, job)

    def _enter(self, asker: Asker, cost: float) -> Job:
        line = self._lines.setdefault(asker.address, Line(self._now))
        if not line.jobs:
            line.start = max(line.start, self._now)
        job = line.add(asker.table, cost)
        self._go_on()
        return job

    def _leave(self, asker: Asker, job: Job) -> None:
        """Give the worker back, or stop waiting for one."""
        if job.turn.done() and not job.turn.cancelled():
            self._free, self._extra = self._free + (not job.is_extra), self._extra + job.is_extra
            self._go_on()
        else:
            self._lines[asker.address].drop(job)
        if not self.waiting:
            self._lines.clear()

    def _go_on(self) -> None:
        """Give all free workers to those whose turn it is."""
        while self._free and self._give(lambda _: True):
            self._free -= 1
        while self._extra and self._give(lambda job: job.cost <= self._short, is_extra=True):
            self._extra -= 1

    def _give(self, is_fit: Callable[[Job], bool], *, is_extra: bool = False) -> bool:
        found = list(self._first(is_fit))
        if not found:
            return False
        line, job = min(found, key=lambda each: each[0].start + each[1].cost)
        line.take(job)
        self._now = max(self._now, line.start)
        job.is_extra = is_extra
        job.turn.set_result(None)
        return True

    def _first(self, is_fit: Callable[[Job], bool]) -> Iterator[tuple[Line, Job]]:
        """What is due first in each line."""
        for line in self._lines.values():
            fit = [job for job in line.jobs if is_fit(job) and not job.turn.cancelled()]
            if fit:
                yield line, min(fit, key=lambda job: job.due)
