"""What must hold for the lessons of a game, if it has any, as checks; see contract.py."""

from collections.abc import Iterator
from typing import Any

from tests.games.contract_case import Case

from tablier import lesson
from tablier.lesson import Goal, Lesson
from tablier.rulebook import rulebook
from tablier.texts import texts

WORDS = {"title", "task", "done"}


def steps(case: Case) -> Iterator[Lesson]:
    package = case.game.package
    return lesson.read(package, lesson.stored_lessons(package))


def called(case: Case, each: Lesson) -> str:
    return f"step {each.number} ({each.step.name}) of {case.file('lessons.toml')}"


def check_lessons_are_solved(case: Case) -> None:
    """Their solutions solve them, and not before the last move."""
    for each in steps(case):
        text = str(each.position)
        assert text == each.step.position, f"{called(case, each)}: the position is written {text}"
        *first, last = each.solution
        soon = each.try_(*first).verdict
        assert soon != "solved", f"{called(case, each)} is solved by {first} alone"
        verdict = each.try_(*first, last).verdict
        assert verdict == "solved", f"{called(case, each)}: its solution is judged {verdict}"


def check_lessons_can_fail(case: Case) -> None:
    """Not every line of as many moves solves them."""
    for each in steps(case):
        assert fails(each), f"{called(case, each)}: whatever is played solves it"


def fails(each: Lesson, *tokens: str) -> bool:
    """Is there a line after these moves that does not solve it?"""
    for token in each.try_(*tokens).position.legal_moves:
        verdict = each.try_(*tokens, token).verdict
        if verdict == "wrong" or (verdict == "right" and fails(each, *tokens, token)):
            return True
    return False


def check_lessons_teach(case: Case) -> None:
    """What a beginner needs is taught, and every clause named is one of the rulebook."""
    needed = {*lesson.stored_lessons(case.game.package).needed}
    taught = {clause for each in steps(case) for clause in each.step.teaches}
    clauses = {clause.number for clause in rulebook(case.game.package).clauses}
    file = case.file("lessons.toml")
    assert not needed - taught, f"no step of {file} teaches §{', §'.join(sorted(needed - taught))}"
    unknown = sorted((needed | taught) - clauses)
    assert not unknown, f"{file} names §{', §'.join(unknown)}, which the rulebook has not"
    idle = [called(case, each) for each in steps(case) if not each.step.teaches]
    assert not idle, f"{idle} teach nothing"


def check_lesson_words(case: Case) -> None:
    """Every step has its words in every language, and there are no others."""
    names = [each.step.name for each in steps(case)]
    for lang in case.languages:
        found = texts(case.game.package, lang).get("lessons", {})
        odd = sorted({*names} ^ {*found})
        file = case.file(f"texts/{lang}.toml")
        assert not odd, f"[lessons] of {file} and lessons.toml do not both have {odd}"
        for name, words in found.items():
            assert set(words) == WORDS, f"[lessons.{name}] of {file} has {sorted(words)}"


def check_lesson_names(case: Case) -> None:
    """Marks are spots, and goals speak of what the game has."""
    for each in steps(case):
        board = each.game.drawing.board(each.game.option_numbers)
        spots = {spot.id for spot in board.spots}
        goal = each.step.goal
        assert goal != Goal(), f"{called(case, each)} has no goal"
        tally = each.game.notation.tally(each.position.state)[each.seat].values
        moves = [*goal.plays, *goal.allows, *goal.forbids]
        for what, named, known in (
            ("spots", [*each.step.marks, *goal.holds, *goal.lacks], spots),
            ("pieces", [*goal.holds.values(), *goal.lacks.values()], board.pieces),
            ("moves", moves, each.game.actions),
            ("sentences", goal.status, texts(each.game.package, "en")["sentences"]),
            ("values of the tally", goal.tally, tally),
        ):
            wrong = unknown(named, known)
            assert not wrong, f"{called(case, each)}: there are no {what} {wrong}"


def unknown(named: Any, known: Any) -> list[str]:
    return sorted({name for name in named if name not in known})


CHECKS = [
    check_lessons_are_solved,
    check_lessons_can_fail,
    check_lessons_teach,
    check_lesson_words,
    check_lesson_names,
]
