"""Files that an earlier version wrote are read as they were."""

import shutil
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import game
from tablier.terminal.commands.ladder import read_ladder

pytestmark = pytest.mark.one_game

FILES = Path(__file__).parent / "old_files"


def test_an_old_ladder_is_read() -> None:
    old = read_ladder(game("mole-hill"), str(FILES / "ladder.json"))
    assert [(each.first, each.second, each.games) for each in old.results] == [
        ("level:1", "random", 2),
        ("level:2", "random", 2),
        ("level:2", "level:1", 2),
    ]
    assert old.commands[0].startswith("tablier ladder mole-hill --levels 1-2")


def test_an_old_match_is_shown(run: Run) -> None:
    said = run("show", str(FILES / "match.tablier"), "--number", "2")
    assert said.code == 0
    assert '[Player2 "uct:4"]' in said.out


def test_an_old_unfinished_game_is_resumed(run: Run, kept: Path) -> None:
    kept.parent.mkdir(parents=True)
    shutil.copy(FILES / "unfinished.tablier", kept)
    said = run("play", "mole-hill", "--resume", lines=("position",))
    assert said.code == 0
    assert "e4 g7|h7 m 1 -" in said.out
