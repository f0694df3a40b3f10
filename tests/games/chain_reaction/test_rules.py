"""Chain Reaction, clause by clause of its rulebook: board, turns, steps and falls (§1 to §4)."""

import random
from itertools import product

import pytest
from tests.games.chain_reaction.setting import (
    BLACK,
    CAMPS,
    COLUMNS,
    SQUARES,
    WHITE,
    at,
    moves,
    squares,
    text,
    why_not,
)

import tablier

START = "..bbb../.bbbbb./..bbb../......./......./..www../.wwwww./..www.. w 0 - 0 0 0"
FIGURE = "Xd3 wb5 wf5 wc4 wd4"
"""The position of the booklet's figures: a white piece on a black one, and four white pieces."""


# 1 The board


def test_the_board_has_seven_columns_and_eight_rows() -> None:
    """§1.1 A piece can step onto each of 56 squares, and onto nothing else."""
    reached = {
        token[2:]
        for square in SQUARES
        for token in moves(f"w{square} b{'a1' if square == 'g8' else 'g8'}")
    }
    assert reached == SQUARES
    assert len(SQUARES) == 56


@pytest.mark.parametrize("token", ["g3h3", "h3g3", "a1i1", "h1*h3"])
def test_nothing_lies_outside_the_board(token: str) -> None:
    """§1.1 No other square exists."""
    assert why_not(at("wg3 wa1 bd8"), token) == "no_square"


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize(("mover", "tower", "row"), [("w", "X", 7), ("b", "Y", 2)])
def test_the_middle_goal_square_is_worth_two_points_and_the_others_one(
    column: str, mover: str, tower: str, row: int
) -> None:
    """§1.2 White attacks row 9, Black row 0."""
    goal = f"{column}{9 if mover == 'w' else 0}"
    turns = 0 if mover == "w" else 1
    after = at(f"{tower}{column}{row}", f"{mover} 0 - 0 0 {turns}").play(f"{column}{row}*{goal}")
    points = 2 if column == "d" else 1
    scores = f"{points} 0" if mover == "w" else f"0 {points}"
    assert str(after).endswith(f" {mover} 0 {mover} {scores} {turns}")


def test_nothing_stands_on_a_goal_square() -> None:
    """§1.2 No step starts there, and nothing is put back there."""
    assert why_not(at("wd8 bd1"), "d9d8") == "goal_square"
    assert why_not(at("wd8 bd1", "w 0 w 1 0 0"), "@d9") == "goal_square"


def test_the_camps_are_full_at_the_start() -> None:
    """§1.3 Eleven pieces each, in three rows of three, five and three."""
    start = tablier.game("chain-reaction").start()
    pieces = [f"{colour}{name}" for colour in "wb" for row in CAMPS[colour] for name in row.split()]
    assert str(start) == START == text(" ".join(pieces))
    assert len(pieces) == 22


def test_a_tower_belongs_to_the_player_whose_piece_is_on_top() -> None:
    """§1.4 Whatever lies below."""
    falls = moves("Xd4")
    assert len(falls) == 8
    assert moves("Wd4") == falls
    assert moves("Yd4", "b 0 - 0 0 1") == moves("Bd4", "b 0 - 0 0 1") == falls


# 2 A turn


def test_white_begins_and_the_players_take_turns() -> None:
    """§2.1 The counter of turns is even when it is White's turn."""
    position = tablier.game("chain-reaction").start()
    turns = []
    for token in ("c3c4", "c6c5", "d3d4", "d6d5"):
        turns.append(position.turn)
        position = position.play(token)
    assert turns == [WHITE, BLACK, WHITE, BLACK]
    assert str(position).endswith(" w 0 - 0 0 4")


def test_a_turn_has_up_to_five_segments() -> None:
    """§2.1 A step and four falls, each onto the next piece but the last."""
    position = at("wa1 wa2 wc2 we2 we4 bg8")
    for n, token in enumerate(["a1a2", "a2*c2", "c2*e2", "e2*e4"], 1):
        position = position.play(token)
        assert str(position).split()[1:4] == ["w", str(n), "-"]
    assert str(position.play("e4*c4")).split()[1:] == ["b", "0", "-", "0", "0", "1"]


def test_without_a_tower_the_first_segment_is_a_step() -> None:
    """§2.2 Of any piece, and of no tower."""
    position = tablier.game("chain-reaction").start()
    assert all(len(token) == 4 for token in position.legal_moves)
    assert {token[:2] for token in position.legal_moves} == squares(" ".join(CAMPS["w"]))
    assert why_not(position, "c3*c5") == "no_tower"


def test_later_segments_are_never_steps() -> None:
    """§2.2 After the first, only the tower moves."""
    position = tablier.game("chain-reaction").start().play("c3d3")
    assert all(token.startswith("d3*") for token in position.legal_moves)
    assert why_not(position, "e3e4") == "must_move_tower"


@pytest.mark.parametrize("rest", ["w 0 - 0 0 0", "w 3 - 0 0 0"])
def test_a_tower_has_to_fall(rest: str) -> None:
    """§2.3 Left by the opponent or just built: no other piece moves."""
    position = at("Xd4 wa1 bg8", rest)
    assert all(token.startswith("d4*") for token in position.legal_moves)
    assert why_not(position, "a1a2") == "must_move_tower"


def test_a_step_onto_an_empty_square_ends_the_turn() -> None:
    """§2.4 No tower stands."""
    assert str(at("wa1 bg8").play("a1a2")) == text("wa2 bg8", "b 0 - 0 0 1")


def test_right_in_the_figure_leaves_no_tower_and_ends_the_turn() -> None:
    """§2.4 The booklet's third figure."""
    assert str(at(FIGURE).play("d3*f3")) == text("be3 wf3 wb5 wf5 wc4 wd4", "b 0 - 0 0 1")


def test_up_in_the_figure_leaves_a_tower_to_black_and_ends_the_turn() -> None:
    """§2.4, §4.2 The booklet's fifth figure: the black piece lands on a white one."""
    after = at(FIGURE).play("d3*d5")
    assert str(after) == text("Yd4 wd5 wb5 wf5 wc4", "b 0 - 0 0 1")
    assert all(token.startswith("d4*") for token in after.legal_moves)


def test_up_and_right_in_the_figure_builds_a_tower_and_white_goes_on() -> None:
    """§2.4, §4.2 The booklet's sixth figure."""
    after = at(FIGURE).play("d3*f5")
    assert str(after) == text("be4 Wf5 wb5 wc4 wd4", "w 1 - 0 0 0")
    assert all(token.startswith("f5*") for token in after.legal_moves)


def test_up_and_left_in_the_figure_would_build_two_towers() -> None:
    """§4.3 The booklet's fourth figure."""
    assert why_not(at(FIGURE), "d3*b5") == "two_towers"


def test_a_goal_ends_the_turn_before_the_fifth_segment() -> None:
    """§2.4 Only the putting back is left."""
    after = at("Xc7 wa1 bg8", "w 1 - 0 0 0").play("c7*c9")
    assert str(after) == text("bc8 wa1 bg8", "w 0 w 1 0 0")
    assert str(after.play("@c1")) == text("bc8 wa1 bg8 wc1", "b 0 - 1 0 1")


def test_the_fifth_segment_ends_the_turn() -> None:
    """§2.4 With no tower, or with a tower of the opponent."""
    assert str(at("Xd4", "w 4 - 0 0 0").play("d4*d6")).split()[1] == "b"
    left = at("Xd4 wd5", "w 4 - 0 0 0").play("d4*d6")
    assert str(left) == text("Yd5 wd6", "b 0 - 0 0 1")


def test_a_tower_left_to_the_opponent_moves_first() -> None:
    """§2.5 It is the first thing to move in his turn, and counts as his first segment."""
    after = at("Xd4 wd5 wf7 bg1").play("d4*d6").play("d5*f7")
    assert str(after) == text("we6 Yf7 wd6 bg1", "b 1 - 0 0 1")


@pytest.mark.parametrize("seed", range(5))
def test_no_turn_ends_with_an_own_tower(seed: int) -> None:
    """§2.5 Whenever a turn begins, a tower is of the player who begins it."""
    dice, position = random.Random(seed), tablier.game("chain-reaction").start()
    towers = 0
    while position.legal_moves:
        board, mover, segments, pending, *_ = str(position).split()
        if segments == "0" and pending == "-":
            own, other = ("WX", "BY") if mover == "w" else ("BY", "WX")
            assert not set(board) & set(other)
            towers += bool(set(board) & set(own))
        position = position.play(dice.choice(position.legal_moves))
    assert towers


# 3 Steps


def test_a_step_goes_to_one_of_eight_squares() -> None:
    """§3.1 Straight or diagonally; fewer at the rim."""
    assert moves("wd4 bg8") == {f"d4{c}{r}" for c, r in product("cde", "345")} - {"d4d4"}
    assert moves("wa1 bg8") == {"a1a2", "a1b1", "a1b2"}
    assert moves("wa4 bg8") == {"a4a3", "a4a5", "a4b3", "a4b4", "a4b5"}


def test_only_own_single_pieces_step() -> None:
    """§3.1 Not the opponent's, not an empty square, and one square at a time."""
    position = at("wd4 bd5")
    assert why_not(position, "d5d6") == "opponents_piece"
    assert why_not(position, "a1a2") == "empty_square"
    assert why_not(position, "d4d6") == "not_adjacent"


@pytest.mark.parametrize(("piece", "tower"), [("w", "W"), ("b", "X")])
def test_a_step_onto_a_piece_of_either_colour_builds_a_tower(piece: str, tower: str) -> None:
    """§3.2 The piece that came is on top, and its owner goes on."""
    after = at(f"wd4 {piece}d5 bg8").play("d4d5")
    assert str(after) == text(f"{tower}d5 bg8", "w 1 - 0 0 0")


def test_black_climbs_in_the_same_way() -> None:
    """§3.2 With the colours changed."""
    assert str(at("bd4 wd5", "b 0 - 0 0 1").play("d4d5")) == text("Yd5", "b 1 - 0 0 1")
    assert str(at("bd4 bd5", "b 0 - 0 0 1").play("d4d5")) == text("Bd5", "b 1 - 0 0 1")


@pytest.mark.parametrize("token", ["d8d9", "d8c9", "d8e9"])
def test_a_single_piece_cannot_enter_a_goal(token: str) -> None:
    """§3.3 Steps stay on the board."""
    assert why_not(at("wd8 bg1"), token) == "single_into_goal"
    assert all(move[-1] in "78" for move in moves("wd8 bg1"))


# 4 Falls


def test_a_tower_falls_in_eight_directions() -> None:
    """§4.1 The bottom piece lands on the first square, the top piece on the second."""
    ends = ("b2", "b4", "b6", "d2", "d6", "f2", "f4", "f6")
    assert moves("Xd4") == {f"d4*{square}" for square in ends}
    assert str(at("Xd4").play("d4*b6")) == text("bc5 wb6", "b 0 - 0 0 1")


@pytest.mark.parametrize("token", ["d4*d5", "d4*e6", "d4*d7", "d4*d4", "d4*g4"])
def test_the_top_piece_lands_exactly_two_squares_away(token: str) -> None:
    """§4.1 In a straight line."""
    assert why_not(at("Xd4"), token) == "not_two_away"


def test_the_tower_is_named_by_its_square() -> None:
    """§4.1 Nothing else falls."""
    assert why_not(at("Xd4 wa1"), "a1*a3") == "tower_elsewhere"


def test_a_piece_lands_on_top_of_what_stands_there() -> None:
    """§4.2 The top piece builds a tower of its owner; the bottom piece one of its own owner."""
    assert str(at("Xd4 bd6").play("d4*d6")) == text("bd5 Xd6", "w 1 - 0 0 0")
    assert str(at("Wd4 bd5").play("d4*d6")) == text("Xd5 wd6", "w 1 - 0 0 0")
    assert str(at("Wd4 wd5").play("d4*d6")) == text("Wd5 wd6", "w 1 - 0 0 0")
    assert str(at("Xd4 bd5").play("d4*d6")) == text("Bd5 wd6", "b 0 - 0 0 1")


def test_two_towers_may_not_be_built() -> None:
    """§4.3 Whatever stands on the two squares; one of them alone may be taken."""
    for first, second in product("wb", repeat=2):
        assert why_not(at(f"Xd4 {first}d5 {second}d6"), "d4*d6") == "two_towers"
        assert "d4*d6" in moves(f"Xd4 {first}d5 {second}d7")
        assert "d4*d6" in moves(f"Xd4 {first}d7 {second}d6")


def test_the_bottom_piece_has_to_land_on_the_board() -> None:
    """§4.4 From the last row, nothing falls forwards."""
    assert moves("Xd8") == {"d8*b8", "d8*f8", "d8*d6", "d8*b6", "d8*f6"}
    assert why_not(at("Xd8"), "d8*d9") == "bottom_piece_leaves"
    assert why_not(at("Xd8"), "d8*e9") == "bottom_piece_leaves"


def test_the_top_piece_has_to_land_on_the_board_or_in_the_goal() -> None:
    """§4.4 Beside the goal line there is nothing."""
    assert moves("Xb7") == {"b7*b9", "b7*d9", "b7*d7", "b7*d5", "b7*b5"}
    assert why_not(at("Xg4"), "g4*i4") == "no_square"


@pytest.mark.parametrize(
    ("pieces", "rest", "token"),
    [("Xd2", "w 0 - 0 0 0", "d2*d0"), ("Yd7", "b 0 - 0 0 1", "d7*b9")],
)
def test_the_goal_line_behind_the_own_camp_is_closed(pieces: str, rest: str, token: str) -> None:
    """§4.4 White does not score on row 0, nor Black on row 9."""
    assert token not in moves(pieces, rest)
    assert why_not(at(pieces, rest), token) == "own_goal"


@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        ("Xd4 wd6", False),
        ("Xd4 bd6", False),
        ("Wd4 wd5", False),
        ("Wd4 bd5", False),
        ("Xd4 wd5", True),
        ("Xd4 bd5", True),
        ("Wd4", True),
    ],
)
def test_the_fifth_segment_leaves_no_own_tower(pieces: str, allowed: bool) -> None:
    """§4.5 A tower of the opponent may be left; before the fifth, either."""
    position = at(pieces, "w 4 - 0 0 0")
    assert ("d4*d6" in position.legal_moves) is allowed
    assert "d4*d6" in moves(pieces, "w 3 - 0 0 0")
    if not allowed:
        assert why_not(position, "d4*d6") == "tower_at_the_end"


def test_a_goal_leaves_no_own_tower() -> None:
    """§4.5 The bottom piece may build a tower with the goal only if it is the opponent's."""
    assert why_not(at("Wd7 bd8"), "d7*d9") == "tower_and_goal"
    assert why_not(at("Wd7 wd8", "w 4 - 0 0 0"), "d7*d9") == "tower_and_goal"
    assert str(at("Xd7 bd8").play("d7*d9")) == text("Bd8", "w 0 w 2 0 0")
