"""How Le Jeu du Labyrinthe is written: every sentence, every text that is refused, no other."""

import pytest
from tests.games.labyrinthe.positions import (
    ALL_FOUR,
    CAMP_SHUT,
    FORTRESS,
    HOME,
    LAYOUT,
    OPPOSITE,
    at,
    clamp,
    text,
    walled,
)

import tablier
from tablier import BadPosition, IllegalMove, Position
from tablier.texts import LANGUAGES, Sentence, Who, say, texts

WHOLE = tablier.game("labyrinthe")
LAST_TURN = tablier.game("labyrinthe", turn_limit=13)
START = WHOLE.start()
LATER = at()
PENDING = at("a1,a2,b1,j13/j11,t21,u20,u21").play("j13-j11")
OPENING = tablier.game("labyrinthe", opening="pawn").start()
PAWN_FIRST = tablier.game("labyrinthe", order="pawn_first")
FOUR = {"players": 4, "turn_limit": 20}
SHARED = "a1,a2,b1,k11/a20,a21,b20,j10/t20,t21,u20,u21/t1,t2,u1,u2"

SAID = {
    "both": LATER,
    "pawn_then_block": START,
    "pawn_first": PAWN_FIRST.start(),
    "opening": OPENING,
    "no_block_moves": tablier.game("labyrinthe").position(FORTRESS.format(turns=0)),
    "no_pawn_moves": tablier.game("labyrinthe")
    .position(clamp(done="p"))
    .play_all(["C4:e1", "C4:e1", "l4-k4"]),
    "no_pawn_or_pass": PAWN_FIRST.position(walled()),
    "pawn_left": LATER.play("A1:w2"),
    "block_left": START.play("b2-b4"),
    "block_or_pass": PAWN_FIRST.start().play("b2-b4"),
    "put": PENDING,
    "wins": at("a1,j13,k11,k12/j11,t21,u20,u21").play("j13-j12"),
    "leads": at(f"a1,a2,b1,k11/{HOME}", "2 - - - - 400"),
    "share": at(SHARED, "1 - - - - 20", players=4, turn_limit=20),
    "draw": at(OPPOSITE, "2 - - - - 400"),
}
"""A position for each sentence about what there is to do or how it ended."""

NEWS = {
    "turns_missed": (WHOLE.position(clamp(done="p")), "C4:e1", "2.5", "turn missed: Player 2 ("),
    "no_block_left": (LAST_TURN.position(FORTRESS.format(turns=12)), "g19-g20", "2.4", "No block"),
    "no_pawn_left": (
        tablier.game("labyrinthe", turn_limit=11).position(clamp()),
        "C4:n1",
        "2.4",
        "No pawn of Player 1 can slide",
    ),
}
"""What is told of a move, with its clause and some of its words."""

REFUSED_MOVES = {
    "no_token": (START, "hello"),
    "no_token_or_pass": (PAWN_FIRST.start(), "hello"),
    "no_pass": (START, "pass"),
    "pass_too_soon": (PAWN_FIRST.start(), "pass"),
    "no_square": (START, "a1-a22"),
    "no_block": (START, "A9:e1"),
    "displaced_first": (PENDING, "A1:w2"),
    "nobody_displaced": (START, ">k11"),
    "put_outside": (PENDING, ">a1"),
    "put_taken": (PENDING, ">j11"),
    "pawn_done": (START.play("b2-b4"), "a2-a3"),
    "pawn_done_or_pass": (PAWN_FIRST.start().play("b2-b4"), "a2-a3"),
    "block_done": (LATER.play("A1:w2"), "A2:e1"),
    "pawn_only": (OPENING, "A1:w2"),
    "pawn_opens": (START, "A1:w2"),
    "block_too_soon": (PAWN_FIRST.start(), "A1:w2"),
    "no_pawn": (START, "c5-c6"),
    "not_your_pawn": (START, "t20-t19"),
    "pawn_stays": (START, "a1-a1"),
    "not_straight": (START, "b2-c3"),
    "block_in_way": (START, "b1-k1"),
    "block_there": (START, "b1-f1"),
    "pawn_in_way": (START, "a1-a3"),
    "goal_taken": (START, "a1-a2"),
    "displaces_from_inside": (at("a1,a2,b1,j12/j10,t21,u20,u21"), "j12-j10"),
    "block_stays": (LATER, "A1:e0"),
    "barred": (LATER.play_all(["A1:w2", "b2-b4"]), "A1:e1"),
    "block_meets_rim": (LATER, "B1:n1"),
    "centre_closed": (LATER, "C1:e2"),
    "block_meets_pawn": (at(f"a1,a2,b1,m17/{HOME}"), "A1:w1"),
    "block_meets_block": (LATER, "A1:e9"),
    "touches_nothing": (LATER, "A1:w1"),
}
"""A position and a token for each sentence about a move that is not legal."""

REFUSED_TEXTS = {
    "fields": text().replace(" 12", ""),
    "block_count": text().replace("n19,", "", 1),
    "no_square": text(blocks={"A1": "z3"}),
    "block_off_board": text(blocks={"A1": "n2"}),
    "block_in_centre": text(blocks={"A1": "k14"}),
    "blocks_overlap": text(blocks={"A1": "n18", "C2": "n15"}),
    "player_count": text(ALL_FOUR),
    "pawn_count": text(f"a1,a2,b1/{HOME}"),
    "pawn_on_block": text(f"a1,a2,b1,n19/{HOME}"),
    "pawns_unsorted": text(f"a2,a1,b1,b2/{HOME}"),
    "pawns_together": text(f"a1,a1,b1,b2/{HOME}"),
    "no_mover": text(rest="3 - - - - 12"),
    "no_half": text(rest="1 x - - - 12"),
    "no_turns": text(rest="1 - - - - 401"),
    "not_doubled": text(f"a1,a2,b1,k11/{HOME}", "1 p k11 - - 12"),
    "no_block": text(rest="1 - - A9 - 12"),
    "moved_or_not": text(rest="1 b - - - 12"),
    "barred": text(rest="1 b - A1 A1 12"),
    "won_before": text(f"a1,j10,j11,j12/{HOME}", "1 - - - - 12"),
    "after_limit": text(rest="1 p - - - 400"),
    "turn_over": clamp(done="b", moved="C4").replace("k3", "k4"),
}
"""A text for each sentence about a text that is no position."""
REFUSED_ONLY_THERE = {"block_came_first"}
"""Of those that are no positions where pawns come first."""


def refused_text(words: str, **options: str | int) -> BadPosition:
    with pytest.raises(BadPosition) as refused:
        tablier.game("labyrinthe", **options).position(words)
    return refused.value


def news(before: Position, token: str) -> Sentence | None:
    return before.game.news(before.state, before.play(token).state)


@pytest.mark.parametrize("key", NEWS)
def test_what_is_skipped_is_told(key: str) -> None:
    """§2.4, §2.5 A pawn move, a block move, a turn."""
    before, token, clause, words = NEWS[key]
    said = news(before, token)
    assert said is not None
    assert (said.key, said.clause) == (key, clause)
    assert words in say(said, "en", before.game.package)


def test_a_turn_that_ends_as_it_should_is_no_news() -> None:
    """§2.2, §2.6, §2.7 Both moves are made, the first turn has one, or a pass ends it."""
    assert news(LATER.play("A1:w2"), "b2-b4") is None
    assert news(LATER, "b2-b4") is None
    assert news(OPENING, "b2-b4") is None
    assert news(PAWN_FIRST.start().play("b2-b4"), "pass") is None
    assert news(PAWN_FIRST.position(walled()), "pass") is None
    assert news(PENDING, ">l12") is None


def test_a_pawn_that_ends_the_turn_where_pawns_come_first_is_told() -> None:
    """§2.8 No block can slide."""
    limited = tablier.game("labyrinthe", order="pawn_first", turn_limit=13)
    said = news(limited.position(FORTRESS.format(turns=12)), "g19-g20")
    assert said == Sentence("no_block_left", "2.8", {"player": Who(0)})


def test_the_turn_limit_is_announced_in_its_last_quarter() -> None:
    """§5.3 The first time with 100 of 400 turns left."""
    assert at(OPPOSITE, "1 - - - - 299").warning() is None
    assert at(OPPOSITE, "1 - - - - 300").warning() == "Turns left until the turn limit: 100 (§5.3)."
    assert SAID["draw"].warning() is None


@pytest.mark.parametrize("key", SAID)
def test_what_there_is_to_do_and_how_it_ended(key: str) -> None:
    """§6.4 The key, and words for it in three languages."""
    position = SAID[key]
    assert position.game.notation.status(position.state).key == key
    assert len({position.status(lang) for lang in LANGUAGES}) == 3


@pytest.mark.parametrize("key", REFUSED_MOVES)
def test_moves_that_are_not_legal(key: str) -> None:
    """§6.1 Each is refused with its own sentence."""
    position, token = REFUSED_MOVES[key]
    with pytest.raises(IllegalMove) as refused:
        position.play(token)
    assert refused.value.said.key == key
    assert len({refused.value.sentence(lang) for lang in LANGUAGES}) == 3


@pytest.mark.parametrize("key", REFUSED_TEXTS)
def test_texts_that_are_no_position(key: str) -> None:
    """§6.4 Each is refused with its own sentence."""
    refused = refused_text(REFUSED_TEXTS[key])
    assert refused.said.key == key
    assert len({refused.sentence(lang) for lang in LANGUAGES}) == 3


def test_every_sentence_is_said() -> None:
    """No sentence of the game is without an example here."""
    tried = {*SAID, *NEWS, *REFUSED_MOVES, *REFUSED_TEXTS, *REFUSED_ONLY_THERE}
    assert {*tried, "pawns_inside"} == set(texts("tablier.games.labyrinthe", "en")["sentences"])


def test_the_tally_counts_the_pawns_in_the_centre() -> None:
    """§5.1 Of everybody who plays."""
    shared = at(SHARED, "1 - - - - 12", players=4)
    tally = shared.game.notation.tally(shared.state)
    words = [say(said, package=shared.game.package) for said in tally]
    assert words == [f"{n} of 3 in the centre" for n in (1, 1, 0, 0)]


@pytest.mark.parametrize(
    ("pawns", "rest", "key"),
    [
        (f"a1,a2,b1,k11/{HOME}", "1 - k11 - - 12", "not_doubled"),
        ("a1,a2,b1,k11/k11,t21,u20,u21", "1 - k11 - - 12", "not_doubled"),
        ("a1,a2,b1,k11/k11,t21,u20,u21", "1 p - - - 12", "pawns_together"),
        ("a1,a2,b1,k11/k11,t21,u20,u21", "1 p k12 - - 12", "pawns_together"),
        ("a1,a2,k11,k11/k11,t21,u20,u21", "1 p k11 - - 12", "not_doubled"),
        ("a1,a2,b1,b2/k11,k11,u20,u21", "1 p k11 - - 12", "not_doubled"),
        ("a1,a2,b1,c1/c1,t21,u20,u21", "1 p c1 - - 12", "not_doubled"),
        ("a1,a2,b1,k11/k11,t21,u20,u21", "1 p q99 - - 12", "no_square"),
        (OPPOSITE, "1 - - - A1 12", "moved_or_not"),
        (OPPOSITE, "1 p - - A1 12", "moved_or_not"),
        (OPPOSITE, "0 - - - - 12", "no_mover"),
        (OPPOSITE, "1 - - - - 012", "no_turns"),
        (OPPOSITE, "1 - - - - -1", "no_turns"),
        (OPPOSITE, "1 - - - - ١", "no_turns"),
        (f"a1,j10,j11,j12/{HOME}", "2 p - - - 12", "won_before"),
        (f"j10,j11,j12,k12/{HOME}", "1 p - - - 12", "won_before"),
        (f"a1,j10,j11,j12/{HOME}", "1 p - - - 400", "won_before"),
    ],
)
def test_what_play_never_leaves_is_no_position(pawns: str, rest: str, key: str) -> None:
    """§6.5 Doubled squares, blocks moved, wins and counts must fit together."""
    assert refused_text(text(pawns, rest)).said.key == key


def test_a_first_turn_without_a_block_has_none() -> None:
    """§2.6 Nor is anything left of it once the pawn has moved."""
    assert refused_text(text(rest="1 b - - A1 0"), opening="pawn").said.key == "pawn_only"
    assert refused_text(text(rest="1 p - - - 0"), opening="pawn").said.key == "turn_over"


SHUT = {**CAMP_SHUT, "H2": "a8"}
"""H2 has opened the camp that it and B4 had shut."""


@pytest.mark.parametrize(
    ("blocks", "rest"),
    [
        (SHUT, "1 b - - H2 0"),
        ({**SHUT, "H2": "a9"}, "1 b - A2 H2 0"),
        ({"A1": "l19"}, "1 b - - A1 1"),
    ],
)
def test_a_block_comes_first_where_no_pawn_could(blocks: dict[str, str], rest: str) -> None:
    """§2.2, §6.4 In the first turn of the game, if it may have shut them all in; later anyhow."""
    words = text(rest=rest, blocks=blocks)
    assert str(tablier.game("labyrinthe").position(words)) == words


@pytest.mark.parametrize(
    ("blocks", "rest"),
    [
        ({"A1": "l19"}, "1 b - - A1 0"),
        (SHUT, "1 b - - A1 0"),
        ({**SHUT, "B4": "b4"}, "1 b - - H2 0"),
        ({}, "2 b - - H3 0"),
    ],
)
def test_no_block_comes_first_where_a_pawn_could(blocks: dict[str, str], rest: str) -> None:
    """§2.2, §6.4 Wherever the block came from, some pawn of the mover could slide."""
    words = text(rest=rest, blocks=blocks)
    refused = refused_text(words)
    assert (refused.said.key, refused.said.clause) == ("pawn_opens", "2.2")
    assert str(tablier.game("labyrinthe", opening="full").position(words)) == words


@pytest.mark.parametrize(
    ("pawns", "rest"),
    [
        ("a1,a2,b1,j11/j11,t21,u20,u21", "1 b j11 - A1 0"),
        (f"a1,j11,k11,k12/{HOME}", "1 b - - A1 0"),
    ],
)
def test_where_a_pawn_has_slid_since_a_block_may_have_come_first(pawns: str, rest: str) -> None:
    """§2.2, §6.4 Nobody knows where it stood, so nothing is refused."""
    words = text(pawns, rest)
    assert str(tablier.game("labyrinthe").position(words)) == words


def test_what_a_shut_in_player_leaves_is_read_back() -> None:
    """§2.2, §6.4 Every position of a first turn that a block has begun."""
    shut = at(rest="1 - - - - 0", blocks=CAMP_SHUT)
    after = [shut.play(token) for token in shut.legal_moves]
    assert {position.turn for position in after} == {0, 1}
    assert all(shut.game.position(str(position)) == position for position in after)


def test_no_block_comes_first_where_pawns_do() -> None:
    """§2.7, §6.6 Such a text is a position of the other games."""
    block_first = LATER.play("A1:w2")
    refused = refused_text(str(block_first), order="pawn_first")
    assert (refused.said.key, refused.said.clause) == ("block_came_first", "2.7")
    assert len({refused.sentence(lang) for lang in LANGUAGES}) == 3
    for position in (START.play("b2-b4"), PENDING):
        assert str(PAWN_FIRST.position(str(position))) == str(position)


@pytest.mark.parametrize("done", ["-", "p", "b"])
def test_a_turn_with_nothing_left_is_over(done: str) -> None:
    """§2.4, §2.5 Shut in by C4 on k4, nobody can play any half."""
    moved = "C4" if done == "b" else "-"
    assert (
        refused_text(clamp(done=done, moved=moved).replace(",k3,", ",k4,")).said.key == "turn_over"
    )


@pytest.mark.parametrize(
    ("pawns", "rest"),
    [
        ("a1,j11,k11,k12/j11,t21,u20,u21", "1 p j11 - - 12"),
        ("a1,j11,k11,k12/j11,t21,u20,u21", "1 b j11 A2 A1 12"),
        (f"a1,j11,j11,k12/{HOME}", "1 p j11 - - 12"),
        (f"a1,j11,k11,k12/{HOME}", "1 b - - A1 12"),
        (OPPOSITE, "2 - - A1 - 400"),
        (OPPOSITE, "2 - - A1 - 0"),
    ],
)
def test_positions_that_are_over_or_odd_are_read(pawns: str, rest: str) -> None:
    """§6.5 Frozen wins, the limit, any count of turns with any player to move."""
    words = text(pawns, rest)
    assert str(tablier.game("labyrinthe").position(words)) == words


def test_tokens_say_what_moves() -> None:
    """§6.1, §6.2, §6.3, §6.6 Slides by square, then the centre, then the blocks, then pass."""
    tokens = START.game.notation.TOKENS
    assert tokens[:2] == ("a1-b1", "a1-c1")
    assert tokens[441 * 40 : 441 * 40 + 10] == (
        *(f">{column}{row}" for column in "jkl" for row in (10, 11, 12)),
        "A1:w20",
    )
    assert tokens[-2:] == ("H4:n20", "pass")
    assert {token.split(":")[0] for token in tokens[441 * 40 + 9 : -1]} == set(LAYOUT)


def test_no_token_is_too_long_for_its_block() -> None:
    """§4.2 A block has no token for a distance that the board is too small for."""
    tokens: set[str] = set(START.game.notation.TOKENS)
    assert {"H1:e16", "H1:n20", "A1:e20", "A1:n17"} <= tokens
    assert not {"H1:e17", "H1:n21", "A1:e21", "A1:n18"} & tokens


def test_position_is_a_value() -> None:
    """Reading does not change what was read before."""
    first: Position = tablier.game("labyrinthe").position(text())
    second = tablier.game("labyrinthe").position(clamp())
    assert (str(first), str(second)) == (text(), clamp())
