"""What seats get, against the definition, for any number of seats, compiled and plain."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablier import payoffs
from tablier.portable import plain

pytestmark = pytest.mark.one_game

SEATS = range(2, 7)
CASES = json.loads((Path(__file__).parent / "cases/payoffs.json").read_text("utf-8"))
every_number = pytest.mark.parametrize("n", SEATS)


def slow(n: int, winners: set[int]) -> list[Fraction]:
    """The winners share one point; payoffs are above the mean, a lone winner's 1."""
    parts = [Fraction(seat in winners, len(winners)) for seat in range(n)]
    above = [part - Fraction(1, n) for part in parts]
    return [each / (1 - Fraction(1, n)) for each in above]


@every_number
def test_the_winners_share_the_prize(n: int) -> None:
    for k in range(1, n + 1):
        for winners in map(set, combinations(range(n), k)):
            expected = [float(each) for each in slow(n, winners)]
            losers = set(range(n)) - winners
            assert payoffs.won(n, winners) == payoffs.lost(n, losers) == pytest.approx(expected)
            assert sum(expected) == pytest.approx(0)


@every_number
def test_parts_of_the_prize_are_payoffs_and_back(n: int) -> None:
    for k in range(1, n + 1):
        assert payoffs.of_part(1 / k, n) == pytest.approx(payoffs.of_winner(k, n))
        assert payoffs.part_of(payoffs.of_winner(k, n), n) == pytest.approx(1 / k)
    assert payoffs.of_part(0, n) == payoffs.of_loser(n)
    assert payoffs.part_of(payoffs.of_loser(n), n) == pytest.approx(0)


def test_two_players_win_lose_or_draw() -> None:
    assert payoffs.won(2, {0}) == (1, -1)
    assert payoffs.won(2, {0, 1}) == (0, 0)
    assert payoffs.lost(2, {0}) == (-1, 1)


@pytest.mark.parametrize("module", [payoffs, plain(payoffs)], ids=["compiled", "plain"])
def test_kernels_write_the_same(module: Any) -> None:
    for n in SEATS:
        for loser in range(n):
            written = np.full(n + 1, 7.0)
            module.forfeit(written, n, loser)
            assert tuple(written[:n]) == payoffs.lost(n, {loser})
            assert written[n] == 7


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_evaluation_promises_a_part_of_the_point(case: dict[str, float]) -> None:
    """The pages do the same (payoffs.ts), by the same cases."""
    assert payoffs.share_of(case["value"], int(case["n"])) == pytest.approx(case["part"])
