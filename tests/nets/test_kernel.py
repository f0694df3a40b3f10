"""The forward pass: plain Python, compiled code and fractions agree, for every game with planes."""

import random
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.adapters.parameters import games_with_planes
from tablier.game import Game, load
from tablier.nets import Net
from tablier.nets.kernels import kernel_of
from tablier.nets.quantisation import shapes
from tablier.portable import plain
from tablier.position import Position

pytestmark = pytest.mark.one_game

FOUR = load("yardsticks.connect_four", {})
GAMES = [FOUR, *map(tablier.game, games_with_planes())]
Arrays = dict[str, Any]


def floats_of(game: Game) -> Arrays:
    """Weights of 0.003 × −127 … 127, which lose nothing as whole numbers."""
    dice = np.random.default_rng(0)
    made = {name: dice.integers(-127, 128, shape) for name, shape in shapes(game).items()}
    for weights in made.values():
        weights.flat[0] = 127
    return {name: 0.003 * weights for name, weights in made.items()}


def position_of(game: Game, plies: int = 6) -> Position:
    position = game.start(3)
    for ply in range(plies):
        position = position.after(position.legal_actions[7 * ply % len(position.legal_actions)])
    return position


def judged(kernel: Any, net: Net, position: Position) -> tuple[Any, Any]:
    """The values of all seats, and the weights of all legal actions."""
    rules, actions = position.game.rules, np.array(position.legal_actions, np.int32)
    state = np.frombuffer(bytearray(position.data), rules.STATE)
    scratch = np.zeros(1, kernel.SCRATCH)
    values, weights = np.zeros(rules.PLAYERS), np.zeros(len(actions), np.float32)
    kernel.evaluate_position(net.weights[0], scratch[0], state[0], values)
    kernel.weigh_moves(net.weights[0], scratch[0], state[0], actions, len(actions), weights)
    return values, weights


def observed(position: Position) -> tuple[Any, int, Any]:
    """The inputs that are on, the phase, and the rows of all legal actions."""
    kernel, actions = plain(kernel_of(position.game)), position.legal_actions
    state, scratch = position.state, np.zeros(1, kernel.SCRATCH)[0]
    on, rows = np.zeros(kernel.MOST, np.int32), np.full((len(actions), kernel.PER_ACTION), -1)
    on = on[: kernel.inputs(state, scratch, on)]
    for action, line in zip(actions, rows, strict=True):
        kernel.rows(state, scratch, action, line)
    return on, int(kernel.phase(state)), rows


def computed(floats: Arrays, position: Position) -> tuple[Any, Any]:
    """Values in the order of the seats from the mover, and a policy, in fractions."""
    on, phase, rows = observed(position)
    first = np.maximum(floats["first"][on].sum(0) + floats["first_bias"], 0)
    second = np.maximum(floats["second"][phase] @ first + floats["second_bias"][phase], 0)
    logits = (floats["rows"][rows] @ second + floats["row_bias"][rows]).sum(1)
    weights = np.exp(logits - logits.max())
    return np.tanh(floats["value"] @ second + floats["value_bias"]), weights / weights.sum()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whole_numbers_say_nearly_what_fractions_say(game: Game) -> None:
    floats, position = floats_of(game), position_of(game)
    values, weights = judged(kernel_of(game), Net.of(game, floats), position)
    expected, policy = computed(floats, position)
    kernel = kernel_of(game)
    in_order = [values[kernel.seat(position.state, i)] for i in range(kernel.VALUES)]
    assert in_order == pytest.approx(expected, abs=0.03)
    assert weights / weights.sum() == pytest.approx(policy, abs=0.02)
    assert weights.max() == 1
    assert weights.min() > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plain_python_computes_the_same_bytes(game: Game) -> None:
    net, kernel = Net.of(game, floats_of(game)), kernel_of(game)
    for plies in (0, 5):
        position = position_of(game, plies)
        fast, slow = judged(kernel, net, position), judged(plain(kernel), net, position)
        assert [each.tobytes() for each in fast] == [each.tobytes() for each in slow]


LOOKS = 10  # at positions that are spread over a random game


def course_of(game: Game) -> list[Position]:
    """Positions of a random game from its start to its last move."""
    dice, position = random.Random(1), game.start(1)
    course = [position]
    while not position.is_over:
        position = position.after(dice.choice(position.legal_actions))
        course.append(position)
    return [course[(len(course) - 2) * i // (LOOKS - 1)] for i in range(LOOKS)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_inputs_and_rows_are_within_their_bounds(game: Game) -> None:
    kernel = kernel_of(game)
    for position in course_of(game):
        on, phase, rows = observed(position)
        assert (on >= 0).all()
        assert (on < kernel.INPUTS).all()
        assert len(set(on)) == len(on) <= kernel.MOST
        assert 0 <= phase < kernel.PHASES
        assert rows.min() >= 0
        assert rows.max() < kernel.ROWS


def test_two_seats_expect_the_opposite() -> None:
    values, _ = judged(kernel_of(FOUR), Net.of(FOUR, floats_of(FOUR)), position_of(FOUR))
    assert values[0] == -values[1] != 0


@pytest.mark.parametrize("number", [-600_000, -65_536, -777, 0, 1, 300, 65_536, 200_000, 10**7])
def test_tanh_is_that_of_numpy(number: int) -> None:
    assert kernel_of(FOUR).tanh(number) == pytest.approx(np.tanh(number / 65_536), abs=1e-6)


@pytest.mark.parametrize("number", [0, 1, 65, 65_536, 777_777])
def test_power_halves_the_weight(number: int) -> None:
    assert kernel_of(FOUR).power(number) == pytest.approx(2 ** (-number / 65_536), rel=1e-3)


def test_no_weight_is_nothing() -> None:
    assert kernel_of(FOUR).power(2**40) > 0
