"""What the search knows of Moguli: it is sound, fair to both players, and sees the obvious."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.games.moguli.players import crowded_position, play_on, random_position
from tests.games.moguli.setting import at, board, game

from tablier import Position
from tablier.games.moguli import features, rules
from tablier.portable import plain
from tablier.search.player import Player

GAME = game()
TWIN: Any = plain(features)
# The table turned round: squares, and the letters of tiles, whose sides change places.
SQUARES = str.maketrans("abcde1234567", "edcba7654321")
TILES = str.maketrans("abcdABCD", "cdabCDAB")
# A tunnel home for the first player: below from a6 by b6 to b7.
HOMEWARD = {"a6": "C", "b6": "B", "b7": "A"}
CLOSED = {**HOMEWARD, "b7": "B"}  # three quarter turns of b7 open it

every_seed = pytest.mark.parametrize("seed", range(4))


def weights(position: Position, knowledge: Any = features) -> dict[str, float]:
    """The weight of each legal move."""
    actions = np.array(position.legal_actions, np.int32)
    found = np.empty(rules.WIDTH, np.float32)
    knowledge.weigh(position.state, actions, len(actions), found)
    tokens = [GAME.notation.TOKENS[action] for action in actions]
    return dict(zip(tokens, found[: len(actions)].tolist(), strict=True))


def hopes(position: Position, knowledge: Any = features) -> list[float]:
    """What the two seats can hope for."""
    found = np.full(2, np.nan)
    knowledge.evaluate(position.state, found)
    return [float(value) for value in found]


def positions(seed: int) -> Iterator[Position]:
    """Positions of a game between greedy players, and some with pawns close to home."""
    dice = random.Random(seed)
    yield from (position for position, token in play_on(GAME.start(seed), dice, 0.7) if token)
    for _ in range(20):
        position = random_position(GAME, dice)
        if position.legal_actions:
            yield position


def from_the_other_side(position: Position) -> Position:
    """The table turned round, and the pawns of the players exchanged."""
    tiles, first, second, mover, done, barred, turned, *rest = str(position).split()
    pawns, squares = (second, first), (barred, turned)
    fields = [tiles[::-1].translate(TILES), *map(opposite, pawns), str(3 - int(mover)), done]
    return at(" ".join([*fields, *map(opposite, squares), *rest]))


def opposite(squares: str) -> str:
    """A list of squares as the other player counts them."""
    return ",".join(sorted(squares.translate(SQUARES).split(",")))


def opposite_token(token: str) -> str:
    places, plus, quarters = token.partition("+")
    return token if token == "pass" else places.translate(SQUARES) + plus + quarters


# Sound


@every_seed
def test_every_legal_move_has_a_positive_weight(seed: int) -> None:
    for position in positions(seed):
        assert all(0 < weight < np.inf for weight in weights(position).values())


@every_seed
def test_hopes_lie_between_loss_and_win_and_cancel_out(seed: int) -> None:
    for position in positions(seed):
        first, second = hopes(position)
        assert -1 <= first <= 1
        assert first == -second


@every_seed
def test_weighing_leaves_the_position_as_it_was(seed: int) -> None:
    for position in positions(seed):
        state = position.state
        actions = np.array(position.legal_actions, np.int32)
        features.weigh(state, actions, len(actions), np.empty(rules.WIDTH, np.float32))
        assert state.tobytes() == position.data


def test_plain_python_says_the_same() -> None:
    for position in list(positions(0))[::8]:
        assert hopes(position, TWIN) == pytest.approx(hopes(position), abs=1e-9)
        assert weights(position, TWIN) == pytest.approx(weights(position))


def test_while_rows_are_exchanged_all_moves_are_alike() -> None:
    assert set(weights(game(new_start_row=True).start()).values()) == {1}


@every_seed
def test_the_best_gain_is_that_of_the_best_legal_move(seed: int) -> None:
    for position in positions(seed):
        if not position.state.moved:
            moves = [token for token in position.legal_moves if "-" in token]
            gains = [gain(position.turn, token) for token in moves]
            assert best_gain(position) == pytest.approx(max([0, *gains]))


@every_seed
def test_the_best_gain_knows_that_the_third_pawn_home_obliges(seed: int) -> None:
    """§8.4 Of players who may leave a full row as it is, and of those who must clear theirs."""
    chosen, dice = game(obligation="third_home"), random.Random(seed)
    found = [chosen.start(seed), *(crowded_position(chosen, dice) for _ in range(40))]
    for position in found:
        if not position.state.moved and position.legal_moves:
            moves = [token for token in position.legal_moves if "-" in token]
            gains = [gain(position.turn, token) for token in moves]
            assert best_gain(position) == pytest.approx(max([0, *gains]))
    assert any(rules.duty_binds(position.state) for position in found)


def test_a_way_home_is_no_gain_while_the_start_row_has_to_be_left() -> None:
    bound, free = (board(HOMEWARD, f"a6 {pawns}", "b6") for pawns in ("a1 b1 c1 d1", "a1 b1 c1"))
    assert best_gain(bound) < best_gain(free) == gain(0, "a6-b7")


def best_gain(position: Position) -> float:
    """The most that one move of the mover gains."""
    state = position.state
    paths = TWIN.survey(state, state.north, state.east)
    return float(TWIN.best_gain(state, position.turn, paths))


def gain(seat: int, token: str) -> float:
    """How much more a pawn is worth after the move."""
    rows = [int(square[1]) - 1 if seat == 0 else 7 - int(square[1]) for square in token.split("-")]
    return float(features.WORTH[rows[1]] - features.WORTH[rows[0]])


# Fair


@every_seed
def test_both_players_know_the_same(seed: int) -> None:
    for position in positions(seed):
        home = [rules.pawns_home(position.state, seat) for seat in (0, 1)]
        if max(home) < rules.ENOUGH:  # only the first player has to wait once four are home
            turned = from_the_other_side(position)
            assert hopes(turned) == pytest.approx(hopes(position)[::-1], abs=1e-9)
            expected = {opposite_token(t): weight for t, weight in weights(position).items()}
            assert weights(turned) == pytest.approx(expected)


# The obvious


def test_a_move_home_weighs_more_than_any_other() -> None:
    found = weights(board(HOMEWARD, "a6", "b6", done="t", turned="e4"))
    assert max(found, key=found.__getitem__) == "a6-b7"
    assert found["a6-b7"] > 5 * found["pass"]


def test_a_turning_that_opens_the_way_home_weighs_more() -> None:
    found = weights(board(CLOSED, "a6", "b6"))
    assert found["b7+3"] > 5 * found["b7+1"]


def test_a_turning_that_closes_the_way_of_the_opponent_weighs_more() -> None:
    found = weights(board(HOMEWARD, "a6", "b6", mover=2, done="m"))
    assert found["b7+1"] > 2 * found["e1+1"]


def test_an_open_way_is_hope() -> None:
    way, no_way = (board(tiles, "a6", "b6") for tiles in (HOMEWARD, CLOSED))
    assert hopes(way)[0] > hopes(no_way)[0]


def test_pawns_further_ahead_are_hope() -> None:
    hoped = [hopes(board({}, pawn, "e7", done="m"))[0] for pawn in ("a1", "a3", "a6", "a7")]
    assert hoped == sorted(hoped)
    assert len(set(hoped)) == 4


def test_a_search_wins_at_once() -> None:
    position = from_the_other_side(board(HOMEWARD, "a6 a7 c7 d7", "b6"))
    player = Player(GAME, simulations=200)
    while position.turn == 1 and position.legal_actions:
        position = position.play(player.choose(position))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.payoffs == (-1, 1)
