"""What `tablier new-game` writes is a whole game: it passes every check, and can be played."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from extensions.repository import ROOT
from tests.docs.walkthrough import TABLIER, copy

pytestmark = pytest.mark.one_game

NAME = "my-game"
MADE = ("src/tablier/games/my_game", "tests/games/my_game")
TESTS = [f"tests/games/{each}" for each in ("my_game", "test_contract.py", "test_symmetries.py")]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a new game."""
    folder = tmp_path_factory.mktemp("checkout")
    copy(folder)
    for name in ("broken_games.py", "test_symmetries.py"):
        shutil.copy(ROOT / "tests/games" / name, folder / "tests/games")
    assert "My Game is written" in run(folder, "-c", TABLIER, "new-game", NAME)
    return folder


def run(folder: Path, *words: str, typed: str = "") -> str:
    """What Python prints in the copy, where it must not fail."""
    path = os.pathsep.join(map(str, (folder / "src", folder)))
    environment = {**os.environ, "PYTHONPATH": path, "LANG": "en", "XDG_STATE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_first_tests_pass_and_say_that_it_is_a_draft(checkout: Path) -> None:
    said = run(
        checkout, "-m", "pytest", "-v", "-n", "0", "-p", "no:cacheprovider", "-k", NAME, *TESTS
    )
    assert f"test_parts[check_perft-{NAME}] PASSED" in said
    assert "my_game/test_rules.py::test_who_cannot_move_loses PASSED" in said
    assert "UserWarning: my-game is a draft, not offered: texts/fr.toml" in said
    assert ", 1 warning in" in said


def test_its_code_is_formatted_linted_and_typed(checkout: Path) -> None:
    run(checkout, "-m", "ruff", "format", "--check", *MADE, "src/tablier/games/__init__.py")
    run(checkout, "-m", "ruff", "check", "--no-cache", *MADE)
    run(checkout, "-m", "mypy", *MADE)


def test_it_is_played_by_its_name_and_is_not_offered(checkout: Path) -> None:
    said = run(checkout, "-c", TABLIER, "play", NAME, "--plain", typed="b2\nb1\nrules 2.2\n")
    assert said.startswith("My Game (draft).")
    assert "b1 lies beside a stone of your opponent (§2.2)." in said
    offered = run(checkout, "-c", TABLIER, "games")
    assert "My Game" not in offered
    assert offered.endswith(f"Drafts, which are played by their names: {NAME}\n")
