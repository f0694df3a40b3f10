"""Jobs in worker processes: an interrupt stops them all, and a worker that dies costs no job."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.synchronize import Event
from types import FrameType
from typing import Generic, TypeVar

from tablier.threads import usable_cores

Job = TypeVar("Job")
Result = TypeVar("Result")
Work = Callable[[Job, Callable[[], bool]], Result]
"""Called as work(job, stop); once stop() is true, it should raise an exception soon."""

AHEAD = 8  # jobs submitted for each worker, so that none has to wait
PULSE = 0.01  # seconds; Ctrl-C ends a sleep cleanly, but may break a lock that is waited for
MOST_TRIES = 10  # for a job during which workers die
METHOD = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"

_stop: Event | None = None


@dataclass
class _Task(Generic[Job]):
    number: int
    job: Job
    tries: int = 0


def processors() -> int:
    """How many processes can work at a time."""
    return usable_cores()


def preload(*modules: str) -> None:
    """Import these once for all workers, where the system can fork them."""
    if METHOD == "forkserver":
        get_context(METHOD).set_forkserver_preload(list(modules))


def imap(work: Work[Job, Result], jobs: Iterable[Job], workers: int) -> Generator[Result]:
    """The result of each job, in their order; close the generator to stop the jobs that run.

    The results do not depend on the number of workers; one means this process.
    """
    ready: dict[int, Result] = {}
    due = 0
    with contextlib.closing(_numbered(work, jobs, workers)) as results:
        for number, result in results:
            ready[number] = result
            while due in ready:
                yield ready.pop(due)
                due += 1


def imap_unordered(work: Work[Job, Result], jobs: Iterable[Job], workers: int) -> Generator[Result]:
    """The result of each job as soon as it is known; otherwise the same as `imap`."""
    with contextlib.closing(_numbered(work, jobs, workers)) as results:
        for _, result in results:
            yield result


def _numbered(
    work: Work[Job, Result], jobs: Iterable[Job], workers: int
) -> Generator[tuple[int, Result]]:
    tasks: Iterator[_Task[Job]] = (_Task(number, job) for number, job in enumerate(jobs))
    if workers == 1:
        for task in tasks:
            yield task.number, work(task.job, lambda: False)
        return
    while lost := (yield from _run(work, tasks, workers)):
        for task in lost:
            task.tries += 1
            if task.tries >= MOST_TRIES:
                raise BrokenProcessPool(f"workers died {MOST_TRIES} times during {task.job}")
        tasks = chain(lost, tasks)


def _run(
    work: Work[Job, Result], tasks: Iterator[_Task[Job]], workers: int
) -> Generator[tuple[int, Result], None, list[_Task[Job]]]:
    """Run tasks until there are no more or a worker dies; return those that died with it."""
    context = get_context(METHOD)
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (stop,))
    out: dict[Future[Result], _Task[Job]] = {}
    try:
        while True:
            with _interrupts_held():
                for task in islice(tasks, AHEAD * workers - len(out)):
                    out[_submit(pool, work, task.job)] = task
            if not out:
                return []
            done = [future for future in out if future.done()]
            lost = [future for future in done if isinstance(future.exception(), BrokenProcessPool)]
            for future in done:
                if future not in lost:
                    yield out.pop(future).number, future.result()
            if lost:
                return list(out.values())
            if not done:
                time.sleep(PULSE)
    finally:
        with _interrupts_held():  # a second Ctrl-C would leave workers that wait for ever
            stop.set()
            pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, work: Work[Job, Result], job: Job) -> "Future[Result]":
    """As `pool.submit`; if a worker has died by now, the future says so."""
    try:
        return pool.submit(_do, work, job)
    except BrokenProcessPool as broken:
        lost: Future[Result] = Future()
        lost.set_exception(broken)
        return lost


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C; processes that start here inherit the mask, where the system has masks.

    A mask is one thread's: another one may be told, and Python lets the main one handle it.
    """
    held: list[tuple[int, FrameType | None]] = []
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda *told: held.append(told)) if is_main else None
    before = _mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        _mask(signal.SIG_SETMASK, before)
        if is_main:
            signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if held and callable(handler):
            handler(*held[0])


def _mask(how: int, signals: Iterable[int]) -> Iterable[int]:
    """As `signal.pthread_sigmask`, where the system has masks."""
    return signal.pthread_sigmask(how, signals) if hasattr(signal, "pthread_sigmask") else ()


def _begin(stop: Event) -> None:
    """Set up a worker: Ctrl-C is for its parent, and it exits if its parent was killed."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do(work: Work[Job, Result], job: Job) -> Result:
    assert _stop is not None
    return work(job, _stop.is_set)
