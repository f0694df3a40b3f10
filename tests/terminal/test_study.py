"""The command `study`: it plays, it reports, it can be stopped and goes on, and it refuses."""

import json
import os
import signal
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.commands import start
from tests.terminal.conftest import Run
from tests.terminal.test_process import CTRL_C, on_a_terminal

from tablier import game
from tablier.arena.entrants import compile_players, entrant

pytestmark = pytest.mark.one_game

PATIENCE = 30  # seconds
SMALL = ("--level", "random,1", "--parts", "strength,openings", "--workers", "1")


@pytest.fixture
def _compiled() -> None:
    """Processes that begin here find the search compiled."""
    compile_players(game("mole-hill"), [entrant("level:1")])


def keys(folder: Path) -> Counter[str]:
    """The games of a study, and how often each is there."""
    path = folder / "games.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return Counter(json.loads(line)["key"] for line in lines)


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def is_alive(pid: int) -> bool:
    """Does the process still run, not even as a zombie?"""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_study_plays_and_reports(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "study"
    said = run("study", "mole-hill", "--games", "2", *SMALL, "--out", str(out))
    assert said.code == 0
    assert said.err.startswith("6 games, about ")
    assert said.err.endswith(f"Report: {out}/report.html\n")
    assert keys(out).total() == 6
    assert "# Mole Hill: a study" in (out / "report.md").read_text("utf-8")


def test_a_study_can_wait_for_its_report(run: Run, tmp_path: Path) -> None:
    command = ("study", "mole-hill", "--games", "2", *SMALL, "--out", str(tmp_path))
    assert run(*command, "--no-report").code == 0
    assert not (tmp_path / "report.md").exists()
    before = keys(tmp_path)
    said = run(*command)
    assert "about" not in said.err
    assert keys(tmp_path) == before
    assert (tmp_path / "report.html").exists()


def test_more_games_are_added_to_those_that_there_are(run: Run, tmp_path: Path) -> None:
    for games, new in ((2, 6), (3, 3)):
        said = run("study", "mole-hill", "--games", str(games), *SMALL, "--out", str(tmp_path))
        assert said.err.startswith(f"{new} games, about ")
    assert set(keys(tmp_path).values()) == {1}
    assert keys(tmp_path).total() == 9


def test_what_is_left_out_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablier.terminal.commands.study.fill", lambda *_: True)
    said = run("study", "labyrinthe", "--parts", "ladder", "--out", str(tmp_path))
    assert "Left out: ladder, simulations:16384 – simulations:8192; one such game takes" in said.err


@pytest.mark.usefixtures("_compiled")
def test_a_study_that_was_killed_goes_on(run: Run, tmp_path: Path) -> None:
    command = ("study", "mole-hill", "--games", "60", "--level", "1", "--parts", "strength")
    into = ("--no-report", "--out", str(tmp_path))
    with start(*command, *into, "--workers", "2") as process:
        while keys(tmp_path).total() < 5:
            assert process.poll() is None
            time.sleep(0.02)
        workers = children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
    assert len(workers) >= 2
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, workers)):
        assert time.monotonic() < end, "nobody should go on alone"
        time.sleep(0.02)
    before = keys(tmp_path)
    assert 5 <= before.total() < 60
    assert run(*command, *into, "--workers", "1").code == 0
    assert keys(tmp_path).total() == len(keys(tmp_path)) == 60
    assert before <= keys(tmp_path)


@pytest.mark.usefixtures("_compiled")
def test_a_bar_shows_how_far_it_is_and_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    command = ("study", "mole-hill", "--games", "5000", "--level", "1", "--parts", "strength")
    into = ("--no-report", "--out", str(tmp_path))
    code, shown = on_a_terminal(*command, *into, talk=(("/5000", CTRL_C),), begin=start)
    assert code == 130
    assert f"Stopped; {keys(tmp_path).total()} games are saved in" in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (("--games", "0"), "--games takes a whole number from 1"),
        (("--workers", "0"), "--workers takes a whole number from 1"),
        (("--level", "11"), "--level cannot be ‘11’; it can be random, 1, 2"),
        (("--parts", "love"), "--parts cannot be ‘love’; it can be strength, ladder"),
        (("--seed", "-1"), "A seed is a whole number from 0"),
    ],
)
def test_bad_input_is_refused(
    run: Run, tmp_path: Path, wrong: tuple[str, str], sentence: str
) -> None:
    said = run("study", "mole-hill", *wrong, "--out", str(tmp_path / "study"))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert not (tmp_path / "study").exists()


def test_a_folder_with_something_else_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader", "utf-8")
    said = run("study", "mole-hill", "--games", "1", *SMALL, "--out", str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert said.err == f"‘{tmp_path}’ contains something other than a study.\n"


def test_a_study_needs_a_folder(run: Run) -> None:
    said = run("study", "mole-hill")
    assert said.code == 2
    assert said.err.startswith("tablier study needs a value for --out")
