"""Lessons: goals are met by what they ask for and by nothing else; moves are answered and judged.

That the lessons of every game can be solved, and what they teach, is checked by its contract.
"""

from typing import Any

import pytest

import tablier
from tablier.lesson import Goal, Lesson, Step, lesson
from tablier.position import Position
from tablier.texts import Refusal

MOLE_HILL = tablier.game("mole-hill")
WALK = next(each for each in tablier.lessons("mole-hill") if each.step.name == "walk")


GAMES = [name for name in tablier.games() if tablier.lessons(name)]


def test_there_are_lessons() -> None:
    assert "moguli" in GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_learnt_in_a_few_steps_of_a_few_moves(name: str) -> None:
    known = tablier.lessons(name)
    assert 6 <= len(known) <= 10
    assert [each.number for each in known] == list(range(1, len(known) + 1))
    assert len({each.id for each in known}) == len(known)
    assert all(len(each.solution) <= 3 for each in known)


def after(text: str, *tokens: str) -> Position:
    return MOLE_HILL.position(text).play_all(tokens)


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        (Goal(plays=("c4", "d4")), ("c4",), ("b2",)),
        (Goal(holds={"b2": "mole"}), ("b2",), ("c4",)),
        (Goal(holds={"c3": "light", "b2": "light"}), ("b2",), ("c4",)),
        (Goal(lacks={"b2": "mole"}), ("c4",), ("b2",)),
        (Goal(tally={"points": 1}), ("b2",), ("c4",)),
        (Goal(status=("lay_a_rod",)), ("b2",), ("b2", "a1|a2")),
        (Goal(allows=("b3",)), ("b2", "a1|a2"), ("b2", "b2|b3")),
        (Goal(forbids=("b3",)), ("b2", "b2|b3"), ("b2", "a1|a2")),
        (Goal(holds={"b2": "mole"}, allows=("b3",)), ("b2", "a1|a2"), ("b2", "b2|b3")),
    ],
    ids=repr,
)
def test_a_goal(goal: Goal, met: tuple[str, ...], missed: tuple[str, ...]) -> None:
    assert goal.is_met(0, after("c3 - m 1 -", *met))
    assert not goal.is_met(0, after("c3 - m 1 -", *missed))


def test_a_goal_to_win_is_met_by_the_winner_alone() -> None:
    end = after("b2,c1,d1 d1|d2,e1|e2,e1|f1 m 2 2", "e1")
    assert Goal(wins=True).is_met(1, end)
    assert not Goal(wins=True).is_met(0, end)
    assert not Goal(wins=True).is_met(1, after("c3 - m 2 2", "c4"))


def test_moves_are_answered_until_they_are_used_up() -> None:
    found = WALK.try_("c3")
    assert (found.verdict, found.line, found.position.turn) == ("right", ("b2|b3",), WALK.seat)
    assert WALK.try_("c3", "b2").verdict == "solved"
    wrong = WALK.try_("c3", "b4")
    assert (wrong.verdict, wrong.tokens) == ("wrong", ("c3", "b2|b3", "b4"))


def test_a_reply_that_is_illegal_or_not_given_is_the_first_legal_move() -> None:
    for replies in ((), ("zz",), ("d3|d4 zz",)):
        step = Step(
            "walk", "d3 d3|d4 m 1 -", Goal(holds={"a1": "mole"}), ("c3", "b2"), (), (), replies
        )
        found = Lesson(1, MOLE_HILL.position(step.position), step).try_("c3")
        assert found.line == (found.position.previous.legal_moves[0],)  # type: ignore[union-attr]


def test_a_game_that_ends_otherwise_is_wrong() -> None:
    step = Step("end", "b2,c1,d1 d1|d2,e1|e2,e1|f1 m 2 9", Goal(wins=True), ("e1", "e2"), ())
    assert Lesson(1, MOLE_HILL.position(step.position), step).try_("e1").verdict == "wrong"


def test_the_next_move_is_known_on_the_way_of_the_solution() -> None:
    assert WALK.winning() == ("c3",)
    assert WALK.winning("c3") == ("b2",)
    assert WALK.winning("d2") == WALK.winning("c3", "b2") == ()


@pytest.mark.parametrize("tokens", [("c3", "b2", "a1"), ("c3", "b4", "a1"), ("i7",)])
def test_what_cannot_be_tried_is_refused(tokens: tuple[str, ...]) -> None:
    with pytest.raises(Refusal):
        WALK.try_(*tokens)


@pytest.mark.parametrize("number", [0, 99])
def test_a_lesson_that_there_is_not(number: int) -> None:
    with pytest.raises(Refusal, match=f"9 lesson steps; there is no number {number}"):
        lesson("mole-hill", number)


@pytest.mark.parametrize("lang", tablier.LANGUAGES)
def test_words_come_in_every_language(lang: str) -> None:
    titles = {each.words(lang)["title"] for each in tablier.lessons("mole-hill")}
    english: Any = {each.words()["title"] for each in tablier.lessons("mole-hill")}
    assert len(titles) == 9
    assert (titles == english) == (lang == "en")
