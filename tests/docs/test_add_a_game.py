"""What docs/add-a-game.md shows is what happens: the game of the page is added to a copy."""

import re
import runpy
from pathlib import Path

import pytest
from extensions.blocks import PAGE
from extensions.repository import ROOT
from tests.docs.walkthrough import (
    CHECK,
    all_tests,
    commands,
    copy,
    fits,
    run,
    start,
    take,
)
from tests.selection import silent_files

from tablier import games

TAIL = 8_000  # letters of what the tests of the copy said, where they failed


@pytest.mark.long
def test_every_step_of_the_page_works_and_all_tests_hold_after_the_last(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Those that run here with the same games are left out; scripts/fifth-game runs them all."""
    aside, checkout, n = tmp_path / "aside", tmp_path / "checkout", 0
    for folder in (aside, checkout):
        copy(folder)
    for command in commands(checkout):
        printed = run(command, checkout if n else aside)  # the first one makes another game
        assert fits(printed, command.printed), f"$ {command.words}\n{printed}"
        n += 1
    assert n == PAGE.read_text("utf-8").count("```console") > 0
    silent = silent_files(request.session.items, frozenset(games()))
    left = [f"--ignore={path.relative_to(ROOT)}" for path in silent]
    words = ("-q", "-n", "0", "--tb=short", "--known", ",".join(games()), *left)
    for step in (CHECK, all_tests(*words)):
        done = start(step, checkout)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"[-TAIL:]


def test_a_copy_has_what_was_compiled_at_its_age_and_nothing_that_is_gone(tmp_path: Path) -> None:
    """Python and Numba take what is beside a source of the same age; others write while we read."""
    copy(tmp_path)
    source = Path("src/tablier/portable.py")
    assert (tmp_path / source).stat().st_mtime_ns == (ROOT / source).stat().st_mtime_ns
    assert {each.suffix for each in tmp_path.glob("src/**/__pycache__/*")} <= {
        ".nbi",
        ".nbc",
        ".pyc",
    }
    take(str(tmp_path / "gone"), str(tmp_path / "copied"))
    assert not (tmp_path / "copied").exists()


def test_what_is_not_printed_does_not_fit() -> None:
    shown = "…\ntotal: 56\ndone in …\n"
    assert fits("a1a2: 15\ntotal: 56 \ndone in 3 s\n", shown)
    assert not fits("a1a2: 15\ntotal: 57\ndone in 3 s\n", shown)
    assert not fits("a1a2: 15\ntotal: 56\ndone in 3 s\nmore\n", shown)


EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_prints_what_it_says(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = re.findall(r"print\(.*\)  # (.*)", code)
    assert said
    file = tmp_path / "example.py"
    file.write_text(code, "utf-8")
    runpy.run_path(str(file))
    assert capsys.readouterr().out.splitlines() == said
