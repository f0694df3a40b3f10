"""PPO by self-play on many boards at once, with PyTorch; DLPack shares the arrays without copies.

pip install 'tablier[examples]'
python examples/ppo.py

One net plays both seats. Its share of the points against random play is printed as it learns.
"""

import argparse
import time
from importlib import import_module
from typing import Any

import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import tablier
from tablier.game import Game
from tablier.payoffs import part_of

STEPS, EPOCHS, BATCHES = 64, 3, 4  # moves of a rollout on each board; epochs; minibatches
RATE, CLIP, LAMBDA, ENTROPY, VALUE = 1e-3, 0.2, 0.95, 0.01, 0.5
EVERY = 10  # rollouts between two evaluations


class Net(nn.Module):
    """From planes to a policy, and to what the seat to move can expect: −1 to 1."""

    scale: Tensor

    def __init__(self, game: Game, width: int = 128) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(game.planes.SCALE))
        cells = int(torch.tensor(game.planes.SHAPE).prod())
        first, second = nn.Linear(cells, width), nn.Linear(width, width)
        self.body = nn.Sequential(nn.Flatten(), first, nn.ReLU(), second, nn.ReLU())
        self.policy, self.value = nn.Linear(width, game.rules.ACTIONS), nn.Linear(width, 1)

    def forward(self, planes: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """A choice among the legal actions, and a value, for each board."""
        hidden = self.body(planes * self.scale)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(hidden)[:, 0].tanh()


def views(env: Any, *names: str) -> list[Tensor]:
    """Arrays of the boards as tensors on the same memory: the next step overwrites them."""
    return [torch.from_dlpack(env.shared(getattr(env, name))) for name in names]


@torch.no_grad()
def collect(env: Any, net: Net) -> list[Tensor]:
    """A rollout: planes, masks, actions, their log-probabilities, advantages, returns."""
    buffers: list[list[Tensor]] = [[] for _ in range(8)]
    for _ in range(STEPS):
        planes, masks, seats = views(env, "observations", "masks", "seats")
        choice, value = net(planes, masks)
        action, mover = choice.sample(), seats.long()
        seen = planes.clone(), masks.clone(), action, choice.log_prob(action), value, mover
        env.step(action)
        rewards, dones = views(env, "rewards", "dones")
        for buffer, value in zip(buffers, (*seen, own(rewards, mover), dones.clone()), strict=True):
            buffer.append(value)
    planes, masks, seats = views(env, "observations", "masks", "seats")
    *shown, values, movers, gains, ends = buffers
    last = net(planes, masks)[1]
    advantages = generalised_advantages([*values, last], [*movers, seats.long()], gains, ends)
    return [*map(torch.stack, shown), advantages, advantages + torch.stack(values)]


def own(rewards: Tensor, seats: Tensor) -> Tensor:
    """What these seats got, one on each board."""
    return rewards.gather(1, seats[:, None])[:, 0]


def generalised_advantages(
    values: list[Tensor], movers: list[Tensor], gains: list[Tensor], ends: list[Tensor]
) -> Tensor:
    """GAE for the movers: what is good for the other seat is bad for this one."""
    advantage, found = torch.zeros_like(values[-1]), []
    for t in reversed(range(len(gains))):
        sign = torch.where(movers[t] == movers[t + 1], 1.0, -1.0) * ~ends[t]
        delta = gains[t] + sign * values[t + 1] - values[t]
        advantage = delta + LAMBDA * sign * advantage
        found.append(advantage)
    return torch.stack(found[::-1])


def learn(net: Net, optimiser: torch.optim.Optimizer, rollout: list[Tensor]) -> None:
    """Some epochs of minibatches over a rollout."""
    flat = [part.flatten(0, 1) for part in rollout]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(flat[0]), device=flat[0].device).chunk(BATCHES):
            planes, masks, actions, logs, advantages, returns = (each[part] for each in flat)
            choice, value = net(planes, masks)
            ratio = (choice.log_prob(actions) - logs).exp()
            gain = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            clipped = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = VALUE * (value - returns).square().mean() - clipped.mean()
            optimiser.zero_grad()
            (loss - ENTROPY * choice.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def score(env: Any, net: Net) -> float:
    """The net's share of the points in the first game on each board, from both seats in turn."""
    env.reset()
    seat = torch.arange(len(env), device=net.scale.device) % 2
    gained, left = torch.zeros(len(env), device=seat.device), torch.ones_like(seat)
    while left.any():
        planes, masks, seats = views(env, "observations", "masks", "seats")
        random = torch.from_dlpack(env.shared(env.sample()))
        env.step(torch.where(seats == seat, net(planes, masks)[0].logits.argmax(1), random))
        rewards, dones = views(env, "rewards", "dones")
        gained += left * own(rewards, seat)
        left *= ~dones
    return part_of(float(gained.mean()), env.game.players)


def main() -> None:
    """Train, and print the score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="mole-hill", help="one for two players")
    parser.add_argument("--rollouts", type=int, default=20)
    parser.add_argument("--boards", type=int, default=256)
    parser.add_argument("--gpu", action="store_true", help="boards and net on a CUDA GPU")
    options = parser.parse_args()
    torch.manual_seed(1)
    game, module = tablier.game(options.game), "gpu" if options.gpu else "vector"
    make = import_module(f"tablier.adapters.{module}").VectorEnv
    env, evaluation = make(game, options.boards, seed=1), make(game, options.boards, seed=2)
    net, begin = Net(game).to("cuda" if options.gpu else "cpu"), time.monotonic()
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    for number in range(options.rollouts + 1):
        if number % EVERY == 0 or number == options.rollouts:
            moves, took = number * STEPS * options.boards, time.monotonic() - begin
            said = f"{score(evaluation, net):.2f} of the points against random play"
            print(f"after {moves} moves, {took:.0f} s: {said}", flush=True)
        if number < options.rollouts:
            learn(net, optimiser, collect(env, net))


if __name__ == "__main__":
    main()
