"""What nets see of Moguli."""

import pytest
from tests.adapters.readable_planes import check_told, number, squares, turns_left, two_digits

import tablier
from tablier import Position


def shown(position: tablier.Position, storey: str, square: str) -> str:
    """Where the two paths of a tile lead on that storey."""
    upright = "N" if square in squares(position, f"path {storey} leads north") else "S"
    return upright + ("E" if square in squares(position, f"path {storey} leads east") else "W")


ORDER = ["NE", "SE", "SW", "NW"]  # a quarter turn clockwise after the other
NAMES = [f"{column}{row}" for column in "abcde" for row in range(1, 8)]


def told(position: Position) -> str:
    """The text, from planes and the turn limit alone."""
    own = number(position, "seat")
    pawns = [listed(position, name) for name in ("own pawns", "pawns of the other")]
    rows = ["".join(letter(position, f"{c}{row}") for c in "abcde") for row in range(7, 0, -1)]
    moved, bonus = number(position, "a pawn was moved"), number(position, "bonus earned")
    last = "last" if number(position, "last turn") else "play"
    done = "m" * moved + "+" * bonus + "t" * number(position, "turnings in this turn")
    stuck = number(position, "stuck turns")
    still = int(str(position.game.options["standstill"])) - two_digits(
        position, "turns until a standstill"
    )
    fields = [
        "/".join(rows),
        pawns[own],
        pawns[1 - own],
        own + 1,
        done + "c" * number(position, "a pawn could be moved") or "-",
        listed(position, "tiles barred"),
        listed(position, "tiles turned in this turn"),
        still if stuck == still else f"{stuck}/{still}",
        "swap" if number(position, "rows may be swapped") else last,
        int(str(position.game.options["turn_limit"])) - turns_left(position),
    ]
    return " ".join(map(str, fields))


def listed(position: Position, channel: str) -> str:
    return ",".join(sorted(squares(position, channel))) or "-"


def letter(position: Position, square: str) -> str:
    """The two storeys of a tile with a triangle are alike; one without is a capital."""
    top, below = (shown(position, storey, square) for storey in ("on the top", "underneath"))
    return ("abcd" if top == below else "ABCD")[ORDER.index(top)]


def test_the_position_can_be_told() -> None:
    check_told("tablier.games.moguli", told, most=120)


def test_pawns_of_the_mover_come_first() -> None:
    position = tablier.game("moguli").start(3)
    assert set(squares(position, "own pawns")) == {f"{column}1" for column in "abcde"}
    assert set(squares(position, "pawns of the other")) == {f"{column}7" for column in "abcde"}


@pytest.mark.parametrize("square", ["c3", "d5", "b4", "a2"])
def test_a_quarter_turn_moves_both_storeys(square: str) -> None:
    """Clockwise: north and east, south and east, south and west, north and west."""
    position = tablier.game("moguli").start(3)
    for storey in ("on the top", "underneath"):
        before = ORDER.index(shown(position, storey, square))
        for quarters in (1, 2, 3):
            after = position.play(f"{square}+{quarters}")
            assert shown(after, storey, square) == ORDER[(before + quarters) % 4]


def test_underneath_a_triangle_repeats_the_top_and_a_plain_tile_has_the_other_sides() -> None:
    position = tablier.game("moguli").start(3)
    opposite = {"NE": "SW", "SE": "NW", "SW": "NE", "NW": "SE"}
    pairs = [(shown(position, "on the top", n), shown(position, "underneath", n)) for n in NAMES]
    assert sum(top == below for top, below in pairs) == 17
    assert all(below in (top, opposite[top]) for top, below in pairs)


def test_what_is_left_of_the_turn_is_shown() -> None:
    position = tablier.game("moguli").start(3).play("c4+1")
    if position.turn == 0:
        assert squares(position, "tiles turned in this turn") == {"c4": 1}
        position = position.play("pass")
    assert squares(position, "tiles barred") == {"c4": 1}
    assert number(position, "seat") == 1
    assert number(position, "stuck turns") in (0, 1)
    assert two_digits(position, "turns until a standstill") == 19
    assert turns_left(position) == 399


def test_where_pawns_can_go_is_shown() -> None:
    for seed in range(30):
        position = tablier.game("moguli").start(seed)
        ends = {token[3:] for token in position.legal_moves if "-" in token}
        assert set(squares(position, "where a pawn of the mover can go")) == ends


def test_rows_may_be_swapped_before_the_first_turn() -> None:
    position = tablier.game("moguli", new_start_row=True, cylinder=True, compulsory=True).start()
    names = ("rows may be swapped", "cylinder", "compulsory")
    assert [number(position, name) for name in names] == [1, 1, 1]
    assert number(position.play("keep").play("keep"), "rows may be swapped") == 0


def test_what_obliges_to_clear_the_start_row_is_shown() -> None:
    shown = [
        number(tablier.game("moguli", obligation=each).start(), "obligation")
        for each in ("two_free", "third_home")
    ]
    assert shown == [0, 1]


def test_the_last_turn_is_shown() -> None:
    """Player 1 has four pawns home; player 2 has one more turn."""
    game = tablier.game("moguli")
    tiles = str(game.start(3)).split()[0]
    position = game.position(f"{tiles} a7,b7,c7,d7,e3 a1,b2,c3,d3,e2 2 - - - 0 last 21")
    assert told(position) == str(position)
    assert number(position, "last turn") == 1
