"""The skeleton of a game is in the wheel; whoever has no source code is told where it belongs."""

from pathlib import Path

import pytest
from tests.wheel.conftest import ROOT, Make

pytestmark = pytest.mark.one_game

SKELETON = Path("tablier/terminal/skeleton")


def test_the_skeleton_is_in_the_wheel(installed: Path) -> None:
    here = {path.relative_to(ROOT / "src") for path in (ROOT / "src" / SKELETON).rglob("*.*")}
    assert here == {path.relative_to(installed) for path in (installed / SKELETON).rglob("*.*")}
    assert SKELETON / "game/rules.py.template" in here


def test_a_new_game_needs_the_source_code(environment: Make) -> None:
    there = environment("terminal")
    done = there.run(there.command, "new-game", "my-game")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("A new game is written into the source code")
    assert not (there.packages / "tablier/games/my_game").exists()
