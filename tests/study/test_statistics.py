"""Numbers with intervals, and the measures of a game's course, on sequences made by hand."""

import math

import numpy as np
import pytest

from tablier.study.jobs import GameRow
from tablier.study.report.drama import course_of, decided_at, drama, lead_changes, swings
from tablier.study.statistics import (
    NOTHING,
    POINTS,
    SHARE,
    Figure,
    difference,
    mean,
    share,
    student,
)

pytestmark = pytest.mark.one_game

UP_AND_DOWN = [(0.0, 0.0), (0.5, -0.5), (0.05, -0.05), (-0.6, 0.6), (-0.1, 0.1), (0.9, -0.9)]


def test_a_share_has_wilsons_interval() -> None:
    found = share(8, 10)
    assert (found.low, found.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share(0, 10).low == 0
    assert share(10, 10).high == pytest.approx(1)


@pytest.mark.parametrize(
    ("freedom", "table"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_quantile_is_that_of_the_tables(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, rel=0.01)


def test_the_interval_of_a_mean_holds_in_95_of_100_samples() -> None:
    dice = np.random.default_rng(1)
    samples = (mean([*dice.normal(3.0, 2.0, size=6)]) for _ in range(2000))
    held = sum(found.low <= 3.0 <= found.high for found in samples)
    assert 0.935 <= held / 2000 <= 0.965


def test_games_that_are_all_alike_do_not_prove_that_all_others_are() -> None:
    found = mean([0.5] * 10, SHARE)
    assert found.value == 0.5
    assert found.low < 0.3


def test_two_games_have_a_mean_but_no_interval() -> None:
    assert not mean([1.0, 2.0]).is_bounded
    assert mean([]) == NOTHING


def test_the_difference_of_two_shares_has_newcombes_interval() -> None:
    """The example of his paper: 56 of 70 and 48 of 80."""
    found = difference(share(56, 70), share(48, 80))
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_what_is_clear_is_more_than_what_95_of_100_studies_say() -> None:
    assert Figure(0.5, 0.2, 0.8, 9).side_of(0.05) == 1
    assert Figure(0.5, 0.2, 0.8, 9).side_of(0.95) == -1
    assert Figure(0.5, 0.2, 0.8, 9).side_of(0.15) == 0
    assert mean([1.0, 2.0]).side_of(0.0) == 0


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure(0.5, 0.4, 0.6, 9, SHARE), "50% (40 to 60)"),
        (Figure(-0.004, -0.2, 0.1, 9), "0.00 (−0.20 to 0.10)"),
        (Figure(71.26, 70.0, 72.5, 9), "71.3 (70.0 to 72.5)"),
        (Figure(120.0, -5.0, math.inf, 9, POINTS), "+120 (−5 to +∞)"),
        (Figure(3.0, math.nan, math.nan, 2), "3.00"),
        (NOTHING, "–"),
    ],
)
def test_figures_are_written_for_people(figure: Figure, text: str) -> None:
    assert str(figure) == text


# Measures


def game(course: list[tuple[int, int]], *payoffs: float) -> GameRow:
    return GameRow("", "", "", (), 0, 0, 0, 0, 0.0, 0.0, payoffs, "", (), 0.0, tuple(course))


def test_with_two_players_what_one_expects_the_other_fears() -> None:
    assert course_of(game([(0, 250), (1, 500)], 1, -1)) == [[0.25, -0.25], [-0.5, 0.5]]


def test_with_four_players_all_keep_what_they_expected_last() -> None:
    seen = course_of(game([(0, 100), (1, 200), (0, -300)], 1, -1, 0, 0))
    assert seen == [[0.1, 0, 0, 0], [0.1, 0.2, 0, 0], [-0.3, 0.2, 0, 0]]


def test_the_lead_changes_when_another_leads_clearly() -> None:
    assert lead_changes(UP_AND_DOWN) == 2
    assert lead_changes([(0.04, -0.04), (-0.04, 0.04)]) == 0
    assert lead_changes([(0.9, 0.1, 0.1, 0.1), (0.2, 0.1, 0.5, 0.1), (0.2, 0.7, 0.5, 0.1)]) == 2


def test_drama_is_how_far_behind_the_winner_was() -> None:
    behind = (math.sqrt(0.6) + math.sqrt(0.1)) / 2
    assert drama(UP_AND_DOWN, 0) == pytest.approx(behind)
    assert drama([(0.2, -0.2), (1.0, -1.0)], 0) == 0
    assert drama([(-1.0, 1.0)], 0) == 1


def test_a_game_is_decided_when_the_winner_stays_safe() -> None:
    assert decided_at(UP_AND_DOWN, 0) == pytest.approx(5 / 6)
    assert decided_at([(0.5, -0.5), (0.7, -0.7)], 0) == 0
    assert decided_at([(0.0, 0.0), (0.4, -0.4)], 0) == 1


def test_a_turn_of_fate_is_a_large_step() -> None:
    assert swings(UP_AND_DOWN) == 5
    assert swings([(0.0, 0.0), (0.3, -0.3), (0.6, -0.6)]) == 0
