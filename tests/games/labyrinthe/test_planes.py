"""What nets see of Le Jeu du Labyrinthe."""

from tests.adapters.readable_planes import check_told, number, squares, turns_left
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import ALL_FOUR, at

import tablier
from tablier import Position

SHAPES = {
    name: {naive.name_of(square) for square in squares} for name, squares in naive.SHAPES.items()
}


OTHERS = ("pawns of the next seat", "pawns of the seat after it", "pawns of the seat before")


def told(position: Position) -> str:
    """The text, from planes and the turn limit alone."""
    seat, players = number(position, "seat"), number(position, "players")
    pawns = [listed(position, name) for name in ("own pawns", *OTHERS)]
    numbers = squares(position, "number of the block")
    blocks: dict[int, list[str]] = {}
    for square, block in numbers.items():
        blocks.setdefault(block, []).append(square)
    done = "p" if number(position, "the pawn was moved") else "-"
    fields = [
        ",".join(min(blocks[block], key=reading_order) for block in sorted(blocks)),
        "/".join(pawns[(each - seat) % players] for each in range(players)),
        seat + 1,
        "b" if number(position, "the block was moved") else done,
        next(iter(squares(position, "a pawn here is to be displaced")), "-"),
        name_of_block(position, "block barred"),
        name_of_block(position, "block moved in this turn"),
        position.game.options["turn_limit"] - turns_left(position),  # type: ignore[operator]
    ]
    return " ".join(map(str, fields))


def listed(position: Position, channel: str) -> str:
    """All pawns of a plane, by column, then by row."""
    found = squares(position, channel)
    names = [square for square, n in found.items() for _ in range(n)]
    return ",".join(sorted(names, key=lambda name: (name[0], int(name[1:]))))


def reading_order(square: str) -> tuple[int, str]:
    return -int(square[1:]), square[0]


def name_of_block(position: Position, channel: str) -> str:
    marked = squares(position, channel)
    numbers = squares(position, "number of the block")
    found = {list(SHAPES)[numbers[square] - 1] for square in marked}
    return found.pop() if found else "-"


def test_the_position_can_be_told() -> None:
    check_told("tablier.games.labyrinthe", told, most=120)


def test_every_block_has_its_number_on_its_squares() -> None:
    numbers = squares(tablier.game("labyrinthe").start(), "number of the block")
    for i, name in enumerate(SHAPES):
        assert {square for square, found in numbers.items() if found == i + 1} == SHAPES[name]
    assert set(squares(tablier.game("labyrinthe").start(), "block")) == set(numbers)


def test_joined_squares_are_of_one_block() -> None:
    position = tablier.game("labyrinthe").start()
    numbers = squares(position, "number of the block")
    for channel, right, up in (
        ("the block goes on to the east", 1, 0),
        ("the block goes on to the north", 0, 1),
    ):
        joined = set(squares(position, channel))
        for square, found in numbers.items():
            beside = f"{chr(ord(square[0]) + right)}{int(square[1:]) + up}"
            assert (square in joined) == (numbers.get(beside) == found)


def test_a_block_that_moves_takes_its_number_along() -> None:
    position = at().play("A1:e1")
    moved = {f"{chr(ord(square[0]) + 1)}{square[1:]}" for square in SHAPES["A1"]}
    assert set(squares(position, "block moved in this turn")) == moved
    assert number(position, "the block was moved") == 1
    after = position.play(next(token for token in position.legal_moves if "-" in token))
    assert set(squares(after, "block barred")) == moved
    assert number(after, "seat") == 1


def test_seats_come_in_the_order_of_their_turns() -> None:
    position = at(ALL_FOUR, "3 - - - - 10", players=4)
    names = ("own pawns", "pawns of the next seat", "pawns of the seat after it")
    shown = [min(squares(position, name)) for name in (*names, "pawns of the seat before")]
    assert shown == ["t20", "t1", "a1", "a20"]
    assert (number(position, "seat"), number(position, "players")) == (2, 4)


def test_two_pawns_on_a_square_are_counted() -> None:
    position = at("a1,a2,b1,k11/k11,t21,u20,u21", "1 p k11 - - 12")
    assert squares(position, "own pawns")["k11"] == 1
    assert squares(position, "pawns of the next seat")["k11"] == 1
    assert squares(position, "a pawn here is to be displaced") == {"k11": 1}
    assert number(position, "the pawn was moved") == 1


def test_games_in_which_a_pawn_comes_first_are_told_apart() -> None:
    channel = "a pawn first, then a block or none"
    start = tablier.game("labyrinthe", order="pawn_first").start()
    assert number(start, channel) == number(start.play("b2-b4"), channel) == 1
    assert number(tablier.game("labyrinthe").start(), channel) == 0


def test_a_first_turn_without_a_block_is_shown() -> None:
    position = tablier.game("labyrinthe", opening="pawn").start()
    assert number(position, "no block may be moved") == 1
    for opening in ("printed", "full"):
        start = tablier.game("labyrinthe", opening=opening).start()
        assert number(start, "no block may be moved") == 0
