"""Mole Hill, clause by clause of its rulebook, through tokens, position texts and outcomes."""

from itertools import chain, product

import pytest
from tests.games.mole_hill import naive

import tablier
from tablier import IllegalMove, Position

FIRST, SECOND = 0, 1
EVERY_EDGE = naive.edges()
ROD_EVERYWHERE = ",".join(sorted(EVERY_EDGE))
SQUARES = {column + row for column in "abcdefghi" for row in "1234567"}
FLOWERS = ("a4", "e1", "e7", "i4", "b2", "b6", "h2", "h6")
BARE = sorted(SQUARES - set(FLOWERS) - {"e4"})
UP, DOWN = "1234567", "7654321"
SNAKE = [c + row for c, rows in (("c", UP), ("d", DOWN), ("e", UP), ("f", "7")) for row in rows]
"""22 squares in a row, two red flowers and the centre among them."""


def at(text: str, centre_start: str = "jump") -> Position:
    return tablier.game("mole-hill", centre_start=centre_start).position(text)


def exits(visited: str, *rods: str, centre_start: str = "jump") -> set[str]:
    """Where a mole can go that has visited these squares, with these rods in the garden."""
    return set(at(f"{visited} {','.join(sorted(rods)) or '-'} m 1 -", centre_start).legal_moves)


def points(*visited: str) -> int:
    """The score of a first round that ends on the last of these squares, with e4 visited before it.

    The mole jumps there from the centre, and rods on every edge shut it in.
    """
    *before, last = visited
    after = at(f"{','.join([*before, 'e4'])} {ROD_EVERYWHERE} m 1 -").play(last)
    assert str(after).startswith("- - m 2 ")
    return int(str(after).split()[-1])


def refusal(position: Position, token: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        position.play(token)
    return refused.value


# 1 The garden


def test_the_garden_has_nine_columns_and_seven_rows() -> None:
    """§1.1 63 squares, a1 to i7."""
    assert set(at("- - m 1 -").legal_moves) == SQUARES
    assert len(SQUARES) == 63


@pytest.mark.parametrize("outside", ["a0", "a8", "j1", "A1", "i10"])
def test_nothing_lies_outside_the_garden(outside: str) -> None:
    """§1.1 No other square exists."""
    assert refusal(at("- - m 1 -"), outside).said.key == "no_token"


def test_the_centre_is_e4() -> None:
    """§1.1 e4, and no other square, gives the jump."""
    jumping = {square for square in SQUARES if len(exits(square)) == 62}
    assert jumping == {"e4"}


@pytest.mark.parametrize("square", sorted(SQUARES))
def test_red_flowers_are_worth_two_points_and_white_ones_one(square: str) -> None:
    """§1.2 Four red flowers, four white ones, and nothing on all other squares."""
    worth = {"a4": 2, "e1": 2, "e7": 2, "i4": 2, "b2": 1, "b6": 1, "h2": 1, "h6": 1}
    after = at(f"- {ROD_EVERYWHERE} m 1 -", "plain").play(square)
    assert str(after) == f"- - m 2 {worth.get(square, 0)}"


def test_there_are_110_edges_for_rods() -> None:
    """§1.3 Every edge between two squares that share a side, and none on the rim."""
    assert list(at("e4 - g 1 -").legal_moves) == sorted(EVERY_EDGE)
    assert len(EVERY_EDGE) == 110


@pytest.mark.parametrize("token", ["a1|b2", "a1|c1", "a1|a1", "a7|b1", "i1|a2"])
def test_a_rod_lies_between_squares_that_share_a_side(token: str) -> None:
    """§1.3 Not at a corner, not across several squares, not round the rim."""
    refused = refusal(at("e4 - g 1 -"), token)
    assert (refused.said.key, refused.clause) == ("no_edge", "1.3")


@pytest.mark.parametrize("token", ["a0|a1", "a7|a8", "i1|j1", "|a1", "a1|"])
def test_no_rod_lies_on_the_rim(token: str) -> None:
    """§1.3 A rod has a square on either side."""
    assert refusal(at("e4 - g 1 -"), token).said.key == "no_square"


def test_the_mole_stands_on_its_newest_hill() -> None:
    """§1.4 It goes on from the last square in the list, not from any other."""
    assert exits("a1,i7") == {"h6", "h7", "i6"}
    assert exits("i7,a1") == {"a2", "b1", "b2"}


def test_every_square_takes_a_hill() -> None:
    """§1.4 Ten light hills and then dark ones: the eleventh square is the first that scores."""
    assert points(*BARE[:9]) == 0
    assert points(*BARE[:10]) == 1


# 2 A round


def test_the_garden_is_empty_at_the_start() -> None:
    """§2.1 No hill and no rod."""
    assert str(tablier.game("mole-hill").start()) == "- - m 1 -"


@pytest.mark.parametrize("square", ["a1", "e4", "i7", "b2"])
def test_the_mole_opens_anywhere(square: str) -> None:
    """§2.1 On any square, the centre and flowers included."""
    assert str(tablier.game("mole-hill").start().play(square)) == f"{square} - g 1 -"


def test_rods_do_not_hinder_the_opening() -> None:
    """§2.1 The mole comes up from below: an exercise with rods changes nothing."""
    assert set(at(f"- {ROD_EVERYWHERE} m 1 -").legal_moves) == SQUARES


def test_gardener_and_mole_take_turns() -> None:
    """§2.2 The gardener comes first after the opening, and each turn is one move."""
    position, turns = tablier.game("mole-hill").start(), []
    for token in ("c3", "a1|a2", "c4", "a2|a3", "c5"):
        turns.append(position.turn)
        position = position.play(token)
    assert turns == [FIRST, SECOND, FIRST, SECOND, FIRST]
    assert str(position) == "c3,c4,c5 a1|a2,a2|a3 g 1 -"


def test_nobody_makes_the_moves_of_the_other() -> None:
    """§2.2 The mole lays no rods, the gardener does not dig."""
    assert refusal(at("c3 - m 1 -"), "a1|a2").said.key == "moles_turn"
    assert refusal(at("c3 - g 1 -"), "c4").said.key == "gardeners_turn"


# 3 The gardener


def test_the_gardener_lays_a_rod_on_any_free_edge() -> None:
    """§3.1 Far from the mole too, but not where a rod lies already."""
    assert set(at("c3 c3|c4,h1|i1 g 1 -").legal_moves) == set(EVERY_EDGE) - {"c3|c4", "h1|i1"}
    assert refusal(at("c3 c3|c4 g 1 -"), "c3|c4").said.key == "rod_taken"


def test_rods_stay_until_the_round_is_over() -> None:
    """§3.1 Moves of the mole leave them where they lie."""
    moves = ["c3", "i6|i7", "d4", "a1|b1", "e5", "b1|c1", "f6"]
    after = tablier.game("mole-hill").start().play_all(moves)
    assert str(after) == "c3,d4,e5,f6 a1|b1,b1|c1,i6|i7 g 1 -"


@pytest.mark.parametrize("token", ["pass", "-", ""])
def test_the_gardener_may_not_pass(token: str) -> None:
    """§3.2 Every move of his is a rod."""
    position = at("c3 - g 1 -")
    assert all("|" in move for move in position.legal_moves)
    assert refusal(position, token).said.key == "no_token"


def test_the_gardener_must_lay_the_last_rod_even_if_it_does_not_help() -> None:
    """§3.2 With one edge left he has one move."""
    *rods, last = sorted(EVERY_EDGE)
    position = at(f"a1,e4 {','.join(rods)} g 1 -")
    assert position.legal_moves == (last,)
    assert len(position.play(last).legal_moves) == 61


def test_without_a_free_edge_the_mole_moves_again() -> None:
    """§9.1 The gardener is skipped, for he has nothing to lay."""
    opened = at(f"- {ROD_EVERYWHERE} m 1 -").play("e4")
    assert str(opened) == f"e4 {ROD_EVERYWHERE} m 1 -"
    assert opened.turn == FIRST
    assert len(opened.legal_moves) == 62


def test_a_mole_shut_in_by_rods_everywhere_does_not_move_again() -> None:
    """§9.1 The gardener is skipped only while the mole can move; then the round ends."""
    assert str(at(f"e4 {ROD_EVERYWHERE} m 1 -").play("a4")) == "- - m 2 2"
    assert at(f"a1,e4 {ROD_EVERYWHERE} m 2 1").play("a4").outcome() is not None


def test_the_longest_round_takes_21_rods() -> None:
    """§9.1 22 hills with a rod between each two of them."""
    rods = [edge for edge in EVERY_EDGE if edge[0] in "hi" or edge[0] == edge[3] == "a"][:21]
    moves = chain.from_iterable(zip(SNAKE, rods, strict=False))
    position = tablier.game("mole-hill").start().play_all(moves)
    assert str(position).split()[1:] == [",".join(sorted(rods)), "m", "1", "-"]
    assert str(position.play(SNAKE[-1])) == "- - m 2 16"


# 4 The mole


def test_the_mole_goes_to_any_neighbour() -> None:
    """§4.1 Straight or diagonally, one square far."""
    assert exits("c3") == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    assert refusal(at("c3 - m 1 -"), "c5").said.key == "too_far"


@pytest.mark.parametrize(
    ("square", "neighbours"),
    [
        ("a1", "a2 b1 b2"),
        ("a7", "a6 b6 b7"),
        ("i1", "h1 h2 i2"),
        ("i7", "h6 h7 i6"),
        ("a4", "a3 a5 b3 b4 b5"),
        ("i4", "h3 h4 h5 i3 i5"),
        ("e1", "d1 d2 e2 f1 f2"),
        ("e7", "d6 d7 e6 f6 f7"),
    ],
)
def test_the_rim_is_the_end_of_the_garden(square: str, neighbours: str) -> None:
    """§4.1 A mole at the rim has fewer neighbours, and none on the far side."""
    assert exits(square) == set(neighbours.split())


def test_the_mole_never_returns() -> None:
    """§4.2 Neither to an old square nor to the one it stands on."""
    assert exits("b3,c4,c3") == {"b2", "b4", "c2", "d2", "d3", "d4"}
    assert refusal(at("b3,c4,c3 - m 1 -"), "b3").said.key == "visited"
    assert refusal(at("b3,c4,c3 - m 1 -"), "c3").said.key == "stands_there"


def test_squares_of_the_first_round_are_free_in_the_second() -> None:
    """§4.2 Only the squares of this round count as visited."""
    second = at("b2,b1,a2 - m 1 -").play("a1")
    assert set(second.legal_moves) == SQUARES


@pytest.mark.parametrize("square", ["c4", "c2", "b3", "d3"])
def test_a_rod_on_the_edge_stops_the_straight_step(square: str) -> None:
    """§4.3 Only that step: all other neighbours can still be reached."""
    rod = naive.edge_between("c3", square)
    assert exits("c3") - exits("c3", rod) == {square}
    assert refusal(at(f"c3 {rod} m 1 -"), square).said.key == "rod_between"


def test_rods_that_no_step_crosses_do_not_matter() -> None:
    """§4.3 Rods on the far side of a neighbour stop no straight step."""
    far = [edge for edge in EVERY_EDGE if "c3" not in edge]
    assert exits("c3", *far) == {"b3", "c2", "c4", "d3"}


CORNERS = {
    "d4": (("c3|c4", "c4|d4"), ("c3|d3", "d3|d4")),
    "d2": (("c2|c3", "c2|d2"), ("c3|d3", "d2|d3")),
    "b4": (("c3|c4", "b4|c4"), ("b3|c3", "b3|b4")),
    "b2": (("c2|c3", "b2|c2"), ("b3|c3", "b2|b3")),
}
"""The two ways from c3 to each diagonal neighbour, each with the edges that it crosses."""


@pytest.mark.parametrize("goal", CORNERS)
@pytest.mark.parametrize("laid", list(product((False, True), repeat=4)))
def test_a_diagonal_step_needs_one_way_without_rods(goal: str, laid: tuple[bool, ...]) -> None:
    """§4.4 Any rods on the four edges of the corner: one way must have none on either edge."""
    edges = [edge for way in CORNERS[goal] for edge in way]
    rods = [edge for edge, lies in zip(edges, laid, strict=True) if lies]
    one_way_is_free = not any(laid[:2]) or not any(laid[2:])
    assert (goal in exits("c3", *rods)) == one_way_is_free


def test_rods_on_both_routes_stop_the_diagonal() -> None:
    """§4.4 One rod on each of the two ways is enough, wherever on its way it lies."""
    assert "d4" not in exits("c3", "c3|c4", "d3|d4")
    assert refusal(at("c3 c3|c4,d3|d4 m 1 -"), "d4").said.key == "no_route"


def test_a_rod_beside_another_corner_does_not_stop_the_diagonal() -> None:
    """§4.4 Only the four edges of the shared corner count."""
    corner = set(chain.from_iterable(CORNERS["d4"]))
    others = [edge for edge in EVERY_EDGE if edge not in corner]
    assert exits("c3", *others) == {"c4", "d3", "d4"}


def test_hills_beside_the_corner_do_not_matter() -> None:
    """§4.4 The mole passes between its own hills, and over one where a rod closes the other way."""
    assert "d4" in exits("c4,d3,c3")
    assert "d4" in exits("c4,d3,c3", "c3|c4")
    assert "d4" not in exits("c4,d3,c3", "c3|c4", "c3|d3")


def test_the_corner_of_the_garden_has_its_diagonal_too() -> None:
    """§4.4 Out of a1 by either way, and not at all when both are closed."""
    assert exits("a1", "a1|a2") == {"b1", "b2"}
    assert exits("a1", "a1|a2", "b1|b2") == {"b1"}


# 5 The centre


def test_on_the_centre_the_mole_may_go_anywhere() -> None:
    """§5.1 To any square that it has not visited, next to it or far away."""
    assert exits("d3,c2,d4,e4") == SQUARES - {"d3", "c2", "d4", "e4"}
    assert refusal(at("d3,d4,e4 - m 1 -"), "d3").said.key == "visited"


def test_rods_do_not_hinder_the_jump() -> None:
    """§5.1 Not even rods on every edge of the garden."""
    assert exits("d4,e4", *EVERY_EDGE) == SQUARES - {"d4", "e4"}


def test_rods_round_the_centre_do_not_shut_the_mole_in() -> None:
    """§5.1 The round goes on when the fourth rod is laid, for the mole can jump out."""
    after = at("d4,e4 d4|e4,e3|e4,e4|e5 g 1 -").play("e4|f4")
    assert str(after) == "d4,e4 d4|e4,e3|e4,e4|e5,e4|f4 m 1 -"
    assert str(after.play("a1")).startswith("d4,e4,a1 ")


def test_hills_round_the_centre_do_not_shut_the_mole_in() -> None:
    """§5.1 A mole whose eight neighbours are all visited jumps over them."""
    around = "d3,d4,d5,e5,f5,f4,f3,e3"
    after = at(f"{around} - m 1 -").play("e4")
    assert str(after) == f"{around},e4 - g 1 -"
    assert set(after.play("a1|a2").legal_moves) == SQUARES - {*around.split(","), "e4"}


def test_the_jump_belongs_to_a_mole_that_stands_on_the_centre() -> None:
    """§5.1 Having been there is not enough."""
    assert exits("d4,e4,a1") == {"a2", "b1", "b2"}


@pytest.mark.parametrize("round_", ["1 -", "2 7"])
def test_opening_on_the_centre_gives_the_jump_or_not(round_: str) -> None:
    """§5.2 With `jump` to all other squares, with `plain` an ordinary step, in both rounds."""
    assert len(at(f"e4 - m {round_}", "jump").legal_moves) == 62
    around = ("d3", "d4", "d5", "e3", "e5", "f3", "f4", "f5")
    assert at(f"e4 - m {round_}", "plain").legal_moves == around


def test_the_usual_way_is_to_jump() -> None:
    """§5.2 `centre_start` is `jump` when nothing is said."""
    game = tablier.game("mole-hill")
    assert game.options == {"centre_start": "jump"}
    assert len(game.start().play_all(["e4", "a1|a2"]).legal_moves) == 62


def test_coming_to_the_centre_gives_the_jump_in_either_case() -> None:
    """§5.2 `plain` is about the opening alone."""
    assert exits("d4,e4", centre_start="plain") == SQUARES - {"d4", "e4"}


def test_a_plain_start_can_be_shut_in_on_the_centre() -> None:
    """§5.2 Without the jump the fourth rod round e4 ends the round; with it the mole is free."""
    three_rods = "e4 d4|e4,e3|e4,e4|e5 g 1 -"
    assert str(at(three_rods, "plain").play("e4|f4")) == "- - m 2 0"
    assert len(at(three_rods, "jump").play("e4|f4").legal_moves) == 62


def test_rods_hold_a_plain_start() -> None:
    """§5.2 An ordinary step from e4 meets rods as everywhere else."""
    left = exits("e4", "e4|e5", "d3|d4", "d3|e3", centre_start="plain")
    assert left == {"d4", "d5", "e3", "f3", "f4", "f5"}
    assert refusal(at("e4 - m 1 -", "plain"), "a1").clause == "5.2"


# 6 The end of a round


def test_a_rod_that_shuts_the_mole_in_ends_the_round() -> None:
    """§6.1 The gardener closes the last way out."""
    before = at("c1,b1,a1 a1|a2 g 2 3")
    assert before.play("h1|i1").outcome() is None
    after = before.play("b1|b2")
    assert after.outcome() is not None
    assert after.legal_moves == ()


def test_a_mole_that_shuts_itself_in_ends_the_round() -> None:
    """§6.1 At once, although the gardener would be next."""
    after = at("c4,b3,a2,b2,b1 c4|c5 m 2 9").play("a1")
    assert after.outcome() is not None
    assert after.legal_moves == ()
    assert str(at("c4,b3,a2,b2,b1 c4|c5 m 1 -").play("a1")) == "- - m 2 1"


def test_hills_and_rods_shut_the_mole_in_together() -> None:
    """§6.1 Hills on some neighbours, rods before the others."""
    assert str(at("b2,b1 a1|a2 m 1 -").play("a1")) == "- - m 2 1"
    assert str(at("b2,b1 - m 1 -").play("a1")) == "b2,b1,a1 - g 1 -"


def test_one_way_out_keeps_the_round_going() -> None:
    """§6.1 A single diagonal round the corner is enough."""
    after = at("a2,b1 b1|b2 m 1 -").play("a1")
    assert after.play("h1|i1").legal_moves == ("b2",)


def test_the_22nd_hill_ends_the_round() -> None:
    """§6.2 Although the mole has free neighbours and no rod lies there."""
    after_21 = at(f"{','.join(SNAKE[:20])} - m 1 -").play(SNAKE[20])
    assert str(after_21) == f"{','.join(SNAKE[:21])} - g 1 -"
    assert str(after_21.play("a1|a2").play("f7")) == "- - m 2 16"
    over = at(f"{','.join(SNAKE[:21])} - m 2 3").play("f7")
    assert over.outcome() is not None
    assert over.legal_moves == ()


def test_a_22nd_hill_on_the_centre_gives_no_jump() -> None:
    """§6.2 There is no hill left to jump with."""
    visited = [*BARE[:20], "d4"]
    assert str(at(f"{','.join(visited)} - m 1 -").play("e4")) == "- - m 2 12"


@pytest.mark.parametrize(("hills", "score"), [(2, 0), (10, 0), (11, 1), (12, 2), (22, 12)])
def test_every_square_after_the_tenth_is_a_point(hills: int, score: int) -> None:
    """§6.3 Dark hills count, the one the mole stands on included; light ones do not."""
    assert points(*BARE[: hills - 1]) == score


def test_flowers_count_on_light_hills_and_on_the_last_square() -> None:
    """§6.4 The first ten squares and the present one included."""
    assert points("a4", "c1", "b2") == 3
    assert points("c1", "c2", "e7") == 2
    assert points("h6", *BARE[:9], "i4") == 2 + 1 + 2


def test_flowers_and_dark_hills_add_up() -> None:
    """§6.4 All flowers and all hills make 24, the most there is."""
    assert points(*BARE[:13], *FLOWERS) == 24


# 7 The game


def test_the_first_player_is_the_mole_and_then_the_gardener() -> None:
    """§7.1 The roles change with the round."""
    assert (at("c3 - m 1 -").turn, at("c3 - g 1 -").turn) == (FIRST, SECOND)
    assert (at("c3 - m 2 5").turn, at("c3 - g 2 5").turn) == (SECOND, FIRST)


def test_the_garden_is_cleared_for_the_second_round() -> None:
    """§7.1 No hill, no rod, and the second player opens."""
    second = at("c1,b1,a1 a1|a2,h1|i1 g 1 -").play("b1|b2")
    assert str(second) == "- - m 2 0"
    assert second.turn == SECOND
    assert str(second.play("a1")) == "a1 - g 2 0"


def test_after_a_last_rod_the_same_player_opens_the_second_round() -> None:
    """§7.1 The gardener of the first round is the mole of the second: he moves twice running."""
    last = at("c1,b1,a1 a1|a2 g 1 -")
    assert (last.turn, last.play("b1|b2").turn) == (SECOND, SECOND)


def test_after_a_last_hill_the_other_player_opens_the_second_round() -> None:
    """§7.1 The mole of the first round has moved last, now its gardener is the mole."""
    last = at("b2,b1,a2 - m 1 -")
    assert (last.turn, last.play("a1").turn) == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("first_score", "payoffs", "reason", "winner"),
    [
        (4, (1.0, -1.0), "first_wins", FIRST),
        (3, (0.0, 0.0), "draw", None),
        (2, (-1.0, 1.0), "second_wins", SECOND),
    ],
)
def test_more_points_win(
    first_score: int, payoffs: tuple[float, ...], reason: str, winner: int | None
) -> None:
    """§7.2 The scores of the two moles are compared; equal ones are a draw."""
    outcome = at(f"a4,b2,b1,a2 - m 2 {first_score}").play("a1").outcome()
    assert outcome is not None
    assert (outcome.payoffs, outcome.reason, outcome.winner) == (payoffs, reason, winner)


@pytest.mark.parametrize("text", ["a4,b5 - m 2 0", "a4,b5 - g 2 0", "a1,a2 - m 2 24"])
def test_the_second_round_is_played_to_its_end(text: str) -> None:
    """§7.2 Also when the mole is ahead already, or cannot come near any more."""
    position = at(text)
    assert position.outcome() is None
    assert position.legal_moves


def test_the_first_round_decides_nothing() -> None:
    """§7.2 However many points the first mole has, the second still plays."""
    second = at("a4,b2,b1,a2 - m 1 -").play("a1")
    assert second.outcome() is None
    assert str(second) == "- - m 2 3"
