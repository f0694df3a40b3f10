"""The command `puzzles`: solving line by line, what is remembered, and finding new ones."""

import json
from dataclasses import replace
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any

import pytest
from tests.terminal.conftest import Run

import tablier
from tablier.puzzle import Puzzle, _rows, read
from tablier.search.prover import exhausted
from tablier.terminal import mining
from tablier.terminal.commands import puzzles as commands
from tablier.terminal.session import puzzles as session
from tablier.texts import LANGUAGES

pytestmark = pytest.mark.one_game

NAME = "chain-reaction"
FIRST, SECOND = [each for each in tablier.puzzles(NAME) if len(each.winning()) == 1][:2]
ALL = len(_rows(NAME))
DAILY = json.loads((Path(__file__).parent.parent / "cases/daily.json").read_text("utf-8"))


def own_moves() -> tuple[str, ...]:
    """The solver's moves of the main line."""
    own: tuple[str, ...] = ()
    while winning := FIRST.winning(*own):
        own += winning[:1]
    return own


def test_a_puzzle_is_solved_and_remembered(run: Run) -> None:
    said = run("puzzles", NAME, str(FIRST.number), lines=own_moves())
    assert said.code == 0
    assert f"Puzzle {FIRST.number} (" in said.out
    assert "to move and win" in said.out
    assert "Solved! Type next for the next one." in said.out
    assert f"Puzzle {FIRST.number} (" not in run("puzzles", NAME).out
    assert "(solved, level" in run("puzzles", NAME, lines=("list",)).out


def test_a_wrong_move_is_answered_and_taken_back(run: Run) -> None:
    wrong = next(
        move
        for move in FIRST.position.legal_moves
        if move not in FIRST.winning() and FIRST.try_(move).line
    )
    tries = {move: FIRST.try_(move) for move in FIRST.position.legal_moves}
    on = next(move for move, each in tries.items() if each.verdict == "wrong" and not each.line)
    said = run("puzzles", NAME, str(FIRST.number), lines=(on, wrong, *own_moves()))
    assert f"{on} does not win in two turns.\nNothing that follows in this turn" in said.out
    assert f"{wrong} does not win in two turns." in said.out
    assert "answers: " in said.out
    assert "Try again." in said.out
    assert "Solved!" in said.out


def test_hint_solution_moves_and_another_puzzle(run: Run) -> None:
    lines = ("hint", "solution", "moves", str(SECOND.number), "next", "quit")
    said = run("puzzles", NAME, str(FIRST.number), lines=lines)
    best = FIRST.winning()[0]
    assert f"starts with ‘{best[: len(best) // 2]}’" in said.out
    assert f"Solution: {' '.join(FIRST.solution())}" in said.out
    assert all(move in said.out for move in FIRST.position.legal_moves)
    assert f"Puzzle {SECOND.number} (" in said.out
    assert said.out.count("Puzzle ") == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_lines_get_a_sentence(run: Run, lang: str) -> None:
    said = run("puzzles", NAME, str(FIRST.number), "--lang", lang, lines=("nonsense", "9999"))
    assert said.code == 0
    assert "9999" in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "There is no game ‘chess’ here"),
        ((NAME, "9999"), "there is no number 9999"),
        (("mole-hill", "--choose", "0"), "--choose takes a whole number from 1 to 10000"),
        (("mole-hill", "--choose", "1"), "--choose needs a file of mined puzzles"),
        (("mole-hill", "--mine", "/dev/null", "--levels", "x"), "Levels are written"),
        (("mole-hill", "--mine", "/dev/null", "--workers", "0"), "--workers takes"),
        (("mole-hill", "--mine", "/dev/null", "--seed", "-1"), "A seed is"),
        (("mole-hill", "--rate", "--workers", "0"), "--workers takes"),
        (("mole-hill", "--rate", "--choose", "1"), "--choose and --rate"),
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
    assert "(unsolved, level" in run("puzzles", NAME).out


def test_puzzles_are_rated_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(puzzle: Puzzle, _: object) -> Puzzle:
        return replace(puzzle, level=10 if puzzle.number == 1 else 2)

    monkeypatch.setattr(mining, "rated_again", found)
    out, old = tmp_path / "rated.json", tablier.puzzles("mole-hill")
    assert run("puzzles", "mole-hill", "--rate", "--out", str(out)).code == 0
    made = json.loads(out.read_text("utf-8"))
    first, *others = read(tablier.game("mole-hill"), made["puzzles"])
    assert (first.level, {each.level for each in others}) == (10, {2})
    assert {first.id, *(each.id for each in others)} == {each.id for each in old}
    assert made["rated"] >= made["date"]


def test_puzzles_are_mined_go_on_where_they_stopped_and_are_chosen(
    run: Run, tmp_path: Path
) -> None:
    """Games of a few weak players, and the same file again with more of them."""
    file, out = tmp_path / "mined.jsonl", tmp_path / "puzzles.json"
    few = ("--levels", "1-2", "--turns", "1", "--most", "20000", "--effort", "0", "--slips", "0")
    for games in ("1", "2", "2"):
        assert run("puzzles", NAME, "--mine", str(file), *few, "--games", games).code == 0
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [row["seed"] for row in rows] == [0, 1]
    assert all(row["none"]["no win"] > 0 for row in rows)
    words = ("--choose", "3", "--mined", str(file), "--out", str(out))
    said = run("puzzles", NAME, *words)
    assert said.code == 0
    made = list(read(tablier.game(NAME), json.loads(out.read_text("utf-8"))["puzzles"]))
    new = made[ALL:]
    assert f"saved: {len(new)}." in said.err
    assert len(new) > 0
    assert min(each.added for each in new) > max(each.added for each in made[:ALL])
    assert all(exhausted(each.position, each.seat, 1, 20_000)[0] for each in new)


class Today(datetime):
    """The time, which stands still until it is told another day."""

    day_of_month = 1

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Today":
        return cls(2026, 12, cls.day_of_month, tzinfo=tz)


def test_the_puzzle_of_the_day_counts_the_days(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "daily_puzzle", lambda: FIRST)
    monkeypatch.setattr(session, "daily_puzzle", lambda _: FIRST)
    monkeypatch.setattr(session, "datetime", Today)
    said = run("puzzles", "--daily", lines=own_moves())
    assert "Puzzle of the day: Chain Reaction." in said.out
    assert "Puzzles of the day in a row: 1 (best: 1)." in said.out
    assert "in a row: 1 " in run("puzzles", "--daily", lines=own_moves()).out
    monkeypatch.setattr(Today, "day_of_month", 2)
    assert "in a row: 2 (best: 2)." in run("puzzles", "--daily", lines=own_moves()).out


@pytest.mark.parametrize("case", DAILY["streaks"], ids=lambda case: case["what"])
def test_a_streak_goes_on_day_by_day(case: dict[str, Any]) -> None:
    streak = session.Streak()
    for day in map(date.fromisoformat, case["solved"]):
        streak = streak.solved(day)
    assert (streak.last, streak.days, streak.best) == (day, case["days"], case["best"])


def test_puzzles_of_a_theme(run: Run) -> None:
    of_theme = next(each for each in tablier.puzzles(NAME) if "two_points" in each.themes)
    said = run("puzzles", NAME, "--theme", "Two points")
    assert f"Puzzle {of_theme.number} (" in said.out
    assert "There is no theme" in run("puzzles", NAME, "--theme", "pins").err
