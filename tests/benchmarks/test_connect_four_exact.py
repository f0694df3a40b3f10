"""Exact values of Connect Four: the solver against a naive search and against what is known."""

import random
from functools import cache
from pathlib import Path

import pytest

import connect_four_positions as maker
from connect_four import Entrant, row
from tablier.position import Position
from yardsticks import yardstick
from yardsticks.connect_four.positions import Known, parse, position_of, read, write
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


def test_a_file_of_positions_is_read_as_it_was_written(tmp_path: Path) -> None:
    known = [parse("start ---+---"), parse("ddddd =--.-==")]
    write(reversed(known), tmp_path / "two.txt")
    assert read(tmp_path / "two.txt") == known
    assert [each.ply for each in known] == [0, 5]
    assert [each.keeping for each in known] == [{3}, {0, 5, 6}]


def test_in_all_positions_of_the_file_moves_differ_and_none_comes_twice() -> None:
    known = read()
    assert len(known) >= 5000
    assert all(each.matters for each in known)
    assert {each.ply for each in known} == set(range(3, 36))
    assert len({each.moves for each in known}) == len(known)


def test_late_positions_of_the_file_are_worth_what_it_says(solver: Solver) -> None:
    late = [each for each in read() if each.ply >= 24][::40]
    assert late == [Known(each.moves, solver.values(position_of(each.moves))) for each in late]


def test_positions_whose_moves_are_all_alike_are_left_out(solver: Solver) -> None:
    games = map(maker.game, range(12))
    moves = [moves for each in games for moves, _ in each if len(moves) >= 22]
    known = [Known(each, solver.values(position_of(each))) for each in moves]
    found = list(maker.solved(solver, moves, 3, 2))
    assert found == [each for each in known if each.matters][:3]
    assert 0 < len(found) < len(known)


@pytest.mark.parametrize(("values", "part"), [("+------", "0.00"), ("---+---", "100.00")])
def test_a_player_is_told_how_often_it_keeps_the_value(values: str, part: str) -> None:
    """The first player has three of the middle column and wins with the fourth."""
    known = parse(f"dadada {values}")
    assert row(Entrant(simulations=200), [known], 1).split()[2] == part
