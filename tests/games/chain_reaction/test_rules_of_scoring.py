"""Chain Reaction, clause by clause of its rulebook: goals, penalties and the end (§5 to §7)."""

import pytest
from tests.games.chain_reaction.setting import (
    BLACK,
    CAMPS,
    SQUARES,
    WHITE,
    at,
    end,
    moves,
    put_backs,
    squares,
    text,
    why_not,
)

from tablier import BadPosition

CORNERED = "Ya4 bc5 bd6 bb5 bb6 wb3 bb2 wc3 wd2 bd4"
"""If this tower falls to c4 and b4 is taken, White gets a tower on b4 that can fall nowhere."""


# 5 Goals


def test_goals_are_counted() -> None:
    """§5.1 One point or two are added, and the turn is over."""
    assert str(at("Xa7", "w 4 - 3 1 8").play("a7*a9")) == text("ba8", "w 0 w 4 1 8")
    assert str(at("Xb7", "w 0 - 3 1 8").play("b7*d9")) == text("bc8", "w 0 w 5 1 8")
    assert str(at("Yb2", "b 0 - 3 1 9").play("b2*d0")) == text("wc1", "b 0 b 3 3 9")


def full(names: str, colour: str = "w") -> str:
    """A piece of that colour on each of the squares."""
    return " ".join(f"{colour}{square}" for square in names.split())


def half_of(colour: str) -> set[str]:
    return {square for square in SQUARES if (square[1] < "5") == (colour == "w")}


@pytest.mark.parametrize("colour", "wb")
def test_after_a_goal_the_piece_goes_back_to_row_a_then_to_b_or_c_then_to_the_half(
    colour: str,
) -> None:
    """§5.2 The choice among the free squares is free, between rows B and C too."""
    rest = f"{colour} 0 {colour} 1 1 {'wb'.index(colour)}"
    a, b, c = CAMPS[colour]
    assert moves("wa5 ba4", rest) == put_backs(a)
    assert moves(f"w{a[:2]} ba4", rest) == put_backs(a[3:])
    assert moves(full(a), rest) == put_backs(f"{b} {c}")
    assert moves(f"{full(a)} {full(b, 'b')}", rest) == put_backs(c)
    assert moves(f"{full(a)} {full(c, 'b')}", rest) == put_backs(b)
    camp = " ".join(CAMPS[colour])
    assert moves(full(camp), rest) == {f"@{square}" for square in half_of(colour) - squares(camp)}


def test_white_chooses_between_rows_b_and_c_after_a_goal() -> None:
    """§5.2 Row A is full, and nothing says that B comes first."""
    scored = at(f"Xd7 {full(CAMPS['w'][0])} bg8").play("d7*d9")
    for square in ("b2", "c3"):
        assert str(scored.play(f"@{square}")).endswith(" b 0 - 2 0 1")
    assert why_not(scored, "@c4") == "outside_camp"


def test_a_wrong_square_to_put_back_on_is_refused() -> None:
    """§5.2 Taken squares, farther rows, and the other half."""
    position = at("wc1 wd1 bg8", "w 0 w 1 0 0")
    assert why_not(position, "@c1") == "put_back_on_piece"
    assert why_not(position, "@b2") == "nearer_row"
    assert why_not(position, "@d8") == "nearer_row"
    camp = " ".join(f"w{square}" for row in CAMPS["w"] for square in row.split())
    assert why_not(at(camp, "w 0 w 1 0 0"), "@a5") == "other_half"
    assert why_not(at(full(CAMPS["w"][0]), "w 0 w 1 0 0"), "@d4") == "outside_camp"


def test_nothing_else_moves_before_the_piece_is_back() -> None:
    """§5.2 Putting back comes first, and only when there is a piece to put back."""
    position = at("Bd8 wa1", "w 0 w 2 0 0")
    assert why_not(position, "a1a2") == "put_back_first"
    assert why_not(position, "d8*d6") == "opponents_tower"
    assert why_not(at("wa1 bg8"), "@c1") == "nothing_to_put_back"


def test_putting_back_is_no_segment_and_then_the_turn_passes() -> None:
    """§5.2 A tower left with the goal is then the opponent's to move."""
    after = at("Xd7 bd8 wa1").play("d7*d9").play("@d1")
    assert str(after) == text("Bd8 wa1 wd1", "b 0 - 2 0 1")
    assert all(token.startswith("d8*") for token in after.legal_moves)


def test_in_an_exercise_without_room_the_piece_stays_out() -> None:
    """§9.1 The turn passes at once."""
    half = " ".join(f"w{square}" for square in sorted(SQUARES) if square[1] < "5")
    after = at(f"{half} Xd7 ba6").play("d7*d9")
    assert str(after) == text(f"{half} bd8 ba6", "b 0 - 2 0 1")


# 6 Stuck


def test_a_player_stuck_at_the_start_of_his_turn_loses_two_points() -> None:
    """§6.1 Black leaves White a tower that cannot fall: every way would build two towers."""
    after = at(f"{CORNERED} wb4", "b 0 - 0 0 1").play("a4*c4")
    assert str(after).split()[1:] == ["w", "0", "W", "-2", "0", "2"]


def test_a_player_stuck_in_the_middle_of_his_turn_loses_two_points() -> None:
    """§6.1 White's fourth segment builds a tower that the fifth could only turn into another."""
    after = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6").play("a3*a1")
    assert str(after) == text("wa1 wa2 ba4 bc2 bc4", "b 0 B 3 1 6")


def test_a_player_without_a_piece_is_stuck() -> None:
    """§6.1 Only in exercises: the turn passes at once, and the score goes on falling."""
    position = at("wd4").play("d4d5")
    assert str(position) == text("wd5", "w 0 - 0 -2 2")
    assert str(position.play("d5d6")) == text("wd6", "w 0 - 0 -4 4")


def test_with_room_for_one_fall_nobody_is_stuck() -> None:
    """§6.1 One free square on one of the ways is enough."""
    freed = CORNERED.replace(" bb6", "")
    after = at(f"{freed} wb4", "b 0 - 0 0 1").play("a4*c4")
    assert after.legal_moves == ("b4*b6",)


@pytest.mark.parametrize(("piece", "owner"), [("w", "w"), ("b", "b")])
def test_the_bottom_piece_is_put_back_by_its_owner(piece: str, owner: str) -> None:
    """§6.2 By the player who is stuck or by his opponent; the top piece stays."""
    stuck = at(f"{CORNERED} {piece}b4", "b 0 - 0 0 1").play("a4*c4")
    others = CORNERED.removeprefix("Ya4 ")
    assert str(stuck) == text(f"{others} wb4 bc4", f"{owner} 0 {owner.upper()} -2 0 2")
    home = "@c1" if owner == "w" else "@c8"
    assert home in stuck.legal_moves
    after = stuck.play(home)
    assert str(after) == text(f"{others} wb4 bc4 {owner}{home[1:]}", "b 0 - -2 0 3")


def test_the_bottom_piece_of_a_tower_in_the_middle_of_a_turn_is_put_back_too() -> None:
    """§6.2 The black piece goes back to Black's camp, put there by Black in White's turn."""
    stuck = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6").play("a3*a1")
    assert stuck.turn == BLACK
    assert set(stuck.legal_moves) == put_backs(" ".join(CAMPS["b"]))


@pytest.mark.parametrize("colour", "wb")
@pytest.mark.parametrize("turns", [0, 1])
def test_after_a_penalty_the_piece_goes_anywhere_in_the_camp_then_to_the_half(
    colour: str, turns: int
) -> None:
    """§6.2 Whatever the row, and whoever's turn it was: the rows are for goals."""
    rest = f"{colour} 0 {colour.upper()} -2 1 {turns}"
    a, b, c = CAMPS[colour]
    camp = squares(" ".join(CAMPS[colour]))
    assert moves("wa5 ba4", rest) == {f"@{square}" for square in camp}
    assert moves(full(a), rest) == put_backs(f"{b} {c}")
    assert moves(f"{full(b)} {full(c, 'b')}", rest) == put_backs(a)
    in_half = {f"@{square}" for square in half_of(colour) - camp}
    assert moves(full(" ".join(camp)), rest) == in_half


def test_black_may_put_the_piece_back_on_row_c_while_row_a_has_room() -> None:
    """§6.2 After a penalty; after a goal, row A would come first."""
    stuck = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6").play("a3*a1")
    assert {"@c8", "@b7", "@e6"} < set(stuck.legal_moves)
    after = stuck.play("@e6")
    assert str(after) == text("wa1 wa2 ba4 bc2 bc4 be6", "b 0 - 3 1 7")
    assert why_not(at("wa1 bg8", "b 0 b 0 1 1"), "@e6") == "nearer_row"


def test_a_wrong_square_after_a_penalty_is_refused() -> None:
    """§6.2 Taken squares, those outside a camp that has room, and the other half."""
    position = at("wc1 bg8", "w 0 W -2 0 0")
    assert why_not(position, "@c1") == "put_back_on_piece"
    assert why_not(position, "@d4") == "outside_camp"
    assert why_not(position, "c1c2") == "put_back_first"
    camp = full(" ".join(CAMPS["w"]))
    assert why_not(at(camp, "w 0 W -2 0 0"), "@a5") == "other_half"


def test_in_an_exercise_without_room_the_piece_of_a_penalty_stays_out() -> None:
    """§9.1 White is stuck on a8 before the fifth segment: the turn passes at once."""
    half = full(" ".join(half_of("w")))
    after = at(f"Wa6 wa8 bb8 bb7 {half}", "w 3 - 5 1 6").play("a6*a8")
    assert str(after).endswith(" b 0 - 3 1 7")


def test_after_a_penalty_the_opponent_of_the_stuck_player_has_the_turn() -> None:
    """§6.3 Also when he has put a piece back just now; the turn counts."""
    stuck = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6").play("a3*a1")
    assert str(stuck.play("@d8")) == text("wa1 wa2 ba4 bc2 bc4 bd8", "b 0 - 3 1 7")


def test_a_penalty_can_follow_a_penalty() -> None:
    """§6.3 White's piece is put back, Black has none and is stuck at once, White moves again."""
    stuck = at("Wa3 wa2 wa4 wc2 wc4", "w 3 - 5 1 6").play("a3*a1")
    assert str(stuck).split()[1:] == ["w", "0", "W", "3", "1", "6"]
    assert str(stuck.play("@d1")).split()[1:] == ["w", "0", "-", "3", "-1", "8"]


# 7 The end


def test_the_target_with_a_lead_of_two_wins_at_once() -> None:
    """§7.1 Nothing is put back: the piece stays pending, the turn uncounted."""
    after = at("Xd7 ba8", "w 0 - 10 9 30").play("d7*d9")
    assert end(after) == ("white_has_points", WHITE)
    assert str(after) == text("bd8 ba8", "w 0 w 12 9 30")
    assert after.legal_moves == ()


def test_black_wins_in_the_same_way() -> None:
    """§7.1 With the colours changed."""
    after = at("Yd2 wa1", "b 0 - 9 11 31").play("d2*d0")
    assert end(after) == ("black_has_points", BLACK)


def test_a_goal_below_the_target_does_not_end_the_game() -> None:
    """§7.1 A lead alone is not enough."""
    assert at("Xd7 ba8", "w 0 - 9 0 30").play("d7*d9").outcome() is None


@pytest.mark.parametrize("target", [1, 5, 24])
def test_the_target_is_an_option(target: int) -> None:
    """§7.1 From 1 to 24 points."""
    rest = f"w 0 - {target - 2} -3 30"
    after = at("Xd7 ba8", rest, target=target).play("d7*d9")
    assert end(after) == ("white_has_points", WHITE)
    assert at("Xa7 bd8", rest, target=target).play("a7*a9").outcome() is None


def test_a_penalty_can_give_the_opponent_the_lead() -> None:
    """§7.1 White is stuck at 12 to 13, and Black wins though it is not his turn."""
    after = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 12 13 6").play("a3*a1")
    assert end(after) == ("black_has_points", BLACK)
    assert str(after) == text("wa1 wa2 ba4 bc2 bc4", "b 0 B 10 13 6")


def test_a_penalty_without_a_tower_can_end_the_game() -> None:
    """§7.1 Black has no piece: his score falls, and nobody has to put anything back."""
    after = at("wd4", "w 0 - 12 11 6").play("d4d5")
    assert end(after) == ("white_has_points", WHITE)
    assert str(after) == text("wd5", "b 0 - 12 9 7")


def test_the_target_without_the_lead_is_played_on() -> None:
    """§7.2 Until somebody has both."""
    position = at("Xa7 wd1 bg8", "w 0 - 11 11 30").play("a7*a9")
    assert position.outcome() is None
    assert "@c1" in position.legal_moves
    assert at("Xa7 wd1 bg8", "w 0 - 12 11 30").play("a7*a9").outcome() is not None


@pytest.mark.parametrize(
    ("tower", "before", "token", "after"),
    [
        ("Xb7", "w 0 - 11 11 30", "b7*b9", "w 0 w 12 11 30"),
        ("Xd7", "w 0 - 10 11 30", "d7*d9", "w 0 w 12 11 30"),
        ("Yb2", "b 0 - 11 11 31", "b2*b0", "b 0 b 11 12 31"),
    ],
)
def test_the_target_without_the_lead_is_a_draw_by_option(
    tower: str, before: str, token: str, after: str
) -> None:
    """§7.2 At once, with the piece still pending."""
    drawn = at(f"{tower} wd4 bg4", before, tie="draw").play(token)
    assert end(drawn) == ("tie", None)
    assert str(drawn).endswith(f" {after}")
    assert at(f"{tower} wd4 bg4", before).play(token).outcome() is None


BESIEGED = "wa8 wb8 wc8 wd8 we8 wf8"


def test_a_siege_wins_when_the_turn_of_the_besieger_begins() -> None:
    """§7.3 Not before: the opponent has a turn to break it."""
    position = at(f"{BESIEGED} wg7 ba1 bd6", siege=True).play("g7g8")
    assert position.outcome() is None
    assert end(position.play("a1a2")) == ("white_besieges", WHITE)


def test_a_siege_can_be_broken() -> None:
    """§7.3 A black piece on top of one of the seven squares is enough."""
    position = at(f"{BESIEGED} wg7 ba1 bd7", siege=True).play("g7g8").play("d7d8").play("d8*d6")
    assert position.outcome() is None
    assert position.turn == WHITE


def test_a_tower_counts_for_the_siege_by_its_top_piece() -> None:
    """§7.3 White on top of a black piece occupies the square; black on top does not."""
    assert end(at(f"{BESIEGED} Xg8 ba1", siege=True)) == ("white_besieges", WHITE)
    assert at("wb8 wc8 wd8 we8 wf8 wg8 Ya8", "b 0 - 0 0 1", siege=True).outcome() is None


def test_black_besieges_row_1() -> None:
    """§7.3 With the colours changed."""
    row = "ba1 bb1 bc1 bd1 be1 bf1 bg1"
    assert end(at(f"{row} wd5", "b 0 - 3 0 1", siege=True)) == ("black_besieges", BLACK)
    assert at(f"{row} wd5", "w 0 - 3 0 2", siege=True).outcome() is None


def test_a_siege_counts_only_when_a_turn_begins() -> None:
    """§7.3 Not in the middle of one, and not while a piece is to be put back."""
    row = f"{BESIEGED} wg8 ba1"
    assert at(f"{row} Wd4", "w 1 - 0 0 0", siege=True).outcome() is None
    waiting = at(row, "w 0 w 0 0 1", siege=True)
    assert waiting.outcome() is None
    assert end(waiting.play("@c1")) == ("white_besieges", WHITE)


def test_without_the_option_a_siege_is_nothing() -> None:
    """§7.3 Off unless chosen."""
    assert at(f"{BESIEGED} wg8 ba1").outcome() is None


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ("3 2", ("limit_white", WHITE)),
        ("2 3", ("limit_black", BLACK)),
        ("-2 -2", ("limit_draw", None)),
    ],
)
def test_after_the_last_turn_the_higher_score_wins(
    scores: str, expected: tuple[str, int | None]
) -> None:
    """§7.4 Equal scores are a draw; the usual limit is 400 turns."""
    position = at("wa1 bd6", f"b 0 - {scores} 399")
    assert position.outcome() is None
    assert end(position.play("d6d5")) == expected
    short = at("wa1 bd6", f"b 0 - {scores} 7", turn_limit=8)
    assert end(short.play("d6d5")) == expected


def test_the_last_turn_is_played_to_its_end() -> None:
    """§7.4 Segments and putting back do not count as turns."""
    scored = at("Yd2 wa1 bg8", "b 0 - 0 0 7", turn_limit=8).play("d2*d0")
    assert scored.outcome() is None
    assert end(scored.play("@c8")) == ("limit_black", BLACK)


def test_scores_come_first() -> None:
    """§7.5 A goal in the last turn wins by points, before that turn is counted."""
    after = at("Yd2 wa1 bg8", "b 0 - 0 10 7", turn_limit=8).play("d2*d0")
    assert end(after) == ("black_has_points", BLACK)
    assert str(after).endswith(" 7")


def test_the_limit_comes_before_the_siege() -> None:
    """§7.5 White besieges, but the turns are over and Black has more points."""
    position = at(f"{BESIEGED} wg8 ba1", "b 0 - 3 5 7", turn_limit=8, siege=True)
    assert end(position.play("a1a2")) == ("limit_black", BLACK)


def test_the_siege_comes_before_the_penalty() -> None:
    """§7.5 White's tower on a8 cannot fall, but his turn begins with a siege."""
    crowd = "Xa8 wb8 wc8 wd8 we8 wf8 wg8 ba7 ba6 bb7 bc6"
    assert end(at(crowd, siege=True)) == ("white_besieges", WHITE)
    with pytest.raises(BadPosition) as refused:
        at(crowd)
    assert refused.value.said.key == "stuck"


def test_the_limit_comes_before_the_penalty() -> None:
    """§7.5 White gets a tower that cannot fall, but the turns are over."""
    after = at(f"{CORNERED} wb4", "b 0 - 0 0 1", turn_limit=2).play("a4*c4")
    assert end(after) == ("limit_draw", None)
    assert str(after).split()[1:] == ["w", "0", "-", "0", "0", "2"]
