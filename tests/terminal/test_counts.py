"""`tablier perft --out`: counts in a file as the tests of a game have them."""

import contextlib
import json
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.terminal.conftest import Run

from tablier import game
from tablier.kernels.perft import perft as count_lines
from tablier.terminal.commands import perft

pytestmark = pytest.mark.one_game

START = str(game("mole-hill").start())
CENTRE = "e4 - m 1 -"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "perft.json"


def entries(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return found


def written(*known: tuple[dict[str, object], str, list[int]]) -> str:
    """A file of counts, laid out as those of the games are."""
    found = [
        {"options": options, "text": text, "counts": counts} for options, text, counts in known
    ]
    return json.dumps(found, indent=1) + "\n"


def test_a_new_file_has_the_counts_of_every_depth(run: Run, file: Path) -> None:
    said = run("perft", "mole-hill", "2", "--out", str(file))
    assert (said.code, said.out.splitlines()[-1]) == (0, "total: 6930")
    assert said.err.endswith(f"\nSaved to ‘{file}’.\n")
    assert file.read_text("utf-8") == written(({}, START, [63, 6930]))


def test_the_options_that_are_chosen_are_written_with_their_values(run: Run, file: Path) -> None:
    at = ("--position", CENTRE, "--option", "centre_start=plain")
    assert run("perft", "mole-hill", "1", *at, "--out", str(file)).code == 0
    assert run("perft", "labyrinthe", "1", "--option", "players=4", "--out", f"{file}4").code == 0
    assert file.read_text("utf-8") == written(({"centre_start": "plain"}, CENTRE, [8]))
    assert entries(Path(f"{file}4"))[0]["options"] == {"players": 4}


def test_other_entries_stay_as_they_are_and_new_ones_follow(run: Run, file: Path) -> None:
    known = {"options": {"centre_start": "plain"}, "text": CENTRE, "counts": [7], "why": "a wish"}
    file.write_text(json.dumps([known]))
    assert run("perft", "mole-hill", "1", "--position", CENTRE, "--out", str(file)).code == 0
    assert entries(file) == [known, {"options": {}, "text": CENTRE, "counts": [62]}]


def test_counts_of_the_same_position_are_replaced_where_they_stand(run: Run, file: Path) -> None:
    default: dict[str, object] = {"centre_start": "jump"}
    file.write_text(written((default, START, [63, 1]), ({}, CENTRE, [62])))
    said = run("perft", "mole-hill", "2", "--out", str(file))
    assert said.err.endswith(f"Saved to ‘{file}’, where the counts were 63, 1.\n")
    assert file.read_text("utf-8") == written((default, START, [63, 6930]), ({}, CENTRE, [62]))


def test_deeper_counts_are_kept_while_they_agree(run: Run, file: Path) -> None:
    file.write_text(written(({}, START, [63, 6930])))
    assert run("perft", "mole-hill", "1", "--out", str(file)).err.endswith(f"to ‘{file}’.\n")
    assert entries(file)[0]["counts"] == [63, 6930]
    file.write_text(written(({}, START, [62, 6930])))
    assert "were 62, 6930." in run("perft", "mole-hill", "1", "--out", str(file)).err
    assert entries(file)[0]["counts"] == [63]


def test_counts_end_with_the_last_game(run: Run, file: Path) -> None:
    over = "c4,b3,a2,b2,b1,a1 c4|c5 g 2 9"
    assert run("perft", "mole-hill", "3", "--position", over, "--out", str(file)).code == 0
    assert entries(file)[0]["counts"] == [0]


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        ("not JSON", "is not a file of counts."),
        ("[" * 100_000, "is not a file of counts."),
        ('{"options": {}}', "is not a file of counts."),
        ('[{"text": "- - m 1 -", "counts": [63]}]', "is not a file of counts."),
        ('[{"options": {}, "text": "- - m 1 -", "counts": ["63"]}]', "is not a file of counts."),
        (written(({}, "bbb/.../www w", [3])), "has counts of another game, or of other rules than"),
        (written(({"players": 4}, START, [63])), "has no option ‘players’"),
    ],
)
def test_a_file_that_holds_something_else_is_left_alone(
    run: Run, file: Path, held: str, sentence: str
) -> None:
    file.write_text(held)
    said = run("perft", "mole-hill", "1", "--out", str(file))
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert file.read_text() == held


@pytest.mark.parametrize(
    ("out", "depth", "sentence"),
    [
        ("nowhere/perft.json", "1", "There is no folder ‘"),
        (".", "1", "‘.’ is not a file that can be replaced."),
        ("perft.json", "0", "The depth is a number from 1 to 100, not 0."),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_counted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, depth: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(perft, "count_lines", None)
    said = run("perft", "mole-hill", depth, "--out", out)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)


def test_ctrl_c_keeps_the_depths_that_are_counted(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(position: Any, depth: int) -> int:
        if position != game("mole-hill").start():
            raise KeyboardInterrupt
        return count_lines(position, depth)

    monkeypatch.setattr(perft, "count_lines", interrupted)
    monkeypatch.setattr(perft, "_in_thread", lambda work: work())
    said = run("perft", "mole-hill", "3", "--out", str(file))
    assert said.code == 130
    assert "Stopped" in said.err
    assert file.read_text("utf-8") == written(({}, START, [63, 6930]))


def test_ctrl_c_before_the_first_depth_writes_nothing(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(perft, "_in_thread", interrupted)
    assert run("perft", "mole-hill", "3", "--out", str(file)).code == 130
    assert not file.exists()


def test_ctrl_c_that_a_library_loses_is_not_lost(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_it(_: object) -> int:  # as LLVM does if it comes while it calls Python
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(perft, "_in_thread", lose_it)
    assert run("perft", "mole-hill", "3").code == 130


def test_ctrl_c_that_a_library_only_reports_comes_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def report_it(_: object) -> int:  # as LLVM does where it can go on
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt as interrupt:
            sys.unraisablehook(SimpleNamespace(exc_type=type(interrupt)))
        for _ in range(600):
            time.sleep(0.1)
        return 0

    monkeypatch.setattr(perft, "_in_thread", report_it)
    said = run("perft", "mole-hill", "3")
    assert said.code == 130
    assert "Stopped" in said.err
