"""A pool of processes: jobs done side by side, rows handed out as they come."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event

from tablier.arena.pool import PULSE
from tablier.study.jobs import Job, Row
from tablier.study.plan import portions
from tablier.study.runner import do

AHEAD = 2  # portions handed out for each process, so that none has to wait

_halt: Event | None = None


def done_here(jobs: Sequence[Job], name: str, workers: int) -> Generator[list[Row]]:
    """Do these jobs of the game of that name; close the iterator to break off what goes on.

    The rows do not depend on the number of processes; one means this one.
    """
    if workers == 1:
        for job in jobs:
            yield [do(job, name)]
        return
    context = get_context("spawn")
    halt = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (halt,))
    try:
        yield from _stream(pool, portions(jobs), name, AHEAD * workers)
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


def _stream(
    pool: ProcessPoolExecutor, work: Iterator[list[Job]], name: str, most: int
) -> Iterator[list[Row]]:
    """Keep so many portions handed out until there are no more."""
    out: set[Future[list[Row]]] = set()
    while True:
        with _held():
            out |= {pool.submit(_do, portion, name) for portion in islice(work, most - len(out))}
        if not out:
            return
        ready = {future for future in out if future.done()}
        out -= ready
        for future in ready:
            yield future.result()
        if not ready:
            time.sleep(PULSE)


@contextlib.contextmanager
def _held() -> Iterator[None]:
    """Ctrl-C is held back in here; processes that begin here never hear it, where masks exist."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(halt: Event) -> None:
    global _halt
    _halt = halt
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """Nobody would take the rows of a process whose parent was killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do(portion: Sequence[Job], name: str) -> list[Row]:
    assert _halt is not None
    return [do(job, name, _halt.is_set) for job in portion]
