"""Moguli §6: which turnings free a pawn that must leave the start row, found by trying them all."""

import random

import pytest
from tests.games.moguli import naive
from tests.games.moguli.players import crowded_position
from tests.games.moguli.setting import game

from tablier import Position
from tablier.game import Value


def suggested(position: Position) -> list[str]:
    tokens = position.game.notation.TOKENS
    return [tokens[action] for action in position.game.suggested(position.state)]


def by_trying(position: Position) -> list[str]:
    """The turnings after which the same player has a pawn move off the start row."""
    slow = naive.read(str(position), position.game.options)
    if not naive.duty_binds(slow) or slow.moved or naive.pawn_moves(slow):
        return []
    row, mover = naive.START_ROW[slow.mover], position.turn
    return [
        token
        for token in position.legal_moves
        if "+" in token and leaves(position.play(token), row, mover)
    ]


def leaves(after: Position, row: str, mover: int) -> bool:
    moves = [token.split("-") for token in after.legal_moves if "-" in token]
    return after.turn == mover and any(pawn[1] == row != end[1] for pawn, end in moves)


@pytest.mark.parametrize(
    "options", [{}, {"compulsory": True}, {"cylinder": True}, {"new_start_row": True}]
)
def test_what_is_suggested_is_what_frees_a_pawn(options: dict[str, Value]) -> None:
    dice, found = random.Random(str(options)), 0
    for seed in range(12):
        position = game(**options).start(seed)
        for _ in range(12):
            assert suggested(position) == by_trying(position), str(position)
            found += bool(suggested(position))
            if position.legal_moves:
                position = position.play(dice.choice(position.legal_moves))
    assert found > 20


@pytest.mark.parametrize("obligation", ["two_free", "third_home"])
def test_with_pawns_home_what_is_suggested_is_what_frees_a_pawn(obligation: str) -> None:
    """§6.3, §8.4 Three pawns of the opponent oblige either way."""
    dice, found = random.Random(7), 0
    for _ in range(150):
        position = crowded_position(game(obligation=obligation), dice)
        assert suggested(position) == by_trying(position), str(position)
        found += bool(suggested(position))
    assert found > 20


def test_the_status_names_the_tiles_that_free_a_pawn() -> None:
    position = game().start(0)
    assert suggested(position) == ["c1+1", "c1+2", "d1+3", "e1+1", "e1+2"]
    assert "Rotating c1, d1 or e1 frees one." in position.status("en")
    assert "c1, d1 ou e1" in position.status("fr")
    assert "c1, d1 oder e1" in position.status("de")


def test_nothing_is_suggested_where_nothing_frees_a_pawn_or_one_can_leave() -> None:
    stuck = game().start(3)
    assert suggested(stuck) == []
    assert "Rotating" not in stuck.status("en")
    freed = game().start(0).play("c1+1")
    assert suggested(freed) == []
