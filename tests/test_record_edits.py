"""Writing on a game record: moves, comments and variations are added to it."""

import pytest
from tests.test_record import GAME, headed, why, wrong

from tablier import IllegalMove, Record, Refusal

pytestmark = pytest.mark.one_game


def test_moves_are_added_all_or_none() -> None:
    record = Record(GAME.start(), given="1-0")
    record.play("e4", "a1|a2")
    record.play("c5")
    assert (record.tokens, len(record), record.given) == (("e4", "a1|a2", "c5"), 3, "*")
    with pytest.raises(IllegalMove):
        record.play("a2|a3", "a2|a3")
    assert len(record) == 3
    assert record.end == GAME.start().play_all(record.tokens)


def test_the_end_follows_the_moves() -> None:
    record = Record(GAME.start())
    record.play("e4", "a1|a2")
    record.tokens = record.tokens[:1]
    assert record.end == GAME.start().play("e4")


def test_an_empty_record_is_no_less_a_record() -> None:
    assert len(Record(GAME.start())) == 0
    assert Record(GAME.start())


def test_a_record_of_a_position_has_the_moves_that_led_to_it() -> None:
    position = GAME.position("c3 c3|c4 m 2 7").play("d4").play("a1|a2")
    record = Record.of(position)
    assert (record.tokens, record.end) == (("d4", "a1|a2"), position)
    assert Record.read(str(record)) == record


def test_comments_are_set_added_to_and_taken_away() -> None:
    record = Record(GAME.start(), ("e4", "a1|a2"))
    record.comment("last {so}")
    record.comment("first", 0)
    record.comment("and\nmore", 0, append=True)
    assert record.comments == {2: "last (so)", 0: "first and more"}
    record.comment("instead", 2)
    record.comment("", 0)
    assert record.comments == {2: "instead"}
    with pytest.raises(Refusal, match="no move 3 to comment on"):
        record.comment("?", 3)


def test_variations_follow_the_move_that_they_replace() -> None:
    record = Record(GAME.start(), ("e4", "a1|a2", "c5"), seed=0)
    line = record.vary(2, "d4")
    line.play("a2|a3")
    line.comment("safer", 1)
    line.vary(1, "b1|b2").comment("or this")
    record.vary(0, "a1")
    moves = "e4 (a1) a1|a2 c5 (d4 {safer} a2|a3 (b1|b2 {or this})) *"
    assert str(record).splitlines()[-1] == moves
    again = Record.read(str(record))
    assert again == record
    assert again.variations[2][0].start == GAME.start().play_all(["e4", "a1|a2"])
    assert again.variations[2][0].end.moves == ("e4", "a1|a2", "d4", "a2|a3")


def test_variations_may_lie_close_and_have_numbers() -> None:
    text = headed("1. e4(1. a1 {x}2. a2|a3)(b1)2. a1|a2 {y} (2. a2|a3) {z} 3. c5 *")
    record = Record.read(text)
    assert record.tokens == ("e4", "a1|a2", "c5")
    assert record.comments == {2: "y z"}
    assert [line.tokens for line in record.variations[0]] == [("a1", "a2|a3"), ("b1",)]
    assert record.variations[0][0].comments == {1: "x"}


def test_a_record_keeps_its_own_copy_of_variations() -> None:
    record = Record(GAME.start(), ("e4", "a1|a2"))
    record.vary(0, "a1")
    copy = Record(record.start, record.tokens, variations=record.variations)
    copy.variations[0][0].play("a1|a2")
    assert record.variations[0][0].tokens == ("a1",)


@pytest.mark.parametrize(
    ("moves", "token", "key"),
    [
        ("(e4) e4", "(", "record_variation_first"),
        ("e4 ()", ")", "record_variation_empty"),
        ("e4 ({only words})", ")", "record_variation_empty"),
        ("e4 (a1", "(", "record_variation_open"),
        ("e4 (a1 (b1)", "(", "record_variation_open"),
        ("e4 ) a1|a2", ")", "record_variation_close"),
        ("e4 (a1|a2)", "a1|a2", "moles_turn"),
        ("e4 (a1 1-0)", "1-0", "no_token"),
        ("e4 * (a1)", "(", "record_after"),
        ("e4" + " (a1" * 60, "(", "record_variation_deep"),
    ],
)
def test_a_wrong_variation_is_pointed_at(moves: str, token: str, key: str) -> None:
    refused = wrong(headed(moves))
    assert (refused.line, refused.token, why(refused).said.key) == (3, token, key)


def test_variations_belong_to_a_move_and_to_its_position() -> None:
    record = Record(GAME.start(), ("e4",))
    with pytest.raises(Refusal, match="no move after 1 to replace; the game has 1"):
        record.vary(1, "a1|a2")
    with pytest.raises(Refusal, match="at least one move"):
        record.vary(0)
    with pytest.raises(IllegalMove):
        record.vary(0, "a1|a2")
    assert record.variations == {}
    other = Record(GAME.start().play("a1"), ("a1|a2",))
    with pytest.raises(Refusal, match="starts with the position after 0 moves"):
        Record(GAME.start(), ("e4",), variations={0: [other]})


def test_moves_of_variations_count_for_those_who_watch() -> None:
    seen: list[int] = []
    Record.read(headed("e4 (a1 a1|a2) a1|a2 *"), seen.append)
    assert max(seen) == 4
