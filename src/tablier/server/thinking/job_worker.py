"""The worker of a server: takes jobs of all servers, as many at a time as it has threads."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from tablier.server.store.jobs import Job, Jobs
from tablier.texts import Refusal

log = logging.getLogger("tablier")


class JobWorker:
    """So many jobs at a time, and an extra one that is short."""

    def __init__(
        self, jobs: Jobs, workers: int, short: float, do: Callable[[Job], Awaitable[None]]
    ):
        self._jobs, self._workers, self._short, self._do = jobs, workers, short, do
        self._wake = asyncio.Event()
        self._tasks: dict[asyncio.Task[None], Job] = {}
        self._is_unsure = False
        """May there be jobs of ours that we do not know of? An answer may have got lost."""

    def wake(self) -> None:
        """There may be jobs."""
        self._wake.set()

    async def run(self) -> None:
        """Work until the end."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                try:
                    await self._take_all()
                except (OSError, SQLAlchemyError) as wrong:
                    self._is_unsure = True
                    log.warning("jobs cannot be taken", extra={"about": {"reason": str(wrong)}})
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take_all(self) -> None:
        """Take jobs until there are none or nobody is free."""
        if self._is_unsure:
            await self._jobs.give_back(job.table for job in self._tasks.values())
            self._is_unsure = False
        while len(self._tasks) <= self._workers:
            is_extra = len(self._tasks) == self._workers
            job = await self._jobs.take(self._short if is_extra else math.inf)
            if job is None:
                return
            task = asyncio.create_task(self._work(job))
            self._tasks[task] = job
            task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        self.wake()

    async def _work(self, job: Job) -> None:
        """Do a job. One that is cancelled is left to others, who take it once we are gone."""
        about = {"table": job.table}
        try:
            await self._do(job)
        except Refusal as wrong:
            log.info("job refused", extra={"about": {**about, "why": str(wrong)}})
        except Exception:
            log.exception("job failed", extra={"about": about})
        try:
            await self._jobs.finish(job)
        except (OSError, SQLAlchemyError):
            self._is_unsure = True
