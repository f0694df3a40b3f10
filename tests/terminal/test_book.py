"""`tablier book`: what was played, from the game's book, from a file and from a database."""

import asyncio
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import Record, game, write_records
from tablier.book import Book
from tablier.server.store.storage import Storage
from tablier.server.tables.new_table import Plan, Seat

pytestmark = pytest.mark.one_game
START = game("mole-hill").start()
ENDED = game("mole-hill").position("b2,b1,a2 - m 2 0")
TABLE = "move  games  Player 1  Player 2\na1        1        0%      100%\n"


def test_finished_games_of_a_file_are_counted(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "games.tablier", tmp_path / "book.json"
    with file.open("w", encoding="utf-8") as games:
        write_records([Record(ENDED, ("a1",)), Record(ENDED, ("a3",))], games)
    said = run("book", "mole-hill", "--records", str(file), "--position", str(ENDED)).out
    assert said.endswith(TABLE)  # the other one is not over
    said = run("book", "mole-hill", "--records", str(file)).out
    assert said.endswith("No game of this book has reached this position.\n")
    run("book", "mole-hill", "--records", str(file), "--source", "mine", "--out", str(out))
    assert Book.read(out.read_bytes()).source == "mine"


def test_finished_games_of_a_database_are_counted(run: Run, tmp_path: Path) -> None:
    async def store(database: str) -> None:
        storage = Storage(database)
        await storage.open()
        moves = [("a1", 0), ("a1|b1", 1)]
        seats = (Seat("here"), Seat("here"))
        for reason in ("resigned", "aborted"):
            ending = [reason, [-1.0, 1.0]]
            plan = Plan(START, seats, 0, moves=moves, ending=ending, over=True)
            await storage.write(*plan.steps())
        await storage.close()

    database = str(tmp_path / "tables.sqlite")
    asyncio.run(store(database))
    said = run("book", "mole-hill", "--database", database).out
    assert said.endswith(TABLE)
    assert "a1|b1" in run("book", "mole-hill", "a1", "--database", database).out
