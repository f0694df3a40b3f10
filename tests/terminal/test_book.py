"""`tablier book`: what was played, from the games of a file."""

from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import Record, game, write_records
from tablier.book import Book

pytestmark = pytest.mark.one_game
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
