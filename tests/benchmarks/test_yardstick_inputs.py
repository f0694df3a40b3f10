"""What nets see of Connect Four and Othello, and the symmetries of both."""

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.benchmarks.test_yardsticks import every_yardstick, random_game
from tests.games import contract_of_symmetries as contract
from tests.games.contract import Case

from tablier.nets.kernels import inputs_of
from tablier.portable import plain, record
from tablier.position import Position, _made
from yardsticks import yardstick
from yardsticks.connect_four import inputs as four
from yardsticks.othello import inputs as othello
from yardsticks.othello.rules import PASS

pytestmark = pytest.mark.one_game

OVER = -1


def walk(name: str, seed: int) -> list[Position]:
    return list(random_game(yardstick(name).start(), seed))


def seen(position: Position) -> tuple[list[int], dict[int, list[int]]]:
    """The inputs that are on, and the rows of each legal action."""
    own: Any = plain(inputs_of(position.game))
    state, notes = position.state, np.zeros(1, record(*own.NOTES, ("nothing", "i1")))[0]
    on, rows = np.full(own.MOST, -1), np.full((len(position.legal_actions), own.PER_ACTION), -1)
    on = on[: own.inputs(state, notes, on)]
    for action, row in zip(position.legal_actions, rows, strict=True):
        own.rows(state, notes, action, row)
    return on.tolist(), dict(zip(position.legal_actions, rows.tolist(), strict=True))


@every_yardstick
def test_symmetries_hold_in_a_random_game(name: str) -> None:
    positions = walk(name, 0)
    actions = [each.came_by[1] for each in positions if each.came_by is not None]
    steps = list(zip(positions, [*actions, OVER], strict=True))
    case = Case(yardstick(name), Path(), samples={1: steps})
    contract.check_group(case)
    contract.check_first_moves(case)
    contract.check_symmetric_games(case, 1)
    contract.check_symmetric_planes(case, 1)


@every_yardstick
def test_all_that_is_seen_has_a_number_of_its_own_kind(name: str) -> None:
    own = inputs_of(yardstick(name))
    for position in walk(name, 1)[:-1:3]:
        on, rows = seen(position)
        assert min(on) >= 0
        assert max(on) < own.INPUTS
        assert all(0 <= row < own.ROWS for row in chain(*rows.values()))
        assert 0 <= own.phase(position.state) < own.PHASES


@every_yardstick
def test_as_much_is_seen_on_the_other_side(name: str) -> None:
    for position in walk(name, 2)[5:-1:9]:
        here, rows = seen(position)
        for symmetry in position.game.symmetries:
            there, others = seen(symmetry.position(position))
            assert len(there) == len(here)
            for action, row in rows.items():  # all but the first, which is the square
                assert others[int(symmetry.actions[action])][1:] == row[1:]


def test_moves_that_win_or_stop_a_win_are_seen() -> None:
    position = yardstick("connect_four").start().play_all(["a", "b", "a", "b", "a", "c"])
    rows = seen(position)[1]
    assert rows[0][1] - four.KINDS == 8
    other = position.play("g")
    assert seen(other)[1][0][1] - four.KINDS - 16 == 4
    assert Counter(row[1] - four.KINDS for row in rows.values())[0] == 6


def test_cells_that_a_stone_makes_winning_are_counted() -> None:
    """Two in the middle of the floor and a third: both ends can be taken at once."""
    position = yardstick("connect_four").start().play_all(["c", "c", "d", "d"])
    made = {action: row[2] - four.MAKES for action, row in seen(position)[1].items()}
    assert made == {0: 9, 1: 18, 2: 0, 3: 0, 4: 18, 5: 9, 6: 0}


def test_what_both_can_do_after_a_move_is_what_they_can_do() -> None:
    for position in walk("othello", 3)[3:-1:9]:
        for action, row in seen(position)[1].items():
            after = position.after(action)
            n = len([each for each in after.legal_actions if each != PASS])
            assert (row[2] - othello.AFTER) % (othello.MANY + 1) == min(n, othello.MANY)


def test_all_halves_of_edges_are_alike() -> None:
    """A disc on one of the eight squares next to a corner says the same of each."""
    alike = set()
    for square in (1, 6, 8, 15, 48, 55, 57, 62):
        state = yardstick("othello").start().state
        state.own = np.uint64(1) << np.uint64(square)
        state.other = np.uint64(0)
        position = _made(yardstick("othello"), state.tobytes(), None)
        on = [each for each in seen(position)[0] if othello.EDGES <= each < othello.CHOICE]
        alike.add(tuple(sorted(on)))
    assert len(alike) == 1
