"""Games in files: never half written, never written over by surprise, kept when they are left."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.terminal.conftest import Run, Said

from tablier import Record, Refusal, game
from tablier.terminal.files import write_text

pytestmark = pytest.mark.one_game

KEPT = "Your game is saved. Continue it with: tablier play mole-hill --resume\n"
BEFORE = "There is a saved game; the next one you leave unfinished will replace it"
COMMENTED = """[Game "mole-hill"]
[Date "1995"]
[Setup "c3 - g 1 -"]
[Result "0-1"]

{a start} a1|a2 {quiet} c4 {and back} 0-1
"""


def play(run: Run, *lines: str, more: tuple[str, ...] = ()) -> Said:
    return run("play", "mole-hill", *more, lines=lines)


def record(*tokens: str) -> Record:
    return Record(game("mole-hill").start(), tokens, seed=0)


def test_what_is_saved_can_be_loaded(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my game.tablier"
    said = play(run, "e4", f"save {path}", "quit", more=("--seed", "7"))
    assert f"Saved to ‘{path}’." in said.out
    assert Record.read(path.read_text()) == Record(game("mole-hill").start(7), ("e4",), seed=7)
    for more in (("--load", str(path)), ()):
        lines = ("position",) if more else (f"load {path}", "position")
        assert play(run, *lines, more=more).out.endswith("> position\ne4 - g 1 -\n")


def test_without_a_name_the_file_says_which_game_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    path.write_text(str(record("e4")))
    said = run("play", "--load", str(path), lines=("position",))
    assert said.out.endswith("> position\ne4 - g 1 -\n")


def test_home_is_understood(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    play(run, "e4", "save ~/game.tablier")
    assert (tmp_path / "game.tablier").exists()


def test_a_file_of_somebody_else_is_replaced_only_after_a_yes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    said = play(run, "e4", f"save {path}", "n", "quit")
    assert f"There is already a file ‘{path}’. Replace it? (y/n) n" in said.out
    assert "Not saved; the file is unchanged." in said.out
    assert path.read_text() == "dear diary"
    play(run, "e4", f"save {path}", "y", "quit")
    assert Record.read(path.read_text()).tokens == ("e4",)


def test_its_own_file_is_replaced_without_a_question(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    said = play(run, "e4", f"save {path}", "a1|a2", f"save {path}", "quit")
    assert "Replace it?" not in said.out
    assert Record.read(path.read_text()).tokens == ("e4", "a1|a2")


def test_no_answer_is_no_yes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    assert play(run, "e4", f"save {path}").code == 0
    assert play(run, "e4", f"save {path}", "").code == 0
    assert path.read_text() == "dear diary"


def test_a_link_stays_a_link(run: Run, tmp_path: Path) -> None:
    path, link = tmp_path / "game.tablier", tmp_path / "link"
    link.symlink_to(path)
    play(run, "e4", f"save {link}", "quit")
    assert link.is_symlink()
    assert Record.read(path.read_text()).tokens == ("e4",)


def test_saved_files_have_the_usual_permissions(run: Run, tmp_path: Path) -> None:
    path, usual = tmp_path / "game.tablier", tmp_path / "usual"
    usual.touch()
    play(run, f"save {path}")
    assert path.stat().st_mode == usual.stat().st_mode


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow beyond 20 bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_save_that_fails_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    write_text(str(path), str(record("e4")))
    with full_disk(), pytest.raises(Refusal, match="cannot be used: File too large"):
        write_text(str(path), str(record("e4", "a1|a2")))
    assert path.read_text() == str(record("e4"))
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("save", "Name a file, for instance: save game.tablier"),
        ("load", "Name a file, for instance: load game.tablier"),
        ("save {tmp}/no/game", "There is no folder ‘{tmp}/no’ to save in."),
        ("save {tmp}", "‘{tmp}’ is not a file that can be replaced."),
        ("save /dev/null", "‘/dev/null’ is not a file that can be replaced."),
        ("save {tmp}/\0", "‘{tmp}/\0’ cannot be used: embedded null byte."),
        ("save ~nobody-here/game", "‘~nobody-here/game’ cannot be used: Could not determine home"),
        ("load {tmp}/nowhere", "There is no file ‘{tmp}/nowhere’."),
        ("load {tmp}", "‘{tmp}’ is a folder, not a file."),
        ("load -", "There is no file ‘-’."),
        ("load /dev/zero", "‘/dev/zero’ is too long for a game file."),
        ("load {tmp}/bytes", "‘{tmp}/bytes’ is not a text file."),
        ("load {tmp}/words", "Line 1, at ‘’: A game file starts with its tags"),
    ],
)
def test_trouble_with_files_gets_one_sentence(
    run: Run, tmp_path: Path, line: str, sentence: str
) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "words").write_text("once upon a time")
    said = play(run, line.format(tmp=tmp_path), "position")
    refused = said.out.split("\n> ")[1].partition("\n")[2]
    assert refused.startswith(sentence.format(tmp=tmp_path))
    assert "\n" not in refused
    assert said.out.endswith("> position\n- - m 1 -\n")


def test_what_was_said_of_a_game_is_kept_when_it_goes_on(run: Run, tmp_path: Path) -> None:
    path, other = tmp_path / "game.tablier", tmp_path / "other.tablier"
    path.write_text(COMMENTED)
    play(run, "undo", "d4", f"save {other}", more=("--load", str(path)))
    saved = Record.read(other.read_text())
    assert saved.tokens == ("a1|a2", "d4")
    assert saved.tags == {"Date": "1995"}
    assert saved.comments == {0: "a start", 1: "quiet"}
    assert saved.result == "*"


def test_a_record_that_is_only_looked_at_stays_as_it_is(
    run: Run, tmp_path: Path, kept: Path
) -> None:
    path, other = tmp_path / "game.tablier", tmp_path / "other.tablier"
    path.write_text(COMMENTED)
    play(run, f"save {other}", "quit", more=("--load", str(path)))
    assert Record.read(other.read_text()) == Record.read(COMMENTED)
    assert not kept.exists()


def test_an_unfinished_game_is_kept_and_goes_on(run: Run, kept: Path) -> None:
    assert play(run, "e4", "quit").out.endswith(KEPT)
    assert Record.read(kept.read_text()).tokens == ("e4",)
    said = play(run, "position", "a1|a2", more=("--resume",))
    assert "> position\ne4 - g 1 -\n" in said.out
    assert said.out.endswith(KEPT)
    assert Record.read(kept.read_text()).tokens == ("e4", "a1|a2")


def test_a_game_without_moves_is_not_kept(run: Run, kept: Path) -> None:
    assert KEPT not in play(run, "e4", "undo", "quit").out
    assert not kept.exists()


def test_a_resumed_game_that_is_played_to_its_end_is_kept_no_longer(run: Run, kept: Path) -> None:
    play(run, "b1", "quit", more=("--position", "c4,b3,a2,b2 c4|c5 m 2 9"))
    assert kept.exists()
    play(run, "a2|a3", "a1", "quit", more=("--resume",))
    assert not kept.exists()


def test_another_finished_game_leaves_the_kept_one_alone(run: Run, kept: Path) -> None:
    play(run, "e4", "quit")
    said = play(run, "a1", "quit", more=("--position", "c4,b3,a2,b2,b1 c4|c5 m 2 9"))
    assert said.out.startswith(BEFORE)
    assert Record.read(kept.read_text()).tokens == ("e4",)


def test_a_kept_game_that_cannot_be_read_gets_one_sentence(run: Run, kept: Path) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text("nonsense")
    said = play(run, more=("--resume",))
    assert said.code == 2
    assert said.err.startswith("Line 1, at ‘’: A game file starts with its tags")


def test_a_game_that_cannot_be_kept_is_printed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    said = play(run, "e4", "quit")
    assert said.code == 2
    assert "\ne4 *\n" in said.out
    assert said.err.count("\n") == 1
