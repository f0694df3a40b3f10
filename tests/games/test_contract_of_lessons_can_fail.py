"""Every check of lessons fails when what it checks is broken."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.games import contract_of_lessons as lessons
from tests.games.broken_games import PACKAGE, WHOLE, fails
from tests.games.contract import Case, hold

from tablier import lesson
from tablier.lesson import Goal

pytestmark = pytest.mark.one_game
STORED = lesson.stored_lessons(PACKAGE)
changed = msgspec.structs.replace


def with_first(**changes: Any) -> lesson.StoredLessons:
    """The lessons of Mole Hill with another first step."""
    return changed(STORED, steps=(changed(STORED.steps[0], **changes), *STORED.steps[1:]))


@pytest.mark.parametrize(
    ("check", "stored", "says"),
    [
        (lessons.check_lessons_are_solved, with_first(solution=("e2",)), "is judged wrong"),
        (
            lessons.check_lessons_are_solved,
            with_first(solution=("e1", "e2")),
            "by ['e1'] alone",
        ),
        (lessons.check_lessons_are_solved, with_first(position=" - - m 1 -"), "is written"),
        (lessons.check_lessons_can_fail, with_first(goal=Goal(tally={"points": 0})), "whatever"),
        (lessons.check_lessons_teach, with_first(teaches=("2.1",)), "teaches §1.2"),
        (lessons.check_lessons_teach, with_first(teaches=("2.1", "1.2", "9.9")), "names §9.9"),
        (lessons.check_lessons_teach, changed(STORED, needed=("1.1",)), "teaches §1.1"),
        (lessons.check_lesson_words, with_first(name="opening"), "['open', 'opening']"),
        (lessons.check_lesson_names, with_first(marks=("a9",)), "no spots ['a9']"),
        (lessons.check_lesson_names, with_first(goal=Goal()), "has no goal"),
        (lessons.check_lesson_names, with_first(goal=Goal(plays=("zz",))), "no moves ['zz']"),
        (lessons.check_lesson_names, with_first(goal=Goal(status=("zz",))), "no sentences"),
        (lessons.check_lesson_names, with_first(goal=Goal(tally={"zz": 1})), "no values of"),
        (lessons.check_lesson_names, with_first(goal=Goal(holds={"a1": "zz"})), "no pieces"),
    ],
)
def test_a_fault_is_seen(
    check: Callable[[Case], None],
    stored: lesson.StoredLessons,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lesson, "stored_lessons", lambda _: stored)
    fails(check, WHOLE, says=says)


@pytest.mark.parametrize("check", lessons.CHECKS, ids=lambda check: check.__name__)
def test_a_game_needs_no_lessons(
    check: Callable[[Case], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson, "stored_lessons", lambda _: lesson.StoredLessons())
    monkeypatch.setattr(lessons, "texts", lambda *_: {})
    hold(check, WHOLE)
