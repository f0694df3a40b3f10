"""What people see: spots that can be clicked, discs, ways, and the cloth in letters."""

import re
from itertools import product

import pytest
from tests.games.chain_reaction.setting import at
from tests.games.contract import random_game

import tablier
from tablier.games.chain_reaction import drawing
from tablier.games.chain_reaction.board import (
    BOTTOM,
    HAND,
    LEFT,
    RIGHT,
    TOP,
    TRACK,
    middle,
)
from tablier.games.chain_reaction.notation import NAMES, TOKENS, place
from tablier.games.chain_reaction.track import LANES, holes, slide
from tablier.games.chain_reaction.track import place as hole_place
from tablier.position import Position
from tablier.shapes import Label, Leg

GAME = tablier.game("chain-reaction")
BOARD = drawing.board(GAME.option_numbers)
SPOTS = {spot.id: spot for spot in BOARD.spots}
GOALS = {column + row for column, row in product("abcdefg", "09")}

every_seed = pytest.mark.parametrize("seed", range(3))


def played(seed: int) -> list[tuple[Position, int]]:
    """A random game: positions, each with the action that is played there."""
    return list(random_game(GAME.start(), seed))[:-1]


# Spots


def test_there_is_a_spot_for_each_square_each_goal_square_and_the_hand() -> None:
    assert set(SPOTS) == {*NAMES, *GOALS, "hand"}


def test_spots_lie_where_their_names_say() -> None:
    for name in {*NAMES, *GOALS}:
        spot = SPOTS[name]
        assert (spot.x, spot.y) == middle(*place(name))
    assert SPOTS["a1"].y > SPOTS["a8"].y > SPOTS["a9"].y
    assert SPOTS["a1"].x < SPOTS["g1"].x < SPOTS["hand"].x


@pytest.mark.parametrize(
    ("token", "path"),
    [
        ("c3d4", ("c3", "d4")),
        ("d4*d6", ("d4", "d6")),
        ("c7*c9", ("c7", "c9")),
        ("@c1", ("hand", "c1")),
    ],
)
def test_two_clicks_are_a_move(token: str, path: tuple[str, str]) -> None:
    assert GAME.path(GAME.start().state, TOKENS.index(token)) == path


# Pieces


@every_seed
def test_every_piece_is_drawn_on_its_square(seed: int) -> None:
    for position, _ in played(seed):
        signs = str(position).split()[0].replace("/", "")
        singles, towers = len(re.findall("[wb]", signs)), len(re.findall("[WXBY]", signs))
        waiting = int(str(position).split()[3] != "-")
        discs = [mark for mark in drawing.marks(position.state) if mark.spot]
        assert len(discs) == singles + 2 * towers + waiting == 22
        for mark in discs:
            spot = SPOTS[mark.spot]
            assert abs(mark.x - spot.x) + abs(mark.y - spot.y) < 0.3


def test_a_tower_shows_both_pieces_the_upper_one_last() -> None:
    marks = [mark for mark in drawing.marks(at("Xd4 ba8").state) if mark.spot == "d4"]
    assert [(mark.id, mark.piece) for mark in marks] == [
        ("black-d4-below", "black"),
        ("white-d4", "white"),
    ]
    assert marks[0].y > marks[1].y


def test_a_piece_to_put_back_lies_in_the_hand() -> None:
    marks = {mark.id: mark for mark in drawing.marks(at("wa1", "b 0 b 0 1 1").state)}
    assert (marks["black-hand"].x, marks["black-hand"].y) == HAND
    assert marks["black-hand"].piece == "black"


def test_segments_left_are_shown_and_scores_only_on_the_track() -> None:
    marks = {mark.id: mark for mark in drawing.marks(at("Xd4", "w 3 - -2 11 0").state)}
    assert {"white-counter", "black-counter"} <= set(marks)
    assert not any(mark.letters for mark in marks.values())
    assert marks["die"].piece == "die-2"
    assert "die" not in {mark.id for mark in drawing.marks(at("wd4", "w 0 w 1 0 0").state)}


def test_the_target_is_written_on_the_board() -> None:
    game = tablier.game("chain-reaction", target=20)
    labels = [
        shape.letters
        for layer in drawing.board(game.option_numbers).layers
        for shape in layer
        if isinstance(shape, Label)
    ]
    assert labels.count("20") == 1


def test_the_scene_is_a_position_with_a_tower() -> None:
    marks = drawing.marks(GAME.position(drawing.SCENE).state)
    assert any(mark.id.endswith("-below") for mark in marks)
    assert len([mark for mark in marks if mark.spot]) == 22


# Ways


def test_a_falling_tower_lets_its_bottom_piece_land_first() -> None:
    lower, upper = drawing.route(at("Xd4").state, TOKENS.index("d4*f6"))
    assert (lower.mark, lower.points[-1]) == ("black-d4-below", middle(*place("e5")))
    assert (upper.mark, upper.points[-1]) == ("white-d4", middle(*place("f6")))


def test_a_piece_that_lands_on_another_stops_where_the_tower_shows_it() -> None:
    position = at("wd4 bd5 ba8")
    (leg,) = drawing.route(position.state, TOKENS.index("d4d5"))
    marks = {mark.id: mark for mark in drawing.marks(position.play("d4d5").state)}
    assert leg.points[-1] == (marks["white-d5"].x, marks["white-d5"].y)


def test_a_piece_goes_right_into_the_goal() -> None:
    _, upper, counter = drawing.route(at("Xd7 ba8").state, TOKENS.index("d7*d9"))
    assert upper.points[-1] == middle(*place("d9"))
    assert counter.mark == "white-counter"


def test_a_piece_comes_back_from_the_hand() -> None:
    legs = drawing.route(at("wa1", "w 0 w 1 0 0").state, TOKENS.index("@c1"))
    assert legs == [Leg("white-hand", (HAND, middle(*place("c1"))))]


# The track


def counters(rest: str, target: int = 12) -> dict[str, tuple[float, float]]:
    game = tablier.game("chain-reaction", target=target)
    state = game.position(f"{'/'.join(['w......', *['.......'] * 7])} {rest}").state
    return {mark.id: (mark.x, mark.y) for mark in drawing.marks(state) if "counter" in mark.id}


def test_equal_scores_stand_side_by_side() -> None:
    white, black = counters("w 0 - 3 3 0").values()
    assert 0 < abs(white[0] - black[0]) + abs(white[1] - black[1]) < 0.4


def test_scores_below_zero_share_a_hole_and_so_do_those_above_the_target() -> None:
    assert counters("w 0 - -2 0 0")["white-counter"] == counters("w 0 - -9 0 0")["white-counter"]
    assert counters("w 0 - 13 13 0") == counters("w 0 - 20 20 0")
    seen = {counters(f"w 0 - {points} 0 0")["white-counter"] for points in range(-1, 14)}
    assert len(seen) == 15


@pytest.mark.parametrize("target", [1, 12, 24])
def test_every_hole_lies_between_the_cloth_and_the_rim(target: int) -> None:
    for number, lane in product(range(holes(target)), LANES):
        x, y = hole_place(number, target, lane)
        assert not (LEFT < x < RIGHT and TOP - 1 < y < BOTTOM + 1)
        assert LEFT - TRACK < x < RIGHT + TRACK
        assert TOP - 1 - TRACK < y < BOTTOM + 1 + TRACK


def test_a_counter_slides_round_the_corner() -> None:
    before, after = counters("w 0 - 2 0 0"), counters("w 0 - 3 0 0")
    points = slide(3, 4, 12, LANES[0])
    assert (points[0], points[-1]) == (before["white-counter"], after["white-counter"])
    assert len(points) == 3
    assert points[1][0] == points[0][0]
    assert points[1][1] == points[2][1]
    assert slide(4, 3, 12, LANES[0]) == points[::-1]


# Letters


def cell(lines: list[str], name: str) -> str:
    column, row = place(name)
    return lines[3 + 2 * (7 - row)][4 + 6 * column :][:5]


SHOWN = {".": "", "w": "○", "b": "●", "W": "○/○", "X": "○/●", "B": "●/●", "Y": "●/○"}


@every_seed
def test_the_text_shows_every_piece_in_22_lines(seed: int) -> None:
    for position, _ in played(seed):
        lines = drawing.text(position.state).splitlines()
        assert len(lines) <= 22
        rows = str(position).split()[0].split("/")
        for name in NAMES:
            column, row = place(name)
            assert cell(lines, name).strip(" ·") == SHOWN[rows[7 - row][column]]


def test_the_text_shows_goals_and_camps() -> None:
    lines = drawing.text(at("wa1 ba8").state).splitlines()
    assert lines[1].split() == ["9", "1", "1", "1", "2", "1", "1", "1"]
    assert lines[-3].split() == ["0", "1", "1", "1", "2", "1", "1", "1"]
    assert sum(line.count("·") for line in lines) == 22
    assert [line[-1] for line in lines[3:19:2]] == ["A", "B", "C", " ", " ", "C", "B", "A"]


@pytest.mark.parametrize(
    ("pieces", "rest", "tally"),
    [
        ("wd4 ba1", "w 0 - 0 0 0", "▸ ○ 0/12 ● 0/12 □□□□□ 0/400"),
        ("Yd4", "b 3 - -2 11 7", "○ -2/12 ▸ ● 11/12 ■■■□□ 7/400"),
        ("wd4", "w 0 w 2 1 7", "▸ ○ 2/12 ● 1/12 □□□□□ @ ○ 7/400"),
    ],
)
def test_the_text_tells_scores_segments_and_turns(pieces: str, rest: str, tally: str) -> None:
    assert drawing.text(at(pieces, rest).state).splitlines()[-1].split() == tally.split()
