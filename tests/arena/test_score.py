"""Scores: intervals over pairs, and Elo."""

import math

import numpy as np
import pytest

from tablier.arena.score import Estimate, elo, elo_estimate, promised, score

pytestmark = pytest.mark.one_game


def width(estimate: Estimate) -> float:
    return estimate.high - estimate.low


def test_the_score_is_the_mean_of_the_pairs() -> None:
    found = score([1.0, 0.5, 0.75, 0.75])
    assert found.value == 0.75
    assert found.low < 0.75 < found.high


def test_a_clean_sweep_is_not_certain() -> None:
    found = score([1.0] * 20)
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.8 < found.low < 0.95


def test_four_times_the_pairs_halve_the_interval() -> None:
    pairs = [0.0, 0.25, 0.5, 0.75, 1.0] * 100
    assert width(score(pairs * 4)) == pytest.approx(width(score(pairs)) / 2, rel=0.01)


def test_openings_that_decide_the_game_leave_less_to_chance() -> None:
    """Everybody wins with the better seat: the same 100 wins and losses, but no doubt at all."""
    by_seat = score([0.5] * 100)
    by_luck = score([1.0] * 25 + [0.5] * 50 + [0.0] * 25)
    assert by_seat.value == by_luck.value == 0.5
    assert width(by_seat) < width(by_luck) / 2


@pytest.mark.parametrize(("chance", "correlated"), [(0.5, False), (0.8, False), (0.6, True)])
def test_the_interval_holds_in_95_of_100_matches(chance: float, correlated: bool) -> None:
    dice = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        games = dice.random((60, 2)) < chance
        if correlated:
            games[:, 1] = games[:, 0]
        found = score(games.mean(axis=1).tolist())
        held += found.low <= chance <= found.high
    assert 930 <= held <= 980


def test_elo_and_the_score_it_promises() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert promised(elo(0.9)) == pytest.approx(0.9)
    assert elo(0) == -math.inf
    assert elo(1) == math.inf


def test_an_interval_in_elo_has_the_ends_of_the_score() -> None:
    found = score([1.0, 0.5, 0.0, 1.0] * 10)
    assert elo_estimate(found) == Estimate(elo(found.value), elo(found.low), elo(found.high))
