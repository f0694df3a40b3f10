"""What the search knows of Le Jeu du Labyrinthe: slides to the centre and their worth."""

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Any

import numpy as np
import pytest
from tests.games.contract import random_game
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import CAMPS, HOME, at, clamp, slides

import tablier
from tablier import Position
from tablier.games.labyrinthe import blocks, features, rules
from tablier.portable import plain
from tablier.search.player import Player

TWIN: Any = plain(features)
PLAYERS = pytest.mark.parametrize("players", [2, 4])


def weights(position: Position, knowledge: Any = features) -> dict[str, float]:
    """The weight of each legal move."""
    actions = np.array(position.legal_actions, np.int32)
    found = np.empty(rules.WIDTH, np.float32)
    knowledge.weigh(position.state, actions, len(actions), found)
    tokens = [position.game.notation.TOKENS[action] for action in actions]
    return dict(zip(tokens, found[: len(actions)].tolist(), strict=True))


def hopes(position: Position, knowledge: Any = features) -> list[float]:
    """What each of the four seats can hope for."""
    values = np.full(rules.PLAYERS, np.nan)
    knowledge.evaluate(position.state, values)
    return [float(value) for value in values]


def on_the_way(players: int, every: int = 1) -> Iterator[Position]:
    """Positions of a random game before its end."""
    start = tablier.game("labyrinthe", players=players, turn_limit=200).start()
    game = [position for position, _ in random_game(start, seed=players)][:-1]
    return islice(game, 0, None, every)


# Slides to the centre


def needed(position: Position, seat: int) -> int:
    """The slides that a seat's three nearest pawns need, found by walking about on the board."""
    board = naive.read(str(position), position.game.options)
    pawns = sorted(far_off(board, square) for square in board.pawns[seat])
    return sum(pawns[: naive.TO_WIN])


def far_off(board: naive.Position, pawn: naive.Square) -> int:
    """The slides that a pawn needs on a board without other pawns, FAR at most."""
    blocks = naive.block_squares(board)
    reached = last = {pawn}
    for n in range(features.FAR):
        if last & naive.CENTRE:
            return n
        last = {goal for square in last for goal in goals(square, blocks)} - reached
        reached = reached | last
    return int(features.FAR)


def goals(square: naive.Square, blocks: set[naive.Square]) -> Iterator[naive.Square]:
    """The squares that a pawn on this one could slide to."""
    for direction in naive.STEPS:
        yield from takewhile(lambda goal: goal not in blocks, naive.line(square, direction))


@PLAYERS
def test_slides_are_counted_as_by_walking(players: int) -> None:
    for position in on_the_way(players, every=5):
        found = features.slides_to_win(position.state)
        assert list(found[:players]) == [needed(position, seat) for seat in range(players)]


@pytest.mark.parametrize("column", [0, 10, 20])
@pytest.mark.parametrize("row", [0, 6, 7, 13, 14, 20])
def test_slides_cross_an_empty_board(column: int, row: int) -> None:
    """Rows and columns are longer there than games ever see them."""
    board = (features.FULL,) * features.WORDS
    start = features.one_square(column, row)
    across, along = features.on_all_rows(start, board), features.on_all_columns(start, board)
    assert features.shared(across, board) == features.shared(along, board) == blocks.SIZE
    assert features.shared(across, along) == 1
    assert all(features.shared(across, features.one_square(each, row)) for each in range(21))
    assert all(features.shared(along, features.one_square(column, each)) for each in range(21))


# Sound


@PLAYERS
def test_every_legal_move_has_a_positive_weight(players: int) -> None:
    for position in on_the_way(players, every=10):
        found = list(weights(position).values())
        assert np.isfinite(found).all()
        assert min(found) > 0


@PLAYERS
def test_hopes_lie_between_loss_and_win_and_cancel_out(players: int) -> None:
    for position in on_the_way(players):
        found = hopes(position)
        assert min(found) >= -1
        assert max(found) <= 1
        assert sum(found) == pytest.approx(0)
        assert not any(found[players:])


@PLAYERS
def test_weighing_leaves_the_position_as_it_was(players: int) -> None:
    for position in on_the_way(players, every=10):
        state, actions = position.state, np.zeros(rules.WIDTH, np.int32)
        n = rules.legal(state, actions)
        features.weigh(state, actions, n, np.zeros(rules.WIDTH, np.float32))
        assert state.tobytes() == position.data


@PLAYERS
def test_plain_python_says_the_same(players: int) -> None:
    for position in on_the_way(players, every=50):
        assert hopes(position, TWIN) == pytest.approx(hopes(position))
    slides = at("a1,a2,b1,j13/j11,t21,u20,u21", "1 b - - A1 12")
    assert weights(slides, TWIN) == pytest.approx(weights(slides), rel=1e-5)
    moves = tablier.game("labyrinthe").position(clamp(done="p"))
    assert weights(moves, TWIN) == pytest.approx(weights(moves), rel=1e-5)


# Fair


def test_with_four_players_the_camps_are_alike() -> None:
    """The board has quarter turns: only who begins makes a difference."""
    first, *others = hopes(tablier.game("labyrinthe", players=4).start())
    assert first > others[0]
    assert others == pytest.approx([others[0]] * 3)


# The obvious


def test_pawns_near_the_centre_are_worth_more() -> None:
    hoped = [hopes(at(f"a1,a2,b1,{pawn}/{HOME}"))[0] for pawn in ("b2", "g6", "g11", "k11")]
    assert hoped == sorted(hoped)
    assert len(set(hoped)) == 4


def test_the_fourth_pawn_does_not_matter() -> None:
    """Three are enough."""
    assert hopes(at(f"a1,g11,j11,k11/{HOME}")) == hopes(at(f"e4,g11,j11,k11/{HOME}"))


def test_entering_the_centre_is_liked_best() -> None:
    """Of all slides of a pawn."""
    position = at(f"a1,a2,b1,g10/{HOME}", "1 b - - A1 12")
    found = weights(position)
    inside = {f"g10-{square}" for square in ("j10", "k10", "l10")}
    others = {f"g10-{square}" for square in slides(position, "g10")} - inside
    assert min(found[token] for token in inside) > max(found[token] for token in others)


def test_blocks_that_stop_a_winner_are_liked_best() -> None:
    """Player 2 has two pawns inside and a third on g10, before an open row."""
    position = at("a1,a2,b1,b4/g10,k11,l12,u21", "1 p - - - 12")
    stops = {token: not can_win(position.play(token)) for token in position.legal_moves}
    found = weights(position)
    liked = [found[token] for token in stops if stops[token]]
    assert 0 < len(liked) < len(found)
    assert min(liked) > max(found[token] for token in stops if not stops[token])


def can_win(position: Position) -> bool:
    """Is there a move that ends the game?"""
    return any(position.play(token).outcome() for token in position.legal_moves)


WINNING = {"g10-j10", "g10-k10", "g10-l10"}


@pytest.mark.parametrize("rest", ["1 - - - - 12", "1 b - - A1 12"])
def test_a_search_finds_the_winning_slide(rest: str) -> None:
    position = at(f"a1,g10,k11,l12/{HOME}", rest)
    assert Player(position.game, simulations=20).choose(position) in WINNING


@PLAYERS
def test_a_search_plays_with_all_players(players: int) -> None:
    """Whoever has two pawns inside and a third before an open row wins, in every seat."""
    for seat in range(players):
        pawns = [*CAMPS] if players == 4 else [CAMPS[0], CAMPS[2]]
        pawns[seat] = ",".join(sorted(["g10", "k11", "l12", pawns[seat].split(",")[0]]))
        position = at("/".join(pawns), f"{seat + 1} - - - - 12", players=players)
        assert hopes(position)[seat] == max(hopes(position)) > 0.5
        assert Player(position.game, simulations=20).choose(position) in WINNING
