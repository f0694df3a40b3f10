"""The command `puzzles`: solving line by line, what is remembered, and finding new ones."""

import json
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

import tablier
from tablier.arena import puzzle_finder
from tablier.puzzle import Puzzle, read
from tablier.texts import LANGUAGES

pytestmark = pytest.mark.one_game

FIRST, SECOND = tablier.puzzles("chain-reaction")[:2]


def own_moves() -> tuple[str, ...]:
    """The solver's moves of the main line."""
    own: tuple[str, ...] = ()
    while winning := FIRST.winning(*own):
        own += winning[:1]
    return own


def test_a_puzzle_is_solved_and_remembered(run: Run) -> None:
    said = run("puzzles", "chain-reaction", "1", lines=own_moves())
    assert said.code == 0
    assert "Puzzle 1 of " in said.out
    assert "to move and win." in said.out
    assert "Solved! Type next for the next one." in said.out
    later = run("puzzles", "chain-reaction")
    assert "Puzzle 2 of " in later.out
    assert "(solved, level" in run("puzzles", "chain-reaction", lines=("list",)).out


def test_a_wrong_move_is_answered_and_taken_back(run: Run) -> None:
    wrong = next(
        move
        for move in FIRST.position.legal_moves
        if move not in FIRST.winning() and FIRST.try_(move).line
    )
    said = run("puzzles", "chain-reaction", "1", lines=(wrong, *own_moves()))
    assert f"{wrong} does not win." in said.out
    assert "answers: " in said.out
    assert "Try again." in said.out
    assert "Solved!" in said.out


def test_hint_solution_moves_and_another_puzzle(run: Run) -> None:
    said = run(
        "puzzles", "chain-reaction", "1", lines=("hint", "solution", "moves", "2", "next", "quit")
    )
    best = FIRST.winning()[0]
    assert f"starts with ‘{best[: len(best) // 2]}’" in said.out
    assert f"Solution: {' '.join(FIRST.solution())}" in said.out
    assert all(move in said.out for move in FIRST.position.legal_moves)
    assert "Puzzle 2 of " in said.out
    assert "Puzzle 3 of " in said.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_lines_get_a_sentence(run: Run, lang: str) -> None:
    said = run("puzzles", "chain-reaction", "1", "--lang", lang, lines=("nonsense", "99"))
    assert said.code == 0
    assert "99" in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "There is no game ‘chess’ here"),
        (("chain-reaction", "99"), "there is no number 99"),
        (("mole-hill", "--find", "0"), "--find takes a whole number from 1 to 1000"),
        (("mole-hill", "--find", "1", "--levels", "x"), "Levels are written"),
        (("mole-hill", "--find", "1", "--workers", "0"), "--workers takes"),
        (("mole-hill", "--find", "1", "--seed", "-1"), "A seed is"),
        (("mole-hill", "--rate", "--workers", "0"), "--workers takes"),
        (("mole-hill", "--rate", "--find", "1"), "--find and --rate"),
    ],
)
def test_bad_command_lines_get_a_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    said = run("puzzles", *words)
    assert said.code == 2
    assert sentence in said.err


def test_a_file_of_progress_that_is_broken_holds_nothing(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "state" / "tablier" / "puzzles.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("[3", "utf-8")
    assert "Puzzle 1 of " in run("puzzles", "chain-reaction").out


def test_puzzles_are_rated_again_and_ordered(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(puzzle: Puzzle, _: object) -> int | None:
        return None if puzzle.number == 1 else 2  # the easiest is hard now

    monkeypatch.setattr(puzzle_finder, "rate", found)
    out, old = tmp_path / "rated.json", tablier.puzzles("mole-hill")
    assert run("puzzles", "mole-hill", "--rate", "--out", str(out)).code == 0
    made = json.loads(out.read_text("utf-8"))
    *easy, last = read(tablier.game("mole-hill"), made["puzzles"])
    assert ({each.level for each in easy}, last.level) == ({2}, 10)
    assert (last.id, {each.id for each in easy}) == (old[0].id, {each.id for each in old[1:]})
    assert made["command"].startswith("tablier puzzles mole-hill --find ")
    assert made["rated"] >= made["date"]


def test_new_puzzles_are_found_and_are_the_same_again(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    words = (
        "--find",
        "1",
        "--levels",
        "3",
        "--games",
        "4",
        "--left",
        "2",
        "--effort",
        "500",
        "--out",
        str(out),
    )
    assert run("puzzles", "chain-reaction", *words).code == 0
    rows = json.loads(out.read_text("utf-8"))["puzzles"]
    (found,) = read(tablier.game("chain-reaction"), rows)
    assert len(found.winning()) == 1
    assert run("puzzles", "chain-reaction", *words).code == 0
    assert json.loads(out.read_text("utf-8"))["puzzles"] == rows
