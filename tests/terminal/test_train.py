"""The command `train`: it trains, tells how it goes, and refuses."""

import errno
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier.game import load
from tablier.nets import Net
from tablier.terminal.commands import train as command
from tablier.terminal.screen import console
from tablier.texts import refusal
from tablier.training import jobs
from tablier.training.curve import Point
from tablier.training.jobs import SelfPlayJob
from tablier.training.settings import Settings

pytestmark = pytest.mark.one_game

FOUR = load("yardsticks.connect_four", {})
TINY = Settings(seconds=600, generations=1, simulations=4, samples=20, first=1, games=4)


def test_a_net_is_trained_and_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "game_from_text", lambda *_: FOUR)
    monkeypatch.setattr(command, "read_settings", lambda *_: TINY)
    out = tmp_path / "four.net"
    said = run("train", "connect-four", "--out", str(out))
    assert said.code == 0
    assert said.out == ""
    first, point, last = said.err.splitlines()
    assert first.startswith("Training: 10 min, games at a time: 1, learning on: ")
    assert "net 2 after " in point  # the first, and what it learns from all games once more
    assert point.endswith("It is the first.")
    assert last.startswith(f"Net 2 is saved in ‘{out}’; ")
    assert Net.read(FOUR, out).training["simulations"] == 4
    again = run("train", "connect-four", "--out", str(out))
    assert again.code == 2
    assert again.err == (
        f"‘{tmp_path}/four.training’ already contains a training. "
        "Continue it with --resume, or use another --out.\n"
    )
    assert run("train", "connect-four", "--out", str(out), "--resume").code == 0


def test_a_net_that_takes_the_place_of_the_best_one_says_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    point = Point(
        seconds=60, generation=9, games=70, samples=900, policy_loss=1, value_loss=0.5, score=0.9,
        gained=0.6, elo=382, low=210, high=640, is_best=True,
    )  # fmt: skip
    screen = console()
    report = command.Report(screen, "en", screen.status(""), has_best=False)
    for _ in range(2):
        report.mark(point)
    report.mark(replace(point, gained=0.45, is_best=False))
    first, better, worse = capsys.readouterr().out.splitlines()
    assert first.endswith("(+382 Elo). It is the first.")
    assert better.endswith("(+382 Elo), 60.0% against the best net: it is the best now.")
    assert worse.endswith("(+382 Elo), 45.0% against the best net.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "tablier train needs a value for GAME"),
        ("dance", "There is no game ‘dance’"),
        ("moguli --minutes 0", "--minutes takes a number from 0.01 to 100000, not ‘0’."),
        ("moguli --simulations 1", "--simulations takes a whole number from 2 to 100000, not ‘1’."),
        ("moguli --workers 0", "--workers takes a whole number from 1 to 1024, not ‘0’."),
        ("moguli --out nowhere/a.net", "There is no folder"),
        ("moguli --begin nowhere.net", "‘nowhere.net’"),
        ("moguli --seed -1", "A seed is a whole number"),
        ("moguli --nets 0", "--nets takes a whole number from 1 to 1000000, not ‘0’."),
        ("moguli --resume --begin a.net", "--resume and --begin cannot be combined."),
    ],
)
def test_bad_input_gets_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    said = run("train", *arguments.split())
    assert said.code == 2
    assert said.err.startswith(sentence)


def test_a_cluster_that_does_not_answer_is_refused_at_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(address: str) -> None:
        raise refusal("no_cluster", address=address)

    monkeypatch.setattr("tablier.arena.cluster.connected", nobody)
    said = run("train", "moguli", "--ray", "some:address", "--out", str(tmp_path / "a.net"))
    assert said.code == 2
    assert said.err == "No Ray cluster answers at ‘some:address’.\n"
    assert not [*tmp_path.iterdir()]


def test_the_same_seed_gives_the_same_nets(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "game_from_text", lambda *_: FOUR)
    monkeypatch.setattr(command, "settings_for", lambda _, **given: replace(TINY, **given))
    words = ("train", "connect-four", "--nets", "2", "--simulations", "4", "--workers", "1")
    nets = []
    for name in ("one.net", "other.net"):
        said = run(*words, "--out", str(tmp_path / name))
        assert said.code == 0
        assert said.err.startswith("Training: 2 nets, games at a time: 1, learning on: ")
        nets.append(Net.read(FOUR, tmp_path / name.replace(".net", ".training") / "newest.net"))
    assert nets[0].weights.tobytes() == nets[1].weights.tobytes()


def test_a_disk_that_is_full_ends_it_with_a_sentence_and_it_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(job: SelfPlayJob, frames: Iterator[bytes]) -> jobs.Written:
        if job.first >= 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        return usual(job, frames)

    usual = jobs.write
    monkeypatch.setattr(command, "game_from_text", lambda *_: FOUR)
    monkeypatch.setattr(command, "read_settings", lambda *_: replace(TINY, samples=400))
    monkeypatch.setattr(jobs, "write", write)
    out = tmp_path / "four.net"
    said = run("train", "connect-four", "--out", str(out))
    assert said.code == 2
    assert said.err.splitlines()[-1] == (
        f"‘{tmp_path}/four.training’: No space left on device. "
        "No finished game is lost; the same command with --resume continues."
    )
    monkeypatch.setattr(jobs, "write", usual)
    said = run("train", "connect-four", "--out", str(out), "--resume")
    assert said.code == 0
    assert said.err.splitlines()[-1].startswith(f"Net 2 is saved in ‘{out}’; ")


def test_ctrl_c_before_the_first_game_leaves_no_training(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablier.training.training.Training.compile", interrupt)
    for _ in range(2):
        said = run("train", "mole-hill", "--out", str(tmp_path / "a.net"))
        assert (said.code, said.err) == (130, "Stopped before the first game.\n")
