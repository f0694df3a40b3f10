"""The command `show` with `--out`: pictures and replays in files."""

from pathlib import Path

import pytest
from tests.terminal.conftest import Run

import tablier
from tablier.record import Record

TEXT = '[Game "mole-hill"]\n\ne4 a1|a2 c5'
RECORD = Record.read(TEXT)


def drawn(run: Run, file: Path, *words: str) -> str:
    said = run("show", "-", "--svg", str(file), *words, lines=(TEXT,))
    text = file.read_text("utf-8")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f"{-(-len(text.encode()) // 1000)} kB\n")
    return text


def test_a_position_is_drawn_into_a_file(run: Run, tmp_path: Path) -> None:
    assert drawn(run, tmp_path / "end.svg") == tablier.show(RECORD).svg
    assert drawn(run, tmp_path / "one.svg", "--ply", "1") == tablier.show(RECORD, ply=1).svg


def test_a_whole_game_is_drawn_as_a_replay(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.svg"
    assert drawn(run, file, "--animate") == tablier.replay(RECORD).svg
    fast = tablier.replay(RECORD, seconds_per_move=0.5)
    assert drawn(run, file, "--animate", "--seconds", "0.5") == fast.svg


def test_the_end_of_the_name_says_what_is_drawn(run: Run, tmp_path: Path) -> None:
    kinds = {"end.svg": b"<svg ", "end.png": b"\x89PNG", "game.gif": b"GIF89a"}
    for name, begins in kinds.items():
        said = run("show", "-", "--out", str(tmp_path / name), "--size", "120", lines=(TEXT,))
        assert (said.code, said.err) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_position_needs_no_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    text = str(RECORD.end)
    words = ("--position", text, "--out", str(file), "--theme", "dark")
    assert run("show", "mole-hill", *words).code == 0
    assert file.read_text("utf-8") == tablier.show(RECORD.game.position(text), theme="dark").svg


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--animate", "--animate works only with --out."),
        ("--svg x.svg --out x.png", "--out and --svg cannot be combined."),
        ("--out x.gif --ply 1", "--ply and .gif cannot be combined."),
        (
            "--out x.jpg",
            "Pictures are saved as SVG or PNG, replays also as GIF: the file name must end with "
            ".svg, .png or .gif, unlike ‘x.jpg’.",
        ),
        ("--svg x.svg --seconds 1", "--seconds works only with --animate."),
        ("--svg x.svg --animate --ply 1", "--ply and --animate cannot be combined."),
        (
            "--svg x.svg --animate --seconds no",
            "--seconds takes a number from 0.05 to 60, not ‘no’.",
        ),
        ("--svg /nowhere/x.svg", "There is no folder ‘/nowhere’ to save in."),
        ("--svg x.svg --ply 4", "The game has 3 moves; there is no position after 4."),
    ],
)
def test_what_makes_no_sense_is_refused(
    run: Run, words: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("show", "-", *words.split(), lines=(TEXT,))
    assert (said.code, said.err) == (2, f"{sentence}\n")
    assert not (tmp_path / "x.svg").exists()
