"""Game records: what is written is read back, and the first thing that is wrong is pointed at."""

import io
import random
import string
from collections.abc import Callable

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import BadPosition, BadRecord, IllegalMove, Record, Refusal
from tablier.record import RESERVED
from tablier.record_text import result_text

pytestmark = pytest.mark.one_game

GAME = tablier.game("mole-hill")
LAST_MOVE = "b2,b1,a2 - m 2"
"""The second mole shuts itself in with a1 and scores 1; the score of the first round is missing."""


def headed(*lines: str, tags: str = "") -> str:
    return "\n".join(['[Game "mole-hill"]', *filter(None, [tags]), "", *lines])


def wrong(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        Record.read(text)
    return refused.value


def why(refused: BadRecord) -> Refusal:
    """What was wrong at that place."""
    cause = refused.said.values["why"]
    assert isinstance(cause, Refusal)
    return cause


# Writing and reading


def test_a_record_is_tags_then_tokens_then_the_result() -> None:
    record = Record(
        GAME.start(), ("e4", "a1|a2", "c5"), {"Player1": "Ada"}, {0: "Go!", 2: "It may jump."}, 0
    )
    assert str(record) == (
        '[Game "mole-hill"]\n'
        '[RulesVersion "1"]\n'
        '[Options "centre_start=jump"]\n'
        '[Seed "0"]\n'
        '[Player1 "Ada"]\n'
        '[Result "*"]\n'
        "\n"
        "{Go!} e4 a1|a2 {It may jump.} c5 *\n"
    )
    assert Record.read(str(record)) == record


def test_a_record_without_moves_is_read_back() -> None:
    record = Record(GAME.start(), seed=0)
    assert Record.read(str(record)) == record


def test_options_are_kept() -> None:
    plain = tablier.game("mole-hill", centre_start="plain")
    record = Record.read(str(Record(plain.start(), ("e4", "a1|a2", "d4"), seed=0)))
    assert record.game.options == {"centre_start": "plain"}


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_the_seed_is_kept(seed: int) -> None:
    record = Record(GAME.start(seed), ("c3",), seed=seed)
    assert f'[Seed "{seed}"]' in str(record)
    assert Record.read(str(record)) == record


def test_a_record_without_a_seed_holds_the_text_of_its_start() -> None:
    record = Record(GAME.position("c3 c3|c4 m 2 7"), ("d4", "a1|a2"))
    assert '[Setup "c3 c3|c4 m 2 7"]' in str(record)
    assert "Seed" not in str(record)
    assert Record.read(str(record)) == record


def test_the_name_of_the_game_is_all_a_record_needs() -> None:
    assert Record.read('[Game "mole-hill"]') == Record(GAME.start(), seed=0)
    assert Record.read('[Game "mole-hill"]\ne4 a1|a2').tokens == ("e4", "a1|a2")


def test_the_positions_are_the_start_and_one_after_each_move() -> None:
    record = Record(GAME.start(), ("e4", "a1|a2"))
    texts = ["- - m 1 -", "e4 - g 1 -", "e4 a1|a2 m 1 -"]
    assert [str(position) for position in record.positions()] == texts
    assert str(record.end) == texts[-1]


def test_long_records_are_wrapped() -> None:
    record = Record(GAME.start(), ("e4",), {}, {1: "A long story. " * 20 + "The end."}, 0)
    assert max(map(len, str(record).splitlines())) <= 80
    assert Record.read(str(record)) == record


@pytest.mark.parametrize("word", ["x" * 100, "well-known-" * 12 + "end"])
def test_long_words_are_not_broken(word: str) -> None:
    record = Record(GAME.start(), ("e4",), {}, {1: f"See {word} there."}, 0)
    assert Record.read(str(record)) == record


@pytest.mark.parametrize("value", ['"', "\\", '\\"', 'a "b" \\ c]', "]", "", "é ♟ 日本", " x "])
def test_tags_hold_any_line_of_text(value: str) -> None:
    record = Record(GAME.start(), (), {"Event": value, "Place": "here"}, seed=0)
    assert Record.read(str(record)) == record


# What people do to a text


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip(),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace("\n\n", "\n\n\n\n"),
        lambda text: text.replace(" a1|a2", "\n\n  a1|a2\n"),
        lambda text: "% a line for programs\n; a line for people\n" + text,
        lambda text: text.replace('[Seed "0"]', '  [ Seed   "0" ]  '),
        lambda text: text.replace("\n\n", "\n"),
    ],
    ids=["crlf", "bom", "end", "tabs", "blank lines", "line breaks", "%", "loose tag", "no gap"],
)
def test_line_ends_and_blanks_do_not_matter(change: Callable[[str], str]) -> None:
    record = Record(GAME.start(), ("e4", "a1|a2", "c5"), {}, {1: "Go on."}, 0)
    changed = change(str(record))
    assert changed != str(record)
    assert Record.read(changed) == record


def test_moves_may_be_numbered() -> None:
    assert Record.read(headed("1. e4 1... a1|a2 2. c5")).tokens == ("e4", "a1|a2", "c5")


def test_comments_stand_in_braces_or_behind_a_semicolon() -> None:
    text = headed("{before", "it begins}", "e4 {one} {two; three}", "a1|a2 ; four {", "c5;five")
    record = Record.read(text)
    assert record.tokens == ("e4", "a1|a2", "c5")
    assert record.comments == {0: "before it begins", 1: "one two; three", 2: "four (", 3: "five"}


def test_moves_in_a_comment_are_not_played() -> None:
    assert Record.read(headed("e4 {a1|a2 1-0} *")).tokens == ("e4",)


# Results


@pytest.mark.parametrize(("first_score", "result"), [(2, "1-0"), (1, "1/2-1/2"), (0, "0-1")])
def test_the_result_follows_from_the_moves(first_score: int, result: str) -> None:
    record = Record(GAME.position(f"{LAST_MOVE} {first_score}"), ("a1",))
    assert record.result == result
    assert f'[Result "{result}"]' in str(record)
    assert str(record).endswith(f"a1 {result}\n")
    assert Record.read(str(record)) == record


def test_an_unfinished_game_has_no_result() -> None:
    assert Record(GAME.start(), ("e4",)).result == "*"


@pytest.mark.parametrize("given_result", ["1-0", "0-1", "1/2-1/2"])
def test_a_game_that_was_given_up_has_the_result_it_is_given(given_result: str) -> None:
    record = Record(GAME.start(), ("e4", "a1|a2"), seed=0, given=given_result)
    assert record.result == given_result
    assert Record.read(str(record)) == record


@pytest.mark.parametrize("text", [headed("e4 0-1"), headed("e4", tags='[Result "0-1"]')])
def test_a_given_result_may_stand_behind_the_moves_or_in_a_tag(text: str) -> None:
    assert Record.read(text).given == "0-1"


@pytest.mark.parametrize("end", ["", " *", " 1/2-1/2"])
def test_a_finished_game_needs_no_result(end: str) -> None:
    record = Record.read(headed(f"a1{end}", tags=f'[Setup "{LAST_MOVE} 1"]'))
    assert record == Record(GAME.position(f"{LAST_MOVE} 1"), ("a1",))


@pytest.mark.parametrize(
    ("payoffs", "result"),
    [
        ((1.0, -1.0), "1-0"),
        ((0.0, 0.0), "1/2-1/2"),
        ((-1 / 3, -1 / 3, 1.0, -1 / 3), "0-0-1-0"),
        ((1 / 3, -1 / 3, 1 / 3, -1 / 3), "1/2-0-1/2-0"),
        ((1 / 9, 1 / 9, 1 / 9, -1 / 3), "1/3-1/3-1/3-0"),
        ((0.0, 0.0, 0.0, 0.0), "1/4-1/4-1/4-1/4"),
    ],
)
def test_a_result_says_what_part_of_the_prize_each_seat_gets(
    payoffs: tuple[float, ...], result: str
) -> None:
    assert result_text(payoffs) == result


# What is wrong, and where


def test_the_first_wrong_move_is_pointed_at() -> None:
    refused = wrong(headed("e4 a1|a2", "c5 {a comment", "of two lines} a1|a2 e4", "zz"))
    assert (refused.line, refused.token) == (5, "a1|a2")
    assert isinstance(why(refused), IllegalMove)
    assert (why(refused).said.key, why(refused).clause) == ("rod_taken", "3.1")
    sentence = refused.sentence("en")
    assert sentence == "Line 5, at ‘a1|a2’: There is already a rod on a1|a2 (§3.1)."


@pytest.mark.parametrize(
    ("tokens", "line", "token", "key"),
    [
        (["e4 zz"], 3, "zz", "no_token"),
        (["e4", "", "c5"], 5, "c5", "gardeners_turn"),
        (["c3", "a1|a2 {x}", "c5"], 5, "c5", "too_far"),
        (["e4", "}"], 4, "}", "no_token"),
        (["1.e4"], 3, "1.e4", "no_token"),
        (["e4 [Event"], 3, "[Event", "no_token"),
    ],
)
def test_a_wrong_move_is_explained_by_the_game(
    tokens: list[str], line: int, token: str, key: str
) -> None:
    refused = wrong(headed(*tokens))
    assert (refused.line, refused.token, why(refused).said.key) == (line, token, key)


def test_nothing_can_be_played_after_the_end() -> None:
    refused = wrong(headed("a1", "a1|a2", tags=f'[Setup "{LAST_MOVE} 1"]'))
    assert (refused.line, refused.token, why(refused).said.key) == (5, "a1|a2", "game_over")


def test_a_comment_that_never_ends_is_pointed_at_where_it_begins() -> None:
    refused = wrong(headed("e4 {closed} a1|a2", "{never", "ending"))
    assert (refused.line, refused.token, why(refused).said.key) == (4, "{", "record_open")
    assert refused.sentence("en") == "Line 4, at ‘{’: A comment that starts with { never ends."


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "e4 a1|a2", '[Event "no game"]\n\ne4'])
def test_a_record_names_its_game(text: str) -> None:
    refused = wrong(text)
    assert (refused.line, why(refused).said.key) == (1, "record_game")
    assert '[Game "mole-hill"]' in refused.sentence("en")


@pytest.mark.parametrize(
    "tag",
    [
        "[Event x]",
        '[Event "x"',
        '[Event "x]',
        '[Event "x"] e4',
        '["x"]',
        '[Event "x" "y"]',
        '[Event "x\\"]',
    ],
)
def test_a_tag_that_cannot_be_read_is_pointed_at(tag: str) -> None:
    refused = wrong(headed("e4", tags=tag))
    assert (refused.line, refused.token, why(refused).said.key) == (2, tag, "record_tag")


@pytest.mark.parametrize(
    ("name", "value", "key", "words"),
    [
        ("Options", "start=plain", "no_option", "mole-hill has no option ‘start’"),
        ("Options", "centre_start=maybe", "bad_option", "cannot be ‘maybe’; it can be jump, plain"),
        ("Options", "centre_start", "bad_option", "cannot be ‘’"),
        ("RulesVersion", "99", "record_version", "version 99 of the rules; this is version 1"),
        ("RulesVersion", "one", "record_version", "version one"),
        ("Seed", "x", "bad_seed", "not ‘x’"),
        ("Seed", "-1", "bad_seed", "not ‘-1’"),
        ("Seed", "", "bad_seed", "not ‘’"),
        ("Seed", "18446744073709551616", "bad_seed", "not ‘18446744073709551616’"),
        ("Setup", "c3 - m 3 -", "no_round", "not ‘3’ (§8.2)"),
    ],
)
def test_a_tag_with_a_wrong_value_is_pointed_at(
    name: str, value: str, key: str, words: str
) -> None:
    refused = wrong(headed("e4", tags=f'[Event "x"]\n[{name} "{value}"]'))
    assert (refused.line, refused.token, why(refused).said.key) == (3, value, key)
    assert words in refused.sentence("en")


def test_a_setup_that_is_no_position_is_a_bad_position() -> None:
    assert isinstance(why(wrong(headed(tags='[Setup "nonsense"]'))), BadPosition)


def test_an_unknown_game_is_pointed_at() -> None:
    refused = wrong('[Event "x"]\n[Game "chess"]\n\ne4 e5')
    assert (refused.line, refused.token, why(refused).said.key) == (2, "chess", "no_game")
    assert "mole-hill" in refused.sentence("en")


def test_a_result_that_the_moves_contradict_is_pointed_at() -> None:
    setup = f'[Setup "{LAST_MOVE} 1"]'
    behind = wrong(headed("a1", "1-0", tags=setup))
    assert (behind.line, behind.token, why(behind).said.key) == (5, "1-0", "record_result")
    assert "end with 1/2-1/2, not with 1-0" in behind.sentence("en")
    in_a_tag = wrong(headed("a1", tags=f'[Result "0-1"]\n{setup}'))
    assert (in_a_tag.line, in_a_tag.token, why(in_a_tag).said.key) == (2, "0-1", "record_result")


# Others who read it


def test_a_reader_of_chess_games_finds_our_tags() -> None:
    record = Record(
        GAME.position("c3 c3|c4 m 2 7"), ("d4",), {"Event": "Club", "Date": "2024.05.01"}
    )
    headers = chess.pgn.read_headers(io.StringIO(str(record)))
    assert headers is not None
    found = {
        name: headers[name] for name in ("Game", "Options", "Setup", "Event", "Date", "Result")
    }
    assert found == {
        "Game": "mole-hill",
        "Options": "centre_start=jump",
        "Setup": "c3 c3|c4 m 2 7",
        "Event": "Club",
        "Date": "2024.05.01",
        "Result": "*",
    }


# Any game

printable = st.characters(exclude_categories=("C", "Z"))
tag_names = st.text(string.ascii_letters, min_size=1, max_size=9).filter(
    lambda it: it not in RESERVED
)
tag_values = st.text(printable | st.just(" "), max_size=20)
stories = st.text(max_size=40) | st.lists(st.text(max_size=9), max_size=30).map(" ".join)
results = st.sampled_from(["*", "1-0", "0-1", "1/2-1/2"])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random game, cut off somewhere or played to its end, with all that can be written on it."""
    game = tablier.game("mole-hill", centre_start=draw(st.sampled_from(["jump", "plain"])))
    seed = draw(st.none() | st.integers(0, 2**64 - 1))
    start = game.start(seed or 0)
    dice, tokens, position = random.Random(draw(st.integers(0, 99))), [], start
    for _ in range(draw(st.sampled_from([0, 1, 2, 10, 86]))):
        if position.legal_moves:
            tokens.append(dice.choice(position.legal_moves))
            position = position.play(tokens[-1])
    tags = draw(st.dictionaries(tag_names, tag_values, max_size=3))
    comments = draw(st.dictionaries(st.integers(0, len(tokens)), stories, max_size=3))
    given_result = draw(results) if position.outcome() is None else "*"
    record = Record(start, tuple(tokens), tags, comments, seed, given_result)
    vary(draw, record, dice, 3)
    return record


def vary(draw: st.DrawFn, record: Record, dice: random.Random, depth: int) -> None:
    """Add a few variations with comments, and variations to them."""
    for _ in range(draw(st.integers(0, depth)) if len(record) else 0):
        ply = draw(st.integers(0, len(record) - 1))
        line = record.vary(ply, dice.choice(list(record.positions())[ply].legal_moves))
        for _ in range(draw(st.integers(0, 3))):
            if not line.end.is_over:
                line.play(dice.choice(line.end.legal_moves))
        line.comment(draw(stories), draw(st.integers(0, len(line))))
        vary(draw, line, dice, depth - 1)


@settings(deadline=None, max_examples=60)
@given(records())
def test_any_record_is_read_back(record: Record) -> None:
    assert Record.read(str(record)) == record


@pytest.mark.parametrize("value", ["won", "1-0-0", "9-9", "1", "1-1"])
def test_a_result_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(BadRecord):
        Record.read(f'[Game "mole-hill"]\n[Result "{value}"]\n\ne4')


def test_two_results_that_differ_are_refused() -> None:
    with pytest.raises(BadRecord):
        Record.read('[Game "mole-hill"]\n[Result "1-0"]\n\ne4 0-1')


def test_no_move_follows_the_result() -> None:
    with pytest.raises(BadRecord):
        Record.read('[Game "mole-hill"]\n\ne4 1-0 a1|a2')


def test_an_endless_seed_is_refused() -> None:
    with pytest.raises(BadRecord):
        Record.read(f'[Game "mole-hill"]\n[Seed "{"9" * 5000}"]\n\ne4')


@pytest.mark.parametrize("said", ["so;", "; so", "ah\u00a0: oui", "{so", "a}b", "a  b"])
def test_any_comment_is_read_back(said: str) -> None:
    record = Record(GAME.start(), ("e4",), {}, {1: said}, 0)
    assert Record.read(str(record)) == record


@pytest.mark.parametrize("value", ["a\nb", "a\u2028b", "a\x85b", "a\x0cb"])
def test_any_tag_value_is_read_back(value: str) -> None:
    record = Record(GAME.start(), (), {"Event": value}, {}, 0)
    assert Record.read(str(record)) == record


@pytest.mark.parametrize(
    "tags", [{"Game": "chess"}, {"Seed": "5"}, {"My Event": "x"}, {"Result": "1-0"}]
)
def test_tags_do_not_replace_ours(tags: dict[str, str]) -> None:
    with pytest.raises(Refusal):
        str(Record(GAME.start(), (), tags, {}, 0))


def test_a_sentence_about_a_record_is_short_whatever_the_record_is() -> None:
    for moves in ("x" * 10_000, "1/2-" * 10_000, "[A" * 10_000):
        with pytest.raises(BadRecord) as wrong:
            Record.read(f'[Game "mole-hill"]\n\n{moves}')
        assert len(str(wrong.value)) < 500
