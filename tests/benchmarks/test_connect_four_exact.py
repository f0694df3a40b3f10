"""Exact values of Connect Four: the solver against a naive search and against what is known."""

import random
from functools import cache

import pytest

from tablier.position import Position
from yardsticks import yardstick
from yardsticks.connect_four.rules import COLUMNS
from yardsticks.connect_four.solver import CLOSED, Solver
from yardsticks.connect_four.threats import wins

pytestmark = pytest.mark.one_game

FOUR = yardstick("connect_four")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(16)


@cache
def naive(position: Position) -> int:
    """The value to the mover, by all that can follow."""
    outcome = position.outcome()
    if outcome is not None:
        return int(outcome.payoffs[position.turn])
    return max(-naive(position.after(action)) for action in position.legal_actions)


def naive_values(position: Position) -> tuple[int, ...]:
    return tuple(
        -naive(position.after(column)) if column in position.legal_actions else CLOSED
        for column in range(COLUMNS)
    )


def after_random_moves(plies: int, seed: int) -> Position:
    """A position in which the game is not over: moves that end it are left out."""
    dice, position = random.Random(seed), FOUR.start()
    for _ in range(plies):
        actions = dice.sample(position.legal_actions, len(position.legal_actions))
        position = next(
            (each for each in map(position.after, actions) if not each.is_over), position
        )
    return position


@pytest.mark.parametrize("plies", [35, 37, 39, 41])
def test_late_positions_are_worth_what_a_naive_search_says(plies: int, solver: Solver) -> None:
    for seed in range(8):
        position = after_random_moves(plies, seed)
        assert solver.values(position) == naive_values(position), str(position)


def test_a_table_that_is_full_keeps_nothing_wrong() -> None:
    tiny, large = Solver(3), Solver(16)
    for seed in range(3):
        position = after_random_moves(28, seed)
        assert tiny.values(position) == large.values(position), str(position)


def test_a_mirror_image_is_worth_the_same(solver: Solver) -> None:
    for seed in range(3):
        position = after_random_moves(26, seed)
        there = Solver(16).values(FOUR.symmetries[1].position(position))
        assert there == solver.values(position)[::-1]


@pytest.mark.parametrize("plies", [8, 20, 30])
def test_cells_that_win_are_those_that_end_the_game(plies: int) -> None:
    for seed in range(4):
        position = after_random_moves(plies, seed)
        state = position.state
        found = int(wins(state.stones ^ state.waiting, state.stones))
        for column in position.legal_actions:
            cell = int(position.after(column).state.stones ^ state.stones)
            assert bool(found & cell) == bool(position.after(column).state.won)
