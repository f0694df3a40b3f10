"""Queues for workers: short work first, addresses and tables in turn, no starvation.

This is fair queueing by virtual finish times. A job is due at the virtual time of the queue, or
when its address has used its share, plus its cost; the job that is due first comes first, and the
virtual time advances to it. So short work passes long work, but only so much of it. The tables of
one address share its turns in the same way: behind a proxy all clients have one address.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tablier.play import metrics
from tablier.play.thinker import Requester


@dataclass(eq=False)
class Job:
    """Work that waits for a worker, or has one."""

    table: str
    cost: float
    """The seconds that it is expected to take."""
    due: float
    """In the virtual time of its address."""
    turn: "asyncio.Future[None]"
    is_extra: bool = False
    """Does it hold the extra worker?"""


@dataclass(eq=False)
class AddressQueue:
    """The jobs of one address."""

    start: float
    """When its next job begins, in the virtual time of the queue."""
    now: float = 0.0
    jobs: list[Job] = field(default_factory=list)
    ends: dict[str, float] = field(default_factory=dict)
    """When the last job of each table ends, in the virtual time of the address."""

    def add(self, table: str, cost: float) -> Job:
        """Enqueue a job."""
        due = max(self.now, self.ends.get(table, 0.0)) + cost
        self.ends[table] = due
        self.jobs.append(Job(table, cost, due, asyncio.get_running_loop().create_future()))
        return self.jobs[-1]

    def drop(self, job: Job) -> None:
        """Cancel a job that waits; it is not charged."""
        self.jobs.remove(job)
        if self.ends[job.table] == job.due:
            self.ends[job.table] = job.due - job.cost

    def take(self, job: Job) -> None:
        """Its turn has come."""
        self.jobs.remove(job)
        self.now = max(self.now, job.due)
        self.start += job.cost


class FairQueue:
    """So many workers, and an extra one for short work alone, which never waits for long work."""

    def __init__(self, workers: int, short: float):
        self._free, self._extra, self._short = workers, 1, short
        self._now = 0.0
        self._addresses: dict[str, AddressQueue] = {}

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(queue.jobs) for queue in self._addresses.values())

    @asynccontextmanager
    async def slot(
        self, requester: Requester, cost: float, on_wait: Callable[[bool], None] = lambda _: None
    ) -> AsyncIterator[None]:
        """Hold a worker, once one is free; `on_wait` is told when waiting begins and ends."""
        job = self._enter(requester, cost)
        try:
            on_wait(not job.turn.done())
            if not job.turn.done():
                with metrics.waiting.in_progress():
                    await job.turn
                on_wait(False)
            with metrics.thinking.in_progress():
                yield
        finally:
            self._leave(requester, job)

    def _enter(self, requester: Requester, cost: float) -> Job:
        queue = self._addresses.setdefault(requester.address, AddressQueue(self._now))
        if not queue.jobs:
            queue.start = max(queue.start, self._now)
        job = queue.add(requester.table, cost)
        self._dispatch()
        return job

    def _leave(self, requester: Requester, job: Job) -> None:
        """Give the worker back, or stop waiting for one."""
        if job.turn.done() and not job.turn.cancelled():
            self._free, self._extra = self._free + (not job.is_extra), self._extra + job.is_extra
            self._dispatch()
        else:
            self._addresses[requester.address].drop(job)
        if not self.waiting:
            self._addresses.clear()

    def _dispatch(self) -> None:
        """Give all free workers to the jobs that are due."""
        while self._free and self._give(lambda _: True):
            self._free -= 1
        while self._extra and self._give(lambda job: job.cost <= self._short, is_extra=True):
            self._extra -= 1

    def _give(self, is_fit: Callable[[Job], bool], *, is_extra: bool = False) -> bool:
        """Give a worker to the job that is due first, if one is fit."""
        first = []
        for queue in self._addresses.values():
            fit = [job for job in queue.jobs if is_fit(job) and not job.turn.cancelled()]
            if fit:
                first.append((queue, min(fit, key=lambda job: job.due)))
        if not first:
            return False
        queue, job = min(first, key=lambda each: each[0].start + each[1].cost)
        queue.take(job)
        self._now = max(self._now, queue.start)
        job.is_extra = is_extra
        job.turn.set_result(None)
        return True
