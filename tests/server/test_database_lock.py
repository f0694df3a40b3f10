"""One server at a time has a SQLite file; other commands may use it meanwhile."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from tests.server.clients import free_port, serving

from tablier import Refusal
from tablier.play.settings import Settings
from tablier.server.server_registry import ServerRegistry
from tablier.server.store import accounts, migrations, sqlite
from tablier.server.store.storage import Storage
from tablier.texts import LANGUAGES

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that there is not yet, or that is empty."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    address, name = request.getfixturevalue("postgresql"), f"t{uuid4().hex}"
    async with connected(address) as connection:
        await connection.execute(f"CREATE DATABASE {name}")
    return make_url(address).set(database=name).render_as_string(hide_password=False)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_second_server_is_refused(database: str) -> None:
    first, second = (ServerRegistry(Settings(database, warm=False)) for _ in range(2))
    async with first.opened():
        with pytest.raises(Refusal) as refused:
            async with second.opened():
                pass
        assert refused.value.said.key == "database_taken"
        assert len({refused.value.sentence(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    async with second.opened():
        assert await second.storage.health() == "ok"


async def test_who_is_killed_leaves_the_database_free(database: str) -> None:
    with serving(database, port=free_port()) as server:
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        registry = ServerRegistry(Settings(database, warm=False))
        async with registry.opened():
            assert await registry.storage.health() == "ok"


async def test_other_commands_use_the_database_of_a_server(database: str) -> None:
    registry, storage = ServerRegistry(Settings(database, warm=False)), Storage(database)
    async with registry.opened():
        await storage.open()
        token = await accounts.make(storage, "Elephant")
        await storage.close()
        assert (await accounts.with_token(registry.storage, token)).name == "Elephant"


async def test_many_may_open_an_empty_database_at_once(database: str) -> None:
    storages = [Storage(database) for _ in range(4)]
    await asyncio.gather(*(storage.open() for storage in storages))
    for storage in storages:
        async with storage.engine.connect() as connection:
            assert await connection.run_sync(migrations.is_current)
        await storage.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_migrations_are_done_once_in_a_database_that_is_strict(database: str) -> None:
    """There a transaction sees nothing of those that end while it waits for the lock."""
    name = make_url(database).database
    async with connected(database) as connection:
        strict = "SET default_transaction_isolation = 'serializable'"
        await connection.execute(f"ALTER DATABASE {name} {strict}")
    storages = [Storage(database) for _ in range(4)]
    await asyncio.gather(*(storage.open() for storage in storages))
    for storage in storages:
        await storage.close()


async def test_who_opens_waits_for_whoever_makes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself says "locked" at once, before its timeout."""
    other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused = asyncio.Event()
    is_busy, loop = sqlite._is_busy, asyncio.get_running_loop()

    def noticed(wrong: OperationalError) -> bool:
        loop.call_soon_threadsafe(refused.set)
        return is_busy(wrong)

    monkeypatch.setattr(sqlite, "_is_busy", noticed)
    storage = Storage(str(tmp_path / "tables.sqlite"))
    opening = asyncio.create_task(storage.open())
    await until(lambda: refused.is_set() or opening.done())
    other.execute("COMMIT")
    await opening
    assert await storage.health() == "ok"
    await storage.close()
    other.close()


async def test_one_in_memory_is_nobody_elses() -> None:
    first, second = (ServerRegistry(Settings("sqlite://", warm=False)) for _ in range(2))
    async with first.opened(), second.opened():
        await accounts.make(first.storage, "Elephant")
        await accounts.make(second.storage, "Elephant")
