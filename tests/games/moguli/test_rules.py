"""Moguli, clauses 1 to 5 of its rulebook: the board, a turn, tiles, pawns and the bonus."""

import pytest
from tests.games.moguli import naive
from tests.games.moguli.setting import (
    LONG,
    RING,
    ROUND,
    TUNNEL,
    at,
    barred,
    board,
    done,
    ends,
    game,
    tile,
    turnings,
)

from tablier import IllegalMove, Position

SQUARES = {column + row for column in "abcde" for row in "1234567"}
FIRST, SECOND = 0, 1


def refusal(position: Position, token: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        position.play(token)
    return refused.value


# 1 The board


def test_the_board_has_five_columns_and_seven_rows() -> None:
    """§1.1 35 tiles, each of which can be turned in three ways."""
    every = {f"{square}+{quarters}" for square in SQUARES for quarters in (1, 2, 3)}
    assert turnings(board(TUNNEL, "a2", "b2")) == every
    assert len(SQUARES) == 35


@pytest.mark.parametrize("outside", ["a0+1", "f1+1", "a8-a1", "a1-a8", "A1-a2"])
def test_nothing_lies_outside_the_board(outside: str) -> None:
    """§1.1 No other square exists."""
    assert refusal(board(TUNNEL), outside).said.key == "no_square"


@pytest.mark.parametrize("letters", ["abcd", "ABCD"])
def test_a_tile_turns_clockwise(letters: str) -> None:
    """§1.2 North and east, east and south, south and west, west and north."""
    for n, letter in enumerate(letters):
        position = board({"c2": letter})
        turned = [tile(position.play(f"c2+{quarters}"), "c2") for quarters in (1, 2, 3)]
        assert turned == [letters[(n + quarters) % 4] for quarters in (1, 2, 3)]


SIDES = {
    "north": {"c5": "C", "d5": "B", "d6": "A"},
    "east": {"d4": "D", "d3": "C", "e3": "B"},
    "south": {"c3": "A", "b3": "D", "b2": "C"},
    "west": {"b4": "B", "b5": "A", "a5": "D"},
}
"""On each side of c4, a gate that is joined on the top, and from there a tunnel of three."""


@pytest.mark.parametrize("letter", "abcdABCD")
def test_the_top_joins_two_neighbouring_sides(letter: str) -> None:
    """§1.2 Where the top of c4 leads, a pawn walks out and dives under the next."""
    leads = {"a": "north east", "b": "east south", "c": "south west", "d": "west north"}
    for side, tiles in SIDES.items():
        _, passed, up = tiles
        position = board({"c4": letter, **tiles}, "c4", passed)
        assert ends(position, "c4") == ({up} if side in leads[letter.lower()] else set())


@pytest.mark.parametrize(
    ("letter", "leads"), [("d", True), ("B", True), ("D", False), ("b", False)]
)
def test_a_triangle_tells_what_the_underside_joins(letter: str, leads: bool) -> None:
    """§1.3 Below b2 the way goes west and north if its top does, or else has no triangle."""
    assert ends(board({**TUNNEL, "b2": letter}, "a2", "b2"), "a2") == ({"b3"} if leads else set())


@pytest.mark.parametrize("seed", range(20))
def test_seventeen_tiles_have_a_triangle(seed: int) -> None:
    """§1.3 And eighteen have none."""
    letters = str(game().start(seed)).split()[0].replace("/", "")
    assert [sum(map(str.islower, letters)), sum(map(str.isupper, letters))] == [17, 18]


@pytest.mark.parametrize("turned", ["a2+2", "b2+1", "b3+2"])
def test_tiles_are_connected_if_both_have_a_path_to_their_side(turned: str) -> None:
    """§1.4 One tile turned away is enough to cut the tunnel."""
    position = board(TUNNEL, "a2", "b2")
    assert ends(position, "a2") == {"b3"}
    assert not any(token.startswith("a2-") for token in position.play(turned).legal_moves)


def test_a_path_over_the_rim_leads_nowhere() -> None:
    """§1.4 Column a has no neighbour in the west."""
    assert ends(board(ROUND, "a2", "e2"), "a2") == set()


def test_pawns_begin_on_their_start_rows() -> None:
    """§1.5 Player 1 on row 1, player 2 on row 7; nothing is done, barred or counted."""
    _, rest = str(game().start(7)).split(" ", 1)
    assert rest == "a1,b1,c1,d1,e1 a7,b7,c7,d7,e7 1 - - - 0 play 0"


def test_the_seed_decides_how_the_tiles_lie() -> None:
    """§1.5 The same on every machine."""
    assert str(game().start(0)).split()[0] == SEED_0
    assert str(game().start(30)).split()[0] == SEED_30


SEED_0 = "Cbacc/DcbaC/DBAdB/DCbad/bdaBB/dDaDC/BCDaD"
SEED_30 = "DCCBC/abBdC/cDcAC/BDdAa/bdbba/bccBA/cDBaD"


def test_every_tile_can_lie_anywhere() -> None:
    """§1.5 In enough shuffles each square sees both kinds of tile in all four ways."""
    seen: dict[str, set[str]] = {square: set() for square in SQUARES}
    for seed in range(150):
        for square, letter in naive.read(str(game().start(seed)), {}).tiles.items():
            seen[square].add(letter)
    assert all(letters == set("abcdABCD") for letters in seen.values())


# 2 A turn


def test_turn_and_move_in_either_order() -> None:
    """§2.1 Then the turn is over, and the other player begins his."""
    position = board(TUNNEL, "a2 b2")
    for tokens in (["e7+1", "a2-b3"], ["a2-b3", "e7+1"]):
        assert [position.play_all(tokens[:n]).turn for n in (1, 2)] == [FIRST, SECOND]


def test_each_only_once() -> None:
    """§2.1 No second pawn move, and without a bonus no second turning."""
    own = board({**TUNNEL, "c2": "C", "d2": "B", "d3": "A"}, "a2 b2 c2 d2")
    assert ends(own, "c2") == {"d3"}
    assert refusal(own.play("a2-b3"), "c2-d3").said.key == "moved_already"
    assert refusal(own.play("e7+1"), "e6+1").said.key == "turned_already"


def test_a_turn_may_end_early() -> None:
    """§2.2 With nothing done, with a tile turned, with a pawn moved."""
    position = board(TUNNEL, "a2", "b2")
    for tokens in ([], ["e7+1"], ["a2-b3"], ["a2-b3", "e7+1"]):
        after = position.play_all([*tokens, "pass"])
        assert (after.turn, done(after)) == (SECOND, "-")


def test_a_compulsory_turn_is_played_in_full() -> None:
    """§2.3 No pass while a first turning or a pawn move is open."""
    position = board(TUNNEL, "a2 b2", compulsory=True)
    for tokens, key in (([], "must_move"), (["e7+1"], "must_move"), (["a2-b3"], "must_turn")):
        assert refusal(position.play_all(tokens), "pass").said.key == key


def test_a_compulsory_move_is_not_rotated_away() -> None:
    """§2.3 As long as a pawn can move and none was moved, a rotation has to leave a move open."""
    position = board(TUNNEL, "a2 b2", compulsory=True)
    assert refusal(position, "b2+1").said.key == "breaks_move"
    assert "b2+1" in board(TUNNEL, "a2 b2").legal_moves
    assert "b2+1" in position.play("a2-b3").legal_moves


def test_a_compulsory_turn_needs_no_move_that_cannot_be_made() -> None:
    """§2.3 Without one, the turning is due, and then the turn is over."""
    position = board({}, compulsory=True)
    assert refusal(position, "pass").said.key == "must_turn"
    assert position.play("e7+1").turn == SECOND


def test_the_bonus_stays_free_in_a_compulsory_turn() -> None:
    """§2.3 The first turning is due, the second not."""
    position = board(TUNNEL, "a2", "b2", compulsory=True).play("a2-b3")
    assert refusal(position, "pass").said.key == "must_turn"
    assert position.play_all(["e7+1", "pass"]).turn == SECOND


@pytest.mark.parametrize(
    "tokens", [["e7+1", "a2-b3"], ["a2-b3", "e7+1"], ["e7+1", "pass"], ["a2+2"]]
)
def test_a_turn_ends_by_itself(tokens: list[str]) -> None:
    """§2.4 When both are done, or when after a turning no pawn can move."""
    *first, last = tokens
    position = board(TUNNEL, "a2 b2").play_all(first)
    assert position.turn == FIRST
    assert position.play(last).turn == SECOND


def test_pass_is_no_move_of_its_own_when_nothing_else_is_left() -> None:
    """§2.4 Then the turn has ended already, and what is legal is up to the other player."""
    after = board({}, played=20).play("e7+1")
    assert (after.turn, "pass" in after.legal_moves) == (SECOND, True)


# 3 Turning a tile


def test_a_tile_is_turned_with_the_pawn_on_it() -> None:
    """§3.1 It stays there, whosever it is."""
    position = board(TUNNEL, "a2", "b2")
    for square in ("a2", "b2"):
        assert str(position.play(f"{square}+2")).split()[1:3] == str(position).split()[1:3]


@pytest.mark.parametrize("quarters", [0, 4, -1, 10])
def test_a_tile_is_turned_by_one_to_three_quarters(quarters: int) -> None:
    """§3.1 Not at all is no turning."""
    assert refusal(board({}), f"c4+{quarters}").said.key in ("no_quarters", "no_token")


def test_what_the_opponent_has_turned_is_barred_for_one_turn() -> None:
    """§3.2 For him alone, and only in his next turn."""
    position = board(TUNNEL, "a2").play("c1+1")
    assert (position.turn, barred(position)) == (SECOND, "c1")
    assert refusal(position, "c1+2").said.key == "barred"
    assert "c1+2" in position.play("d1+1").legal_moves


def test_two_tiles_can_be_barred() -> None:
    """§3.2 After a turning and a bonus."""
    after = board(TUNNEL, "a2", "b2").play_all(["e7+1", "a2-b3", "d6+1"])
    assert barred(after) == "d6,e7"
    assert not {"d6+1", "d6+2", "d6+3", "e7+1", "e7+2", "e7+3"} & set(after.legal_moves)
    assert len(turnings(after)) == 99


def test_a_tile_turned_twice_is_barred_once_even_if_it_lies_as_before() -> None:
    """§3.2 It is the turning that counts."""
    position = board(TUNNEL, "a2", "b2")
    after = position.play_all(["e7+1", "a2-b3", "e7+3"])
    assert tile(after, "e7") == tile(position, "e7")
    assert barred(after) == "e7"


# 4 Moving a pawn

ABOVE_AND_BELOW = {**TUNNEL, "a1": "A", "b4": "c", "a4": "B"}
"""On the top a1 joins a2, and b3 joins b4 and a4; a pawn on a1 needs all three stages to a4."""


def test_a_move_has_three_stages() -> None:
    """§4.1 Over to a2, under b2 to b3, over to b4 and a4."""
    assert ends(board(ABOVE_AND_BELOW, "a1", "b2"), "a1") == {"b3", "b4", "a4"}


def test_a_move_ends_on_another_gate_than_it_began() -> None:
    """§4.1 Nobody moves to where he stands."""
    assert refusal(board(TUNNEL, "a2", "b2"), "a2-a2").said.key == "same_gate"
    assert "a2" not in ends(board(RING, "a2", "b2"), "a2")


def test_on_the_top_a_pawn_may_go_any_distance_or_none() -> None:
    """§4.2 From a1 it walks to a2, from a2 it dives at once."""
    assert ends(board(ABOVE_AND_BELOW, "a1", "b2"), "a1") == {"b3", "b4", "a4"}
    assert ends(board(ABOVE_AND_BELOW, "a2", "b2"), "a2") == {"b3", "b4", "a4"}


@pytest.mark.parametrize("player", ["first", "second"])
def test_on_the_top_a_pawn_crosses_only_free_gates(player: str) -> None:
    """§4.2 Whoever stands there."""
    pawns = {"first": "a1", "second": "b2"}
    pawns[player] += " a2"
    assert ends(board(ABOVE_AND_BELOW, **pawns), "a1") == set()  # type: ignore[arg-type]
    pawns[player] = pawns[player].replace("a2", "b4")
    assert ends(board(ABOVE_AND_BELOW, **pawns), "a1") == {"b3"}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("a2", "", set()), ("a2", "b2", {"b3"}), ("a2 b2", "", {"b3"})],
)
def test_below_a_pawn_must_pass_under_another(first: str, second: str, expected: set[str]) -> None:
    """§4.3 One's own will do; without any there is no move."""
    assert ends(board(TUNNEL, first, second), "a2") == expected


def test_nobody_passes_under_himself() -> None:
    """§4.3, §4.4 The gate that the pawn has left is free: no pawn is there to pass under."""
    tiles = {"a2": "b", "b2": "d", "b3": "A"}  # the tunnel again; above, a2 and b2 are joined too
    assert ends(board(tiles, "b2"), "b2") == set()
    assert ends(board(tiles, "a2", "b2"), "a2") == {"b3"}


@pytest.mark.parametrize(
    ("passed", "expected"),
    [
        ("b2", {"b3", "a3", "a4"}),
        ("b2 b3", {"a3", "a4"}),
        ("b3", {"a3", "a4"}),
        ("b2 a3", {"b3", "a4"}),
    ],
)
def test_a_walk_below_comes_up_behind_any_pawn(passed: str, expected: set[str]) -> None:
    """§4.3 One is enough, and more do not hinder."""
    assert ends(board(LONG, "a2", passed), "a2") == expected


def test_below_there_is_no_turning_back() -> None:
    """§4.3 A pawn at the end of a chain cannot pass under the last one and return."""
    assert ends(board(TUNNEL, "a2", "b3"), "a2") == set()


def test_a_pawn_comes_up_through_a_free_gate() -> None:
    """§4.4 Behind b2 stands a pawn as well, and there the chain ends."""
    assert ends(board(TUNNEL, "a2", "b2 b3"), "a2") == set()


def test_on_a_ring_a_pawn_does_not_come_up_where_it_went_down() -> None:
    """§4.4 Else it would get to a1, which is joined with a2 on the top."""
    assert ends(board({**RING, "a1": "A"}, "a2", "b2"), "a2") == {"a3", "b3"}


def test_both_ways_round_a_ring_are_open() -> None:
    """§4.4 Round by a3 it passes under b3, round by b2 as well."""
    assert ends(board(RING, "a2", "b3"), "a2") == {"a3", "b2"}


LOOP = {"b1": "A", "b2": "B", "c2": "D", "c3": "B", "b3": "D"}
"""On the top b1 b2 c2 c3, below b2 b3 c3."""


def test_the_gate_of_the_start_is_free_once_the_pawn_has_left() -> None:
    """§4.4 Over to c3, under b3, up on b2 where it began, and over to b1."""
    assert ends(board(LOOP, "b2", "b3"), "b2") == {"b1", "c2", "c3"}


def test_after_coming_up_a_pawn_may_stay_or_go_on() -> None:
    """§4.5 Any of the gates it reaches on the top."""
    assert ends(board(ABOVE_AND_BELOW, "a2", "b2"), "a2") == {"b3", "b4", "a4"}
    assert refusal(board(ABOVE_AND_BELOW, "a2", "b2 b4"), "a2-b4").said.key == "end_taken"


# 5 The bonus


@pytest.mark.parametrize(("first", "second", "plus"), [("a2", "b2", "m+"), ("a2 b2", "", "m")])
def test_passing_under_an_enemy_earns_the_bonus(first: str, second: str, plus: str) -> None:
    """§5.1 One's own pawns do not."""
    assert done(board(TUNNEL, first, second).play("a2-b3")) == plus


@pytest.mark.parametrize(
    ("first", "second", "plus"),
    [("a2 b2", "a3", "m+"), ("a2 a3", "b2", "m+"), ("a2 a3 b2", "", "m")],
)
def test_one_way_that_earns_the_bonus_is_enough(first: str, second: str, plus: str) -> None:
    """§5.1 Round the ring to b3, by an own pawn on one side and an enemy on the other."""
    assert done(board(RING, first, second).play("a2-b3")) == plus


def test_an_enemy_beside_the_way_earns_nothing() -> None:
    """§5.1 He has to be passed under."""
    position = board(LONG, "a2 b2", "a3")
    assert [done(position.play(f"a2-{end}")) for end in ("b3", "a4")] == ["m", "m+"]


def test_the_bonus_is_one_more_turning() -> None:
    """§5.2 Before or after the move one, after it another: two in all."""
    position = board(TUNNEL, "a2", "b2")
    for tokens in (["e7+1", "a2-b3", "d6+1"], ["a2-b3", "e7+1", "d6+1"]):
        assert [position.play_all(tokens[:n]).turn for n in (1, 2, 3)] == [FIRST, FIRST, SECOND]


def test_the_bonus_may_turn_the_same_tile_but_no_barred_one() -> None:
    """§5.2 A tile that the opponent has turned stays barred."""
    position = board(TUNNEL, "a2", "b2", barred="c7").play_all(["e7+1", "a2-b3"])
    assert refusal(position, "c7+1").said.key == "barred"
    assert tile(position.play("e7+1"), "e7") == tile(position.play("e6+1"), "e7").translate(NEXT)


NEXT = str.maketrans("abcdABCD", "bcdaBCDA")


def test_the_bonus_need_not_be_used() -> None:
    """§5.2 Nor the first turning."""
    position = board(TUNNEL, "a2", "b2").play("a2-b3")
    assert position.play("pass").turn == SECOND
    assert position.play_all(["e7+1", "pass"]).turn == SECOND


def test_a_bonus_is_lost_with_the_turn() -> None:
    """§5.2 It is for the same turn."""
    after = board(TUNNEL, "a2", "b2").play_all(["a2-b3", "pass", "pass"])
    assert (after.turn, done(after)) == (FIRST, "-")
    assert at(str(after)) == after
