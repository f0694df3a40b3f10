"""A game goes forward and back, and its record says what happened."""

import pytest

from tablier import IllegalMove, Record, game
from tablier.terminal.session.history import SEEDS, History

pytestmark = pytest.mark.one_game

START = game("mole-hill").start()


def history(*tokens: str) -> History:
    return History(Record(START, tokens, seed=0))


def test_an_illegal_move_leaves_the_match_as_it_is() -> None:
    before = history("e4")
    with pytest.raises(IllegalMove):
        before.played("e4")
    assert before == history("e4")


def test_back_and_forward() -> None:
    there = history("e4", "a1|a2", "c5")
    assert there.back(2).forward().forward() == there
    assert there.back(99).record.tokens == ()
    assert there.back(0) == there


def test_a_given_result_holds_no_longer_after_another_move() -> None:
    resigned = History(Record(START, ("e4",), seed=0, given="0-1"))
    assert resigned.record.result == "0-1"
    assert resigned.played("a1|a2").record.result == "*"
    assert resigned.back(1).record.result == "*"
    assert resigned.back(1).forward() == resigned


def test_what_was_said_of_moves_goes_back_and_forward_with_them() -> None:
    said = History(Record(START, ("e4", "a1|a2"), comments={1: "bold", 2: "quiet"}, seed=0))
    assert said.back(1).record.comments == {1: "bold"}
    assert said.back(1).played("a1|a2") == said
    assert said.back(1).played("a2|a3").record.comments == {1: "bold"}


def test_variations_go_back_and_forward_with_the_moves_they_replace() -> None:
    record = Record(START, ("e4", "a1|a2"), seed=0)
    record.vary(0, "a1")
    record.vary(1, "b1|b2")
    there = History(record)
    assert list(there.back(1).record.variations) == [0]
    assert there.back(1).forward() == there
    assert list(there.back(1).played("a2|a3").record.variations) == [0]


def test_again_starts_from_a_set_up_position_as_it_was() -> None:
    setup = History(Record(game("mole-hill").position("c3 - g 1 -"), ("a1|a2",)))
    assert setup.again() == History(Record(setup.record.start))


def test_after_the_last_seed_comes_the_first() -> None:
    assert History(Record(START, seed=SEEDS - 1)).again().record.seed == 0
