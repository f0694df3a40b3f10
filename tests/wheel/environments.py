"""A program of somebody who trains on the games, for type checkers to read and for Python to run.

PettingZoo and OpenSpiel have no types of their own; what is asserted is what Tablier adds.
"""

from typing import assert_type

import gymnasium
import numpy as np
from numpy.typing import NDArray

import tablier
import tablier.adapters.gymnasium
import tablier.adapters.openspiel
import tablier.adapters.pettingzoo
from tablier.adapters.vector import VectorEnv


def play_on_many_boards(game: tablier.Game) -> None:
    env = VectorEnv(game, boards=2, seed=1)
    observations, rewards, dones = env.step(env.sample())
    assert_type(observations, NDArray[np.uint8])
    assert_type(rewards, NDArray[np.float32])
    assert_type(dones, NDArray[np.bool_])
    assert_type(env.masks, NDArray[np.bool_])
    assert_type(env.seats, NDArray[np.int8])
    assert_type(env.sample(), NDArray[np.int64])
    assert_type(env.position(1), tablier.Position)
    assert_type(env.restore(env.save()), NDArray[np.uint8])
    assert_type(env.reset(which=[1], positions=[game.start(seed=2)]), NDArray[np.uint8])


def vectorise() -> None:
    made = gymnasium.make_vec("tablier/mole-hill-v1", num_envs=2)
    assert made.num_envs == 2
    env = tablier.adapters.gymnasium.VectorEnv("mole-hill", 2, centre_start="plain")
    observations, infos = env.reset(seed=1)
    assert_type(env.game, tablier.Game)
    assert_type(env.boards, VectorEnv)
    actions = np.argmax(observations["action_mask"], axis=1)
    observations, rewards, ends, cuts, infos = env.step(actions)
    assert_type(observations["observation"], NDArray[np.uint8])
    assert_type(rewards, NDArray[np.float64])
    assert_type(ends, NDArray[np.bool_])
    assert cuts.shape == infos["seats"].shape


def play_against_opponents() -> None:
    made = gymnasium.make("tablier/mole-hill-v1", opponent=1, seat=0)
    assert made.action_space.contains(0)
    env = tablier.adapters.gymnasium.Env("mole-hill", lambda position: position.legal_moves[0])
    observation, info = env.reset(seed=1, options={"seat": 0})
    assert_type(observation, NDArray[np.float32])
    assert_type(env.action_masks(), NDArray[np.bool_])
    observation, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
    assert_type(reward, float)
    assert_type(env.game, tablier.Game)
    assert (over, cut, env.seat) == (False, False, 0)


def take_turns() -> None:
    env = tablier.adapters.pettingzoo.raw_env("mole-hill", centre_start="plain")
    env.reset(seed=1)
    assert_type(env.game, tablier.Game)
    assert_type(env.position, tablier.Position)
    assert_type(env.possible_agents, list[str])


def go_into_a_tree() -> None:
    game = tablier.adapters.openspiel.loaded("python_tablier_labyrinthe_4p")
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("a2-a5"))


def main() -> None:
    play_on_many_boards(tablier.game("mole-hill"))
    vectorise()
    play_against_opponents()
    take_turns()
    go_into_a_tree()
    print("all as it says")


if __name__ == "__main__":
    main()
