"""What people see: spots and buttons, blocks and pawns, their ways, the maze in letters."""

import re
from importlib.resources import files
from itertools import combinations

import pytest
from tests.games.contract import random_game
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import LAYOUT, OPPOSITE, at

import tablier
from tablier.games.labyrinthe import drawing, maze
from tablier.games.labyrinthe.notation import NAMES, TOKENS
from tablier.position import Position
from tablier.shapes import Mark, Path, Shape

GAME = tablier.game("labyrinthe")
BOARD = drawing.board(GAME.option_numbers)
SPOTS = {spot.id: spot for spot in BOARD.spots}
BUTTONS = {*LAYOUT, *"nesw", *map(str, range(1, 21))}
DISPLACING = at("a1,a2,b1,j13/j11,t21,u20,u21")

every_seed = pytest.mark.parametrize("seed", range(2))


def played(seed: int) -> list[tuple[Position, int]]:
    """The beginning of a random game near its end: positions, each with the action played."""
    start = GAME.position(drawing.SCENE)
    return list(random_game(start, seed))[:-1]


def lying(position: Position) -> dict[str, Mark]:
    return {mark.id: mark for mark in drawing.marks(position.state)}


# Spots


def test_there_are_spots_for_squares_blocks_directions_and_distances() -> None:
    assert set(SPOTS) == {*NAMES, *BUTTONS}
    assert len(BOARD.spots) == 441 + 32 + 4 + 20


def test_spots_lie_where_their_names_say() -> None:
    middle = SPOTS["k11"]
    assert (middle.x, middle.y) == pytest.approx((maze.BORDER + 10.5, maze.BORDER + 10.5))
    assert (SPOTS["a21"].x, SPOTS["a21"].y) == pytest.approx((maze.BORDER + 0.5,) * 2)


def test_spots_do_not_overlap_and_lie_in_the_picture() -> None:
    places = [(spot.x, spot.y) for spot in BOARD.spots]
    for (x, y), (u, v) in combinations(places, 2):
        assert max(abs(x - u), abs(y - v)) > 0.99
    assert all(0.5 <= x <= BOARD.width - 0.5 and 0.5 <= y <= BOARD.height - 0.5 for x, y in places)


def test_arrow_keys_go_the_way_they_point() -> None:
    for spot in BOARD.spots:
        for key, name in spot.neighbours.items():
            other = SPOTS[name]
            right, down = drawing.KEYS[key]
            assert right * (other.x - spot.x) + down * (other.y - spot.y) > 0.4, (spot.id, key)


def test_arrow_keys_reach_every_spot_and_come_back() -> None:
    for start in ("k11", "A1"):
        reached, ahead = {start}, [start]
        while ahead:
            fresh = set(SPOTS[ahead.pop()].neighbours.values()) - reached
            reached |= fresh
            ahead += fresh
        assert reached == set(SPOTS)


@pytest.mark.parametrize(
    ("token", "path"),
    [
        ("b1-b7", ("b1", "b7")),
        (">k11", ("k11", "k11")),
        ("G2:e3", ("G2", "e", "3")),
    ],
)
def test_click_paths(token: str, path: tuple[str, ...]) -> None:
    assert drawing.spots(GAME.actions[token]) == path


# Pieces


def test_marks_lie_on_the_squares_of_their_pieces() -> None:
    marks = lying(GAME.start())
    assert len(marks) == 32 + 8
    assert (marks["pawn-1-a1"].x, marks["pawn-1-a1"].y) == (SPOTS["a1"].x, SPOTS["a1"].y)
    for name, squares in naive.SHAPES.items():
        spots = [SPOTS[naive.name_of(square)] for square in squares]
        across, down = [spot.x for spot in spots], [spot.y for spot in spots]
        middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
        assert (marks[name].x, marks[name].y) == pytest.approx(middle)


def test_the_barred_block_has_a_sign() -> None:
    assert "barred" not in lying(GAME.start())
    marks = lying(at(OPPOSITE, "1 - - E1 - 12"))
    assert (marks["barred"].x, marks["barred"].y) == (SPOTS["e18"].x, SPOTS["e18"].y)


def test_a_displaced_pawn_lies_below_the_one_that_has_arrived() -> None:
    marks = list(lying(DISPLACING.play("j13-j11")))
    assert marks.index("pawn-2-j11-displaced") < marks.index("pawn-1-j11")
    own = list(lying(at("a1,a2,j11,j13/t20,t21,u20,u21").play("j13-j11")))
    assert own.index("pawn-1-j11-displaced") < own.index("pawn-1-j11")


@every_seed
def test_only_the_block_that_moves_changes_its_mark(seed: int) -> None:
    for position, action in played(seed):
        before, after = lying(position), lying(position.after(action))
        moved = {name for name in LAYOUT if before[name] != after[name]}
        assert moved == {TOKENS[action].split(":")[0]} & set(LAYOUT)


@every_seed
def test_ways_begin_and_end_at_the_marks(seed: int) -> None:
    for position, action in played(seed):
        (leg,) = drawing.route(position.state, action)
        before, after = lying(position), lying(position.after(action))
        assert leg.mark in before
        ends = {(round(mark.x, 6), round(mark.y, 6)) for mark in after.values()}
        assert (round(leg.points[1][0], 6), round(leg.points[1][1], 6)) in ends, TOKENS[action]


def test_the_way_of_a_displaced_pawn() -> None:
    (leg,) = drawing.route(DISPLACING.play("j13-j11").state, GAME.actions[">l12"])
    assert leg.mark == "pawn-2-j11-displaced"
    assert leg.points == tuple((SPOTS[name].x, SPOTS[name].y) for name in ("j11", "l12"))


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ([(0, 0)], "M0 0L1 0L1 1L0 1Z"),
        ([(0, 0), (1, 0)], "M0 0L2 0L2 1L0 1Z"),
        ([(0, 0), (0, 1), (1, 1)], "M0 0L1 0L1 1L2 1L2 2L0 2Z"),
    ],
)
def test_outlines_go_round_the_squares(cells: list[naive.Square], line: str) -> None:
    assert maze.outline(cells, (0, 0), 0) == line


def test_an_outline_with_a_hole_and_tips_has_two_lines() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert maze.outline(ring, (0, 0), 0).count("Z") == 2
    assert maze.outline([(0, 0), (1, 1)], (0, 0), 0.1).count("Z") == 2


def test_an_inset_outline_stays_inside() -> None:
    assert maze.outline([(0, 0)], (5, 5), 0.25) == "M5.25 5.25L5.75 5.25L5.75 5.75L5.25 5.75Z"


@pytest.mark.parametrize(
    ("options", "styles"),
    [
        ({}, ["camp seat-1", "camp", "camp seat-2", "camp"]),
        ({"corners": "adjacent"}, ["camp seat-1", "camp seat-2", "camp", "camp"]),
        ({"players": 4}, [f"camp seat-{seat}" for seat in (1, 2, 3, 4)]),
    ],
)
def test_camps_have_the_colours_of_their_players(
    options: dict[str, str | int], styles: list[str]
) -> None:
    layers = drawing.board(tablier.game("labyrinthe", **options).option_numbers).layers
    shapes = [shape for layer in layers for shape in layer if isinstance(shape, Path)]
    assert [shape.style for shape in shapes if shape.style.startswith("camp")] == styles


def test_every_class_has_its_style() -> None:
    sheet = files("tablier.games.labyrinthe").joinpath("style.css").read_text("utf-8")
    shapes: list[Shape] = [shape for layer in BOARD.layers for shape in layer]
    shapes += [shape for piece in BOARD.pieces.values() for shape in piece]
    used = {name for shape in shapes for name in shape.style.split()}
    styled = set(re.findall(r"\.([\w-]+)", sheet)) - {"labyrinthe"}
    assert used <= styled


# Letters


def shown(position: Position, *squares: str) -> list[str]:
    """The letters of squares: three columns each, behind five for the row's name."""
    lines = drawing.text(position.state).splitlines()
    places = map(naive.square_of, squares)
    return [lines[21 - row][5 + 3 * column :][:3].strip() for column, row in places]


@every_seed
def test_the_text_shows_all_that_lies_on_the_board(seed: int) -> None:
    for position, _ in played(seed):
        slow = naive.read(str(position), GAME.options)
        for name, anchor in slow.anchors.items():
            squares = map(naive.name_of, naive.squares_at(name, anchor))
            assert set(shown(position, *squares)) == {name}
        for seat, pawns in enumerate(slow.pawns):
            for letters in shown(position, *map(naive.name_of, pawns)):
                assert str(seat + 1) in letters


def test_the_text_shows_camps_centre_and_free_squares() -> None:
    letters = shown(GAME.start(), "a1", "a21", "k11", "c5", "u21")
    assert letters == ["●1", "o", "□", "·", "●2"]


def test_the_text_shows_both_pawns_of_a_doubled_square() -> None:
    """The one that has arrived first."""
    assert shown(DISPLACING.play("j13-j11"), "j11") == ["12"]
    assert shown(at("a1,a2,j11,j13/t20,t21,u20,u21").play("j13-j11"), "j11") == ["11"]


@pytest.mark.parametrize(
    ("rest", "tally"),
    [
        ("1 - - - - 12", "▸●1 □ 1 ●2 □ 0 ● · ▦ · × - 12/400"),
        ("2 p - E1 - 13", "●1 □ 1 ▸●2 □ 0 ● ✓ ▦ · × E1 13/400"),
        ("1 b - E1 G2 14", "▸●1 □ 1 ●2 □ 0 ● · ▦ G2 × E1 14/400"),
    ],
)
def test_the_text_tells_what_the_board_does_not_show(rest: str, tally: str) -> None:
    position = at("a1,a2,b1,k11/t20,t21,u20,u21", rest)
    assert drawing.text(position.state).splitlines()[-1].split() == tally.split()


@pytest.mark.parametrize("players", [2, 4])
def test_the_text_fits_a_terminal(players: int) -> None:
    lines = drawing.text(tablier.game("labyrinthe", players=players).start().state).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 78
    assert len(lines) == 21 + 4
