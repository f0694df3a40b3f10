"""PostgreSQL is gone for a while, or the network to it: nothing is lost, and others go on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from sqlalchemy import delete
from tests.server.peers import BOTH, NEVER, Servers, Somebody, make, play, sit, two_servers
from tests.server.relay import Relay, crash, reach, relaying, through

from tablier.play.settings import Settings
from tablier.play.steps import NoDatabase, NotStored, Step
from tablier.server.server_registry import ServerRegistry
from tablier.server.store import peers, schema
from tablier.server.store import postgresql as database
from tablier.server.store.jobs import Job
from tablier.server.store.storage import Storage
from tablier.server.thinking.job_worker import JobWorker

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

PATIENCE, IMPATIENCE = 1.0, 0.2  # seconds, as long as all is well and when a line is cut


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long: neither for an answer nor for the next attempt."""

    async def close(self: asyncpg.Connection, **_: object) -> None:
        self.terminate()

    monkeypatch.setattr(asyncpg.Connection, "close", close)  # two seconds to say goodbye
    monkeypatch.setattr(database, "PATIENCE", PATIENCE)
    monkeypatch.setattr(peers, "BEAT", 0.05)
    monkeypatch.setattr(peers, "RETRY", 0.05)


@asynccontextmanager
async def one_behind_a_relay(place: str) -> AsyncIterator[tuple[Servers, Relay]]:
    """Two servers; the connections of the first can be cut."""
    async with relaying(reach(place)) as relay:
        first = ServerRegistry(Settings(through(relay), warm=False))
        second = ServerRegistry(Settings(place, warm=False))
        async with first.opened(), second.opened():
            yield (first, second), relay


def before_commit(monkeypatch: pytest.MonkeyPatch, do: Callable[[], None]) -> None:
    """Have something happen when the next change is complete but for its commit."""
    transact = Storage._transact

    async def then(self: Storage, steps: Sequence[Step], _: Callable[[], None]) -> None:
        monkeypatch.setattr(Storage, "_transact", transact)
        await transact(self, steps, do)

    monkeypatch.setattr(Storage, "_transact", then)


def since(server: ServerRegistry) -> float:
    assert server.storage.peers is not None
    return server.storage.peers.since


async def both(servers: Servers) -> tuple[Somebody, Somebody]:
    """Somebody at each server, at the same table, who know of each other."""
    name = await make(servers)
    mine, theirs = [await sit(each, name, seat) for seat, each in enumerate(servers)]
    await mine.until(lambda table: table.is_present(1))
    return mine, theirs


async def play_on(somebody: Somebody) -> str:
    """Play a move, as soon as that can be stored."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(NotStored):
                return await play(somebody.table)


async def test_a_network_that_is_cut_holds_up_nobody_else(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with one_behind_a_relay(postgresql) as (servers, relay):
        mine, theirs = await both(servers)
        first = await play(mine.table)
        await theirs.until(lambda table: table.tokens == [first])
        relay.cut()
        monkeypatch.setattr(database, "PATIENCE", IMPATIENCE)
        with pytest.raises(NotStored) as refused:
            await play(mine.table)
        assert refused.value.said.key == "uncertain"
        with pytest.raises(NotStored) as refused:
            await mine.table.rename(BOTH, 0, "Bob")
        assert refused.value.said.key == "not_stored"
        with pytest.raises(NoDatabase):  # and not what was so a while ago
            await servers[0].open(mine.table.id)
        monkeypatch.setattr(database, "PATIENCE", PATIENCE)
        second = await play(theirs.table)
        assert mine.table.tokens == [first]
        relay.heal()
        await mine.until(lambda table: table.tokens == [first, second])
        await theirs.until(lambda table: table.is_present(0))
        third = await play_on(mine)
        await theirs.until(lambda table: table.tokens == [first, second, third])


async def test_who_is_cut_off_in_a_transaction_holds_no_lock(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = "set_config('lock_timeout', '300ms', false)"
    end = "set_config('idle_in_transaction_session_timeout', '1s', false)"
    assert all(name in database.SET for name in ("lock_timeout", "idle_in_transaction_session"))
    monkeypatch.setattr(database, "SET", f"SELECT {soon}, {end}")
    async with one_behind_a_relay(postgresql) as (servers, relay):
        mine, theirs = await both(servers)
        before_commit(monkeypatch, relay.cut)
        with pytest.raises(NotStored) as refused:
            await mine.table.rename(BOTH, 0, "Bob")
        assert refused.value.said.key == "uncertain"
        token = await play_on(theirs)
        relay.heal()
        await mine.until(lambda table: table.tokens == [token])
        assert mine.table.seats[0].name == "Ada"


async def test_a_commit_whose_answer_is_lost_is_neither_denied_nor_done_twice(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with one_behind_a_relay(postgresql) as (servers, relay):
        mine, theirs = await both(servers)
        tokens = [await play(mine.table) for _ in range(4)]
        await theirs.until(lambda table: table.tokens == tokens)
        before_commit(monkeypatch, lambda: relay.cut(answers=True))
        with pytest.raises(NotStored) as refused:
            await mine.table.ask(BOTH, "undo")
        assert refused.value.said.key == "uncertain"
        await theirs.until(lambda table: table.tokens == tokens[:3])
        relay.heal()
        await mine.until(lambda table: table.tokens == tokens[:3])


async def test_connections_that_were_broken_are_replaced(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 10 * PATIENCE)  # nothing is waited for in vain
    async with one_behind_a_relay(postgresql) as (servers, relay):
        mine, theirs = await both(servers)
        moves = servers[0].storage._moves
        assert moves is not None
        for name in ("Bob", "Eve"):
            token = await play(mine.table)
            relay.reset()
            await servers[0].open(mine.table.id)
            await theirs.until(lambda table, token=token: table.tokens[-1:] == [token])  # type: ignore[misc]
            relay.reset()
            await mine.table.rename(BOTH, 0, name)
            while not moves._raw.is_closed():  # it is not found out by writing a move
                await asyncio.sleep(0.01)
        await theirs.until(lambda table: table.seats[0].name == "Eve")


async def test_postgresql_crashes_and_all_goes_on(postgresql_server: Any) -> None:
    async with two_servers(postgresql_server.get_uri()) as servers:
        mine, theirs = await both(servers)
        first = await play(mine.table)
        await theirs.until(lambda table: table.tokens == [first])
        known = min(since(server) for server in servers)
        await asyncio.to_thread(crash, postgresql_server)
        with pytest.raises(NotStored):
            await play(mine.table)
        with pytest.raises(NoDatabase):
            await servers[1].open(mine.table.id)
        await asyncio.to_thread(postgresql_server.ensure_postgres_running)
        second = await play_on(theirs)
        await mine.until(lambda table: table.tokens == [first, second])
        for somebody in (mine, theirs):  # what was said of it was lost in the crash
            await somebody.until(
                lambda table: {0, 1} <= table.presence.elsewhere | table.presence.here
            )
        assert {since(server) for server in servers} == {known}, "they were there all the time"


async def test_a_job_whose_taking_was_not_confirmed_is_given_back(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = asyncio.Event()
    async with two_servers(postgresql) as servers:
        for server in servers:
            server._worker._workers = -1
        async with servers[0].storage.engine.begin() as connection:
            await connection.execute(delete(schema.jobs))
        jobs = servers[0]._jobs
        take = jobs.take

        async def forget(most: float) -> Job | None:
            monkeypatch.setattr(jobs, "take", take)
            assert await take(most)
            raise ConnectionError

        async def do(_: Job) -> None:
            done.set()

        monkeypatch.setattr(jobs, "take", forget)
        worker = JobWorker(jobs, 1, NEVER, do)
        working = asyncio.create_task(worker.run())
        assert await jobs.offer(Job("table", "x", 0, 1.0, "a"))
        worker.wake()
        async with asyncio.timeout(60):
            while not done.is_set():
                worker.wake()
                await asyncio.sleep(0.01)
        working.cancel()
        await asyncio.wait([working])
