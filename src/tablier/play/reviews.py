"""Reviews under way: one for each table, for all who want it, kept with the game at the end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from tablier.play.events import Listener, Reviewed, Reviewing
from tablier.play.table import Table
from tablier.play.thinker import Requester, Thinker
from tablier.review import Evaluation
from tablier.texts import Refusal, refusal

OnRefusal = Callable[[Refusal], None]


@dataclass(eq=False)
class Job:
    """The review of one table."""

    wanted: dict[Listener, OnRefusal] = field(default_factory=dict)
    """Who wants it, and whom to tell if it fails."""
    stop: threading.Event = field(default_factory=threading.Event)
    done: list[Evaluation] = field(default_factory=list)
    task: "asyncio.Task[None] | None" = None


class Reviews:
    """All reviews under way."""

    def __init__(self, computers: Thinker, spawn: Callable[..., None]):
        self._computers, self._spawn = computers, spawn
        self._jobs: WeakKeyDictionary[Table, Job] = WeakKeyDictionary()

    def want(self, table: Table, listener: Listener, on_refusal: OnRefusal) -> None:
        """Begin the review of a finished game, or wait for the one under way."""
        if not table.is_over:
            raise refusal("not_over")
        if not table.ply:
            raise refusal("nothing_to_review")
        if table.review is not None:
            listener.on_event(Reviewed())
            return
        job = self._jobs.get(table)
        if job is None:
            job = self._jobs[table] = Job({listener: on_refusal})
            self._spawn(self._run(table, job, Requester(listener.address, table.id)))
        else:
            job.wanted[listener] = on_refusal
            listener.on_event(Reviewing(len(job.done), table.ply + 1))

    def leave(self, table: Table, listener: Listener) -> None:
        """Somebody wants it no longer; once nobody does, it ends."""
        job = self._jobs.get(table)
        if job is not None and job.wanted.pop(listener, None) is not None and not job.wanted:
            job.stop.set()
            del self._jobs[table]

    async def _run(self, table: Table, job: Job, requester: Requester) -> None:
        try:
            await self._evaluate(table, job, requester)
            if len(job.done) == table.ply + 1 and table.review is None:  # else it was stopped
                await table.keep_review(job.done)
        except Refusal as wrong:
            for refuse in list(job.wanted.values()):
                refuse(wrong)
        finally:
            if self._jobs.get(table) is job:
                del self._jobs[table]

    async def _evaluate(self, table: Table, job: Job, requester: Requester) -> None:
        """Look at one position after the other, and say how far it is."""
        async for _ in self._computers.preparing(table.game):
            pass
        n = table.ply + 1
        positions = [table.at(ply) for ply in range(n)]
        results = self._computers.review(requester, positions, job.stop.is_set)
        async with aclosing(results):
            async for found in results:
                job.done.append(found)
                if job.stop.is_set() or table.review is not None:  # another server was faster
                    return
                for listener in list(job.wanted):
                    listener.on_event(Reviewing(len(job.done), n))
