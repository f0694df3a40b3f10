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
from tablier.adapters.parameters import games_with_planes, planes_of
from tablier.adapters.pettingzoo import env, raw_env

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


@every_choice
def test_every_agent_sees_the_board_from_its_seat(name: str, options: dict[str, Any]) -> None:
    """An agent that waits sees what it would see if it were to move, and nothing is changed."""
    one, dice = raw_env(name, **options), random.Random(2)
    one.reset(seed=3)
    for _ in range(40):
        before = one.position
        for seat, agent in enumerate(one.agents):
            state = before.state
            state.turn = seat
            seen = one.observe(agent)["observation"]
            expected = np.empty_like(seen)
            planes_of(one.game).planes(state, expected)
            assert np.array_equal(seen, expected)
        assert one.position == before
        one.step(dice.choice(one.board.legal.tolist()))
        if any(one.terminations.values()):
            break


@pytest.mark.parametrize("name", games_with_planes())
def test_what_is_mine_is_yours_from_the_next_seat(name: str) -> None:
    """Channels come in pairs: "own pieces" and "pieces of the other"."""
    one, dice = raw_env(name), random.Random(5)
    channels = planes_of(one.game).CHANNELS
    own = [channel for channel in channels if channel.startswith("own ")]
    endings = ("of the other", "of the next seat")
    pairs = [(mine, f"{mine[4:]} {end}") for mine in own for end in endings]
    pairs = [(mine, yours) for mine, yours in pairs if yours in channels]
    assert len(pairs) == len(own)
    one.reset(seed=3)
    for _ in range(40):
        first, second = (
            dict(zip(channels, one.observe(agent)["observation"], strict=True))
            for agent in ("player_1", "player_0")
        )
        for mine, yours in pairs:
            assert np.array_equal(first[mine], second[yours])
        if "seat" in channels:
            assert (first["seat"].max(), second["seat"].max()) == (1, 0)
        if any(one.terminations.values()):
            break
        one.step(dice.choice(one.board.legal.tolist()))


def test_a_gardener_does_not_see_himself_as_the_mole() -> None:
    one = env("mole-hill")
    one.reset(seed=1)
    role = planes_of(one.unwrapped.game).CHANNELS.index("the mover is the mole")
    roles = [one.observe(agent)["observation"][role].max() for agent in one.agents]
    assert roles == [1, 0]


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


def test_a_game_begins_where_it_is_told_to() -> None:
    game, one = tablier.game("mole-hill"), env("mole-hill")
    position = game.start().play("e4").play("e4|f4").play("e5")
    for given in (position, str(position)):
        one.reset(options={"position": given})
        assert one.unwrapped.position == position
        assert one.agent_selection == "player_1"
        mask = one.observe("player_1")["action_mask"]
        assert tuple(np.flatnonzero(mask)) == position.legal_actions
    one.reset(seed=1, options={})
    assert one.unwrapped.position == game.start(1)


def test_options_of_reset_are_never_ignored() -> None:
    one, over = env("mole-hill"), "c4,b3,a2,b2,b1,a1 c4|c5 g 2 9"
    with pytest.raises(ValueError, match="reset has no option 'colour'; its options are: position"):
        one.reset(options={"colour": "red"})
    with pytest.raises(tablier.BadPosition):
        one.reset(options={"position": "nothing"})
    with pytest.raises(ValueError, match="as such or as its text, not as 3"):
        one.reset(options={"position": 3})
    with pytest.raises(ValueError, match="of another game"):
        one.reset(options={"position": tablier.game("moguli").start()})
    assert tablier.game("mole-hill").position(over).outcome()
    with pytest.raises(ValueError, match="The game is over in this position"):
        one.reset(options={"position": over})


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
