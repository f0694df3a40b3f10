"""What people see: spots to click, pieces, the way of a pawn, and both storeys in letters."""

import random
from itertools import pairwise

import pytest
from tests.games.moguli import naive
from tests.games.moguli.players import play_on, random_position
from tests.games.moguli.setting import ROUND, TUNNEL, board, game

from tablier import Position
from tablier.games.moguli import drawing
from tablier.games.moguli.board import middle
from tablier.games.moguli.notation import NAMES, NUMBERS, TOKENS
from tablier.shapes import Leg

GAME = game()
BOARD = drawing.board(GAME.option_numbers)
SPOTS = {spot.id: spot for spot in BOARD.spots}
OPENING = GAME.start()
BUTTONS = {"pass", "keep", "swap3", "swap4", "swap5"}


def played(seed: int, **options: bool) -> list[Position]:
    """The positions of a game from somewhere in its middle."""
    dice = random.Random(seed)
    start = random_position(game(**options), dice)
    return [position for position, _ in play_on(start, dice, zeal=0.7)]


every_seed = pytest.mark.parametrize("seed", range(4))


# Spots


def test_there_is_a_spot_for_each_tile_and_each_quarter_turn_and_the_rest_are_buttons() -> None:
    quarters = {f"{name}+{n}" for name in NAMES for n in (1, 2, 3)}
    assert set(SPOTS) == set(NAMES) | quarters
    assert set(BOARD.buttons) == BUTTONS


def test_the_frame_is_as_wide_on_the_right_as_on_the_left() -> None:
    assert SPOTS["a1"].x == pytest.approx(BOARD.width - SPOTS["e1"].x)


def test_a_tile_then_its_quarter_turn_a_pawn_then_its_end() -> None:
    state = OPENING.state
    clicks = dict(zip(TOKENS, GAME.paths(state, range(len(TOKENS))), strict=True))
    assert clicks["c4+1"] == ("c4", "c4+1")
    assert clicks["a1-c5"] == ("a1", "c5")
    assert all(clicks[name] == (name,) for name in BUTTONS)


def test_quarter_turns_lie_on_their_tile() -> None:
    for name in NAMES:
        for n in (1, 2, 3):
            spot, tile = SPOTS[f"{name}+{n}"], SPOTS[name]
            assert max(abs(spot.x - tile.x), abs(spot.y - tile.y)) < 0.5
    assert SPOTS["c4+1"].x > SPOTS["c4"].x > SPOTS["c4+3"].x


def test_arrow_keys_lead_from_quarter_turns_to_each_other_and_out_of_the_tile() -> None:
    assert SPOTS["c4+1"].neighbours == {"left": "c4+3", "down": "c4+2", "up": "c5", "right": "d4"}
    assert SPOTS["c4+2"].neighbours["down"] == "c3"
    assert SPOTS["c4+3"].neighbours["left"] == "b4"


# Pieces


def test_the_board_says_what_is_played() -> None:
    plain, round_ = (
        drawing.board(game(cylinder=cylinder).option_numbers).layers for cylinder in (False, True)
    )
    assert plain != round_


@every_seed
def test_tiles_turn_with_their_letters_and_pawns_stand_on_their_gates(seed: int) -> None:
    for position in played(seed):
        slow = naive.read(str(position), GAME.options)
        marks = {mark.id: mark for mark in drawing.marks(position.state)}
        for square, letter in slow.tiles.items():
            tile = marks.pop(f"tile-{square}")
            assert tile.turn == 90 * "abcd".index(letter.lower())
            assert tile.piece == ("triangle" if letter.islower() else "plain")
        signs = {f"seal-{square}" for square in slow.barred}
        signs |= {f"turned-{square}" for square in slow.turned}
        pawns = {f"first-{square}" for square in slow.pawns[1]}
        pawns |= {f"second-{square}" for square in slow.pawns[2]}
        assert set(marks) == signs | pawns
        assert all(mark.spot in NAMES for mark in marks.values())


def test_the_scene_has_all_kinds_of_pieces_but_a_turned_tile() -> None:
    scene = GAME.position(drawing.SCENE)
    pieces = {mark.piece for mark in drawing.marks(scene.state)}
    assert pieces == set(BOARD.pieces) - {"turned"}
    assert any("-" in token for token in scene.legal_moves)


# Ways


def way(position: Position, token: str) -> list[Leg]:
    return drawing.route(position.state, position.game.actions[token])


def at_gates(*names: str) -> list[tuple[float, float]]:
    return [middle(NUMBERS[name]) for name in names]


def test_a_pawn_goes_over_under_and_over() -> None:
    tiles = {**TUNNEL, "a1": "A", "b4": "c", "a4": "B"}
    assert way(board(tiles, "a1", "b2"), "a1-a4") == [
        Leg("first-a1", at_gates("a1", "a2")),
        Leg("first-a1", at_gates("a2", "b2", "b3"), below=True),
        Leg("first-a1", at_gates("b3", "b4", "a4")),
    ]


def test_a_stage_without_a_step_has_no_leg() -> None:
    position = board(TUNNEL, "a4", "a2 b2", mover=2)
    assert way(position, "a2-b3") == [Leg("second-a2", at_gates("a2", "b2", "b3"), below=True)]


def test_round_the_cylinder_a_way_leaves_at_one_rim_and_comes_back_at_the_other() -> None:
    first, second = way(board(ROUND, "a2", "e2", cylinder=True), "a2-e3")
    assert (first.below, second.below) == (True, True)
    assert first.points[0] == middle(NUMBERS["a2"])
    assert first.points[-1][0] < middle(NUMBERS["a2"])[0] - 0.5
    assert second.points[0][0] > middle(NUMBERS["e2"])[0] + 0.5
    assert second.points[1:] == at_gates("e2", "e3")
    back, _ = way(board(ROUND, "e3", "e2", cylinder=True), "e3-a2")
    assert back.points[-1][0] > middle(NUMBERS["e2"])[0] + 0.5


def test_other_moves_have_no_way() -> None:
    position = board(TUNNEL, "a2", "b2")
    assert [way(position, token) for token in ("e7+1", "pass")] == [[], []]


@every_seed
def test_every_way_goes_from_gate_to_gate_and_from_start_to_end(seed: int) -> None:
    for position in played(seed, cylinder=True):
        for token in position.legal_moves:
            if "-" in token:
                legs = way(position, token)
                assert legs[0].points[0] == middle(NUMBERS[token[:2]])
                assert legs[-1].points[-1] == middle(NUMBERS[token[3:]])
                for leg in legs:
                    for (x1, y1), (x2, y2) in pairwise(leg.points):
                        assert 0 < abs(x1 - x2) + abs(y1 - y2) < 1.01


# Letters


def gate_column(name: str, below: bool) -> int:
    return 5 + 6 * "abcde".index(name[0]) + (36 if below else 0)


def gate_line(name: str) -> int:
    return 2 + 2 * (7 - int(name[1]))


@every_seed
def test_the_text_shows_pawns_and_signs_of_tiles(seed: int) -> None:
    for position in played(seed):
        slow = naive.read(str(position), GAME.options)
        lines = drawing.text(position.state).splitlines()
        for name in NAMES:
            pawn = "1" if name in slow.pawns[1] else "2" if name in slow.pawns[2] else "○"
            line = lines[gate_line(name)]
            assert [line[gate_column(name, below)] for below in (False, True)] == [pawn, pawn]
            above, column = lines[gate_line(name) - 1], gate_column(name, below=False)
            assert (above[column - 1] == "▵") == slow.tiles[name].islower()
            sign = "✕" if name in slow.barred else "↻" if name in slow.turned else " "
            assert above[column + 1] == sign


@every_seed
@pytest.mark.parametrize("cylinder", [False, True])
def test_the_text_shows_the_paths_of_both_storeys(seed: int, cylinder: bool) -> None:
    for position in played(seed, cylinder=cylinder)[:3]:
        slow = naive.read(str(position), position.game.options)
        lines = drawing.text(position.state).splitlines()
        for name in NAMES:
            for face, below, strokes in (
                (naive.TOP, False, "━┃╸╺╹╻"),
                (naive.UNDERSIDE, True, "─│╴╶╵╷"),
            ):
                row, column = gate_line(name), gate_column(name, below)
                around = {
                    naive.NORTH: lines[row - 1][column],
                    naive.SOUTH: lines[row + 1][column],
                    naive.EAST: lines[row][column + 1],
                    naive.WEST: lines[row][column - 1],
                }
                joined = naive.joined(slow.tiles[name], face)
                linked = naive.connected(slow, name, face)
                for side, sign in around.items():
                    whole = strokes[1] if side in (naive.NORTH, naive.SOUTH) else strokes[0]
                    beyond = naive.beyond(name, side, cylinder)
                    if side in (naive.EAST, naive.WEST):
                        assert (sign == whole) == (side in joined)
                    else:
                        assert (sign == whole) == (side in joined and beyond in linked)


@pytest.mark.parametrize(
    ("position", "tally"),
    [
        (board({}), "▸ 1 ⌂ 0/4 2 ⌂ 0/4 ↻ □ → □ ‖ 0/6 … 0/20 # 20/400"),
        (
            board(TUNNEL, "a2 a7", "b2").play("a2-b3"),
            "▸ 1 ⌂ 1/4 2 ⌂ 0/4 ↻ □□ → ■ ‖ 0/6 … 0/20 # 20/400",
        ),
        (
            board(TUNNEL, "a2", "b2").play_all(["a2-b3", "e7+1"]),
            "▸ 1 ⌂ 0/4 2 ⌂ 0/4 ↻ ■□ → ■ ‖ 0/6 … 0/20 # 20/400",
        ),
        (board({}).play("pass"), "1 ⌂ 0/4 ▸ 2 ⌂ 0/4 ↻ □ → □ ‖ 1/6 … 1/20 # 21/400"),
    ],
)
def test_the_text_tells_who_moves_and_what_is_done(position: Position, tally: str) -> None:
    assert drawing.text(position.state).splitlines()[-1].split() == tally.split()
