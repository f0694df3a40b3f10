"""An assertion that fails shows its values, in helpers of the tests as in tests."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

pytestmark = pytest.mark.one_game

HERE = Path(__file__).parent
HELPERS = [
    ".".join(path.relative_to(HERE.parent).with_suffix("").parts)
    for path in sorted(HERE.rglob("*.py"))
    if not path.name.startswith("test_") and path.name != "conftest.py"
]


@pytest.mark.parametrize("module", HELPERS)
def test_helpers_show_what_differs(module: str) -> None:
    found = find_spec(module)
    assert found is not None
    assert isinstance(found.loader, AssertionRewritingHook)


BROKEN = """
from tests.games import contract
from tests.games.broken_games import RULES, broken


def test_broken() -> None:
    contract.hold(contract.check_tokens, broken("rules", ACTIONS=RULES.ACTIONS + 1))
"""
SHOWN = (
    "AssertionError: 173 TOKENS in notation.py, ACTIONS = 174",
    "assert 173 == 174",
    "mole-hill (centre_start=jump) breaks check_tokens:",
    "Every action number has a token of its own",
)


def test_a_broken_game_is_told_what_differs(tmp_path: Path) -> None:
    games = tmp_path / "tests" / "games"
    games.mkdir(parents=True)
    shutil.copy(HERE.parent / "pyproject.toml", tmp_path)
    for name in ("conftest.py", "forked_process.py"):
        shutil.copy(HERE / name, tmp_path / "tests")
    for path in (HERE / "games/broken_games.py", *(HERE / "games").glob("contract*.py")):
        shutil.copy(path, games)
    (games / "test_broken.py").write_text(BROKEN)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HERE.parent / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in SHOWN if line not in done.stdout] == [], done.stdout
