"""The command `learn`: step by step, what is remembered, and a game without lessons."""

import pytest
from tests.terminal.conftest import Run

import tablier
from tablier.terminal.commands import learn
from tablier.texts import LANGUAGES

pytestmark = pytest.mark.one_game

LESSONS = tablier.lessons("mole-hill")


def test_all_steps_one_after_the_other_and_then_one_can_play(run: Run) -> None:
    lines = [line for each in LESSONS for line in (*each.solution, "next")]
    said = run("learn", "mole-hill", lines=tuple(lines[:-1]))
    assert said.code == 0
    for each in LESSONS:
        assert each.words()["task"] in said.out
        assert each.words()["done"] in said.out
    assert said.out.count("Type next for the next step.") == len(LESSONS) - 1
    assert "You can play now: tablier play mole-hill" in said.out
    assert "1. Come up on a flower (done)" in run("learn", "mole-hill", lines=("list",)).out


def test_a_step_begins_again_when_its_moves_are_used_up(run: Run) -> None:
    said = run("learn", "mole-hill", "2", lines=("c3", "b4", "c3", "b2", "quit"))
    assert "Player 2 answers: b2|b3" in said.out
    assert "Keep going. Moves left: 1." in said.out
    assert "Not yet: b4 does not do it." in said.out
    assert LESSONS[1].words()["done"] in said.out
    assert "Step 1 of 9" in run("learn", "mole-hill").out  # the first that is not done


def test_hints_moves_and_another_step(run: Run) -> None:
    said = run("learn", "mole-hill", "2", lines=("hint", "d2", "hint", "moves", "3"))
    assert said.out.count("Play c3.") == 2  # beside the solution the step begins again
    assert "Step 3 of 9" in said.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_lines_get_a_sentence(run: Run, lang: str) -> None:
    said = run("learn", "mole-hill", "1", "--lang", lang, lines=("nonsense", "99"))
    assert said.code == 0
    assert "99" in said.out
    assert LESSONS[0].words(lang)["task"] in said.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "There is no game ‘chess’ here"),
        (("mole-hill", "99"), "there is no number 99"),
    ],
)
def test_bad_command_lines_get_a_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    said = run("learn", *words)
    assert said.code == 2
    assert sentence in said.err


def test_a_game_without_lessons_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "lessons", lambda _: ())
    assert run("learn", "mole-hill").out == "Mole Hill has no lessons yet.\n"
