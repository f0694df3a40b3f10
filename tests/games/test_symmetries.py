"""Symmetries: checked against the rules in random games, with every option; a wrong one is seen."""

import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from tests.games import contract_of_symmetries as contract
from tests.games.broken_games import fails
from tests.games.contract import Case
from tests.games.test_contract import CASES, GAMES, name

import tablier
from tablier.game import Game, load
from tablier.symmetry import Numbers, Symmetry, order, permuted

every_case = pytest.mark.parametrize("case", CASES, ids=name)
CHECKS = [contract.check_symmetric_games, contract.check_symmetric_planes]
every_game = pytest.mark.parametrize("case", GAMES, ids=name)
every_game_with_planes = pytest.mark.parametrize(
    "case", [case for case in GAMES if case.game.planes is not None], ids=name
)


@every_case
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_random_games(case: Case, check: Callable[[Case, int], None]) -> None:
    check(case, 1)


@every_case
def test_symmetries_are_a_group(case: Case) -> None:
    contract.check_group(case)
    contract.check_first_moves(case)


def with_last(case: Case, change: Callable[[Symmetry], Symmetry]) -> Case:
    """The same game with its last symmetry changed."""
    game = load(case.game.package, dict(case.game.options))
    vars(game)["symmetries"] = (*game.symmetries[:-1], change(game.symmetries[-1]))
    return Case(game, case.folder)


def shifted(numbers: Numbers) -> Numbers:
    return np.roll(numbers, 1)


@every_game
def test_wrong_actions_are_seen(case: Case) -> None:
    wrong = with_last(case, lambda each: replace(each, actions=shifted(each.actions)))
    fails(contract.check_symmetric_games, wrong, 1)


@every_game
def test_two_exchanged_actions_are_seen(case: Case) -> None:
    first, second, *_ = case.game.start().legal_actions

    def exchanged(symmetry: Symmetry) -> Symmetry:
        actions = symmetry.actions.copy()
        actions[[first, second]] = actions[[second, first]]
        return replace(symmetry, actions=actions)

    fails(contract.check_first_moves, with_last(case, exchanged))
    fails(contract.check_group, with_last(case, exchanged))


@every_game_with_planes
def test_wrong_cells_are_seen(case: Case) -> None:
    wrong = with_last(case, lambda each: replace(each, cells=shifted(each.cells)))
    fails(contract.check_symmetric_planes, wrong, 1)


@every_game
def test_wrong_seats_are_seen(case: Case) -> None:
    wrong = with_last(case, lambda each: replace(each, seats=shifted(each.seats)))
    fails(contract.check_symmetric_games, wrong, 1)


@pytest.mark.parametrize(
    "case", [case for case in GAMES if len(case.game.symmetries) > 1], ids=name
)
def test_states_that_stay_as_they_were_are_seen(case: Case) -> None:
    wrong = with_last(case, lambda each: replace(each, change=lambda _: None))
    fails(contract.check_symmetric_games, wrong, 1)
    fails(contract.check_symmetric_planes, wrong, 1)


def test_a_game_that_says_nothing_has_the_identity_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("yardsticks.connect_four")
    monkeypatch.setattr(sys.modules[Game.__module__], "optional_module", lambda *_: None)
    assert [symmetry.name for symmetry in game.symmetries] == ["identity"]
    position = game.start()
    assert game.symmetries[0].position(position) == position


@every_game_with_planes
def test_batches_are_as_one_by_one(case: Case) -> None:
    game: Game = case.game
    positions = [game.start(seed).after(game.start(seed).legal_actions[seed]) for seed in range(4)]
    planes = np.stack([contract.seen(each) for each in positions])
    states = np.frombuffer(b"".join(each.data for each in positions), game.rules.STATE)
    policies = np.random.default_rng(1).random((2, 2, game.rules.ACTIONS))
    for symmetry in game.symmetries:
        alone = [symmetry.position(each).data for each in positions]
        assert symmetry.states(states).tobytes() == b"".join(alone)
        pairs = planes.reshape(2, 2, *planes.shape[1:])
        assert np.array_equal(symmetry.planes(pairs)[1, 0], symmetry.planes(planes[2]))
        there = symmetry.policy(policies)
        assert np.array_equal(there[..., symmetry.actions], policies)
        assert not np.shares_memory(symmetry.planes(planes), planes)


def test_planes_that_are_none_are_refused_with_a_sentence() -> None:
    mirror = tablier.game("mole-hill").symmetries[1]
    with pytest.raises(ValueError, match=r"not float64 of shape \(13, 7, 9\)"):
        mirror.planes(np.zeros((13, 7, 9)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"not uint8 of shape \(7, 9\)"):
        mirror.planes(np.zeros((7, 9), np.uint8))


def test_sets_of_64_squares_are_permuted() -> None:
    around = order(range(64), lambda square: (square + 1) % 64)
    sets = np.array([[1 << 63, 5], [0, 2**64 - 1]], np.uint64)
    assert permuted(sets, around).tolist() == [[1, 10], [0, 2**64 - 1]]
