"""OpenSpiel's own tests, on every game, and what they leave out."""

import contextlib
import os
import pickle
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import mcts
from tests.adapters import regenerate
from tests.adapters.readable_planes import planes
from tests.games.choices import limited
from tests.games.contract import random_game

import tablier
from tablier.adapters import openspiel

NAMES = [openspiel.short_name(openspiel.game_of(key)) for key in openspiel.every_key()]


def varied(key: openspiel.Key) -> str:
    """A short game, with the last value of everything else that can be chosen."""
    game = openspiel.game_of(key)
    known = {name: values for name, (_, values) in game.rules.OPTIONS.items() if name != "players"}
    last = {name: values[-1] for name, values in known.items() if not isinstance(values, range)}
    chosen = {**last, **limited(game.name, 10)}
    return f"{openspiel.short_name(game)}({','.join(f'{k}={v}' for k, v in chosen.items())})"


SHORT = [varied(key) for key in openspiel.every_key()]
every_name = pytest.mark.parametrize("name", NAMES)
every_short = pytest.mark.parametrize("text", SHORT)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """OpenSpiel's C++ prints every error that its tests provoke."""
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def passes(suite: unittest.TestSuite) -> int:
    """Run tests of OpenSpiel's; return how many there were."""
    result = unittest.TestResult()
    with silence():
        suite.run(result)
    assert not result.errors + result.failures + result.skipped, result.errors + result.failures
    return result.testsRun


def test_every_game_is_registered() -> None:
    assert set(NAMES) <= set(pyspiel.registered_names())
    players = {name: pyspiel.load_game(name).num_players() for name in NAMES}
    assert players == {name: 4 if name.endswith("_4p") else 2 for name in NAMES}


def test_api() -> None:
    """open_spiel.integration_tests.api_test, pointed at our games by its own flag."""
    from open_spiel.integration_tests import api_test  # noqa: PLC0415

    flags.FLAGS["test_only_games"].value = "python_tablier_.*"
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    assert passes(suite) == 5 * len(NAMES)


@every_name
def test_games_sim(name: str) -> None:
    """The case that open_spiel.python.tests.games_sim_test makes of every registered game."""
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415

    case = games_sim_test.GamesSimTest(f"test_game_sim_{name}")
    assert passes(unittest.TestSuite([case])) == 1


@every_short
def test_random_sim(text: str) -> None:
    """OpenSpiel's C++ looks at everything after every move and reads back what it has written."""
    pyspiel.random_sim_test(pyspiel.load_game(text), 1, serialize=True, verbose=False)


@pytest.mark.parametrize("path", regenerate.KEPT, ids=lambda path: path.stem)
def test_playthroughs_are_as_they_were(path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415 - takes long

    kept, again = generate_playthrough.replay(str(path))
    assert kept == again, "if this is meant, run tests/adapters/regenerate.py"


@every_short
def test_python_mcts_plays(text: str) -> None:
    """OpenSpiel's search finds legal moves, for as many players as there are."""
    game, dice = pyspiel.load_game(text), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice, max_length=30)
    bot = mcts.MCTSBot(game, 2, 8, evaluator, random_state=dice)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(1)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_mcts_wins_a_won_game() -> None:
    """One pawn slides into the centre and wins; the search sees it."""
    game = pyspiel.load_game("python_tablier_labyrinthe")
    dice = np.random.RandomState(1)
    text = str(game.new_initial_state()).replace("a1,a2,b1,b2/", "a1,j10,k9,l12/")
    state = game.new_initial_state(text)
    evaluator = mcts.RandomRolloutEvaluator(1, dice, max_length=5)
    bot = mcts.MCTSBot(game, 2, 600, evaluator, solve=True, random_state=dice)
    state.apply_action(bot.step(state))
    assert state.is_terminal()
    assert state.returns() == [1, -1]


@every_short
def test_a_game_is_played_as_its_positions_are(text: str) -> None:
    game = pyspiel.load_game(text)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(3)
    start = openspiel.game_of(game.key).start(3)
    for position, action in random_game(start, 1):
        assert str(state) == str(position) == state.observation_string(0)
        assert tuple(state.legal_actions()) == position.legal_actions
        assert state.observation_tensor(position.turn) == planes(position).ravel().tolist()
        outcome = position.outcome()
        assert state.is_terminal() == (outcome is not None)
        assert state.current_player() == (-4 if outcome else position.turn)
        payoffs = outcome.payoffs if outcome else (0,) * position.game.players
        assert state.returns() == pytest.approx(payoffs)
        if action >= 0:
            assert state.action_to_string(action) == position.game.notation.TOKENS[action]
            state.apply_action(action)


def test_chance_is_the_seed() -> None:
    """Every seed is an outcome, and all are equally likely."""
    game = pyspiel.load_game("python_tablier_moguli(seeds=5)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seed, pytest.approx(0.2)) for seed in range(5)]
    found = {str(state.child(seed)) for seed in range(5)}
    assert found == {str(tablier.game("moguli").start(seed)) for seed in range(5)}


@every_name
def test_games_and_states_can_be_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.one_game
def test_a_process_that_has_used_the_games_ends_in_peace() -> None:
    """OpenSpiel lets go of what was registered after Python is gone."""
    code = "import pyspiel, tablier.adapters.openspiel as o; pyspiel.load_game(o.NAME)"
    code = code.replace("o.NAME", repr(NAMES[0]))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("python_tablier_moguli(turn_limit=0)", "turn_limit"),
        ("python_tablier_mole_hill(centre_start=fly)", "fly"),
        ("python_tablier_moguli(seeds=0)", "seeds"),
    ],
)
def test_bad_parameters_are_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises((tablier.Refusal, ValueError), match=said):
        pyspiel.load_game(text)


def look_alike(one: Any, other: Any) -> None:
    """All that can be asked of a state is the same, but for how it came about."""
    assert str(one) == str(other)
    assert one.current_player() == other.current_player()
    assert one.is_chance_node() == other.is_chance_node()
    assert one.legal_actions() == other.legal_actions()
    assert one.returns() == other.returns()
    players = range(one.get_game().num_players())
    tensors = [[each.observation_tensor(player) for player in players] for each in (one, other)]
    assert tensors[0] == tensors[1]


@every_short
def test_a_state_begins_at_any_text(text: str) -> None:
    """From before the start to the very end, and what is played from there can be stored."""
    game, dice = pyspiel.load_game(text), np.random.RandomState(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        again = game.new_initial_state(str(state))
        look_alike(again, state)
        action = int(dice.choice(state.legal_actions()))
        state.apply_action(action)
        again.apply_action(action)
    look_alike(again, state)
    look_alike(game.new_initial_state(str(state)), state)
    look_alike(game.deserialize_state(again.serialize()), state)
    stored = pyspiel.serialize_game_and_state(game, again)
    look_alike(pyspiel.deserialize_game_and_state(stored)[1], state)
    look_alike(pickle.loads(pickle.dumps(again)), state)
    look_alike(again.clone(), state)
    assert again.history() == [action]


def test_what_is_no_text_of_a_position_is_refused_with_a_sentence() -> None:
    game: Any = pyspiel.load_game("python_tablier_mole_hill")
    with pytest.raises(tablier.BadPosition, match="‘e9’ is not a square"):
        game.new_initial_state("e9 - g 1 -")
    with pytest.raises(tablier.BadPosition):
        game.new_initial_state(openspiel.BEFORE_THE_START)
    with pytest.raises(ValueError, match="as such or as its text, not as 7"):
        game.new_initial_state(7)


def test_players_see_the_board_from_their_seats() -> None:
    game = pyspiel.load_game("python_tablier_labyrinthe_4p")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    pawns = []
    for player in range(4):
        observer.set_from(state, player)
        assert set(observer.dict["seat"].ravel()) == {player}
        pawns.append(observer.dict["own pawns"].copy())
    observer.set_from(state, 1)
    assert np.array_equal(observer.dict["pawns of the next seat"], pawns[2])
    assert np.array_equal(observer.dict["pawns of the seat before"], pawns[0])
    assert len({each.tobytes() for each in pawns}) == 4
