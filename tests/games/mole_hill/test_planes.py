"""What nets see of Mole Hill."""

from tests.adapters.readable_planes import check_told, number, squares

import tablier
from tablier import Position


def told(position: Position) -> str:
    """The text, from planes alone."""
    order = squares(position, "order of the hills")
    east = [
        f"{name}|{chr(ord(name[0]) + 1)}{name[1]}" for name in squares(position, "rods to the east")
    ]
    north = [
        f"{name}|{name[0]}{int(name[1]) + 1}" for name in squares(position, "rods to the north")
    ]
    second = number(position, "second round")
    fields = [
        ",".join(sorted(order, key=order.__getitem__)) or "-",
        ",".join(sorted(east + north)) or "-",
        "m" if number(position, "the mover is the mole") else "g",
        str(second + 1),
        str(number(position, "score of the first round")) if second else "-",
    ]
    return " ".join(fields)


def test_the_position_can_be_told() -> None:
    check_told("tablier.games.mole_hill", told)


def test_hills_are_numbered_and_the_mole_stands_on_the_newest() -> None:
    position = tablier.game("mole-hill").position("e4,a1,b2 a1|a2,e4|f4 g 1 -")
    assert squares(position, "hills") == {"e4": 1, "a1": 1, "b2": 1}
    assert squares(position, "order of the hills") == {"e4": 1, "a1": 2, "b2": 3}
    assert squares(position, "mole") == {"b2": 1}
    assert number(position, "hills so far") == 3
    assert number(position, "score so far") == 1


def test_rods_lie_east_or_north_of_a_square() -> None:
    position = tablier.game("mole-hill").position("e4,a1 a1|a2,e4|f4 m 1 -")
    assert squares(position, "rods to the east") == {"e4": 1}
    assert squares(position, "rods to the north") == {"a1": 1}
    assert set(squares(position, "where the mole can go")) == set(position.legal_moves)


def test_a_flower_is_worth_its_points_until_the_mole_was_there() -> None:
    start = tablier.game("mole-hill").start()
    flowers = {"a4": 2, "e1": 2, "e7": 2, "i4": 2, "b2": 1, "b6": 1, "h2": 1, "h6": 1}
    assert squares(start, "flowers left") == flowers
    del flowers["i4"]
    assert squares(start.play("i4"), "flowers left") == flowers


def test_the_second_round_shows_the_score_to_beat() -> None:
    game = tablier.game("mole-hill", centre_start="plain")
    position = game.position("- - m 2 7")
    assert number(position, "second round") == 1
    assert number(position, "score of the first round") == 7
    assert number(position, "the mover is the mole") == 1
    assert number(position, "centre_start is plain") == 1
    assert number(position.play("e4"), "the mover is the mole") == 0
