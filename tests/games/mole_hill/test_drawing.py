"""What people see: spots that can be clicked, pieces, ways round rods, the garden in letters."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest
from tests.games.contract import random_game
from tests.games.mole_hill import naive

import tablier
from tablier.games.mole_hill import drawing
from tablier.games.mole_hill.board import BORDER, place
from tablier.games.mole_hill.notation import NAMES, NUMBERS, RODS, TOKENS
from tablier.position import Position
from tablier.shapes import Leg, Mark, Spot

GAME = tablier.game("mole-hill")
BOARD = drawing.board(GAME.option_numbers)
SPOTS = {spot.id: spot for spot in BOARD.spots}
SQUARES, EDGES = set(NAMES), set(RODS)

Point = tuple[float, float]


def at(text: str) -> Position:
    return GAME.position(text)


def played(seed: int) -> list[tuple[Position, int]]:
    """A random game: positions, each with the action that is played there."""
    return list(random_game(GAME.start(), seed))[:-1]


every_seed = pytest.mark.parametrize("seed", range(4))


# Spots


def test_there_is_a_spot_for_each_of_63_squares_and_110_edges() -> None:
    assert len(BOARD.spots) == 63 + 110
    assert set(SPOTS) == SQUARES | EDGES


def test_one_click_is_a_move() -> None:
    state = GAME.start().state
    paths = GAME.paths(state, range(len(TOKENS)))
    assert paths == [(token,) for token in TOKENS]


def test_spots_lie_where_their_names_say() -> None:
    centre, corner = SPOTS["e4"], SPOTS["a7"]
    assert (centre.x, centre.y) == pytest.approx((BOARD.width / 2, BOARD.height / 2))
    assert (corner.x, corner.y) == pytest.approx((BORDER + 0.5, BORDER + 0.5))
    for rod in EDGES:
        first, second = (SPOTS[name] for name in rod.split("|"))
        middle = (first.x + second.x) / 2, (first.y + second.y) / 2
        assert (SPOTS[rod].x, SPOTS[rod].y) == pytest.approx(middle)


def test_areas_share_the_lawn_out_among_them() -> None:
    # An odd step keeps the points off the lines between two areas.
    steps = [0.0137 + 0.1493 * i for i in range(61)]
    areas = [area(spot) for spot in BOARD.spots]
    for x, y in product(steps, steps[:47]):
        point = BORDER + x, BORDER + y
        assert [inside(point, corners) for corners in areas].count(True) == 1, point


def test_the_middle_of_a_spot_is_in_its_area_with_room_around() -> None:
    for spot in BOARD.spots:
        for right, down in product((-0.2, 0, 0.2), repeat=2):
            assert inside((spot.x + right, spot.y + down), area(spot)), spot.id


def area(spot: Spot) -> list[Point]:
    corners = spot.d.removeprefix("M").removesuffix("Z").split("L")
    return [(float(x), float(y)) for x, y in map(str.split, corners)]


def inside(point: Point, corners: list[Point]) -> bool:
    """Does a ray from the point to the right leave the area an odd number of times?"""
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossed = not crossed
    return crossed


# Pieces


def test_the_garden_is_bare_before_the_mole_comes_up() -> None:
    assert drawing.marks(GAME.start().state) == []


def test_a_move_of_each_side_puts_a_hill_the_mole_and_a_rod_on_their_spots() -> None:
    marks = pieces(GAME.start().play_all(["c3", "c3|d3"]))
    assert [(mark.id, mark.piece, mark.spot, mark.letters) for mark in marks] == [
        ("hill-1", "light", "c3", ""),
        ("rod-c3|d3", "upright", "c3|d3", ""),
        ("mole", "mole", "c3", "21"),
    ]


def test_the_first_ten_hills_are_light() -> None:
    visited = ",".join(f"{column}{row}" for column in "ab" for row in range(1, 7))
    marks = {mark.id: mark for mark in drawing.marks(at(f"{visited} - g 1 -").state)}
    assert [marks[f"hill-{n}"].piece for n in range(1, 13)] == ["light"] * 10 + ["dark"] * 2
    assert marks["mole"].letters == "10"


@every_seed
def test_pieces_lie_on_their_spots(seed: int) -> None:
    for position, _ in played(seed):
        for mark in pieces(position):
            assert (mark.x, mark.y) == (SPOTS[mark.spot].x, SPOTS[mark.spot].y)


@every_seed
def test_a_piece_that_stays_keeps_its_id_and_place(seed: int) -> None:
    for position, action in played(seed):
        before, after = lying(position), lying(position.after(action))
        if after:  # else the round is over and the garden cleared
            assert before.items() <= after.items()
            assert len(after) == len(before) + 1


def lying(position: Position) -> dict[str, Mark]:
    """Hills and rods by their ids; the mole is on its way."""
    return {mark.id: mark for mark in pieces(position) if mark.id != "mole"}


def pieces(position: Position) -> list[Mark]:
    """All but the signs for where the mole can get to."""
    return [mark for mark in drawing.marks(position.state) if mark.piece != "reach"]


# Where the mole can still get to


def within_reach(position: Position) -> set[str]:
    marks = [mark for mark in drawing.marks(position.state) if mark.piece == "reach"]
    assert all((mark.x, mark.y) == place(NUMBERS[mark.id[-2:]]) for mark in marks)
    return {mark.id[-2:] for mark in marks}


@every_seed
@pytest.mark.parametrize("centre_start", ["jump", "plain"])
def test_the_signs_say_where_the_mole_can_still_get_to(seed: int, centre_start: str) -> None:
    game = tablier.game("mole-hill", centre_start=centre_start)
    for position, _ in random_game(game.start(), seed):
        slow = naive.read(str(position), game.options)
        assert within_reach(position) == (set(walked(slow)) if slow.visited else set())


def walked(slow: naive.Position) -> Iterator[str]:
    """All squares that a mole gets to if it moves on alone, nearest first."""
    found: set[str] = set()
    ahead = set(naive.mole_moves(slow))
    for _ in range(naive.HILLS - len(slow.visited)):
        found |= ahead
        moved = [replace(slow, visited=(*slow.visited, square)) for square in ahead]
        ahead = {goal for each in moved for goal in naive.mole_moves(each)} - found
    yield from found


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("a1 a1|a2,b1|b2,b1|c1 m 1 -", {"b1"}),
        (f"{','.join(naive.SQUARES[:21])} - m 1 -", {"d6", "d7"}),
        ("b2,b1,a2,a1 - g 2 1", set()),
    ],
)
def test_rods_and_the_last_hills_limit_where_it_can_get_to(text: str, squares: set[str]) -> None:
    assert within_reach(at(text)) == squares


# Ways


def way(text: str, token: str) -> list[Leg]:
    return list(drawing.route(at(text).state, GAME.actions[token]))


def test_a_straight_step_goes_straight() -> None:
    assert way("c3 - m 1 -", "c4") == [Leg("mole", (place(NUMBERS["c3"]), place(NUMBERS["c4"])))]


def test_a_diagonal_step_goes_straight_where_no_rod_is_near() -> None:
    assert way("c3 - m 1 -", "d4") == [Leg("mole", (place(NUMBERS["c3"]), place(NUMBERS["d4"])))]


@pytest.mark.parametrize(
    ("rod", "beside"),
    [("c3|c4", "d3"), ("c4|d4", "d3"), ("c3|d3", "c4"), ("d3|d4", "c4")],
)
def test_a_diagonal_step_goes_round_on_the_side_without_a_rod(rod: str, beside: str) -> None:
    (leg,) = way(f"c3 {rod} m 1 -", "d4")
    start, bend, end = leg.points
    assert (start, end) == (place(NUMBERS["c3"]), place(NUMBERS["d4"]))
    assert inside(bend, square_of(beside))


def square_of(name: str) -> list[Point]:
    x, y = place(NUMBERS[name])
    return [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]


def test_a_jump_goes_below_the_lawn() -> None:
    (leg,) = way("c3,e4 - m 1 -", "i7")
    assert leg == Leg("mole", (place(NUMBERS["e4"]), place(NUMBERS["i7"])), below=True)


def test_a_jump_over_rods_goes_below_the_lawn() -> None:
    (leg,) = way("c3,e4 e4|e5 m 1 -", "e5")
    assert leg.below


def test_a_mole_that_comes_up_and_a_rod_that_is_laid_have_no_way() -> None:
    assert way("- - m 1 -", "e4") == []
    assert way("c3 - g 1 -", "e4|f4") == []


@every_seed
def test_no_way_over_the_lawn_crosses_a_rod(seed: int) -> None:
    for position, action in played(seed):
        rods = [mark for mark in drawing.marks(position.state) if mark.id.startswith("rod-")]
        for leg in drawing.route(position.state, action):
            for first, second in pairwise(leg.points):
                hit = [rod.id for rod in rods if crosses(first, second, rod)]
                assert leg.below or not hit, (str(position), TOKENS[action])


def crosses(first: Point, second: Point, rod: Mark) -> bool:
    """Does the line between two points, which end off the rod's own line, cross the rod?"""
    if rod.piece == "level":
        (y1, x1), (y2, x2), y, x = first, second, rod.x, rod.y
    else:
        (x1, y1), (x2, y2), x, y = first, second, rod.x, rod.y
    if (x1 > x) == (x2 > x):
        return False
    return abs(y1 + (x - x1) / (x2 - x1) * (y2 - y1) - y) < 0.5


def test_the_scene_has_all_kinds_of_pieces() -> None:
    assert {mark.piece for mark in drawing.marks(at(drawing.SCENE).state)} == set(BOARD.pieces)


# Letters

SIGNS = re.compile(r"[○●]")


@every_seed
def test_the_text_shows_every_hill_and_every_rod(seed: int) -> None:
    for position, _ in played(seed):
        lines = drawing.text(position.state).splitlines()
        hills = {mark.spot for mark in lying(position).values() if mark.id.startswith("hill")}
        rods = {mark.spot for mark in lying(position).values() if mark.id.startswith("rod")}
        assert hills_in(lines) == hills
        assert rods_in(lines) == rods


def hills_in(lines: list[str]) -> set[str]:
    return {name for name in NAMES if SIGNS.search(signs_of(lines, name))}


def signs_of(lines: list[str], name: str) -> str:
    """The five letters of a square; the two lines above a7 are the coordinates and the rim."""
    column, row = "abcdefghi".index(name[0]), int(name[1])
    return lines[2 + 2 * (7 - row)][5 + 6 * column :][:5]


def rods_in(lines: list[str]) -> set[str]:
    """Rods right of a square (┃) and above it (━━━━━)."""
    found = set()
    for rod in RODS:
        name, other = rod.split("|")
        column, row = "abcdefghi".index(name[0]), int(name[1])
        line = 2 + 2 * (7 - row)
        if name[0] != other[0]:
            found |= {rod} if lines[line][10 + 6 * column] == "┃" else set()
        else:
            found |= {rod} if lines[line - 1][5 + 6 * column :][:5] == "━━━━━" else set()
    return found


@every_seed
def test_the_text_has_no_sign_of_a_piece_that_is_not_there(seed: int) -> None:
    for position, _ in played(seed):
        garden = "\n".join(drawing.text(position.state).splitlines()[:-1])
        pieces = [mark.piece for mark in drawing.marks(position.state)]
        counted = [garden.count(sign) for sign in ("○", "●", "┃", "━━━━━", "M")]
        assert counted == [pieces.count(piece) for piece in PIECES_IN_TEXT]


PIECES_IN_TEXT = ("light", "dark", "upright", "level", "mole")


def test_flowers_and_the_centre_stay_in_sight_under_hills() -> None:
    text = drawing.text(at("a4,b2,e4,c3 - g 1 -").state).splitlines()
    assert [signs_of(text, name) for name in ("e7", "h6", "a4", "b2", "e4", "c3")] == [
        "  ✿  ",
        "  *  ",
        "  ○✿ ",
        "  ○* ",
        "  ○◇ ",
        " ○M  ",
    ]


@pytest.mark.parametrize(
    ("text", "tally"),
    [
        ("- - m 1 -", "M ○ 10 ● 12 ✿ 2 * 1 ▸ I 0 II -"),
        ("a4,b2,e4,c3 - g 1 -", "M ○ 6 ● 12 ✿ 2 * 1 ▸ I 3 II -"),
        ("a1,a2,a3,a4,a5,a6,a7,b7,b6,b5,b4 - g 2 9", "M ○ 0 ● 11 ✿ 2 * 1 I 9 ▸ II 4"),
    ],
)
def test_the_text_tells_hills_left_and_scores(text: str, tally: str) -> None:
    assert drawing.text(at(text).state).splitlines()[-1].split() == tally.split()
