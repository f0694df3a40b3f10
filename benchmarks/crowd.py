"""A crowd: scripted players and watchers in several processes, all of whom begin at one moment."""

import asyncio
import contextlib
import multiprocessing
import resource
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from statistics import median
from typing import Any

import httpx
from picows import WSFrame, WSTransport, ws_connect
from uvicorn.loops.auto import auto_loop_factory

from server import STEP, Connection, Load, Play, client, seat_ours, seat_theirs, write

SEATED_AT_ONCE = 8
PATIENCE = 15.0  # seconds after which a table that stands still is given up
PAUSE = 0.3  # seconds between the last that is ready and the first move


@dataclass(frozen=True)
class Tables:
    """Tables of two scripted players."""

    ports: Sequence[int]
    """Of the servers."""
    numbers: Sequence[int]
    moves: int
    spread: bool
    """Is everybody connected with another server than their opponent?"""
    game: str | None
    """One of ours; None is boardgame.io's."""

    def seats(self, number: int) -> tuple[int, int]:
        """The servers of the two players of that table."""
        n, first = len(self.ports), number % len(self.ports)
        step = 1 + number // n % (n - 1) if self.spread and n > 1 else 0
        return self.ports[first], self.ports[(first + step) % n]


@dataclass(frozen=True)
class Watchers:
    """Sockets that watch one table."""

    table: str
    ports: Sequence[int]
    """The server of each."""


@dataclass
class Report:
    """What one process has seen."""

    heard: list[tuple[float, float]]
    """For each move when all at its table had heard of it, and how long after it was sent."""
    busy: float
    """The share of the time in which it used its processor."""
    standing: int = 0
    """Tables that were given up."""


Watched = list[tuple[int, float, float]]
"""For each move how many heard of it, when half of them had, and when the last one did."""


class Crowd:
    """Processes that play or watch."""

    def __init__(self, pipes: Sequence[Pipe]):
        self._pipes = pipes

    def begin(self, jobs: Sequence[Tables | Watchers]) -> None:
        """Give each process its job, and wait until all have sat down."""
        for pipe, job in zip(self._pipes, jobs, strict=True):
            pipe.send(job)
        self._collect()

    def play(self) -> list[Report]:
        """Let all play from one moment on, to the end."""
        self._tell(time.perf_counter() + PAUSE)
        return self._collect()

    def stop(self) -> list[Watched]:
        """Let all stop watching; what they have seen."""
        self._tell(time.perf_counter())
        return self._collect()

    def _tell(self, what: object) -> None:
        for pipe in self._pipes:
            pipe.send(what)

    def _collect(self) -> list[Any]:
        found = [pipe.recv() for pipe in self._pipes]
        for each in found:
            if isinstance(each, str):
                raise SystemExit(each)
        return found


@contextlib.contextmanager
def crowd(processes: int) -> Iterator[Crowd]:
    """A crowd in so many processes."""
    context = multiprocessing.get_context("spawn")
    pairs = [context.Pipe() for _ in range(processes)]
    workers = [context.Process(target=work, args=(theirs,), daemon=True) for _, theirs in pairs]
    for worker in workers:
        worker.start()
    try:
        yield Crowd([ours for ours, _ in pairs])
    finally:
        for worker in workers:
            worker.terminate()


def work(pipe: Pipe) -> None:
    """A process of the crowd: one job after another."""
    allow_many_files()
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner, contextlib.suppress(EOFError):
        while True:
            job = pipe.recv()
            done = watch(job, pipe) if isinstance(job, Watchers) else play(job, pipe)
            try:
                runner.run(done)
            except Exception as wrong:
                pipe.send(f"{type(wrong).__name__}: {wrong}")


def allow_many_files() -> None:
    """As many open sockets as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# Players


async def play(job: Tables, pipe: Pipe) -> None:
    """Sit down, wait for the beginning, play to the end, and say what was seen."""
    async with contextlib.AsyncExitStack() as stack:
        clients = {port: await stack.enter_async_context(client(port)) for port in job.ports}
        seated = [seat(job, number, stack, clients) for number in job.numbers]
        plays = await together(seated, SEATED_AT_ONCE)
        pipe.send(None)
        begin = await asyncio.to_thread(pipe.recv)
        await asyncio.sleep(begin - time.perf_counter())
        used, load = time.process_time(), Load("")
        found = await asyncio.gather(*(until_it_stands(each, load) for each in plays))
        busy = (time.process_time() - used) / (time.perf_counter() - begin)
        pipe.send(Report(load.heard, busy, found.count(False)))


def seat(
    job: Tables,
    number: int,
    stack: contextlib.AsyncExitStack,
    clients: dict[int, httpx.AsyncClient],
) -> Callable[[], Awaitable[Play]]:
    """How the two players of a table sit down."""
    ports = job.seats(number)
    if job.game is None:
        return lambda: seat_theirs(stack, clients[ports[0]], ports, job.moves)
    return lambda: seat_ours(stack, clients[ports[0]], ports, job.game or "", job.moves)


async def together(works: Sequence[Callable[[], Awaitable[Play]]], most: int) -> list[Play]:
    """What they return; so many work at a time."""
    free = asyncio.Semaphore(most)

    async def wait(work: Callable[[], Awaitable[Play]]) -> Play:
        async with free:
            return await work()

    return await asyncio.gather(*map(wait, works))


async def until_it_stands(play: Play, load: Load) -> bool:
    """Play a table; False if it was given up."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await play(load)
            return True
    return False


# Watchers


class Watcher(Connection):
    """Notes when it hears of each move, and does nothing else."""

    def __init__(self, times: dict[int, list[float]]):
        super().__init__()
        self._times, self._moves = times, 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.get_payload_as_memoryview()[: len(STEP)] == STEP:
            self._times.setdefault(self._moves, []).append(time.perf_counter())
            self._moves += 1
        elif not self._moves:
            super().on_ws_frame(transport, frame)


async def watch(job: Watchers, pipe: Pipe) -> None:
    """Sit down, watch until it is over, and say what was seen."""
    times: dict[int, list[float]] = {}
    free = asyncio.Semaphore(SEATED_AT_ONCE)

    async def sit(port: int) -> WSTransport:
        async with free:
            address = f"ws://127.0.0.1:{port}/api/tables/{job.table}/socket"
            transport, watcher = await ws_connect(lambda: Watcher(times), address)
            assert isinstance(watcher, Watcher)
            watcher.send(write({"type": "join", "secrets": []}))
            await watcher.hear(b'{"type":"joined"')
            return transport

    sitting = await asyncio.gather(*map(sit, job.ports))
    pipe.send(None)
    await asyncio.to_thread(pipe.recv)
    pipe.send([(len(each), median(each), max(each)) for _, each in sorted(times.items())])
    for transport in sitting:
        transport.disconnect()
