"""Moves of computers are searched for by whatever server is free."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import delete, select
from tests.server.peers import NEVER, Servers, make, play, sit, two_servers

from tablier.play.settings import Settings
from tablier.play.table import Table
from tablier.server.server_registry import ServerRegistry
from tablier.server.store import peers, schema
from tablier.server.store.jobs import Job, Jobs
from tablier.server.thinking.computers import Computers, MoveSearch
from tablier.server.thinking.job_worker import JobWorker

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


class Thoughts:
    """Searches that go on until they may move, or are stopped; nothing has to be compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.begun = self.stopped = 0
        self.may_move = asyncio.Event()
        monkeypatch.setattr(Computers, "_choose", self.choose)
        monkeypatch.setattr(Computers, "_wait_for_compiler", self.wait)

    async def choose(self, table: Table, _: int, search: MoveSearch) -> str:
        self.begun += 1
        while not self.may_move.is_set() and not search.stop.is_set():
            await asyncio.sleep(0.01)
        self.stopped += search.stop.is_set()
        return table.position.legal_moves[0]

    async def wait(self, *_: object) -> None: ...

    async def until(self, begun: int, stopped: int = 0) -> None:
        async with asyncio.timeout(60):
            while (self.begun, self.stopped) != (begun, stopped):
                await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    return Thoughts(monkeypatch)


@asynccontextmanager
async def idle_servers(database: str) -> AsyncIterator[Servers]:
    """Two servers, and no job of anybody else."""
    async with two_servers(database) as servers:
        async with servers[0].storage.engine.begin() as connection:
            await connection.execute(delete(schema.jobs))
        yield servers


def no_worker(server: ServerRegistry) -> None:
    server._worker._workers = -1


async def nobody_works(_: JobWorker) -> None: ...


async def jobs_in(servers: Servers) -> list[str]:
    return [row["table_id"] for row in await servers[0].storage.find(select(schema.jobs))]


async def test_another_server_thinks_and_the_move_is_told_here(
    postgresql: str, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts.may_move.set()
    monkeypatch.setattr(peers, "BEAT", NEVER)
    async with idle_servers(postgresql) as servers:
        no_worker(servers[0])
        mine = await sit(servers[0], await make(servers, level=1), 0)
        await play(mine.table)
        assert mine.table.thinking.seat == 1
        await mine.until(lambda table: table.ply == 2)
        await mine.until(lambda table: table.thinking.seat is None)
        assert mine.table.movers == [0, 1]


async def test_a_job_is_done_once_and_dropped_when_the_game_moves_on(
    postgresql: str, thoughts: Thoughts
) -> None:
    async with idle_servers(postgresql) as servers:
        mine = await sit(servers[0], await make(servers, level=1), 0)
        theirs = await sit(servers[1], mine.table.id, 0)
        await play(mine.table)
        await thoughts.until(begun=1)
        await theirs.until(lambda table: table.ply == 1 and table.thinking.seat == 1)
        assert await jobs_in(servers) == [mine.table.id]
        await theirs.table.ask(frozenset({0}), "undo")
        await thoughts.until(begun=1, stopped=1)
        await mine.until(lambda table: table.ply == 0 and table.thinking.seat is None)
        while await jobs_in(servers):
            await asyncio.sleep(0.01)
        thoughts.may_move.set()
        await play(mine.table)
        await theirs.until(lambda table: table.ply == 2)
        assert thoughts.begun == 2


async def test_the_job_of_a_worker_that_was_killed_is_done_by_another(
    postgresql: str, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts.may_move.set()
    monkeypatch.setattr(peers, "BEAT", 0.05)
    work = JobWorker._take_all
    monkeypatch.setattr(JobWorker, "_take_all", nobody_works)
    async with idle_servers(postgresql) as servers:
        mine = await sit(servers[0], await make(servers, level=1), 0)
        await play(mine.table)
        while not await jobs_in(servers):
            await asyncio.sleep(0.01)
        dead = Jobs(servers[0].storage, peers.Peers(servers[0].storage.url))  # has no row
        while await dead.take(NEVER) is None:  # somebody offers it again at this moment
            await asyncio.sleep(0.01)
        monkeypatch.setattr(JobWorker, "_take_all", work)
        await mine.until(lambda table: table.ply == 2)


async def test_the_job_of_a_server_that_ends_is_handed_back(
    postgresql: str, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)
    first, second = (ServerRegistry(Settings(postgresql, warm=False)) for _ in range(2))
    async with second.opened():
        async with first.opened():
            no_worker(second)
            mine = await sit(second, await make((first, second), level=1), 0)
            await play(mine.table)
            await thoughts.until(begun=1)
            second._worker._workers = 1
        thoughts.may_move.set()
        await mine.until(lambda table: table.ply == 2)
        assert thoughts.begun == 2


async def test_addresses_take_turns_and_short_jobs_come_first(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JobWorker, "_take_all", nobody_works)
    async with idle_servers(postgresql) as servers:
        jobs = servers[0]._jobs
        wishes = [("long", 900.0, "a"), ("b1", 300.0, "b"), ("b2", 300.0, "b"), ("c", 450.0, "c")]
        for table, cost, address in wishes:
            assert await jobs.offer(Job(table, "x", 0, cost, address))
            assert not await jobs.offer(Job(table, "x", 0, cost, address))
        short = await jobs.take(400)
        assert short is not None
        taken = [short]
        while (job := await servers[1]._jobs.take(NEVER)) is not None:
            taken.append(job)
        assert [job.table for job in taken] == ["b1", "c", "b2", "long"]
        for job in taken:
            await jobs.finish(job)
            await servers[1]._jobs.finish(job)
        assert await jobs_in(servers) == []
