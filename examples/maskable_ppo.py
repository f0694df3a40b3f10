"""MaskablePPO of Stable-Baselines3 learns a game against random play.

pip install 'tablier[research,examples]'
python examples/maskable_ppo.py
"""

import argparse
from collections.abc import Callable

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import tablier.adapters.gymnasium  # noqa: F401 - registers the games
from tablier.payoffs import part_of

BOARDS = 8


def maker(name: str) -> Callable[[], gymnasium.Env]:
    """Makes the environment; the agent's seat is drawn at random in every game."""
    return lambda: gymnasium.make(name, opponent="random")


def learn(name: str, steps: int, batch: int, seed: int) -> MaskablePPO:
    """An agent that has played so many steps and learnt from each batch of them."""
    boards = DummyVecEnv([maker(name)] * BOARDS)
    agent = MaskablePPO(
        "MlpPolicy",
        boards,
        learning_rate=5e-4,
        n_steps=batch // BOARDS,
        batch_size=batch // 8,
        n_epochs=6,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    return agent.learn(steps)


def score(agent: MaskablePPO, name: str, games: int, seed: int) -> float:
    """What share of the points the agent gets against random play: 0.5 is as good as random."""
    env, rewards = gymnasium.make(name, opponent="random"), []
    for game in range(games):
        observation, info = env.reset(seed=seed + game)
        over = False
        while not over:
            mask = info["action_mask"]
            action, _ = agent.predict(observation, action_masks=mask, deterministic=True)
            observation, reward, over, _, info = env.step(action)
        rewards.append(part_of(float(reward), env.unwrapped.game.players))
    return float(np.mean(rewards))


def main() -> None:
    """Train, and print the score before and after."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="tablier/mole-hill-v1")
    parser.add_argument("--steps", type=int, default=90_000)
    parser.add_argument("--batch", type=int, default=2048, help="steps between two updates")
    parser.add_argument("--games", type=int, default=200, help="to measure the agent")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    for steps in (0, given.steps):
        agent = learn(given.game, steps, given.batch, given.seed)
        found = score(agent, given.game, given.games, 1_000_000)
        print(f"after {steps} steps: {found:.2f} of the points against random play")


if __name__ == "__main__":
    main()
