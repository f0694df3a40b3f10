"""Ratings: known strengths found again, and the likelihood's maximum found by trying."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

import numpy as np
import pytest

from tablier.arena.ratings import Result, connected, games_of, ratings, steps
from tablier.arena.score import elo, promised

pytestmark = pytest.mark.one_game

TRUTH = {"random": 0.0, "a": 150.0, "b": 400.0, "c": 420.0}


def synthetic(dice: np.random.Generator, games: int) -> list[Result]:
    """Results of everybody against everybody, as strong as the truth says; a fifth are draws."""
    results = []
    for first, second in combinations(TRUTH, 2):
        chance = promised(TRUTH[first] - TRUTH[second])
        score = dice.binomial(games, chance) * 0.8 + games * 0.2 * chance
        results.append(Result(first, second, score, games))
    return results


def log_likelihood(results: Sequence[Result], rated: Mapping[str, float]) -> float:
    total = 0.0
    for each in results:
        chance = promised(rated[each.first] - rated[each.second])
        total += each.score * math.log(chance)
        total += (each.games - each.score) * math.log(1 - chance)
    return total


def tried(results: Sequence[Result]) -> dict[str, float]:
    """The likeliest ratings, by steps up and down that get smaller and smaller."""
    rated = dict.fromkeys(TRUTH, 0.0)
    step = 200.0
    while step > 0.01:
        moved = False
        for name in ("a", "b", "c"):
            for change in (step, -step):
                changed = {**rated, name: rated[name] + change}
                if log_likelihood(results, changed) > log_likelihood(results, rated):
                    rated, moved = changed, True
        step = step if moved else step / 2
    return rated


def test_the_ratings_are_the_likeliest() -> None:
    results = synthetic(np.random.default_rng(3), 200)
    by_trying = tried(results)
    for name, found in ratings(results, "random", drawn=0).items():
        assert found.value == pytest.approx(by_trying[name], abs=0.2)


def test_known_strengths_lie_in_their_intervals_95_times_in_100() -> None:
    dice = np.random.default_rng(4)
    held, asked = 0, 0
    for _ in range(300):
        results = [
            Result(first, second, float(dice.binomial(200, promised(difference))), 200)
            for first, second in combinations(TRUTH, 2)
            for difference in [TRUTH[first] - TRUTH[second]]
        ]
        found = ratings(results, "random")
        for name in ("a", "b", "c"):
            asked += 1
            held += found[name].low <= TRUTH[name] <= found[name].high
    assert 0.93 <= held / asked <= 0.97


def test_a_step_is_the_difference_of_two_ratings() -> None:
    results, names = synthetic(np.random.default_rng(3), 200), [*TRUTH]
    rated = ratings(results, "random")
    for (low, high), step in zip(pairwise(names), steps(results, names), strict=True):
        assert step.value == pytest.approx(rated[high].value - rated[low].value)


def test_known_steps_lie_in_their_intervals_95_times_in_100() -> None:
    dice, names = np.random.default_rng(4), [*TRUTH]
    held = []
    for _ in range(200):
        results = [
            Result(
                first,
                second,
                float(dice.binomial(200, promised(TRUTH[first] - TRUTH[second]))),
                200,
            )
            for first, second in pairwise(names)
        ]
        found = zip(pairwise(names), steps(results, names), strict=True)
        held += [step.low <= TRUTH[b] - TRUTH[a] <= step.high for (a, b), step in found]
    assert 0.92 <= np.mean(held) <= 0.98


def test_a_step_is_known_better_than_the_way_to_the_anchor() -> None:
    chain = [Result(b, a, 70, 100) for a, b in pairwise(TRUTH)]
    *_, last = steps(chain, [*TRUTH])
    far = ratings(chain, "random")["c"]
    assert last.high - last.low < 0.7 * (far.high - far.low)


def test_the_anchor_stands_at_0_whoever_it_is() -> None:
    results = synthetic(np.random.default_rng(3), 200)
    by_random, by_c = ratings(results, "random"), ratings(results, "c")
    assert (by_random["random"].value, by_random["random"].high) == (0, 0)
    assert by_c["c"].value == 0
    for name in TRUTH:
        shifted = by_random[name].value - by_random["c"].value
        assert by_c[name].value == pytest.approx(shifted, abs=1e-6)


def test_two_players_get_the_elo_of_their_score() -> None:
    found = ratings([Result("a", "random", 75, 100)], "random", drawn=0)["a"]
    assert found.value == pytest.approx(elo(0.75))
    error = 400 / math.log(10) / math.sqrt(100 * 0.75 * 0.25)
    assert found.high - found.value == pytest.approx(1.96 * error, rel=1e-3)


def test_who_wins_everything_has_a_finite_rating() -> None:
    found = ratings([Result("a", "random", 100, 100), Result("b", "a", 100, 100)], "random")
    assert found["a"].value == pytest.approx(elo(100.5 / 101))
    assert found["b"].value == pytest.approx(2 * elo(100.5 / 101))
    assert found["b"].high - found["b"].low > found["a"].high - found["a"].low > 400


def test_results_of_one_couple_add_up_from_both_sides() -> None:
    apart = [Result("a", "random", 30, 40), Result("random", "a", 20, 60)]
    together = [Result("a", "random", 70, 100)]
    assert ratings(apart, "random") == ratings(together, "random")


def test_whom_no_game_connects_with_the_anchor_has_no_rating() -> None:
    results = [
        Result("a", "random", 3, 4),
        Result("c", "b", 3, 4),
        Result("b", "a", 0, 0),
    ]
    assert connected(results, "random") == ["random", "a"]
    assert list(ratings(results, "random")) == ["random", "a"]


def test_without_any_game_the_anchor_is_alone() -> None:
    assert list(ratings([], "random")) == ["random"]


def test_games_are_counted_for_both() -> None:
    results = [Result("a", "random", 3, 4), Result("b", "a", 1, 6)]
    assert games_of(results) == {"a": 10, "random": 4, "b": 6}
