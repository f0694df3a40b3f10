"""How Mole Hill is written and read: tokens, position texts, a sentence for whatever is wrong."""

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mole_hill import naive

import tablier
from tablier import LANGUAGES, BadPosition, Game, IllegalMove, Position
from tablier.position import _made
from tablier.texts import Reader, Sentence, Who, say, texts

GAME = tablier.game("mole-hill")
EVERY_EDGE = sorted(naive.edges())
ROD_EVERYWHERE = ",".join(EVERY_EDGE)


def at(text: str, centre_start: str = "jump") -> Position:
    return tablier.game("mole-hill", centre_start=centre_start).position(text)


@dataclass(frozen=True)
class Wrong:
    """Something that is refused: what is tried, and the sentence that should say why."""

    key: str
    clause: str
    tried: str
    words: str
    """What the sentence speaks of, word for word."""
    text: str = ""
    centre_start: str = "jump"


ILLEGAL = [
    Wrong("no_token", "8.1", "pass", "‘pass’", "c3 - g 1 -"),
    Wrong("no_square", "1.1", "i1|j1", "‘j1’", "c3 - g 1 -"),
    Wrong("no_square", "1.1", "a0|a1", "‘a0’", "c3 - g 1 -"),
    Wrong("no_edge", "1.3", "a1|b2", "a1 and b2", "c3 - g 1 -"),
    Wrong("rod_reversed", "8.1", "f4|e4", "write e4|f4, not f4|e4", "c3 - g 1 -"),
    Wrong("moles_turn", "2.2", "e4|f4", "e4|f4", "c3 - m 1 -"),
    Wrong("gardeners_turn", "2.2", "c4", "c4", "c3 - g 1 -"),
    Wrong("rod_taken", "3.1", "c3|c4", "c3|c4", "c3 c3|c4 g 1 -"),
    Wrong("stands_there", "4.2", "c3", "c3", "b3,c3 - m 1 -"),
    Wrong("visited", "4.2", "b3", "b3", "b3,c3 - m 1 -"),
    Wrong("rod_between", "4.3", "c4", "between c3 and c4", "c3 c3|c4 m 1 -"),
    Wrong("no_route", "4.4", "d4", "from c3 to d4", "c3 c3|c4,d3|d4 m 1 -"),
    Wrong("too_far", "4.1", "c5", "c5 is not next to the mole on c3", "c3 - m 1 -"),
    Wrong("too_far", "4.1", "b1", "b1 is not next to the mole on a7", "a7 - m 1 -"),
    Wrong("plain_start", "5.2", "a1", "a1", "e4 - m 1 -", "plain"),
    Wrong("rod_between", "4.3", "e5", "between e4 and e5", "e4 e4|e5 m 1 -", "plain"),
]

TOO_MANY = ",".join(naive.SQUARES[:23])
REFUSED = [
    Wrong("fields", "8.2", "", "here are 1"),
    Wrong("fields", "8.2", "- - m 1", "here are 4"),
    Wrong("fields", "8.2", "- - m 1 - -", "here are 6"),
    Wrong("fields", "8.2", "-  - m 1 -", "here are 6"),
    Wrong("no_square", "8.2", "a1,j1 - m 1 -", "‘j1’"),
    Wrong("no_square", "8.2", "a1, - m 1 -", "‘’"),
    Wrong("no_square", "8.2", "a1,- - m 1 -", "‘-’"),
    Wrong("no_square", "8.2", "a1|a2 - m 1 -", "‘a1|a2’"),
    Wrong("visited_twice", "4.2", "a1,a2,a1 - m 1 -", "a1"),
    Wrong("too_many_hills", "1.4", f"{TOO_MANY} - m 1 -", "here 23 squares"),
    Wrong("no_rod", "8.2", "a1 b1|a1 m 1 -", "‘b1|a1’"),
    Wrong("no_rod", "8.2", "a1 a1|b2 m 1 -", "‘a1|b2’"),
    Wrong("no_rod", "8.2", "a1 a1|a2,, m 1 -", "‘’"),
    Wrong("rods_unsorted", "8.2", "c3 b1|c1,a1|b1 m 1 -", "a1|b1 comes after b1|c1"),
    Wrong("rods_unsorted", "8.2", "c3 a1|b1,a1|b1 m 1 -", "a1|b1 comes after a1|b1"),
    Wrong("no_mover", "8.2", "- - M 1 -", "‘M’"),
    Wrong("no_round", "8.2", "- - m 3 -", "‘3’"),
    Wrong("score_too_soon", "8.2", "- - m 1 0", "‘0’"),
    Wrong("no_score", "8.2", "- - m 2 -", "‘-’"),
    Wrong("no_score", "8.2", "- - m 2 25", "0 to 24, not ‘25’"),
    Wrong("no_score", "8.2", "- - m 2 07", "‘07’"),
    Wrong("no_score", "8.2", "- - m 2 -1", "‘-1’"),
    Wrong("round_over", "7.1", "b2,b1,a2,a1 - g 1 -", "the first round is over"),
    Wrong("round_over", "7.1", f"{','.join(naive.SQUARES[:22])} - m 1 -", "cannot move"),
    Wrong("no_edge_left", "9.1", f"a1,e4 {ROD_EVERYWHERE} g 1 -", "Every edge"),
]

STATUS = {
    "open": ("- - m 2 3", "Player 2, you are the mole"),
    "dig": ("c3 - m 1 -", "Player 1, you are the mole"),
    "jump": ("c3,e4 - m 1 -", "Player 1, you are the mole on the centre"),
    "lay_a_rod": ("c3 - g 1 -", "Player 2, you are the gardener"),
    "first_wins": ("b2,b1,a2,a1 - g 2 2", "Player 1 wins 2 to 1 (§7.2)."),
    "second_wins": ("b2,b1,a2,a1 - g 2 0", "Player 2 wins 1 to 0 (§7.2)."),
    "draw": ("b2,b1,a2,a1 - g 2 1", "Draw, 1 to 1 (§7.2)."),
}


TALLIES = {
    "will_be_mole": ("c3,b2 - g 1 -", 1, "Gardener, then mole"),
    "is_mole": ("c3,b2 - g 1 -", 0, "Mole: points 1, hills left 20"),
    "was_mole": ("b2,b1,a2,a1 - g 2 5", 0, "Points: 5"),
}


LONG_WALK = ",".join(naive.SQUARES[:20])  # up the columns from a1 to c6
ENDED = {
    "trapped": [
        ("b2,b1,a2 - m 1 -", "a1"),
        ("c1,b1,a1 a1|a2 g 1 -", "b1|b2"),
        (f"{LONG_WALK} c6|d6,c7|d7 m 1 -", "c7"),
        (f"{LONG_WALK},c7 c6|d6 g 1 -", "c7|d7"),
    ],
    "last_hill": [
        (f"{LONG_WALK},c7 - m 1 -", "d6"),
        (f"{LONG_WALK},c7 d6|d7,d7|e7 m 1 -", "d7"),
    ],
}
"""How the first round can end, by what is said of it: a position and the last move."""


def test_every_sentence_of_the_game_is_tried_here() -> None:
    tried = {wrong.key for wrong in ILLEGAL + REFUSED} | {*STATUS, *TALLIES, *ENDED}
    tried |= {"mole_again"}
    assert tried == set(texts(GAME.package, "en")["sentences"])


def news(before: Position, token: str) -> Sentence | None:
    return GAME.news(before.state, before.play(token).state)


def test_only_the_change_of_roles_is_news() -> None:
    before = at("b2,b1,a2 - m 1 -")
    said = news(before, "a1")
    assert said is not None
    assert "Points for Player 1: 1. Now swap roles" in say(said, "en", GAME.package)
    assert news(before.play("a1"), "c3") is None
    assert news(before, "a3") is None


@pytest.mark.parametrize(("text", "token"), [end for ends in ENDED.values() for end in ends])
def test_the_full_garden_is_held_while_one_reads_that_the_round_is_over(
    text: str, token: str
) -> None:
    """§7.1 With the last move and its count, whoever made it."""
    before = at(text)
    held = GAME.held(before.frozen_state, GAME.actions[token])
    assert held is not None
    last = _made(GAME, held.tobytes(), None)
    assert token in str(last)
    assert str(before) == text
    points = before.play(token).state.first_score
    assert GAME.notation.tally(last.state)[0].values["points"] == points
    assert GAME.held(at("c3 - g 1 -").frozen_state, GAME.actions["c3|c4"]) is None
    second = at("b2,b1,a2 - m 2 5")
    assert GAME.held(second.frozen_state, GAME.actions["a1"]) is None


def test_a_second_move_of_the_mole_is_told() -> None:
    """§9.1 The gardener has no edge left."""
    assert news(at(f"- {ROD_EVERYWHERE} m 1 -"), "e4") == Sentence("mole_again", "9.1")
    assert news(at("- - m 1 -"), "e4") is None


@pytest.mark.parametrize(
    ("key", "text", "token"), [(key, *end) for key, ends in ENDED.items() for end in ends]
)
def test_the_news_says_what_ended_the_round(key: str, text: str, token: str) -> None:
    """§6.1, §6.2 A mole that has made its 22nd hill is not trapped, wherever it stands."""
    said = news(at(text), token)
    assert said is not None
    assert (said.key, said.clause) == (key, {"trapped": "6.1", "last_hill": "6.2"}[key])
    assert said.values["points"] == at(text).play(token).state.first_score


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [{0}, {1}, {0, 1}, set()])
def test_nobody_is_told_that_a_mole_without_hills_is_trapped(lang: str, seats: set[int]) -> None:
    """§6.2 Nor in any other words than a mole that is trapped, but for that one sentence."""
    reader = Reader(frozenset(seats), ("Ada", "Bob"))
    values = {"player": Who(1), "other": Who(0), "points": 7}
    trapped, last_hill = (
        say(Sentence(key, values=values), lang, GAME.package, reader).split(". ", 1)
        for key in ("trapped", "last_hill")
    )
    assert re.search("trapped|enfermée|eingeschlossen", trapped[0])
    assert not re.search("trap|enferm|eingeschl", " ".join(last_hill))
    assert last_hill[1] == trapped[1]


@pytest.mark.parametrize("wrong", ILLEGAL, ids=lambda wrong: f"{wrong.key} {wrong.tried}")
def test_an_illegal_move_is_answered_with_its_clause(wrong: Wrong) -> None:
    position = at(wrong.text, wrong.centre_start)
    before = position.data
    with pytest.raises(IllegalMove) as refused:
        position.play(wrong.tried)
    assert (refused.value.said.key, refused.value.clause) == (wrong.key, wrong.clause)
    assert wrong.words in refused.value.sentence("en")
    assert refused.value.sentence("en").endswith(f" (§{wrong.clause}).")
    assert position.data == before


@pytest.mark.parametrize("token", ["a1", "a1|a2", "zz"])
def test_after_the_end_nothing_can_be_played(token: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        at("b2,b1,a2,a1 - g 2 1").play(token)
    assert refused.value.said.key == "game_over"
    assert f"‘{token}’" in refused.value.sentence("en")


@pytest.mark.parametrize("wrong", REFUSED, ids=lambda wrong: f"{wrong.key} {wrong.words}")
def test_what_is_not_a_position_is_refused_with_its_clause(wrong: Wrong) -> None:
    with pytest.raises(BadPosition) as refused:
        at(wrong.tried)
    assert (refused.value.said.key, refused.value.clause) == (wrong.key, wrong.clause)
    assert wrong.words in refused.value.sentence("en")
    assert refused.value.sentence("en").endswith(f" (§{wrong.clause}).")


@pytest.mark.parametrize("key", STATUS)
def test_the_status_says_who_has_to_do_what(key: str) -> None:
    text, words = STATUS[key]
    position = at(text)
    assert GAME.notation.status(position.state).key == key
    assert position.status("en").startswith(words)


@pytest.mark.parametrize("key", TALLIES)
def test_the_tally_says_what_each_has_as_the_mole(key: str) -> None:
    text, seat, words = TALLIES[key]
    said = GAME.notation.tally(at(text).state)[seat]
    assert (said.key, say(said, package=GAME.package)) == (key, words)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("- - m 1 -", ["is_mole", "will_be_mole"]),
        ("- - m 2 5", ["was_mole", "is_mole"]),
        ("b2,b1,a2,a1 - g 2 5", ["was_mole", "was_mole"]),
    ],
)
def test_the_tally_follows_the_rounds(text: str, keys: list[str]) -> None:
    """§7.1 The mole of the second round sat still in the first."""
    assert [said.key for said in GAME.notation.tally(at(text).state)] == keys


def test_a_plain_start_is_not_told_to_jump() -> None:
    """§5.2 The status knows the option."""
    assert at("e4 - m 1 -", "jump").status("en").startswith("Player 1, you are the mole on the ")
    assert at("e4 - m 1 -", "plain").status("en") == at("c3 - m 1 -").status("en")


# 8 Notation


def test_a_rod_names_its_smaller_square_first() -> None:
    """§8.1 By its column, then by its row."""
    rods = at("c3 - g 1 -").legal_moves
    assert {"e4|f4", "e4|e5"} <= set(rods)
    assert all(rod == "|".join(sorted(rod.split("|"))) for rod in rods)


def test_the_mole_writes_the_square_it_goes_to() -> None:
    """§8.1 Just the square, whether it opens, steps or jumps."""
    assert at("a1 - m 1 -").legal_moves == ("a2", "b1", "b2")
    assert all(len(token) == 2 for token in at("a1,e4 - m 1 -").legal_moves)


def test_a_position_is_written_in_five_fields() -> None:
    """§8.2 Squares in the order of the visits, rods sorted, mover, round, score."""
    moves = ["h2", "i1|i2", "g3", "a1|a2", "h4"]
    assert str(GAME.start().play_all(moves)) == "h2,g3,h4 a1|a2,i1|i2 g 1 -"
    assert str(at("b2,b1,a2 h1|i1 m 1 -").play("a1").play("c3")) == "c3 - g 2 1"


def test_after_the_end_the_turn_passes_once_more() -> None:
    """§8.2 The last position stays as it is: gardener to move after a hill, mole after a rod."""
    assert str(at("b2,b1,a2 - m 2 1").play("a1")) == "b2,b1,a2,a1 - g 2 1"
    assert str(at("c1,b1,a1 a1|a2 g 2 3").play("b1|b2")) == "c1,b1,a1 a1|a2,b1|b2 m 2 3"


@pytest.mark.parametrize("n", [0, 1, 22, 109])
def test_an_exercise_may_have_any_number_of_rods(n: int) -> None:
    """§8.2 More than a game could bring."""
    rods = ",".join(EVERY_EDGE[:n]) or "-"
    assert len(at(f"a1,e4 {rods} g 1 -").legal_moves) == 110 - n


@pytest.mark.parametrize(
    "text",
    [
        "- - m 1 -",
        "- - g 1 -",
        "- - m 2 0",
        "- a1|a2 m 2 24",
        f"a1,e4 {ROD_EVERYWHERE} m 1 -",
        "b2,b1,a2,a1 - g 2 1",
        "c1,b1,a1 a1|a2,b1|b2 m 2 3",
        f"{','.join(naive.SQUARES[:22])} - g 2 12",
        f"a1 {ROD_EVERYWHERE} g 2 7",
    ],
)
def test_a_text_is_read_and_written_unchanged(text: str) -> None:
    """§8.2 The beginning, exercises, and positions at the end of a game."""
    assert str(at(text)) == text


visited_squares = st.lists(st.sampled_from(naive.SQUARES), unique=True, max_size=22)
rods_laid = st.sets(st.sampled_from(EVERY_EDGE), max_size=12) | st.sets(
    st.sampled_from(EVERY_EDGE), min_size=100
)
round_and_score = st.just("1 -") | st.integers(0, 24).map(lambda score: f"2 {score}")
well_formed = st.builds(
    lambda visited, rods, mover, end: (
        f"{','.join(visited) or '-'} {','.join(sorted(rods)) or '-'} {mover} {end}"
    ),
    visited_squares,
    rods_laid,
    st.sampled_from("mg"),
    round_and_score,
)
games = st.sampled_from([GAME, tablier.game("mole-hill", centre_start="plain")])


def read_back(game: Game, text: str) -> str:
    """The text of the position that was read, or the key of the sentence that refused it."""
    try:
        return str(game.position(text))
    except BadPosition as refused:
        return refused.said.key


def wrong_with(slow: naive.Position) -> str | None:
    """The key of what is wrong with a well-formed text: a move would not have left it like that."""
    if naive.round_is_over(slow):
        return "round_over" if slow.round == 1 else None
    nothing_to_lay = slow.mover == naive.GARDENER and not naive.free_edges(slow)
    return "no_edge_left" if nothing_to_lay else None


@settings(deadline=None)
@given(games, well_formed)
def test_a_well_formed_text_is_a_position_if_a_move_could_leave_it(game: Game, text: str) -> None:
    """§8.2 Form is all that counts, but the end of a round and §9.1 follow at once."""
    expected = wrong_with(naive.read(text, game.options))
    assert read_back(game, text) == (expected or text)


@pytest.mark.parametrize("text", [f"a1,e4 {ROD_EVERYWHERE} m 2 1", f"- {ROD_EVERYWHERE} m 2 1"])
def test_a_mole_that_ends_the_game_among_rods_everywhere_passes_the_turn(text: str) -> None:
    """§9.1, §8.2 The gardener is skipped only while the mole can move."""
    after = GAME.position(text).play("a4")
    assert after.outcome() is not None
    assert str(after).split()[2] == "g"
    assert after.turn == 0
