"""What nets see of Chain Reaction."""

from tests.adapters.readable_planes import check_told, number, squares, turns_left
from tests.games.chain_reaction.setting import at

import tablier
from tablier import Position
from tablier.games.chain_reaction.notation import LETTERS
from tablier.games.chain_reaction.planes import CHANNELS, SCALE

START = "..bbb../.bbbbb./..bbb../......./......./..www../.wwwww./..www.."


def told(position: Position) -> str:
    """The text, from planes and the turn limit alone."""
    own = number(position, "seat")
    signs = dict.fromkeys(squares(position, "own pieces"), "wb"[own])
    signs |= dict.fromkeys(squares(position, "pieces of the other"), "wb"[1 - own])
    towers = dict.fromkeys(squares(position, "tower on an own piece"), own)
    towers |= dict.fromkeys(squares(position, "tower on a piece of the other"), 1 - own)
    signs |= {square: LETTERS["wb".index(signs[square]), under] for square, under in towers.items()}
    rows = ["".join(signs.get(f"{c}{row}", ".") for c in "abcdefg") for row in range(8, 0, -1)]
    scores = [number(position, name) - 128 for name in ("own score", "score of the other")]
    fields = [
        "/".join(rows),
        "wb"[own],
        number(position, "segments in this turn"),
        ("-", "WB"[own], "wb"[own])[number(position, "a piece has to be put back")],
        scores[own],
        scores[1 - own],
        position.game.options["turn_limit"] - turns_left(position),  # type: ignore[operator]
    ]
    return " ".join(map(str, fields))


def test_the_position_can_be_told() -> None:
    check_told("tablier.games.chain_reaction", told)


def test_who_only_puts_back_is_not_in_his_turn() -> None:
    """Black puts a piece back in White's turn."""
    stuck = at("Wa3 ba2 ba4 bc2 bc4", "w 3 - 5 1 6").play("a3*a1")
    names = ("seat", "the turn is the mover's", "a piece has to be put back")
    assert [number(stuck, name) for name in names] == [1, 0, 1]


def test_a_piece_after_a_goal_is_one_to_nets_and_after_a_penalty_less() -> None:
    """The weights of a net that was trained when both were the same still fit a goal's piece."""
    scale = SCALE[CHANNELS.index("a piece has to be put back")].item()
    shown = [
        scale * number(at("wd1", rest), "a piece has to be put back")
        for rest in ("w 0 - 0 0 0", "w 0 w 1 0 0", "w 0 W 1 0 0")
    ]
    assert shown == [0, 1, 0.5]


def test_a_position_beyond_the_limit_has_no_turns_left() -> None:
    assert turns_left(at("wa1 bg8", "w 0 - 0 0 18", turn_limit=1)) == 0


def test_own_pieces_come_first() -> None:
    white = tablier.game("chain-reaction").position(f"{START} w 0 - 0 0 0")
    black = tablier.game("chain-reaction").position(f"{START} b 0 - 0 0 1")
    camp = {"c1", "d1", "e1", "b2", "c2", "d2", "e2", "f2", "c3", "d3", "e3"}
    assert set(squares(white, "own pieces")) == camp == set(squares(black, "pieces of the other"))
    assert squares(white, "pieces of the other") == squares(black, "own pieces")
    assert [number(each, "seat") for each in (white, black)] == [0, 1]


def test_a_tower_shows_both_of_its_pieces() -> None:
    position = tablier.game("chain-reaction").start().play("c3d3")
    assert squares(position, "tower on an own piece") == {"d3": 1}
    assert squares(position, "tower on a piece of the other") == {}
    assert "d3" in squares(position, "own pieces")
    assert number(position, "segments in this turn") == 1


def test_scores_can_be_negative() -> None:
    position = tablier.game("chain-reaction").position(f"{START} b 0 - -2 5 1")
    assert number(position, "own score") == 128 + 5
    assert number(position, "score of the other") == 128 - 2


def test_turns_left_are_two_digits() -> None:
    game = tablier.game("chain-reaction", turn_limit=1000, target=20, siege=True, tie="draw")
    position = game.position(f"{START} b 0 - 0 0 1")
    assert number(position, "turns left, in 256s") == 3
    assert number(position, "turns left, the rest") == 999 - 3 * 256
    shown = ("target", "siege", "tie ends the game", "the turn is the mover's")
    assert [number(position, name) for name in shown] == [20, 1, 1, 1]
