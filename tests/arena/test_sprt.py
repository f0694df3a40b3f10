"""SPRT: against likelihoods found by trying, and on streams whose truth is known."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from tablier.arena.score import promised
from tablier.arena.sprt import Sprt

pytestmark = pytest.mark.one_game

TEST = Sprt(0, 100)


def tried(pairs: Sequence[float], mean: float) -> float:
    """The greatest log-likelihood of scores 0, ½ and 1 with that mean, by trying all shares."""
    seen = Counter(pairs)
    draws = np.linspace(0, 1, 1_000_001)[1:-1]
    wins = mean - draws / 2
    losses = 1 - draws - wins
    fits = (wins > 0) & (losses > 0)
    logs = [np.log(share[fits]) for share in (wins, draws, losses)]
    return float(np.max(seen[1.0] * logs[0] + seen[0.5] * logs[1] + seen[0.0] * logs[2]))


@pytest.mark.parametrize("counts", [(30, 50, 20), (80, 15, 5), (10, 70, 40)])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, int, int]) -> None:
    pairs = [1.0] * counts[0] + [0.5] * counts[1] + [0.0] * counts[2]
    by_trying = tried(pairs, promised(100)) - tried(pairs, promised(0))
    assert TEST.llr(pairs) == pytest.approx(by_trying, abs=0.02)  # the traces make a difference


def test_the_bounds_come_from_the_risks() -> None:
    low, high = Sprt(0, 10, alpha=0.1, beta=0.01).bounds
    assert low == pytest.approx(math.log(0.01 / 0.9))
    assert high == pytest.approx(math.log(0.99 / 0.1))


def test_without_pairs_nothing_is_decided() -> None:
    assert TEST.llr([]) == pytest.approx(0, abs=0.01)
    assert TEST.accepted([]) is None


def test_a_sweep_decides_for_the_greater_and_its_opposite_for_the_smaller() -> None:
    assert TEST.accepted([1.0] * 20) == 100
    assert TEST.accepted([0.0] * 20) == 0


def test_scores_of_four_players_are_welcome() -> None:
    thirds = [2 / 3, 1 / 3, 1.0, 0.5] * 10
    assert TEST.llr(thirds) > TEST.llr([1 / 3, 1 / 3, 1.0, 0.5] * 10)


def verdict(difference: float, dice: np.random.Generator) -> float | None:
    """What the test says of a stream of pairs between players of that difference."""
    games = dice.random((400, 2)) < promised(difference)
    pairs = games.mean(axis=1).tolist()
    for n in range(1, len(pairs) + 1):
        found = TEST.accepted(pairs[:n])
        if found is not None:
            return found
    return None


@pytest.mark.parametrize("truth", [0, 100])
def test_a_stream_is_told_for_what_it_is(truth: float) -> None:
    dice = np.random.default_rng(5)
    verdicts = Counter(verdict(truth, dice) for _ in range(60))
    assert verdicts[truth] >= 54
    assert verdicts[None] <= 2


@pytest.mark.parametrize(("truth", "accepted"), [(-100, 0), (200, 100)])
def test_beyond_the_differences_it_is_hardly_ever_wrong(truth: float, accepted: float) -> None:
    dice = np.random.default_rng(6)
    assert {verdict(truth, dice) for _ in range(20)} == {accepted}
