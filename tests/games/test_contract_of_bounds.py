"""No game reads or writes outside of its arrays; one that does is told where."""

from pathlib import Path

import pytest
from tests.games.contract_case import Case, cases, hold
from tests.games.contract_of_bounds import check_bounds
from tests.games.test_contract import every_game

LEAKY = '''
"""A count to ten, whose last number is looked up behind the end of a table."""

import numpy as np

from tablier.portable import record, rule

VERSION, PLAYERS, ACTIONS, WIDTH, OPTIONS = 1, 2, 2, 2, {}
GOAL = 10
TABLE = np.arange(GOAL)
STATE = record(("count", "i2"), ("turn", "i2"))


@rule
def start(state, options, seed):
    state.count = state.turn = 0


@rule
def legal(state, out):
    out[0], out[1] = 0, 1
    return 2 if state.count < GOAL else 0


@rule
def play(state, action):
    state.count += 1 + action
    state.turn = 1 - state.turn


@rule
def outcome(state, payoff):
    payoff[0], payoff[1] = 1, -1
    return TABLE[state.count] < 0 or state.count >= GOAL
'''
NOTATION = """
TOKENS = ("one", "two")


def write(state):
    return str(state.count)
"""


@every_game
def test_nothing_lies_outside_of_an_array(case: Case, pytestconfig: pytest.Config) -> None:
    hold(check_bounds, case, pytestconfig.getoption("games"))


@pytest.mark.one_game
def test_a_read_behind_the_end_of_a_table_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "leaky"
    home.mkdir()
    for name, source in (("__init__", ""), ("rules", LEAKY), ("notation", NOTATION)):
        (home / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    case = cases("leaky")[0]
    with pytest.raises(AssertionError) as failure:
        hold(check_bounds, case, 3)
    said = str(failure.value)
    assert "rules.outcome" in said
    assert "with no options, at 1" in said
    assert "return TABLE[state.count] < 0 or state.count >= GOAL" in said
    assert "is out of bounds for axis 0 with size 10" in said
