"""Planes: what must hold in every game; that they tell the position is tested with each game."""

from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.adapters.readable_planes import GARBAGE, planes
from tests.games import contract
from tests.games.contract import Case
from tests.games.test_contract import CASES, GAMES, name

from tablier.adapters.parameters import planes_of
from tablier.game import load
from tablier.planes import DTYPE, scale_of, signed
from tablier.portable import plain


def with_planes(cases: list[Case]) -> list[Case]:
    return [case for case in cases if case.game.planes is not None]


every_case = pytest.mark.parametrize("case", with_planes(CASES), ids=name)
every_game = pytest.mark.parametrize("case", with_planes(GAMES), ids=name)


@every_case
def test_every_cell_is_written(case: Case) -> None:
    module = planes_of(case.game)
    for position, _ in islice(contract.walks(case, 1), 100):
        other = np.full(module.SHAPE, GARBAGE + 1, DTYPE)
        module.planes(position.state, other)
        assert planes(position).tobytes() == other.tobytes()


@every_game
def test_looking_changes_nothing(case: Case) -> None:
    module, out = planes_of(case.game), np.empty(planes_of(case.game).SHAPE, DTYPE)
    for position, _ in islice(contract.walks(case, 1), 100):
        state = position.state
        module.planes(state, out)
        assert state.tobytes() == position.data


@every_game
def test_plain_python_sees_the_same(case: Case) -> None:
    module = planes_of(case.game)
    twin = plain(module)
    for position, _ in islice(contract.walks(case, 2), 0, 400, 10):
        out = np.full(module.SHAPE, GARBAGE, DTYPE)
        twin.planes(position.state, out)
        assert out.tobytes() == planes(position).tobytes()


@every_game
def test_every_channel_has_a_name_of_its_own(case: Case) -> None:
    module = planes_of(case.game)
    assert len(set(module.CHANNELS)) == len(module.CHANNELS) == module.SHAPE[0]


def check_channels(case: Case) -> None:
    """No number is larger than its channel says; what is the same everywhere is so."""
    module = planes_of(case.game)
    for position, _ in islice(contract.walks(case, 1), 0, 800, 4):
        for channel, plane in zip(module.PLANES, planes(position), strict=True):
            assert plane.max() <= channel.most, (str(position), channel)
            assert not channel.everywhere or plane.min() == plane.max(), (str(position), channel)


@every_case
def test_the_channels_are_as_they_are_said_to_be(case: Case) -> None:
    check_channels(case)


@pytest.mark.parametrize("fault", [{"most": 1}, {"everywhere": True}], ids=str)
def test_a_channel_that_is_otherwise_is_seen(
    fault: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = next(case for case in GAMES if case.game.name == "mole-hill")
    module = planes_of(case.game)
    number = module.CHANNELS.index("order of the hills")
    faulty = [*module.PLANES]
    faulty[number] = faulty[number]._replace(**fault)
    monkeypatch.setattr(module, "PLANES", tuple(faulty))
    with pytest.raises(AssertionError, match="order of the hills"):
        check_channels(case)


@every_game
def test_scaled_planes_lie_between_0_and_1(case: Case) -> None:
    module = planes_of(case.game)
    largest = np.array([channel.most for channel in module.PLANES], DTYPE)
    shown = np.broadcast_to(largest[:, None, None], module.SHAPE)
    assert np.allclose(shown * scale_of(module), 1)
    assert (shown * scale_of(module)).dtype == np.float32


def test_planes_without_a_scale_have_that_of_their_channels_or_are_bytes() -> None:
    scale = scale_of(planes_of(load("yardsticks.connect_four", {})))
    assert scale.shape == (2, 1, 1)
    assert np.allclose(scale, 1)
    scale = scale_of(SimpleNamespace(SHAPE=(2, 6, 7)))
    assert scale.shape == (2, 1, 1)
    assert np.allclose(scale * 255, 1)


@every_case
def test_no_game_is_longer_than_it_is_said_to_be(case: Case) -> None:
    longest = planes_of(case.game).longest(case.game.options)
    for seed in range(2):
        moves = sum(1 for _ in contract.random_game(case.game.start(seed), seed)) - 1
        assert moves <= longest


def test_numbers_below_zero_fit_into_a_byte() -> None:
    assert [signed(n) for n in (-500, -128, -2, 0, 3, 127, 500)] == [0, 0, 126, 128, 131, 255, 255]


@pytest.mark.one_game
@pytest.mark.parametrize("yardstick", ["connect_four", "othello"])
def test_the_yardsticks_show_own_pieces_first(yardstick: str) -> None:
    """The mover's stones, then the others, with the top row of the text first."""
    game = load(f"yardsticks.{yardstick}", {})
    for seed in range(20):
        for position, _ in contract.random_game(game.start(seed), seed):
            rows = str(position).split()[0].split("/")
            own, other = ("x", "o") if position.turn == 0 else ("o", "x")
            expected = [[[sign == who for sign in row] for row in rows] for who in (own, other)]
            assert np.array_equal(planes(position), np.array(expected, DTYPE))
