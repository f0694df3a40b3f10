"""What people see: squares to click, blocks and pawns, their ways, the maze in letters."""

import pytest
from tests.games import contract_of_drawing as seen
from tests.games.contract import cases, random_game
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import LAYOUT, OPPOSITE, at

import tablier
from tablier.games.labyrinthe import board, drawing
from tablier.games.labyrinthe.notation import NAMES, TOKENS
from tablier.position import Position
from tablier.shapes import Label, Mark, Path
from tablier.texts import LANGUAGES

GAME = tablier.game("labyrinthe")
BOARD = drawing.board(GAME.option_numbers)
SPOTS = {spot.id: spot for spot in BOARD.spots}
DISPLACING = at("a1,a2,b1,j13/j11,t21,u20,u21")

every_seed = pytest.mark.parametrize("seed", range(2))


def played(seed: int) -> list[tuple[Position, int]]:
    """The beginning of a random game near its end: positions, each with the action played."""
    start = GAME.position(drawing.SCENE)
    return list(random_game(start, seed))[:-1]


def lying(position: Position) -> dict[str, Mark]:
    return {mark.id: mark for mark in drawing.marks(position.state)}


# Spots


def test_there_is_a_spot_for_each_square_and_the_board_fills_the_picture() -> None:
    assert set(SPOTS) == set(NAMES)
    assert BOARD.width == BOARD.height == 21 + 2 * board.BORDER


def test_spots_lie_where_their_names_say() -> None:
    middle = SPOTS["k11"]
    assert (middle.x, middle.y) == pytest.approx((board.BORDER + 10.5, board.BORDER + 10.5))
    assert (SPOTS["a21"].x, SPOTS["a21"].y) == pytest.approx((board.BORDER + 0.5,) * 2)


@pytest.mark.parametrize(
    ("position", "token", "path"),
    [
        (GAME.start(), "b1-b7", ("b1", "b7")),
        (GAME.start(), "c5-c6", ("c5", "c6")),  # not legal, but it can be tried
        (GAME.start(), "A1:w2", ("n18", "l18")),
        (GAME.start(), "B1:e1", ("j20", "k20")),
        (GAME.start(), "A1:e8", ()),  # the handle would leave the board
        (GAME.start(), "n18-n15", ()),  # a click on n18 takes the block that lies there
        (GAME.start(), ">k11", ()),
        (DISPLACING.play("j13-j11"), ">k11", ("j11", "k11")),
        (DISPLACING.play("j13-j11"), "j11-j12", ()),  # a click on j11 takes the displaced pawn
    ],
)
def test_click_paths(position: Position, token: str, path: tuple[str, ...]) -> None:
    assert GAME.path(position.state, GAME.actions[token]) == path


def test_a_button_ends_a_turn_where_no_block_need_be_moved() -> None:
    """§2.7, §6.6 It is there with the option alone; the contract is asked about it."""
    case = next(each for each in cases(GAME.package) if each.game.options["order"] != "either")
    seen.check_buttons(case)
    seen.check_tried_paths(case)
    assert (BOARD.buttons, seen.board_of(case).buttons) == ((), ("pass",))
    after = case.game.start().play("b2-b4")
    assert case.game.path(after.state, case.game.actions["pass"]) == ("pass",)
    assert drawing.route(after.state, case.game.actions["pass"]) == ()
    assert GAME.path(GAME.start().state, GAME.actions["pass"]) == ()
    assert {GAME.spot_names(lang)["pass"] for lang in LANGUAGES} == {
        case.game.spot_names(lang)["pass"] for lang in LANGUAGES
    }


@every_seed
def test_a_block_is_taken_by_the_square_with_its_name(seed: int) -> None:
    for position, _ in played(seed)[::10]:
        slow = naive.read(str(position), GAME.options)
        handles = {name: lying(position)[name].spot for name in LAYOUT}
        assert len(set(handles.values())) == len(LAYOUT)
        for name, handle in handles.items():
            mark = lying(position)[name]
            assert naive.square_of(handle) in naive.squares_at(name, slow.anchors[name])
            (label,) = (each for each in BOARD.pieces[mark.piece] if isinstance(each, Label))
            assert label.letters == name
            place = SPOTS[handle].x, SPOTS[handle].y
            assert (mark.x + label.x, mark.y + label.y) == pytest.approx(place)


@every_seed
def test_the_second_click_says_where_the_handle_will_lie(seed: int) -> None:
    for position, _ in played(seed)[::10]:
        for action in position.legal_actions:
            name, colon, _ = TOKENS[action].partition(":")
            if colon:
                path = GAME.path(position.state, action)
                after = lying(position.after(action))
                assert path == (lying(position)[name].spot, after[name].spot)


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


def test_the_barred_block_has_a_sign_beside_its_name() -> None:
    assert not any(mark.piece == "barred" for mark in lying(GAME.start()).values())
    marks = lying(at(OPPOSITE, "1 - - E1 - 12"))
    assert (marks["barred-E1"].x, marks["barred-E1"].y) == (SPOTS["e18"].x, SPOTS["e18"].y)
    assert marks["barred-E1"].spot == marks["E1"].spot != "e18"


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


def test_the_way_of_a_displaced_pawn() -> None:
    (leg,) = drawing.route(DISPLACING.play("j13-j11").state, GAME.actions[">l12"])
    assert leg.mark == "pawn-2-j11-displaced"
    assert leg.points[-1] == (SPOTS["l12"].x, SPOTS["l12"].y)


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ([(0, 0)], "M0 0L1 0L1 1L0 1Z"),
        ([(0, 0), (1, 0)], "M0 0L2 0L2 1L0 1Z"),
        ([(0, 0), (0, 1), (1, 1)], "M0 0L1 0L1 1L2 1L2 2L0 2Z"),
    ],
)
def test_outlines_go_round_the_squares(cells: list[naive.Square], line: str) -> None:
    assert board.outline(cells, (0, 0), 0, 0) == line


def test_an_outline_with_a_hole_and_tips_has_two_lines() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert board.outline(ring, (0, 0), 0, 0).count("Z") == 2
    assert board.outline([(0, 0), (1, 1)], (0, 0), 0.1, 0).count("Z") == 2


def test_an_inset_outline_stays_inside() -> None:
    assert board.outline([(0, 0)], (5, 5), 0.25, 0) == "M5.25 5.25L5.75 5.25L5.75 5.75L5.25 5.75Z"


def test_corners_are_rounded_inside_and_outside() -> None:
    line = board.outline([(0, 0), (0, 1), (1, 1)], (0, 0), 0, 0.25)
    assert line.startswith("M0 0.25Q0 0 0.25 0L0.75 0Q1 0 1 0.25L1 0.75Q1 1 1.25 1L")
    assert line.count("Q") == 6


@pytest.mark.parametrize(
    ("options", "styles"),
    [
        ({}, ["camp seat-0", "camp", "camp seat-1", "camp"]),
        ({"corners": "adjacent"}, ["camp seat-0", "camp seat-1", "camp", "camp"]),
        ({"players": 4}, [f"camp seat-{seat}" for seat in range(4)]),
    ],
)
def test_camps_have_the_colours_of_their_players(
    options: dict[str, str | int], styles: list[str]
) -> None:
    layers = drawing.board(tablier.game("labyrinthe", **options).option_numbers).layers
    shapes = [shape for layer in layers for shape in layer if isinstance(shape, Path)]
    assert [shape.style for shape in shapes if shape.style.split()[0] == "camp"] == styles


def test_every_seat_has_a_shape_of_its_own() -> None:
    pawns = [BOARD.pieces[f"pawn-{player}"][1] for player in (1, 2, 3, 4)]
    assert len({shape.d for shape in pawns if isinstance(shape, Path)}) == 4


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
            assert {letters.removesuffix("×") for letters in shown(position, *squares)} == {name}
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


def test_the_text_shows_which_block_is_barred() -> None:
    """At its handle; where nothing is barred, nowhere."""
    position = at(rest="1 - - A1 - 12")
    assert shown(position, "n18", "n19") == ["A1×", "A1"]
    *rows, _ = drawing.text(position.state).splitlines()
    assert "".join(rows).count("×") == 1
    *rows, _ = drawing.text(at().state).splitlines()
    assert "×" not in "".join(rows)


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
