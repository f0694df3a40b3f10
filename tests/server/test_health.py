"""Health: what it says is true, and asking costs little."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.clients import HERE, serving

from tablier.play.new_table import plan_new
from tablier.play.steps import ADD_SEAT, NotStored
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.store import health, sqlite
from tablier.server.store.health import Health
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


class Database:
    """One that counts what is asked of it."""

    def __init__(self) -> None:
        self.now, self.reads, self.writes = 100.0, 0, 0
        self.answers = self.takes = True
        self.health = Health(self.read, self.write, lambda: self.now)

    async def read(self) -> None:
        self.reads += 1
        await asyncio.sleep(0)
        if not self.answers:
            raise OSError

    async def write(self) -> None:
        self.writes += 1
        await asyncio.sleep(0)
        self.health.note(written=self.takes)
        if not self.takes:
            raise OSError


async def test_many_who_ask_get_one_answer() -> None:
    database = Database()
    states = await asyncio.gather(*(database.health.state() for _ in range(100)))
    assert set(states) == {"ok"}
    assert (database.reads, database.writes) == (1, 1)
    database.now += health.OFTEN / 2
    assert await database.health.state() == "ok"
    assert database.reads == 1


async def test_a_commit_counts_for_a_while_and_a_failure_at_once() -> None:
    database = Database()
    database.health.note(written=True)
    assert await database.health.state() == "ok"
    assert database.writes == 0
    database.takes = False
    database.now += health.FRESH
    assert await database.health.state() == "no writes"
    database.now += health.OFTEN
    assert await database.health.state() == "no writes"
    assert database.writes == 2
    database.takes, database.now = True, database.now + health.OFTEN
    assert await database.health.state() == "ok"
    database.health.note(written=False)
    database.answers, database.now = False, database.now + health.OFTEN
    assert await database.health.state() == "no database"


async def test_a_file_that_takes_nothing_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(str(tmp_path / "tables.sqlite"))
    await storage.open()
    monkeypatch.setattr(health, "OFTEN", 0.0)
    assert await storage.health() == "ok"
    pragmas = sqlite.PRAGMAS
    monkeypatch.setattr(sqlite, "PRAGMAS", (*pragmas, "query_only=ON"))
    assert storage._file is not None
    storage._file._disconnect()
    plan, _ = plan_new(NewTable("mole-hill", [SeatWish("here"), SeatWish("here")]))
    with pytest.raises(NotStored):
        await storage.write(*plan.steps())
    assert await storage.health() == "no writes"
    monkeypatch.setattr(sqlite, "PRAGMAS", pragmas)
    assert await storage.health() == "ok"
    with pytest.raises(NotStored):  # no fault of the database
        await storage.write((ADD_SEAT, {}))
    assert await storage.health() == "ok"
    await storage.close()


def test_a_server_says_that_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(path) as server:
        assert server.get("/health").json() == {"status": "ok"}
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            wish = {"game": "mole-hill", "seats": [HERE, HERE]}
            assert server.post("/api/tables", wish).status_code == 503
            while (answer := server.get("/health")).status_code == 200:
                time.sleep(0.05)
            assert (answer.status_code, answer.json()) == (503, {"status": "no writes"})
            other.execute("ROLLBACK")
        while server.get("/health").status_code == 503:
            time.sleep(0.05)
        assert server.get("/health").json() == {"status": "ok"}
