"""How Chain Reaction is written and read: tokens, position texts, a sentence for what is wrong."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.chain_reaction import naive
from tests.games.chain_reaction.setting import CAMPS, SQUARES, at, end, text

import tablier
from tablier import BadPosition, Game, IllegalMove, Position, Record
from tablier.game import Value
from tablier.games.chain_reaction.notation import TOKENS
from tablier.texts import Reader, say, texts

GAME = tablier.game("chain-reaction")
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
START = str(GAME.start())
BOARD, *REST = START.split()
WHITE_CAMP = " ".join(f"w{square}" for row in CAMPS["w"] for square in row.split())
WHITE_HALF = " ".join(f"b{square}" for square in sorted(SQUARES) if square[1] < "5")


@dataclass(frozen=True)
class Wrong:
    """A move that is refused: where, what is tried, and the sentence that should say why."""

    key: str
    clause: str
    tried: str
    words: str
    """What the sentence speaks of, word for word."""
    pieces: str
    rest: str = "w 0 - 0 0 0"


SINGLES = "wd8 wd4 bg4"
ILLEGAL = [
    Wrong("no_token", "8.1", "pass", "‘pass’", SINGLES),
    Wrong("no_token", "8.1", "D4D5", "‘D4D5’", SINGLES),
    Wrong("no_token", "8.1", "d4-d5", "‘d4-d5’", SINGLES),
    Wrong("no_token", "8.1", "d4d10", "‘d4d10’", SINGLES),
    Wrong("no_token", "8.1", "d٤d5", "‘d٤d5’", SINGLES),
    Wrong("no_square", "1.1", "d4h4", "‘h4’ is off the board", SINGLES),
    Wrong("no_square", "1.1", "@k9", "‘k9’ is off the board", SINGLES),
    Wrong("goal_square", "1.2", "d9d8", "d9 is a goal square", SINGLES),
    Wrong("goal_square", "1.2", "@d0", "d0 is a goal square", SINGLES, "w 0 w 0 0 0"),
    Wrong("nothing_to_put_back", "5.2", "@c1", "c1", SINGLES),
    Wrong("nothing_to_put_back", "5.2", "@c1", "c1", "Xd4"),
    Wrong("put_back_on_piece", "5.2", "@d4", "a piece on d4", SINGLES, "w 0 w 0 0 0"),
    Wrong("nearer_row", "5.2", "@b2", "b2 is in the wrong row", "wd1", "w 0 w 0 0 0"),
    Wrong(
        "nearer_row", "5.2", "@b2", "row A of the camp has room, on c1, e1", "wd1", "w 0 w 0 0 0"
    ),
    Wrong("nearer_row", "5.2", "@a5", "row A of the camp has room", "wd1", "w 0 w 0 0 0"),
    Wrong("outside_camp", "5.2", "@a5", "a5 is outside the camp", "wc1 wd1 be1", "w 0 w 0 0 0"),
    Wrong("outside_camp", "5.2", "@a4", "room on b2, c2, c3,", "wc1 wd1 be1", "w 0 w 0 0 0"),
    Wrong("other_half", "5.2", "@a5", "a5 is in the other half", WHITE_CAMP, "w 0 w 0 0 0"),
    Wrong("put_back_on_piece", "6.2", "@d4", "a piece on d4", SINGLES, "w 0 W 0 0 0"),
    Wrong("outside_camp", "6.2", "@a5", "room on b2, c1, c2, c3, d2,", "wd1", "w 0 W 0 0 0"),
    Wrong("outside_camp", "6.2", "@a4", "a4 is outside the camp", "wc1 wd1 be1", "w 0 W 0 0 1"),
    Wrong("other_half", "6.2", "@a5", "a5 is in the other half", WHITE_CAMP, "w 0 W 0 0 0"),
    Wrong("put_back_first", "6.2", "d4d5", "b2, c1, c2, c3, d1,", SINGLES, "w 0 W 0 0 0"),
    Wrong("put_back_first", "5.2", "d4d5", "c1, d1, e1", SINGLES, "w 0 w 0 0 0"),
    Wrong("put_back_first", "5.2", "d4*d6", "c1, d1, e1", SINGLES, "w 0 w 0 0 0"),
    Wrong("opponents_tower", "1.4", "c8*c6", "tower on c8", "Bc8 wd4", "w 0 w 0 0 0"),
    Wrong("no_tower", "2.2", "d4*d6", "on d4", SINGLES),
    Wrong("tower_elsewhere", "4.1", "a1*a3", "on d4, not on a1", "Xd4 wa1"),
    Wrong("tower_elsewhere", "4.1", "b1*b3", "on d4, not on b1", "Xd4 wa1"),
    Wrong("bottom_piece_leaves", "4.4", "d8*d9", "From d8", "Xd8"),
    Wrong("not_two_away", "4.1", "d4*e6", "e6 is not at that distance from d4", "Xd4"),
    Wrong("not_two_away", "4.1", "d4*d9", "d9 is not at that distance from d4", "Xd4"),
    Wrong("own_goal", "4.4", "d2*d0", "d0", "Xd2"),
    Wrong("own_goal", "4.4", "d7*b9", "b9", "Yd7", "b 0 - 0 0 1"),
    Wrong("tower_and_goal", "4.5", "d7*d9", "tower on d8", "Wd7 bd8"),
    Wrong("two_towers", "4.3", "d4*d6", "Both d5 and d6", "Xd4 bd5 wd6"),
    Wrong("two_towers", "4.3", "d4*d6", "Both d5 and d6", "Xd4 bd5 wd6", "w 4 - 0 0 0"),
    Wrong("tower_at_the_end", "4.5", "d4*d6", "tower on d6", "Xd4 wd6", "w 4 - 0 0 0"),
    Wrong("tower_at_the_end", "4.5", "d4*d6", "tower on d5", "Wd4 bd5", "w 4 - 0 0 0"),
    Wrong("star_missing", "8.1", "d4d6", "d4*d6", "Xd4"),
    Wrong("must_move_tower", "2.3", "d4d5", "tower on d4", "Xd4"),
    Wrong("must_move_tower", "2.3", "a1a2", "tower on d4", "Xd4 wa1"),
    Wrong("empty_square", "3.1", "a1a2", "no piece on a1", SINGLES),
    Wrong("opponents_piece", "3.1", "g4g5", "on g4", SINGLES),
    Wrong("not_adjacent", "3.1", "d4d6", "d6 is not next to d4", SINGLES),
    Wrong("not_adjacent", "3.1", "d4d9", "d9 is not next to d4", SINGLES),
    Wrong("not_adjacent", "3.1", "d4d4", "d4 is not next to d4", SINGLES),
    Wrong("single_into_goal", "3.3", "d8e9", "e9", SINGLES),
]

REFUSED = [
    ("fields", "8.2", "", "here are 1"),
    ("fields", "8.2", START[:-2], "here are 6"),
    ("fields", "8.2", f"{START} 0", "here are 8"),
    ("fields", "8.2", START.replace(" w", "  w"), "here are 8"),
    ("rows", "8.2", START.replace("/", "", 1), "here are 7"),
    ("rows", "8.2", START.replace("/", "//", 1), "here are 9"),
    ("row_length", "8.2", START.replace("..bbb../.", "..bbb./.", 1), "Row 8"),
    ("row_length", "8.2", START.replace("..www.. ", "..www... "), "Row 1"),
    ("no_sign", "8.2", START.replace("..bbb..", "..bxb..", 1), "‘x’ on d8"),
    ("towers", "1.4", text("Xd4 Wa1"), "a1 and another on d4"),
    ("no_mover", "8.2", START.replace(" w ", " W "), "‘W’"),
    ("no_mover", "8.2", START.replace(" w ", " wb "), "‘wb’"),
    ("no_segments", "8.2", text("Xd4", "w 5 - 0 0 0"), "‘5’"),
    ("no_segments", "8.2", text("Xd4", "w 01 - 0 0 0"), "‘01’"),
    ("no_pending", "8.2", text("wd4", "w 0 b 0 0 0"), "not ‘b’"),
    ("no_pending", "8.2", text("wd4", "w 0 B 0 0 0"), "not ‘B’"),
    ("no_pending", "8.2", text("wd4", "w 0 x 0 0 0"), "-, w (after a goal) or W (after a penalty)"),
    ("returning_segments", "8.2", text("wd4", "w 1 w 0 0 0"), "not 1"),
    ("returning_segments", "8.2", text("wd4", "w 1 W 0 0 0"), "not 1"),
    ("no_score", "8.2", text("wd4", "w 0 - -0 0 0"), "‘-0’"),
    ("no_score", "8.2", text("wd4", "w 0 - 0 07 0"), "‘07’"),
    ("no_score", "8.2", text("wd4", "w 0 - 0 ² 0"), "‘²’"),
    ("no_score", "8.2", text("wd4", "w 0 - 0 20001 0"), "-20000 to 20000"),
    ("no_turns", "8.2", text("wd4", "w 0 - 0 0 -2"), "‘-2’"),
    ("no_turns", "8.2", text("wd4", "w 0 - 0 0 10002"), "0 to 10000"),
    ("no_turns", "8.2", text("Xd4", "w 1 - 0 0 10000"), "0 to 9999"),
    ("wrong_mover", "2.1", text("wd4", "w 0 - 0 0 1"), "After 1 turns"),
    ("wrong_mover", "2.1", text("bd4", "b 0 - 0 0 2"), "After 2 turns"),
    ("segments_without_tower", "2.4", text("wd4", "w 1 - 0 0 0"), "here is none"),
    ("others_tower", "2.5", text("Yd4 wa1"), "tower on d4"),
    ("others_tower", "2.5", text("Bd4 wa1", "w 2 - 0 0 0"), "tower on d4"),
    ("tower_while_returning", "2.5", text("Xd4", "w 0 w 0 0 0"), "tower on d4"),
    ("tower_while_returning", "2.5", text("Yd4", "w 0 w 0 0 1"), "tower on d4"),
    ("tower_after_penalty", "6.2", text("Bd4", "w 0 W 0 0 0"), "tower on d4"),
    ("tower_after_penalty", "6.2", text("Wd4", "w 0 W 0 0 1"), "tower on d4"),
    ("half_is_full", "9.1", text(WHITE_HALF, "w 0 w 0 0 0"), "no room"),
    ("half_is_full", "9.1", text(WHITE_HALF, "w 0 W 0 0 0"), "no room"),
    ("stuck", "6.1", text("bd4"), "no legal move"),
    ("stuck", "6.1", text("Xa1 ba2 ba3 bb1 bc1 bb2 bc3"), "no legal move"),
]

STATUS: dict[str, tuple[str, dict[str, Value], str]] = {
    "white_steps": (START, {}, "White: move one of your pieces"),
    "black_steps": (text("wa1 bd4", "b 0 - 0 0 1"), {}, "Black: move one of your pieces"),
    "white_moves_tower": (text("Xd4", "w 3 - 0 0 0"), {}, "White: topple the tower on d4. Seg"),
    "black_moves_tower": (text("Yd4", "b 0 - 0 0 1"), {}, "Black: topple the tower on d4. Seg"),
    "white_puts_back": (text("wd1", "w 0 w 0 0 0"), {}, "White: put your piece back on one of"),
    "black_puts_back": (text("bd8", "b 0 b 0 0 0"), {}, "Black: put your piece back on one of"),
    "white_has_points": (
        text("wd4", "w 0 w 12 10 8"),
        {},
        "White wins with 12 points against 10 (§7.1).",
    ),
    "black_has_points": (
        text("wd4", "w 0 w -3 12 8"),
        {},
        "Black wins with 12 points against -3 (§7.1).",
    ),
    "tie": (text("wd4", "w 0 w 12 11 8"), {"tie": "draw"}, "Draw: the target is reached with 12"),
    "white_besieges": (
        text("wa8 wb8 wc8 wd8 we8 wf8 wg8"),
        {"siege": True},
        "White wins by siege, holding all seven squares in front of the goal (§7.3).",
    ),
    "black_besieges": (
        text("ba1 bb1 bc1 bd1 be1 bf1 bg1", "b 0 - 0 0 1"),
        {"siege": True},
        "Black wins by siege, holding all seven squares in front of the goal (§7.3).",
    ),
    "limit_white": (
        text("wd4", "w 0 - 3 2 8"),
        {"turn_limit": 8},
        "Turn limit of 8 turns reached: White wins with 3 points against 2 (§7.4).",
    ),
    "limit_black": (
        text("wd4", "w 0 - 2 3 8"),
        {"turn_limit": 8},
        "Turn limit of 8 turns reached: Black wins with 3 points against 2 (§7.4).",
    ),
    "limit_draw": (
        text("wd4", "w 0 - -2 -2 8"),
        {"turn_limit": 8},
        "Turn limit of 8 turns reached: a draw, White has -2 points, Black has -2 (§7.4).",
    ),
}


NEWS = {
    "penalty": [
        ("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6", "a3*a1", "6.1", "White is stuck, with no legal"),
        ("Ya4 bc5 bd6 bb5 bb6 wb3 bb2 wc3 wd2 bd4 wb4", "b 0 - 0 0 1", "a4*c4", "6.1", "White is"),
    ],
    "penalties": [("wa1", "w 0 W 3 1 6", "@d1", "6.1", "Stuck, with no legal move: Black.")],
    "stays_out": [(f"Wb7 {WHITE_HALF}", "w 3 - 5 1 6", "b7*b9", "9.1", "There is no free square")],
}
"""What is told, with its clause: pieces, the rest of the text, a move, how the sentence begins."""

WARNINGS = {
    "siege_near": at("ba1 bb1 bc1 bd1 be1 bf1 bg1 wd4", siege=True),
    "turn_limit_near": at("wd4 bd8", "w 0 - 0 0 300"),
}


def test_every_sentence_of_the_game_is_tried_here() -> None:
    tried = {wrong.key for wrong in ILLEGAL} | {key for key, *_ in REFUSED} | {*STATUS, *NEWS}
    tried |= {*WARNINGS} - {"turn_limit_near"}
    of_all_games = {"rows", "row_length", "no_sign"}
    assert tried - of_all_games | {"points"} == set(texts(GAME.package, "en")["sentences"])


@pytest.mark.parametrize("wrong", ILLEGAL, ids=lambda wrong: f"{wrong.key} {wrong.tried}")
def test_an_illegal_move_is_answered_with_its_clause(wrong: Wrong) -> None:
    position = at(wrong.pieces, wrong.rest)
    before = position.data
    with pytest.raises(IllegalMove) as refused:
        position.play(wrong.tried)
    assert (refused.value.said.key, refused.value.clause) == (wrong.key, wrong.clause)
    assert wrong.words in refused.value.sentence("en")
    assert refused.value.sentence("en").endswith(f" (§{wrong.clause}).")
    assert position.data == before


@pytest.mark.parametrize(("key", "clause", "tried", "words"), REFUSED)
def test_what_is_not_a_position_is_refused_with_its_clause(
    key: str, clause: str, tried: str, words: str
) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(tried)
    assert (refused.value.said.key, refused.value.clause) == (key, clause)
    assert words in refused.value.sentence("en")
    assert refused.value.sentence("en").endswith(f" (§{clause}).")


@pytest.mark.parametrize("key", STATUS)
def test_the_status_says_who_has_to_do_what(key: str) -> None:
    position_text, options, words = STATUS[key]
    position = tablier.game("chain-reaction", **options).position(position_text)
    assert GAME.notation.status(position.state).key == key
    assert position.status("en").startswith(words)


@pytest.mark.parametrize(
    ("key", "pieces", "rest", "token", "clause", "words"),
    [(key, *told) for key, all_told in NEWS.items() for told in all_told],
)
def test_what_happens_by_itself_is_told(
    key: str, pieces: str, rest: str, token: str, clause: str, words: str
) -> None:
    """§6.1, §6.2, §9.1 Points and pieces that are lost."""
    before = at(pieces, rest)
    said = GAME.news(before.state, before.play(token).state)
    assert said is not None
    assert (said.key, said.clause) == (key, clause)
    assert say(said, "en", GAME.package).startswith(words)


def test_the_player_who_is_stuck_is_told_so() -> None:
    """§6.1 Also where the penalty ends the game."""
    before = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 11 12 6")
    after = before.play("a3*a1")
    said = GAME.news(before.state, after.state)
    assert said is not None
    assert end(after) == ("black_has_points", 1)
    assert say(said, "en", GAME.package, Reader(frozenset({0}))).startswith("You are stuck")


def test_a_goal_and_a_step_are_no_news() -> None:
    before = at("Xd7 wa1")
    for token in ("d7*d9", "d7*b7"):
        assert GAME.news(before.state, before.play(token).state) is None
    back = at("wd4 bd8", "w 0 w 2 0 0")
    assert GAME.news(back.state, back.play("@d1").state) is None


@pytest.mark.parametrize("key", WARNINGS)
def test_what_comes_by_itself_is_announced(key: str) -> None:
    """§7.3, §7.4 A siege before the opponent's only turn; the last quarter of the turns."""
    said = GAME.warning(WARNINGS[key].state)
    assert said is not None
    assert said.key == key
    assert GAME.warning(at("wd4 ba1 bb1", "w 0 - 0 0 298", siege=True).state) is None


def test_the_status_tells_how_many_segments_are_left() -> None:
    """§2.1 The one to be played included."""
    assert at("Xd4", "w 3 - 0 0 0").status("en").endswith("left this turn: 2.")
    assert at("Xd4").status("en").endswith("left this turn: 5.")


def test_the_tally_tells_the_points_of_both() -> None:
    """§5.1 White's first."""
    tally = GAME.notation.tally(at("wd4", "w 0 - 3 -2 0").state)
    assert [say(said, package=GAME.package) for said in tally] == [
        "3 of 12 points",
        "-2 of 12 points",
    ]


def test_every_illegal_token_of_the_game_has_its_reason() -> None:
    """§8.1 No token that exists is called no token, in whatever position."""
    for pieces, rest in {(wrong.pieces, wrong.rest) for wrong in ILLEGAL}:
        position = at(pieces, rest)
        for token in set(TOKENS) - set(position.legal_moves):
            with pytest.raises(IllegalMove) as refused:
                position.play(token)
            assert refused.value.said.key not in ("no_token", "no_square")


# 8 Notation


def test_there_are_tokens_for_steps_falls_and_putting_back() -> None:
    """§8.1 Every step and fall that some board allows, and every square."""
    steps = [token for token in TOKENS if len(token) == 4]
    falls = [token for token in TOKENS if "*" in token]
    backs = [token for token in TOKENS if token.startswith("@")]
    assert (len(steps), len(falls), len(backs)) == (362, 318, 56)
    assert len(TOKENS) == 362 + 318 + 56
    assert {"c3d4", "d4*d6", "c7*c9", "c2*a0", "@c1"} <= set(TOKENS)


def test_a_position_is_written_in_seven_fields() -> None:
    """§8.2 Board, mover, segments, piece to put back, both scores, turns."""
    after = GAME.start().play("c3d3")
    assert str(after).split()[1:] == ["w", "1", "-", "0", "0", "0"]
    assert str(after).split()[0].split("/")[5] == "...Ww.."
    assert str(at("Xd7 wa1").play("d7*d9")).split()[1:] == ["w", "0", "w", "2", "0", "0"]
    stuck = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6").play("a3*a1")
    assert str(stuck).split()[1:] == ["b", "0", "B", "3", "1", "6"]


@pytest.mark.parametrize(
    "position_text",
    [
        START,
        text("Xd4", "w 4 - 0 0 0"),
        text("Wd4 wa1", "w 0 - 0 0 10"),
        text("Bd4 wa1", "b 1 - 0 0 11"),
        text("Yd4 wa1", "b 0 - -20 11 11"),
        text("Bd8 wa1", "w 0 w 2 0 0"),
        text("wa1", "w 0 w 2 0 1"),
        text("wa1", "b 0 B -2 0 0"),
        text("wa1", "w 0 W -2 0 0"),
        text("wa1", "b 0 b -2 0 0"),  # as older texts have a piece after a penalty
        text("wa1", "w 0 - 12 3 0"),
        text("wd4", "w 0 - 0 0 400"),
        text("wd4", "w 0 - 0 0 10000"),
        text("Xd7", "w 2 - 0 0 9998"),
        text(" ".join(f"w{square}" for square in SQUARES)),
    ],
)
def test_a_text_is_read_and_written_unchanged(position_text: str) -> None:
    """§8.2 The beginning, exercises with any number of pieces, and ends."""
    assert str(GAME.position(position_text)) == position_text


def test_a_board_full_of_white_pieces_has_every_step() -> None:
    """§8.2 A position may have any number of pieces."""
    full = GAME.position(text(" ".join(f"w{square}" for square in SQUARES)))
    assert set(full.legal_moves) == {token for token in TOKENS if len(token) == 4}


boards = st.builds(
    lambda signs, tower, square: "/".join(
        (signs[:square] + tower + signs[square + 1 :])[row * 7 : row * 7 + 7] for row in range(8)
    ),
    st.text(".....wb", min_size=56, max_size=56),
    st.sampled_from(".....WXBY"),
    st.integers(0, 55),
)
well_formed = st.builds(
    lambda board, mover, segments, pending, white, black, turns: (
        f"{board} {mover} {segments} {pending} {white} {black} {turns}"
    ),
    boards,
    st.sampled_from("wb"),
    st.sampled_from("00001234"),
    st.sampled_from("---wbWB"),
    st.integers(-3, 14),
    st.integers(-3, 14),
    st.integers(0, 12),
)
games = st.sampled_from(
    [GAME, tablier.game("chain-reaction", siege=True, tie="draw", turn_limit=9)]
)


def read_back(game: Game, position_text: str) -> str:
    """The text of the position that was read, or the key of the sentence that refused it."""
    try:
        return str(game.position(position_text))
    except BadPosition as refused:
        return refused.said.key


def can_come_about(slow: naive.Position) -> bool:
    """Could a game, with whatever pieces, come to this position, or to one that was so written?"""
    whose = "wb"[slow.turns % 2]
    tower = naive.tower_square(slow)
    owner = dict(slow.board)[tower][1] if tower else None
    if slow.pending:
        if slow.pending.lower() != slow.mover or slow.segments or owner == slow.mover:
            return False
        if owner and (slow.pending.isupper() or slow.mover != whose):
            return False
    elif slow.mover != whose or owner not in (None, whose) or (slow.segments and not owner):
        return False
    return naive.outcome(slow) is not None or bool(naive.moves(slow))


@dataclass(frozen=True)
class Penalty:
    """A piece put back after a penalty in a recorded game: the position there, and what follows."""

    position: Position
    tokens: tuple[str, ...]

    @property
    def once_written(self) -> str:
        """The text in the old spelling, which did not tell goals from penalties."""
        board, mover, segments, pending, *rest = str(self.position).split()
        return " ".join([board, mover, segments, pending.lower(), *rest])


def penalties(name: str) -> list[Penalty]:
    """All of those in a playthrough."""
    record = Record.read((PLAYTHROUGHS / f"{name}.tablier").read_text("utf-8"))
    return [
        Penalty(position, record.tokens[ply:])
        for ply, position in enumerate(record.positions())
        if str(position).split()[3] in ("W", "B") and position.legal_moves
    ]


@pytest.mark.parametrize("name", ["stuck-and-besieged", "first-to-twelve-and-on"])
def test_an_old_record_is_read_as_before(name: str) -> None:
    """§8.2 Its setup has `w` or `b` after a penalty: the piece goes back as after a goal."""
    assert penalties(name)
    for penalty in penalties(name):
        start = penalty.position.game.position(penalty.once_written)
        assert str(start) == penalty.once_written
        assert set(start.legal_moves) <= set(penalty.position.legal_moves)
        record = Record(start, penalty.tokens)
        assert f'[Setup "{penalty.once_written}"]' in str(record)
        assert Record.read(str(record)) == record
        assert str(record.end) == str(penalty.position.play_all(penalty.tokens))


def test_an_old_text_after_a_penalty_offers_what_it_did() -> None:
    """§8.2 Row A while it has room, in the turn of either player."""
    for rest in ("w 0 w -2 0 0", "w 0 w 0 -2 1"):
        assert at("wd1 bg8", rest).legal_moves == ("@c1", "@e1")


@settings(deadline=None, max_examples=400)
@given(games, well_formed)
def test_a_well_formed_text_is_a_position_if_a_game_could_come_to_it(
    game: Game, position_text: str
) -> None:
    """§8.2 What the rules would not have left standing is refused."""
    fits = can_come_about(naive.read(position_text, game.options))
    assert (read_back(game, position_text) == position_text) is fits
