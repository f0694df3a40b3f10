"""Moguli, clauses 6 to 8 of its rulebook: the start row, the end of the game, the variants."""

from itertools import product

import pytest
from tests.games.moguli.setting import (
    ROUND,
    TUNNEL,
    board,
    ends,
    game,
    tile,
    turnings,
)

from tablier import IllegalMove, Position
from tablier.games.moguli.rules import duty_binds, may_return

SECOND = 1
OUT = {"a1": "C", "b1": "B", "b2": "A"}
"""A tunnel that leads off row 1: below from a1 by b1 to b2."""
HOMEWARD = {"a2": "C", "b2": "A", "b1": "C"}
"""A tunnel that leads onto row 1: below from a2 by b2 to b1."""


OUT_OF_7 = {"b7": "D", "b6": "B", "a6": "D"}
"""A tunnel that leads off row 7: below from b7 by b6 to a6."""
THIRD = "third_home"


def key(position: Position, token: str) -> str:
    """Why this token is refused."""
    with pytest.raises(IllegalMove) as refused:
        position.play(token)
    return refused.value.said.key


def moves(position: Position) -> set[str]:
    """The pawn moves."""
    return {token for token in position.legal_moves if "-" in token}


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return outcome.reason


def payoffs(position: Position) -> tuple[float, ...] | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.payoffs


# 6 The start row


@pytest.mark.parametrize(
    ("row", "second", "binds"),
    [
        ("a1 b1 c1 d1 e1", "", True),
        ("a1 b1 c1 d1", "", True),
        ("a1 b1 c1", "", False),
        ("a1 b1", "c1 d1", True),
        ("a1", "b1 c1 d1", True),
        ("a1 b1", "c1", False),
    ],
)
def test_a_duty_binds_while_fewer_than_two_gates_are_free(
    row: str, second: str, binds: bool
) -> None:
    """§6.1 Pawns of both players count."""
    position = board(OUT, row, second)
    assert moves(position) == {"a1-b2"}
    assert ("pass" not in position.legal_moves) == binds


def test_a_duty_binds_in_the_first_two_turns() -> None:
    """§6.1 Both players, until two gates are free."""
    position = game().start(30)
    for token in ("c2+3", "b1-d3", "c7+2", "b7-b5", "a2+3", "d1-a3", "c7+3", "d7-b6"):
        if "-" in token:
            assert key(position, "pass") == "pass_duty"
        position = position.play(token)
    assert "pass" in position.legal_moves
    assert "pass" in position.play("pass").legal_moves


def test_no_duty_without_a_pawn_of_ones_own_on_the_row() -> None:
    """§6.1 Four pawns of player 1 fill row 7, but none of player 2 is there to leave it."""
    row = "a7 b7 c7 d7"
    position = board(TUNNEL, row, "a2 b2", mover=2, phase="last")
    assert moves(position) == {"a2-b3"}
    assert "pass" in position.legal_moves


def test_with_a_duty_only_pawns_of_the_row_may_move_and_must_leave_it() -> None:
    """§6.2 Not another pawn, and not to another gate of the row."""
    tiles = {"a1": "C", "b1": "B", "b2": "c", "a2": "b", "c3": "C", "d3": "B", "d4": "A"}
    position = board(tiles, "a1 b1 d1 e1 c3", "d3")
    assert ends(position, "a1") == {"a2", "b2"}
    assert key(position, "c3-d4") == "duty_elsewhere"
    freed = board(tiles, "a1 b1 d1 c3", "d3")
    assert "c3-d4" in freed.legal_moves


def test_with_a_duty_a_pawn_may_not_move_along_the_row() -> None:
    """§6.2 It has to leave it."""
    along = {"a1": "C", "b1": "B", "b2": "D", "c2": "A", "c1": "C"}  # below a1 b1 b2 c2 c1
    assert ends(board(along, "a1 b1 d1"), "a1") == {"b2", "c2", "c1"}
    bound = board(along, "a1 b1 d1 e1")
    assert ends(bound, "a1") == {"b2", "c2"}
    assert key(bound, "a1-c1") == "duty_stays"


def test_a_duty_that_cannot_be_met_stops_all_pawns() -> None:
    """§6.2 Others may not move instead."""
    bound = board(TUNNEL, "a2 a1 b1 c1 d1", "b2")
    assert moves(bound) == set()
    assert moves(board(TUNNEL, "a2 a1 b1 c1", "b2")) == {"a2-b3"}


def test_a_due_move_may_not_be_passed_over() -> None:
    """§6.3 Neither at once nor after a turning; after the move the turn may end."""
    position = board(OUT, "a1 b1 c1 d1 e1")
    assert key(position, "pass") == "pass_duty"
    assert key(position.play("e7+1"), "pass") == "pass_duty"
    assert position.play_all(["a1-b2", "pass"]).turn == SECOND


def test_a_due_move_may_not_be_turned_away() -> None:
    """§6.3 The tiles of its path only in a way that leaves it open; b1+1 opens another, from c1."""
    position = board(OUT, "a1 b1 c1 d1 e1")
    forbidden = {"a1+2", "a1+3", "b1+2", "b1+3", "b2+1", "b2+2"}
    every = {f"{column}{row}+{n}" for column in "abcde" for row in range(1, 8) for n in (1, 2, 3)}
    assert every - turnings(position) == forbidden
    assert {key(position, token) for token in forbidden} == {"breaks_duty"}


def test_a_due_move_may_not_be_turned_away_in_any_of_its_stages() -> None:
    """§6.3 Over by a2 to b2, under b1 to c1, and over to c2: only there it leaves the row."""
    tiles = {"a1": "A", "a2": "B", "b2": "D", "b1": "C", "c1": "A", "c2": "C"}
    position = board(tiles, "a1 b1 d1 e1")
    assert moves(position) == {"a1-c2"}
    allowed = {token for token in turnings(position) if token[:2] in tiles}
    assert allowed == {"a1+3", "c2+3"}


def test_a_second_freeing_move_sets_the_tiles_of_the_first_free() -> None:
    """§6.3 Only the last one may not be turned away."""
    two_ways = {**OUT, "d1": "a", "e1": "d", "e2": "A"}
    assert len(turnings(board(two_ways, "a1 b1 c1 d1 e1"))) == 105


def test_once_the_pawn_has_moved_tiles_may_be_turned_freely() -> None:
    """§6.3 Though the row may be still too full."""
    after = board(OUT, "a1 b1 c1 d1 e1").play("a1-b2")
    assert len(turnings(after)) == 105


def test_without_a_freeing_move_one_may_turn_or_pass() -> None:
    """§6.3 Any tile; and if the turning opens a freeing move, that has to be made."""
    stuck = board({**OUT, "b1": "C"}, "a1 b1 c1 d1 e1")
    assert moves(stuck) == set()
    assert {"pass", "b1+1", "b1+2", "b1+3"} <= set(stuck.legal_moves)
    assert stuck.play("pass").turn == SECOND
    assert stuck.play("b1+3").legal_moves == ("a1-b2",)
    assert stuck.play("e7+1").turn == SECOND


@pytest.mark.parametrize(("second", "legal"), [("b2 d1 e1", True), ("b2 c1 d1 e1", False)])
def test_no_pawn_comes_back_to_a_row_that_would_be_too_full(second: str, legal: bool) -> None:
    """§6.4 Two gates must be free afterwards."""
    position = board(HOMEWARD, "a2", second)
    assert ("a2-b1" in position.legal_moves) == legal
    if not legal:
        assert key(position, "a2-b1") == "row_full"


def test_along_the_own_row_a_pawn_may_move_while_there_is_no_duty() -> None:
    """§6.4 It comes from no other row, so as many gates are free as before."""
    along = {"a1": "C", "b1": "B", "b2": "D", "c2": "A", "c1": "C"}
    assert "a1-c1" in board(along, "a1 b1 d1").legal_moves


def test_the_opponents_row_may_be_filled() -> None:
    """§6.4 The limit is for one's own start row alone."""
    position = board(HOMEWARD, "a1", "a2 b2 c1 d1", mover=2)
    assert "a2-b1" in position.legal_moves


# 7 The end


def test_player_2_wins_at_once_with_four_pawns_home() -> None:
    """§7.1 In the middle of his turn, with the position as it is after the move."""
    position = board(HOMEWARD, "b2", "a2 c1 d1 e1", mover=2).play("e7+1")
    over = position.play("a2-b1")
    assert (reason(over), payoffs(over), over.legal_moves) == ("second_home", (-1, 1), ())
    assert str(over).split()[3:] == ["2", "m+t", "-", "e7", "0", "play", "20"]


def test_three_pawns_home_are_not_enough() -> None:
    """§7.1 Nor four pawns somewhere else."""
    assert board(HOMEWARD, "b2", "a2 c1 d1", mover=2).play("a2-b1").outcome() is None


GOAL = {"a6": "D", "b6": "B", "b7": "D"}
"""A tunnel that leads onto row 7: below from a6 by b6 to b7."""


def test_player_1_has_not_won_before_player_2_has_had_a_last_turn() -> None:
    """§7.2 The rest of his own turn is played as well."""
    home = board(GOAL, "a6 b6 c7 d7 e7", played=20).play("a6-b7")
    assert home.outcome() is None
    last = home.play("e1+1")
    assert str(last).split()[3:] == ["2", "-", "e1", "-", "0", "last", "21"]
    over = last.play("pass")
    assert (reason(over), payoffs(over), over.legal_moves) == ("first_home", (1, -1), ())
    assert str(over).split()[3:] == ["1", "-", "-", "-", "1", "last", "22"]


def test_player_2_draws_with_his_fourth_pawn_in_the_last_turn() -> None:
    """§7.2 At once."""
    over = board(HOMEWARD, "a7 b7 c7 d7", "a2 b2 c1 d1 e1", mover=2, phase="last").play("a2-b1")
    assert (reason(over), payoffs(over), over.legal_moves) == ("both_home", (0, 0), ())
    assert str(over).split()[3:] == ["2", "m", "-", "-", "0", "last", "20"]


def test_a_last_turn_without_the_fourth_pawn_is_lost_when_it_ends() -> None:
    """§7.2 Not before: a tile may still be turned."""
    position = board(TUNNEL, "a7 b7 c7 d7", "a2 b2 c1 d1 e1", mover=2, phase="last")
    moved = position.play("a2-b3")
    assert moved.outcome() is None
    assert payoffs(moved.play("e7+1")) == (1, -1)


def counts(position: Position) -> str:
    """Turns in a row in which no pawn could be moved, and in which none was."""
    return str(position).split()[7]


def test_six_turns_in_a_row_in_which_no_pawn_could_move_end_the_game() -> None:
    """§7.3 Passing and rotating alike; more pawns home win."""
    position = board({}, "a7", played=20)
    for n, token in enumerate(("pass", "c1+1", "pass", "d1+1", "pass"), 1):
        position = position.play(token)
        assert (position.outcome(), counts(position)) == (None, str(n))
    over = position.play("pass")
    assert (reason(over), payoffs(over), over.legal_moves) == ("stuck_wins", (1, -1), ())
    assert str(over).split()[3:] == ["1", "-", "-", "-", "6", "play", "26"]


def test_whoever_could_move_is_not_stuck() -> None:
    """§7.3 Passing although a pawn could move sets the count to 0, for both players."""
    position = board(TUNNEL, "a2 a7", "b2", still=5).play("pass")
    assert (position.outcome(), counts(position)) == (None, "0/6")


def test_nobody_rotates_the_own_last_move_away_to_be_stuck() -> None:
    """§7.3 Whoever could move before the rotation could move in this turn."""
    turned = board(TUNNEL, "a2 a7", "b2", still=5).play("b3+1")
    assert str(turned).split()[3:] == ["2", "-", "b3", "-", "0/6", "play", "21"]
    assert turned.outcome() is None


def test_a_rotation_that_opens_a_move_is_no_stuck_turn() -> None:
    """§7.3 Nor is one that leaves a move open: whoever can move at the end could."""
    shut = board({**TUNNEL, "b3": "B"}, "a2 a7", "b2", still=5)
    assert not moves(shut)
    opened = shut.play("b3+3")
    assert (moves(opened), counts(opened), str(opened).split()[4]) == ({"a2-b3"}, "5", "t")
    assert counts(opened.play("pass")) == "0/6"
    assert reason(shut.play("c5+1")) == "stuck_wins"


def test_what_could_be_moved_before_a_rotation_is_part_of_the_position() -> None:
    """§7.3, §9.2 With another move left the turn goes on, and remembers."""
    position = board(TUNNEL, "a2 a7", "b2", still=5)
    turned = position.play("c6+1")
    assert (str(turned).split()[4], moves(turned)) == ("tc", {"a2-b3"})
    assert counts(turned.play("pass")) == "0/6"


def test_under_the_obligation_only_freeing_moves_are_looked_at() -> None:
    """§7.3, §6.2 Another pawn that could move does not help."""
    tunnel = {"b3": "C", "c3": "B", "c4": "A"}
    position = board(tunnel, "a1 b1 c1 d1 b3", "c3", still=5)
    assert moves(board(tunnel, "a1 b1 c1 b3", "c3"))
    assert not moves(position)
    assert reason(position.play("pass")) == "stuck_draw"


def test_a_pawn_move_starts_both_counts_again() -> None:
    """§7.3, §7.5 When the turn ends, not before."""
    position = board(TUNNEL, "a2", "b2", still="5/8").play("a2-b3")
    assert counts(position) == "5/8"
    assert counts(position.play("pass")) == "0"


@pytest.mark.parametrize("standstill", [20, 7])
def test_a_standstill_ends_the_game_although_pawns_could_move(standstill: int) -> None:
    """§7.5 Twenty turns in a row without a pawn move, unless the option says otherwise."""
    assert game().options["standstill"] == 20
    position = board(TUNNEL, "a2 a7", "b2", played=20, standstill=standstill)
    for n in range(1, standstill):
        position = position.play("pass")
        assert (position.outcome(), counts(position).split("/")[-1]) == (None, str(n))
    over = position.play("pass")
    assert (reason(over), payoffs(over), over.legal_moves) == ("still_wins", (1, -1), ())


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [("a7 b7", "c1", (1, -1)), ("a7", "c1 d1", (-1, 1)), ("a7", "c1", (0, 0)), ("", "", (0, 0))],
)
def test_pawns_home_decide_after_stuck_and_still_turns_and_at_the_limit(
    first: str, second: str, result: tuple[int, int]
) -> None:
    """§7.3, §7.4, §7.5 With equal numbers it is a draw."""
    stuck = board({}, first, second, still=5).play("pass")
    still = board({}, first, second, still="4/19").play("pass")
    limit = board({}, first, second, played=29, turn_limit=30).play("pass")
    assert payoffs(stuck) == payoffs(still) == payoffs(limit) == result
    how = "draw" if result == (0, 0) else "wins"
    assert [reason(each) for each in (stuck, still, limit)] == [
        f"{end}_{how}" for end in ("stuck", "still", "limit")
    ]


def test_the_limit_counts_turns_of_both_players() -> None:
    """§7.4 400, unless the option says otherwise."""
    assert reason(board({}, played=399).play("pass")) == "limit_draw"
    assert board({}, played=398).play("pass").outcome() is None
    assert board({}, played=399, turn_limit=401).play("pass").outcome() is None


def test_the_limit_comes_before_a_last_turn() -> None:
    """§7.4 Player 1 is home in the very last turn: it is decided at once."""
    position = board(GOAL, "a6 b6 c7 d7 e7", played=29, turn_limit=30)
    over = position.play_all(["a6-b7", "pass"])
    assert (reason(over), payoffs(over)) == ("limit_wins", (1, -1))
    assert str(over).split()[3:] == ["2", "-", "-", "-", "0", "last", "30"]


# 8 Variants


def test_variants_can_be_combined() -> None:
    """§8.1 Rows are exchanged, then a compulsory game on a cylinder begins."""
    position = game(compulsory=True, new_start_row=True, cylinder=True).start(0)
    position = position.play_all(["swap5", "swap5", "b3+3", "a1-b3", "e5+1"])
    assert position.legal_moves == ("a7-d6", "a7-e5", "a7-e6")


def test_player_1_and_then_player_2_may_exchange_their_start_rows() -> None:
    """§8.2 Four choices each; it is no turn."""
    position = game(new_start_row=True).start(3)
    assert position.legal_moves == ("keep", "swap3", "swap4", "swap5")
    after = position.play("swap4")
    assert after.legal_moves == ("keep", "swap3", "swap4", "swap5")
    assert str(after).split()[3:] == ["2", "-", "-", "-", "0", "swap", "0"]
    assert str(after.play("keep")).split()[3:] == ["1", "-", "-", "-", "0", "play", "0"]


@pytest.mark.parametrize("row", [3, 4, 5])
def test_the_tiles_are_exchanged_as_they_lie_and_the_pawns_stay(row: int) -> None:
    """§8.2 Both may choose the same row."""
    position = game(new_start_row=True).start(3)
    first = position.play(f"swap{row}")
    second = first.play(f"swap{row}")
    tiles = {n: [tile(position, f"{column}{n}") for column in "abcde"] for n in range(1, 8)}
    tiles[1], tiles[row] = tiles[row], tiles[1]
    assert tiles == {n: [tile(first, f"{column}{n}") for column in "abcde"] for n in tiles}
    tiles[7], tiles[row] = tiles[row], tiles[7]
    assert tiles == {n: [tile(second, f"{column}{n}") for column in "abcde"] for n in tiles}
    assert str(second).split()[1:3] == ["a1,b1,c1,d1,e1", "a7,b7,c7,d7,e7"]


def test_whoever_keeps_his_row_changes_nothing() -> None:
    """§8.2 The same game as without the option."""
    kept = game(new_start_row=True).start(3).play_all(["keep", "keep"])
    assert str(kept) == str(game().start(3))


def test_on_a_cylinder_the_outer_columns_are_neighbours() -> None:
    """§8.3 Below, from a2 by e2 to e3."""
    assert ends(board(ROUND, "a2", "e2", cylinder=True), "a2") == {"e3"}
    assert ends(board(ROUND, "e3", "e2", cylinder=True), "e3") == {"a2"}
    assert ends(board(ROUND, "a2", "e2"), "a2") == set()


def test_on_a_cylinder_one_goes_round_on_the_top_too() -> None:
    """§8.3 From e2 over to a2, then the tunnel."""
    tiles = {"a2": "C", "b2": "B", "b3": "A", "e2": "a"}
    assert ends(board(tiles, "e2", "b2", cylinder=True), "e2") == {"b3"}
    assert ends(board(tiles, "e2", "b2"), "e2") == set()


def test_the_start_rows_are_not_neighbours_on_a_cylinder() -> None:
    """§8.3 South of a1 lies nothing: else it would be a tunnel, under a7 to b7."""
    tiles = {"a1": "A", "a7": "C", "b7": "A"}
    assert ends(board(tiles, "a1", "a7", cylinder=True), "a1") == set()


@pytest.mark.parametrize(
    ("row", "second", "binds"),
    [
        ("a1 b1 c1 d1 e1", "", False),
        ("a1 b1 c1", "d1 e1", False),
        ("a1 b1", "c1 d1", False),
        ("a1", "b1 c1 d1", True),
        ("a1 b1", "c1 d1 e1", True),
    ],
)
def test_the_third_pawn_home_obliges_and_nothing_else_does(
    row: str, second: str, binds: bool
) -> None:
    """§8.4 However few gates are free."""
    position = board(OUT, row, second, obligation=THIRD)
    assert "a1-b2" in position.legal_moves
    assert ("pass" not in position.legal_moves) == binds
    if binds:
        assert key(position, "pass") == "pass_duty"


def test_the_third_pawn_home_obliges_player_2_as_well() -> None:
    """§8.4 Row 7 is the row to clear then; two pawns of player 1 do not oblige."""
    bound = board(OUT_OF_7, "c7 d7 e7 b6", "b7", mover=2, obligation=THIRD)
    assert moves(bound) == {"b7-a6"}
    assert key(bound, "pass") == "pass_duty"
    free = board(OUT_OF_7, "c7 d7 b6", "b7 e7", mover=2, obligation=THIRD)
    assert "pass" in free.legal_moves


def test_a_game_begins_without_an_obligation_if_only_the_third_pawn_home_obliges() -> None:
    """§8.4 Nobody is home, so pawns may stay, and move along a full row."""
    start = game(obligation=THIRD).start(30)
    assert "pass" in start.legal_moves
    assert "pass" not in game().start(30).play("c2+3").legal_moves
    along = {"a1": "C", "b1": "B", "b2": "D", "c2": "A", "c1": "C"}  # below a1 b1 b2 c2 c1
    assert ends(board(along, "a1 b1 d1 e1", obligation=THIRD), "a1") == {"b2", "c2", "c1"}


def test_with_three_home_only_pawns_of_the_row_may_move_and_must_leave_it() -> None:
    """§8.4, §6.2 Not another pawn, and not to another gate of the row."""
    along = {"a1": "C", "b1": "B", "b2": "D", "c2": "A", "c1": "C"}  # below a1 b1 b2 c2 c1
    elsewhere = {"d5": "C", "e5": "B", "e6": "A"}
    two, three = (
        board({**along, **elsewhere}, "a1 d5", f"{home} e5", obligation=THIRD)
        for home in ("b1 d1", "b1 d1 e1")
    )
    assert {"a1-c1", "d5-e6"} < moves(two)
    assert moves(three) == {"a1-b2", "a1-c2"}
    assert (key(three, "a1-c1"), key(three, "d5-e6")) == ("third_stays", "third_elsewhere")


def test_with_three_home_a_freeing_move_may_be_neither_passed_over_nor_turned_away() -> None:
    """§8.4, §6.3 As long as no pawn was moved; then the turn may end, though one is left there."""
    position = board(OUT, "a1 b1", "c1 d1 e1", obligation=THIRD)
    assert key(position.play("e7+1"), "pass") == "pass_duty"
    assert {key(position, token) for token in ("a1+2", "b2+1")} == {"breaks_duty"}
    assert position.play_all(["a1-b2", "pass"]).turn == SECOND


def test_with_three_home_and_no_freeing_move_one_may_turn_or_pass() -> None:
    """§8.4, §6.3 But other pawns may not move instead."""
    stuck = board(TUNNEL, "a1 a2", "b1 c1 d1 b2", obligation=THIRD)
    assert moves(stuck) == set()
    assert len(turnings(stuck)) == 105
    assert stuck.play("pass").turn == SECOND
    assert moves(board(TUNNEL, "a2", "b1 c1 d1 b2", obligation=THIRD)) == {"a2-b3"}


@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [("a2 c1 d1 e1", "b2", True), ("a2 e1", "b2 c1 d1", True), ("a2", "b2 c1 d1 e1", False)],
)
def test_a_pawn_may_come_back_until_three_are_home(first: str, second: str, legal: bool) -> None:
    """§8.4 However full the row gets."""
    position = board(HOMEWARD, first, second, obligation=THIRD)
    assert ("a2-b1" in position.legal_moves) == legal
    if not legal:
        assert key(position, "a2-b1") == "third_back"


def test_beside_two_free_gates_the_third_pawn_home_would_change_nothing() -> None:
    """§8.4, §6.1, §6.4 Three pawns of the other and one's own leave one gate free at most."""
    rows = [row for row in product("-12", repeat=5) if row.count("2") == 3]
    for row in rows:
        first, second = (
            " ".join(f"{column}1" for column, who in zip("abcde", row, strict=True) if who == one)
            for one in "12"
        )
        usual, third = (board({}, first, second, obligation=each) for each in ("two_free", THIRD))
        assert bool(duty_binds(usual.state)) == bool(duty_binds(third.state)) == bool(first)
        assert not may_return(usual.state, 0)
        assert not may_return(third.state, 0)
    assert len(rows) == 40
