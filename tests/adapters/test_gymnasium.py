"""Gymnasium's vector interface, by its conventions."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import tablier
from tablier.adapters.gymnasium import VectorEnv
from tablier.adapters.parameters import games_with_planes

every_game = pytest.mark.parametrize("name", games_with_planes())


def make(name: str, n: int = 8, **options: Any) -> VectorEnv:
    version = tablier.game(name).rules.VERSION
    env = gymnasium.make_vec(f"tablier/{name}-v{version}", num_envs=n, **options)
    assert isinstance(env, VectorEnv)
    return env


@every_game
def test_every_game_is_registered_and_keeps_to_its_spaces(name: str) -> None:
    env = make(name)
    observations, _ = env.reset(seed=5)
    for _ in range(20):
        assert env.observation_space.contains(observations)
        actions = env.boards.sample()
        assert env.action_space.contains(actions)
        observations, rewards, ends, cuts, _ = env.step(actions)
        assert rewards.shape == ends.shape == cuts.shape == (8,)
        assert not cuts.any()
    env.close()


def test_the_reward_is_the_movers() -> None:
    """Whoever ends the game gets what his seat gets; what all got is in the infos."""
    env = make("mole-hill", 64)
    env.reset(seed=1)
    seen: set[float] = set()
    for _ in range(120):
        movers = env.boards.seats.copy()
        _, rewards, ends, _, infos = env.step(env.boards.sample())
        assert np.array_equal(rewards, infos["rewards"][np.arange(64), movers])
        assert not infos["rewards"].sum(axis=1).any()
        seen |= set(rewards[ends].tolist())
    assert seen == {-1.0, 0.0, 1.0}


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    env = make("moguli", 16, turn_limit=3)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env.reset(seed=1)
    ends, infos = np.zeros(16, bool), dict[str, Any]()
    while not ends.any():
        observations, _, ends, _, infos = env.step(env.boards.sample())
    assert np.array_equal(infos["_final_obs"], ends)
    for board in range(16):
        last = infos["final_obs"][board]
        assert (last is not None) == ends[board]
        if ends[board]:
            assert env.single_observation_space.contains(last)
            assert not last["action_mask"].any()
            assert observations["action_mask"][board].any()
            assert not np.array_equal(last["observation"], observations["observation"][board])


def test_observations_are_the_callers_own() -> None:
    env = make("mole-hill")
    first, _ = env.reset(seed=1)
    kept = first["observation"].copy()
    env.step(env.boards.sample())
    assert np.array_equal(first["observation"], kept)


def test_seeds_make_games_the_same_again() -> None:
    env = make("moguli")
    one, two = env.reset(seed=3)[0], env.reset()[0]
    again, two_again = env.reset(seed=3)[0], env.reset()[0]
    assert np.array_equal(one["observation"], again["observation"])
    assert np.array_equal(two["observation"], two_again["observation"])
    assert not np.array_equal(one["observation"], two["observation"])


def test_chosen_boards_begin_at_positions() -> None:
    game = tablier.game("mole-hill")
    env = make("mole-hill", 3, random_plies=0)
    env.reset(seed=1)
    env.step(env.boards.sample())
    before, there = env.boards.position(1), game.start().play("e4").play("e4|f4")
    mask = np.array([True, False, True])
    observations, _ = env.reset(options={"reset_mask": mask, "positions": [str(there), there]})
    assert [env.boards.position(board) for board in range(3)] == [there, before, there]
    assert np.array_equal(observations["observation"][0], observations["observation"][2])


def test_games_begin_at_given_positions() -> None:
    there = tablier.game("mole-hill").start().play("e4").play("e4|f4")
    env = make("mole-hill", 3, starts=[there], random_plies=1)
    env.reset(seed=1)
    found = {env.boards.position(board) for board in range(3)}
    assert found <= {there, *(there.play(token) for token in there.legal_moves)}


def test_a_snapshot_goes_on_the_same() -> None:
    env = make("moguli", 4, random_plies=5)
    env.reset(seed=1)
    saved = env.save()
    first = [env.step(env.boards.sample())[0], env.reset()[0]]
    restored = env.restore(saved)
    assert np.array_equal(restored["action_mask"], env.boards.masks)
    again = [env.step(env.boards.sample())[0], env.reset()[0]]
    for one, other in zip(first, again, strict=True):
        assert np.array_equal(one["observation"], other["observation"])


def test_wrappers_of_gymnasium_work() -> None:
    env = DictInfoToList(RecordEpisodeStatistics(make("mole-hill", 4)))
    env.reset(seed=1)
    _, _, _, _, infos = env.step(env.unwrapped.boards.sample())  # type: ignore[attr-defined]
    assert [info["seats"] for info in infos] == [1, 1, 1, 1]


def test_boards_can_be_looked_at() -> None:
    env = make("mole-hill", 2, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.game.drawing.text(env.game.start().state)
    assert env.render() == (drawn, drawn)
    assert make("mole-hill", 2).render() is None


def test_bad_wishes_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no render mode 'human'"):
        VectorEnv("mole-hill", 2, render_mode="human")
    with pytest.raises(tablier.Refusal, match="chess"):
        VectorEnv("chess", 2)
    with pytest.raises(tablier.Refusal, match="turn_limit"):
        VectorEnv("moguli", 2, turn_limit=0)
    with pytest.raises(ValueError, match="One seed serves all boards"):
        VectorEnv("mole-hill", 2).reset(seed=[1, 2])
    with pytest.raises(ValueError, match=r"reset has no option 'seat'; .*: reset_mask, positions"):
        VectorEnv("mole-hill", 2).reset(options={"seat": 1})
    with pytest.raises(ValueError, match="a Game has its own, not: turn_limit"):
        VectorEnv(tablier.game("moguli"), 2, turn_limit=3)
