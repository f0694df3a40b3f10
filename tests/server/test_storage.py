"""The storage: many writes in one commit, each whole or not at all; migrations fit the schema."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from tablier import Refusal
from tablier.play.new_table import move_row, plan_new
from tablier.play.steps import ADD_MOVE, NotStored, Step
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.store import migrations, schema, sqlite
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

STEPS = ScriptDirectory(str(Path(migrations.__file__).parent))


async def opened(path: Path) -> Storage:
    storage = Storage(str(path))
    await storage.open()
    return storage


@contextmanager
def foreign_lock(path: Path) -> Iterator[None]:
    """Hold the file as another program would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def new_table() -> tuple[str, list[Step]]:
    plan, _ = plan_new(NewTable("mole-hill", [SeatWish("here"), SeatWish("here")]))
    return plan.id, plan.steps()


async def test_a_write_that_fails_harms_no_other(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "tables.sqlite")
    table, steps = new_table()
    await storage.write(*steps)
    rows = [move_row(table, ply, "e4", 0, None) for ply in (0, 1, 1, 2)]
    outcomes = await asyncio.gather(
        *(storage.write((ADD_MOVE, row)) for row in rows), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        type(None),
        NotStored,
        type(None),
    ]
    stored = await storage.read(table)
    assert stored is not None
    assert [move["ply"] for move in stored.moves] == [0, 1, 2]
    await storage.close()


async def test_a_write_happens_whole_or_not_at_all(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "tables.sqlite")
    table, steps = new_table()
    await storage.write(*steps)
    row = move_row(table, 0, "e4", 0, None)
    with pytest.raises(NotStored):
        await storage.write((ADD_MOVE, row), (ADD_MOVE, row))
    stored = await storage.read(table)
    assert stored is not None
    assert stored.moves == []
    await storage.close()


async def test_a_file_that_somebody_else_holds_for_long_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WRITING", 0.1)
    storage = await opened(tmp_path / "tables.sqlite")
    table, steps = new_table()
    await storage.write(*steps)
    rows = [move_row(table, ply, "e4", 0, None) for ply in range(5)]
    tried: list[int] = []
    commit = storage._commit

    async def commit_and_count(writes: list[Any]) -> None:
        tried.append(len(writes))
        await commit(writes)

    monkeypatch.setattr(storage, "_commit", commit_and_count)
    with foreign_lock(tmp_path / "tables.sqlite"):
        outcomes = await asyncio.gather(
            *(storage.write((ADD_MOVE, row)) for row in rows), return_exceptions=True
        )
    assert {type(outcome) for outcome in outcomes} == {NotStored}
    assert tried == [5]  # not each by itself
    await storage.write((ADD_MOVE, rows[0]))
    stored = await storage.read(table)
    assert stored is not None
    assert [move["ply"] for move in stored.moves] == [0]
    await storage.close()


async def test_everybody_goes_on_while_somebody_else_holds_the_file(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "tables.sqlite")
    table, steps = new_table()
    await storage.write(*steps)
    with foreign_lock(tmp_path / "tables.sqlite"):
        row = move_row(table, 0, "e4", 0, None)
        writing = asyncio.create_task(storage.write((ADD_MOVE, row)))
        for _ in range(10):
            assert await storage.read(table) is not None
        assert not writing.done()
    await writing  # it could only wait so long because this loop went on to let the file go
    await storage.close()


async def test_who_leaves_in_the_middle_of_a_reading_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = await opened(tmp_path / "tables.sqlite")
    table, steps = new_table()
    await storage.write(*steps)
    for turns in range(20):
        async with anyio.create_task_group() as group:
            group.start_soon(storage.read, table)
            for _ in range(turns):
                await asyncio.sleep(0)
            group.cancel_scope.cancel()  # again and again, as for a stream whose reader has left
    assert await storage.read(table) is not None
    await storage.close()
    assert caplog.text == ""


async def test_what_waits_is_written_before_the_end(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "tables.sqlite")
    table, steps = new_table()
    waiting = asyncio.create_task(storage.write(*steps))
    await asyncio.sleep(0)
    await storage.close()
    await waiting
    storage = await opened(tmp_path / "tables.sqlite")
    assert await storage.read(table) is not None
    assert await storage.read("another") is None
    await storage.close()


async def test_migrations_make_the_schema_and_are_done_once(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "tables.sqlite")

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    async with storage.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(migrations.is_current)
    await storage.close()
    assert STEPS.get_heads() == [migrations.NEWEST]


async def test_a_database_from_before_bots_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    row = {"id": "old", "game": "mole-hill", "version": 1, "options": "{}", "made": 0.0}
    with sqlite3.connect(path) as old:
        config = Config()
        engine = create_engine("sqlite://", creator=lambda: old)
        with engine.connect() as connection, EnvironmentContext(config, STEPS) as environment:
            environment.configure(
                connection=connection, fn=lambda revision, _: STEPS._upgrade_revs("0001", revision)
            )
            with environment.begin_transaction():
                environment.run_migrations()
        names = ", ".join([*row, "offers"])
        old.execute(
            f"INSERT INTO tables ({names}) VALUES (:id, :game, :version, :options, :made, '{{}}')",
            row,
        )
        old.execute("INSERT INTO seats (table_id, seat, kind, name) VALUES ('old', 0, 'here', '')")
    storage = await opened(path)
    stored = await storage.read("old")
    assert stored is not None
    assert stored.table["over"] is False
    assert (stored.seats[0]["bot"], stored.seats[0]["asked"]) == (None, False)
    await storage.close()


@pytest.mark.parametrize(
    "name",
    [
        "letter.txt",
        "letter.txt/tables.sqlite",
        ".",
        "long" * 100,
        "sqlite:///file:{folder}/new.sqlite?uri=true&mode=ro",
        "sqlite:///file:{folder}/old.sqlite?uri=true&mode=ro",
        "/dev/full",
        "postgresql://localhost:1/tables",
        "postgresql://localhost:1/tables?colour=red",
    ],
)
async def test_what_cannot_be_used_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, this is a letter and no database. " * 50)
    await (await opened(tmp_path / "old.sqlite")).close()
    database = name.format(folder=tmp_path) if ":" in name else str(tmp_path / name)
    with pytest.raises(Refusal) as refused:
        await Storage(database).open(alone=True)
    assert refused.value.said.key == "database_error"


@pytest.mark.parametrize(
    "name",
    ["~nobody-there/x", "a\0b", "\udcff", "://", "mysql://x/y", "postgresql://host:port/x"],
)
def test_what_is_no_address_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        Storage(name)
    assert refused.value.said.key == "bad_database"


async def test_a_database_that_is_too_new_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    await (await opened(path)).close()
    with closing(sqlite3.connect(path)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refusal) as refused:
        await Storage(str(path)).open()
    assert refused.value.said.key == "newer_database"
    with closing(sqlite3.connect(path)) as newer:
        assert newer.execute("SELECT * FROM alembic_version").fetchall() == [("9999",)]
