"""PettingZoo's own tests, on every game, and what they leave out.

`bombardment_test` and `max_cycles_test` are not among them: the first cannot take observations that
are dictionaries, the second is about environments with a parameter `max_cycles`.
"""

import pickle
import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from tests.games.choices import called, choices, limited

import tablier
from tablier.adapters.pettingzoo import env, raw_env
from tablier.adapters.vector import games_with_planes

with warnings.catch_warnings():  # it imports its own Connect Four in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

every_choice = pytest.mark.parametrize(
    ("name", "options"), choices(games_with_planes()), ids=called
)
# It says of its own Connect Four, too, that observations with a mask are no plain arrays.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@every_choice
def test_api(name: str, options: dict[str, Any]) -> None:
    api_test(env(name, **options), num_cycles=300)


@every_choice
def test_seed(name: str, options: dict[str, Any]) -> None:
    seed_test(lambda: env(name, **options), num_cycles=100)


@every_choice
def test_render(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    checks = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(lambda render_mode: env(name, render_mode, **options), checks)
    assert tablier.game(name).drawing.text(tablier.game(name).start().state).split()[0] in (
        capsys.readouterr().out
    )


@every_choice
def test_a_game_is_played_as_its_positions_are(name: str, options: dict[str, Any]) -> None:
    """Agents, masks and rewards follow the position, to the end."""
    options = {**options, **limited(name, 6)}
    one, dice = env(name, **options), random.Random(1)
    one.reset(seed=4)
    position = tablier.game(name, **options).start(4)
    while outcome_is_open(position):
        seen, _, ended, cut, _ = one.last()
        assert (ended, cut) == (False, False)
        assert one.agent_selection == f"player_{position.turn}"
        assert tuple(np.flatnonzero(seen["action_mask"])) == position.legal_actions
        others = set(one.agents) - {one.agent_selection}
        assert not any(one.observe(agent)["action_mask"].any() for agent in others)
        action = dice.choice(position.legal_actions)
        one.step(action)
        position = position.after(action)
    outcome = position.outcome()
    assert outcome is not None
    assert list(one.rewards.values()) == pytest.approx(outcome.payoffs)
    assert all(one.terminations.values())


def outcome_is_open(position: tablier.Position) -> bool:
    return position.outcome() is None


def test_who_plays_what_is_not_legal_loses() -> None:
    one = env("mole-hill")
    one.reset(seed=1)
    one.step(100)
    assert one.rewards["player_0"] == -1
    assert all(one.terminations.values())


def test_the_raw_environment_refuses_what_is_not_legal() -> None:
    one = raw_env("mole-hill")
    one.reset(seed=1)
    with pytest.raises(ValueError, match="Action 100 is not legal here"):
        one.step(100)


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    def starts(seed: int) -> list[str]:
        one = raw_env("moguli")
        one.reset(seed=seed)
        found = [str(one.position)]
        for _ in range(2):
            one.reset()
            found.append(str(one.position))
        return found

    assert starts(1) == starts(1)
    assert len({*starts(1), *starts(2)}) == 6


@pytest.mark.parametrize("name", games_with_planes())
def test_every_game_is_registered(name: str) -> None:
    version = tablier.game(name).rules.VERSION
    one = pettingzoo.make("aec", f"tablier/{name}-v{version}", render_mode="ansi")
    one.reset(seed=1)
    assert one.render() == tablier.game(name).drawing.text(tablier.game(name).start(1).state)
    assert pettingzoo.spec("aec", f"tablier/{name}").version == version


def test_an_environment_can_be_pickled() -> None:
    one = pickle.loads(pickle.dumps(raw_env("moguli", cylinder=True)))
    assert one.game.options["cylinder"] is True


def test_bad_wishes_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no render mode 'rgb_array'"):
        env("mole-hill", render_mode="rgb_array")
    with pytest.raises(tablier.Refusal, match="chess"):
        env("chess")
