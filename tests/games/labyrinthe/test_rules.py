"""Le Jeu du Labyrinthe, clause by clause of its rulebook: board, turn, pawns and blocks."""

from itertools import combinations

import pytest
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import (
    ALL_FOUR,
    CAMP_SHUT,
    CAMPS,
    FORTRESS,
    HOME,
    LAYOUT,
    at,
    clamp,
    fields,
    payoffs,
    refusal,
    slides,
    status,
    walled,
    ways,
)

import tablier

WHITE = {column + row for column in "jkl" for row in ("10", "11", "12")}


# 1 The board


def test_the_board_has_21_columns_and_21_rows() -> None:
    """§1.1 A pawn in an empty corner of the board sees a whole row and a whole column."""
    position = at("a1,a3,b2,c1/t20,t21,u20,u21", blocks={"B3": "d11", "H2": "d20", "H4": "e1"})
    assert slides(position, "a3") == {f"a{row}" for row in (2, *range(4, 22))} | {
        f"{column}3" for column in "b"
    }
    assert refusal(position, "a3-a22") == ("no_square", "1.1")
    assert refusal(position, "a3-v3") == ("no_square", "1.1")


def test_nine_white_squares_are_the_centre() -> None:
    """§1.2 j10 to l12, and no other square, take a displaced pawn."""
    position = at("a1,a2,b1,k11/k11,t21,u20,u21", "1 p k11 - - 12")
    assert set(position.legal_moves) == {f">{square}" for square in WHITE - {"k11"}}


@pytest.mark.parametrize(
    ("options", "pawns"),
    [
        ({}, f"{CAMPS[0]}/{CAMPS[2]}"),
        ({"corners": "adjacent"}, f"{CAMPS[0]}/{CAMPS[1]}"),
        ({"players": 4}, ALL_FOUR),
        ({"players": 4, "corners": "adjacent"}, ALL_FOUR),
    ],
)
def test_camps_lie_in_the_corners(options: dict[str, str | int], pawns: str) -> None:
    """§1.3 Clockwise from the south-west with four, opposite or adjacent with two."""
    assert fields(tablier.game("labyrinthe", **options).start())[0] == pawns


def test_blocks_may_lie_in_camps() -> None:
    """§1.3 H4 slides along the rim into the camp of player 1 once its pawns have gone."""
    assert ways(at(), "H4") & {"w3", "w4", "w5"} == {"w3"}
    assert ways(at(f"c6,e6,f4,i4/{HOME}"), "H4") >= {"w3", "w4", "w5"}


def test_there_are_eight_shapes_with_four_blocks_each() -> None:
    """§1.4 A1 to H4, at the places of the layout, numbered in reading order."""
    start = tablier.game("labyrinthe").start()
    assert list(LAYOUT) == [f"{letter}{number}" for letter in "ABCDEFGH" for number in range(1, 5)]
    assert str(start).split(" ")[0] == ",".join(LAYOUT.values())
    assert {token.split(":")[0] for token in at().legal_moves if ":" in token} == set(LAYOUT)


def test_the_layout_looks_the_same_from_all_four_sides() -> None:
    """§1.4 A quarter turn lays blocks onto blocks; no two of them share a side."""
    areas = [frozenset(squares) for squares in naive.SHAPES.values()]
    turned = {frozenset((row, 20 - column) for column, row in area) for area in areas}
    assert turned == set(areas)
    for area, other in combinations(areas, 2):
        assert all(abs(a - c) + abs(b - d) > 1 for a, b in area for c, d in other)


# 2 The turn


def test_player_one_begins_and_the_turn_goes_round() -> None:
    """§2.1 Clockwise: 1, 2, 3, 4 and 1 again."""
    position, turns = tablier.game("labyrinthe", players=4).start(), []
    for token in ("b2-b4", "A1:w2", "A2:e1", "b20-c20", "A3:w1", "t20-s20", "A4:e2", "t2-t3"):
        turns.append(position.turn)
        position = position.play(token)
    assert turns == [0, 0, 1, 1, 2, 2, 3, 3]
    assert fields(position)[1:] == ["1", "-", "-", "A4", "-", "4"]


def test_everybody_chooses_which_half_comes_first() -> None:
    """§2.2 Pawn and block or block and pawn; not two of a kind."""
    position = at()
    pawn_first, block_first = position.play("b2-b4"), position.play("A1:w2")
    assert fields(pawn_first)[1:] == ["1", "p", "-", "-", "-", "12"]
    assert fields(block_first)[1:] == ["1", "b", "-", "-", "A1", "12"]
    assert all(":" in token for token in pawn_first.legal_moves)
    assert not any(":" in token for token in block_first.legal_moves)
    assert refusal(pawn_first, "a2-a3") == ("pawn_done", "2.2")
    assert refusal(block_first, "A2:e1") == ("block_done", "2.2")
    assert str(pawn_first.play("A1:w2")) == str(block_first.play("b2-b4"))


@pytest.mark.parametrize("players", [2, 4])
def test_the_game_begins_with_a_pawn_and_then_a_block(players: int) -> None:
    """§2.2 In the first turn of all; the second player has the choice, and the first one later."""
    start = tablier.game("labyrinthe", players=players).start()
    assert len(start.legal_moves) == 15
    assert all("-" in token for token in start.legal_moves)
    assert refusal(start, "A1:w2") == ("pawn_opens", "2.2")
    assert status(start) == "pawn_then_block"
    after = start.play("b2-b4")
    assert fields(after)[1:] == ["1", "p", "-", "-", "-", "0"]
    assert all(":" in token for token in after.legal_moves)
    position = after.play("A1:w2")
    for _ in range(players):
        assert {sign for token in position.legal_moves for sign in "-:" if sign in token} == {*"-:"}
        assert status(position) == "both"
        block = next(token for token in position.legal_moves if ":" in token)
        position = position.play(block)
        position = position.play(position.legal_moves[0])
    assert (position.turn, fields(position)[-1]) == (1, str(players + 1))


def test_who_begins_and_has_no_pawn_that_can_slide_begins_with_a_block() -> None:
    """§2.2, §2.4 H2 and B4 shut in the camp. H2 opens it, and a pawn follows; A1 does not."""
    position = at(rest="1 - - - - 0", blocks=CAMP_SHUT)
    assert position.legal_moves
    assert all(":" in token for token in position.legal_moves)
    assert status(position) == "no_pawn_moves"
    opened = position.play("H2:n1")
    assert fields(opened)[1:] == ["1", "b", "-", "-", "H2", "0"]
    assert opened.legal_moves == ("a2-a3",)
    assert fields(position.play("A1:w2"))[1:] == ["2", "-", "-", "A1", "-", "1"]


def test_nobody_may_pass() -> None:
    """§2.3 No token says so."""
    start = tablier.game("labyrinthe").start()
    assert refusal(start, "pass") == ("no_pass", "2.3")
    assert refusal(start.play("b2-b4"), "pass") == ("no_pass", "2.3")


def test_a_pawn_half_without_a_move_is_skipped() -> None:
    """§2.4 The block shuts in the last pawn that could move; the turn ends without one."""
    position = tablier.game("labyrinthe", turn_limit=11).position(clamp())
    assert fields(position.play("C4:n1"))[1:] == ["2", "-", "-", "C4", "-", "11"]


def test_a_block_half_without_a_move_is_skipped() -> None:
    """§2.4 No block can move before or after the slide: the turn ends with the pawn."""
    position = tablier.game("labyrinthe", turn_limit=13).position(FORTRESS.format(turns=12))
    assert not any(":" in token for token in position.legal_moves)
    assert status(position) == "no_block_moves"
    assert fields(position.play("g19-g20"))[1:] == ["2", "-", "-", "-", "-", "13"]


def test_the_other_half_is_looked_at_again() -> None:
    """§2.4 In the fortress no block can move, but one can after the pawn has gone."""
    position = tablier.game("labyrinthe").position(FORTRESS.format(turns=12))
    after = position.play("o1-a1")
    assert fields(after)[1:] == ["1", "p", "-", "-", "-", "12"]
    assert after.legal_moves
    assert all(":" in token for token in after.legal_moves)


def test_a_player_without_a_pawn_to_move_begins_with_a_block() -> None:
    """§2.4 All pawns of player 2 are walled in; once C2 has moved they still are."""
    position = tablier.game("labyrinthe").position(clamp(done="p"))
    position = position.play_all(["C4:e1", "C4:e1", "l4-k4"])
    assert (position.turn, position.legal_moves) == (1, ("C2:w1",))
    assert status(position) == "no_pawn_moves"
    assert fields(position.play("C2:w1"))[1:] == ["1", "-", "-", "C2", "-", "14"]


def test_whoever_can_play_neither_half_misses_the_turn() -> None:
    """§2.5 Player 2 is walled in and may not move C4; the turn counts, and C4 is free again."""
    after = tablier.game("labyrinthe").position(clamp(done="p")).play("C4:e1")
    assert fields(after)[1:] == ["1", "-", "-", "-", "-", "12"]
    assert ways(after, "C4") == {"e1", "e2", "e3"}


def test_missed_turns_go_on_until_the_limit() -> None:
    """§2.5 When nobody can move anything any more, the game runs to its end by itself."""
    after = tablier.game("labyrinthe").position(clamp()).play("C4:n1")
    assert fields(after)[1:] == ["1", "-", "-", "-", "-", "400"]
    assert payoffs(after) == (0, 0)


def test_the_first_turn_may_be_without_a_block() -> None:
    """§2.6 With `opening` set to `pawn`; from the second turn on blocks move."""
    start = tablier.game("labyrinthe", opening="pawn").start()
    assert len(start.legal_moves) == 15
    assert refusal(start, "A1:w2") == ("pawn_only", "2.6")
    after = start.play("b2-b4")
    assert fields(after)[1:] == ["2", "-", "-", "-", "-", "1"]
    assert ways(after, "A1") == {"n1", "e1", "s1", "w2"}


def test_a_displaced_pawn_is_put_in_a_first_turn_without_a_block() -> None:
    """§2.6 The pawn half is complete only then."""
    position = at("a1,a2,b1,j13/j11,t21,u20,u21", "1 - - - - 0", opening="pawn")
    pending = position.play("j13-j11")
    assert fields(pending)[1:] == ["1", "p", "j11", "-", "-", "0"]
    assert fields(pending.play(">l12"))[1:] == ["2", "-", "-", "-", "-", "1"]


def test_the_first_turn_may_be_like_any_other() -> None:
    """§2.6 With `opening` set to `full`: a pawn or a block, as in all turns."""
    start = tablier.game("labyrinthe", opening="full").start()
    assert len(start.legal_moves) == 159
    assert set(start.legal_moves) == set(at().legal_moves)
    assert status(start) == "both"
    assert str(start.play_all(["A1:w2", "b2-b4"])) == str(start.play_all(["b2-b4", "A1:w2"]))


def test_only_the_first_turn_differs() -> None:
    """§2.2, §2.6 Whatever `opening` says, the second turn is the same."""
    ends = {
        "pawn": ["b2-b4"],
        "printed": ["b2-b4", "A1:w2"],
        "full": ["A1:w2", "b2-b4"],
    }
    for opening, tokens in ends.items():
        second = tablier.game("labyrinthe", opening=opening).start().play_all(tokens)
        text = str(second)
        full = tablier.game("labyrinthe", opening="full").position(text)
        assert (fields(second)[-1], second.legal_moves) == ("1", full.legal_moves)


def test_a_pawn_may_have_to_come_first() -> None:
    """§2.7 With `order` set to `pawn_first`; by default either may, and nobody passes."""
    either = tablier.game("labyrinthe", opening="full").start()
    start = tablier.game("labyrinthe", order="pawn_first").start()
    assert start.legal_moves == tuple(token for token in either.legal_moves if "-" in token)
    assert refusal(start, "A1:w2") == ("block_too_soon", "2.7")
    assert refusal(start, "pass") == ("pass_too_soon", "2.7")
    after = start.play("b2-b4")
    assert fields(after)[1:] == ["1", "p", "-", "-", "-", "0"]
    assert set(after.legal_moves) == {*either.play("b2-b4").legal_moves, "pass"}
    assert refusal(after, "a2-a3") == ("pawn_done_or_pass", "2.7")
    assert refusal(either.play("b2-b4"), "pass") == ("no_pass", "2.3")


@pytest.mark.parametrize("players", [2, 4])
def test_then_a_block_is_moved_or_not(players: int) -> None:
    """§2.7, §4.5 Either way the turn ends; a block is locked only if it was moved."""
    position = tablier.game("labyrinthe", order="pawn_first", players=players).start()
    after = position.play_all(["b2-b4", "A1:w2"])
    assert fields(after)[1:] == ["2", "-", "-", "A1", "-", "1"]
    second = next(iter(after.legal_moves))
    assert refusal(after.play(second), "A1:e1") == ("barred", "4.5")
    assert "A2:e1" in after.play(second).legal_moves
    passed = position.play_all(["b2-b4", "pass"])
    assert fields(passed)[1:] == ["2", "-", "-", "-", "-", "1"]
    assert ways(passed.play(second), "A1") == {"n1", "e1", "s1", "w2"}
    freed = after.play_all([second, "pass"])
    assert fields(freed)[1:] == [str(2 % players + 1), "-", "-", "-", "-", "2"]


def test_a_displaced_pawn_is_put_before_anybody_passes() -> None:
    """§2.7, §3.5 The pawn move is complete only then."""
    position = at("a1,a2,b1,j13/j11,t21,u20,u21", order="pawn_first")
    pending = position.play("j13-j11")
    assert all(token.startswith(">") for token in pending.legal_moves)
    assert refusal(pending, "pass") == ("displaced_first", "3.5")
    assert fields(pending.play_all([">l12", "pass"]))[1:] == ["2", "-", "-", "-", "-", "13"]


def test_a_pawn_that_comes_first_wins_at_once() -> None:
    """§2.7, §5.2 Nobody has to pass after that."""
    won = at("a1,j13,k11,k12/j11,t21,u20,u21", order="pawn_first").play("j13-j12")
    assert (status(won), payoffs(won)) == ("wins", (1, -1))


def test_passing_ends_the_last_turn() -> None:
    """§2.7, §5.3 A turn without a block counts like any other."""
    start = tablier.game("labyrinthe", order="pawn_first", turn_limit=1).start()
    assert payoffs(start.play_all(["b2-b4", "pass"])) == (0, 0)


def test_a_pawn_move_that_should_come_first_is_skipped_if_there_is_none() -> None:
    """§2.8 Player 2 is walled in: a block or pass, and the turn is over."""
    position = tablier.game("labyrinthe", order="pawn_first").position(walled())
    assert (position.turn, position.legal_moves) == (1, ("C2:w1", "pass"))
    assert status(position) == "no_pawn_or_pass"
    assert fields(position.play("C2:w1"))[1:] == ["1", "-", "-", "C2", "-", "14"]
    assert fields(position.play("pass"))[1:] == ["1", "-", "-", "-", "-", "14"]


def test_no_pawn_slides_after_the_block_where_pawns_come_first() -> None:
    """§2.8 H2 and B4 shut in the camp. H2 opens it: too late there, by default a pawn follows."""
    position = at(blocks=CAMP_SHUT, order="pawn_first")
    assert not any("-" in token for token in position.legal_moves)
    assert slides(at(blocks=CAMP_SHUT).play("H2:n1"), "a2") == {"a3"}
    assert fields(position.play("H2:n1"))[1:] == ["2", "-", "-", "H2", "-", "13"]


def test_a_turn_without_a_block_that_can_slide_ends_with_the_pawn() -> None:
    """§2.8 Nobody passes there; where the slide lets a block go, one may."""
    position = tablier.game("labyrinthe", order="pawn_first").position(FORTRESS.format(turns=12))
    assert status(position) == "no_block_moves"
    assert refusal(position, "pass") == ("pass_too_soon", "2.7")
    assert fields(position.play("g19-g20"))[1:] == ["1", "-", "-", "-", "-", "14"]
    assert "pass" in position.play("o1-a1").legal_moves


@pytest.mark.parametrize("blocks", [{}, CAMP_SHUT])
def test_where_pawns_come_first_the_first_turn_is_like_any_other(blocks: dict[str, str]) -> None:
    """§2.2, §2.7 `printed` adds nothing: the same moves, the same turns, with pawns shut in too."""
    ordered, full = (
        at(rest="1 - - - - 0", blocks=blocks, order="pawn_first", opening=opening)
        for opening in ("printed", "full")
    )
    assert (ordered.legal_moves, status(ordered)) == (full.legal_moves, status(full))
    for token in full.legal_moves:
        one, other = ordered.play(token), full.play(token)
        assert (str(one), one.legal_moves) == (str(other), other.legal_moves)


def test_a_first_turn_without_a_block_has_nothing_to_pass() -> None:
    """§2.6, §2.8 Both options together: the pawn alone, then pawn and block or pass."""
    start = tablier.game("labyrinthe", order="pawn_first", opening="pawn").start()
    assert refusal(start, "pass") == ("pass_too_soon", "2.7")
    assert refusal(start, "A1:w2") == ("pawn_only", "2.6")
    after = start.play("b2-b4")
    assert fields(after)[1:] == ["2", "-", "-", "-", "-", "1"]
    assert "pass" in after.play("t20-t19").legal_moves


def test_whoever_can_move_nothing_misses_the_turn_where_pawns_come_first() -> None:
    """§2.5, §2.7 Shut in by C4 on k4 nobody can pass, and the game runs to its end."""
    position = tablier.game("labyrinthe", order="pawn_first").position(clamp(done="p"))
    assert position.legal_moves[-1] == "pass"
    assert fields(position.play("C4:e1"))[1:] == ["1", "-", "-", "-", "-", "12"]
    assert fields(position.play("pass"))[1:] == ["2", "-", "-", "-", "-", "11"]
    assert payoffs(position.play("C4:n1")) == (0, 0)


# 3 Pawns


def test_a_pawn_slides_along_its_row_and_its_column() -> None:
    """§3.1 As far as the way is free, in all four directions."""
    position = at(f"a1,a2,b1,g10/{HOME}")
    along_row = {f"{column}10" for column in "hijkl"} | {"m10"}
    assert slides(position, "g10") == along_row | {"g11", "g12", "g13", "g14", "g15"}
    assert refusal(position, "g10-h11") == ("not_straight", "3.1")
    assert refusal(position, "g10-g10") == ("pawn_stays", "3.1")


def test_only_own_pawns_are_moved() -> None:
    """§3.1 Neither those of others nor empty squares."""
    start = tablier.game("labyrinthe").start()
    assert refusal(start, "t20-t19") == ("not_your_pawn", "3.1")
    assert refusal(start, "c3-c4") == ("no_pawn", "3.1")


def test_blocks_stop_pawns() -> None:
    """§3.2 Before the block, not on it, not behind it."""
    start = tablier.game("labyrinthe").start()
    assert slides(start, "b1") == {"c1", "d1", "e1"}
    assert refusal(start, "b1-f1") == ("block_there", "3.3")
    assert refusal(start, "b1-k1") == ("block_in_way", "3.2")


def test_pawns_stop_pawns() -> None:
    """§3.2 Own ones and others, inside the centre too."""
    position = at("a1,a2,g10,k10/j10,t21,u20,u21")
    assert slides(position, "g10") & WHITE == {"j10"}
    assert refusal(position, "g10-l10") == ("pawn_in_way", "3.2")
    assert refusal(position, "a1-a5") == ("pawn_in_way", "3.2")


def test_a_slide_ends_on_a_free_square() -> None:
    """§3.3 Outside the centre a pawn's square is taken."""
    assert refusal(tablier.game("labyrinthe").start(), "a1-a2") == ("goal_taken", "3.3")


def test_pawns_enter_cross_and_leave_the_centre() -> None:
    """§3.3 The centre is open to pawns in all directions."""
    assert {"j10", "l10", "m10"} <= slides(at(f"a1,a2,b1,g10/{HOME}"), "g10")
    assert {"j10", "i10", "h10", "k12", "k13"} <= slides(at(f"a1,a2,b1,k10/{HOME}"), "k10")


@pytest.mark.parametrize("owner", ["own", "other"])
def test_from_outside_a_pawn_may_displace_any_other(owner: str) -> None:
    """§3.4 Its own colour or another, on the first square that is taken."""
    pawns = f"a1,a2,j11,j13/{HOME}" if owner == "own" else "a1,a2,b1,j13/j11,t21,u20,u21"
    position = at(pawns)
    assert slides(position, "j13") & WHITE == {"j12", "j11"}
    after = position.play("j13-j11")
    assert fields(after)[1:] == ["1", "p", "j11", "-", "-", "12"]
    assert fields(after)[0].count("j11") == 2


def test_nobody_is_displaced_from_inside() -> None:
    """§3.4 A pawn in the centre goes no further than to the square before the other."""
    position = at("a1,a2,b1,j12/j10,t21,u20,u21")
    assert slides(position, "j12") & {"j11", "j10"} == {"j11"}
    assert refusal(position, "j12-j10") == ("displaces_from_inside", "3.4")


def test_nobody_is_displaced_behind_a_pawn() -> None:
    """§3.4 All squares before the one that is taken must be free."""
    position = at("a1,a2,b1,j13/j10,j12,u20,u21")
    assert slides(position, "j13") & WHITE == {"j12"}


def test_nobody_is_displaced_outside_the_centre() -> None:
    """§3.4 A pawn beside the centre keeps its square."""
    position = at("a1,a2,b1,k10/k13,t21,u20,u21")
    assert slides(position, "k10") & {"k12", "k13"} == {"k12"}


def test_the_displaced_pawn_is_put_first() -> None:
    """§3.5 On any free square of the centre, by the player who displaced it."""
    pending = at("a1,a2,j13,k10/j11,l12,u20,u21").play("j13-j11")
    assert set(pending.legal_moves) == {f">{square}" for square in WHITE - {"j11", "k10", "l12"}}
    assert refusal(pending, "A1:w2") == ("displaced_first", "3.5")
    assert refusal(pending, "a1-a3") == ("displaced_first", "3.5")
    assert refusal(pending, ">k10") == ("put_taken", "3.5")
    assert refusal(pending, ">j11") == ("put_taken", "3.5")
    assert refusal(pending, ">m10") == ("put_outside", "3.5")
    after = pending.play(">l10")
    assert fields(after)[:4] == ["a1,a2,j11,k10/l10,l12,u20,u21", "1", "p", "-"]
    assert all(":" in token for token in after.legal_moves)


def test_after_the_block_the_putting_ends_the_turn() -> None:
    """§3.5 The block came first, so nothing is left."""
    pending = at("a1,a2,b1,j13/j11,t21,u20,u21").play_all(["A1:w2", "j13-j11"])
    assert fields(pending)[1:] == ["1", "b", "j11", "-", "A1", "12"]
    assert fields(pending.play(">k11"))[1:] == ["2", "-", "-", "A1", "-", "13"]


def test_an_own_displaced_pawn_stays_in_the_centre() -> None:
    """§3.5 Both are the mover's, and both are inside afterwards."""
    pending = at(f"a1,a2,j11,j13/{HOME}").play("j13-j11")
    assert fields(pending)[0] == f"a1,a2,j11,j11/{HOME}"
    assert fields(pending.play(">l12"))[0] == f"a1,a2,j11,l12/{HOME}"


def test_nothing_is_put_without_displacing() -> None:
    """§3.5 The token is only for a displaced pawn."""
    assert refusal(tablier.game("labyrinthe").start(), ">k11") == ("nobody_displaced", "3.5")


# 4 Blocks


def test_a_block_slides_straight_and_is_never_turned() -> None:
    """§4.1 In four directions, at least one square."""
    start = at()
    assert ways(start, "A1") == {"n1", "e1", "s1", "w2"}
    assert refusal(start, "A1:w0") == ("block_stays", "4.1")
    assert str(start.play("A1:w2")).startswith("l19,c14,p8,")


def test_blocks_rim_and_pawns_stop_a_block() -> None:
    """§4.2 Everything on its way must be free, not only the end."""
    start = at()
    assert refusal(start, "B1:n1") == ("block_meets_rim", "4.2")
    assert refusal(start, "A1:e20") == ("block_meets_block", "4.2")
    assert refusal(start, "A1:w900000") == ("block_meets_block", "4.2")
    behind = at(f"a1,a2,b1,m17/{HOME}")
    assert "w2" not in ways(behind, "A1")
    assert refusal(behind, "A1:w2") == ("block_meets_pawn", "4.2")


def test_the_centre_is_closed_to_blocks() -> None:
    """§4.3 C1 beside the centre cannot go in, nor across to the far side."""
    start = at()
    assert refusal(start, "C1:e2") == ("centre_closed", "4.3")
    assert refusal(start, "C1:e12") == ("centre_closed", "4.3")
    assert refusal(start, "B4:n20") == ("block_meets_block", "4.2")


def test_a_block_must_touch_another_at_the_end() -> None:
    """§4.4 A1 may go two squares to the west, but not one."""
    start = at()
    assert refusal(start, "A1:w1") == ("touches_nothing", "4.4")
    assert "A1:w2" in start.legal_moves


def test_a_corner_is_contact_enough() -> None:
    """§4.4 B1 comes down to j18, j19, j20 and k18: its only contact is the corner of F1 on i17."""
    start = at()
    assert "B1:s1" in start.legal_moves
    without = at(blocks={"F1": "r7"})
    assert refusal(without, "B1:s1") == ("touches_nothing", "4.4")


def test_the_contact_may_be_an_old_one() -> None:
    """§4.4 H1 touches D1 and nothing else, at the start and one square further east."""
    assert "e1" in ways(at(), "H1")
    assert refusal(at(blocks={"D1": "e20"}), "H1:e1") == ("touches_nothing", "4.4")


def test_a_pawn_or_the_rim_is_no_contact() -> None:
    """§4.4 Only another block will do."""
    beside = at(f"a1,a2,b1,m20/{HOME}")
    assert refusal(beside, "A1:w1") == ("touches_nothing", "4.4")
    assert refusal(at(), "A2:s1") == ("touches_nothing", "4.4")


def test_the_block_of_the_turn_before_is_barred() -> None:
    """§4.5 For the next player, and for him alone."""
    position = at().play_all(["A1:w2", "b2-b4"])
    assert ways(position, "A1") == set()
    assert refusal(position, "A1:e1") == ("barred", "4.5")
    later = position.play_all(["A2:e1", "t20-s20"])
    assert ways(later, "A1") == {"s1", "e3", "n1"}
    assert ways(later, "A2") == set()


def test_who_moves_a_block_in_every_turn_keeps_it() -> None:
    """§4.5 Of two players the other one never gets it."""
    position = at()
    for mine, reply in (
        (["A1:w2", "b2-b4"], ["A2:e1", "t20-s20"]),
        (["A1:e3", "b4-b5"], ["A2:w2", "s20-s21"]),
        (["A1:w3", "b5-b4"], ["A2:e2", "s21-s20"]),
    ):
        position = position.play_all(mine)
        assert ways(position, "A1") == set()
        position = position.play_all(reply)
        assert ways(position, "A1")


def test_with_four_players_only_the_last_turn_counts() -> None:
    """§4.5 The block of player 1 is barred for 2 and free for 3."""
    start = tablier.game("labyrinthe", players=4).start()
    second = start.play_all(["b2-b4", "A1:w2"])
    third = second.play_all(["A2:e1", "b20-c20"])
    assert (ways(second, "A1"), ways(third, "A2")) == (set(), set())
    assert ways(third, "A1")


def test_nothing_is_barred_after_a_turn_without_a_block() -> None:
    """§4.5 After an opening with a pawn alone all blocks are free."""
    after = tablier.game("labyrinthe", opening="pawn").start().play("b2-b4")
    assert {token.split(":")[0] for token in after.legal_moves if ":" in token} == set(LAYOUT)
