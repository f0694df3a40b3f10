"""Train a net over lunch, and play it: PyTorch, self-play, any game with planes.

python examples/lunch.py mole-hill --minutes 40

The net is in lunch.pt, beside this file, after each round. In that folder:

tablier match mole-hill simulations:64,evaluator=lunch:load simulations:64,net=off
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import tablier

FILE = Path(__file__).with_name("lunch.pt")
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WIDTH, BATCH, WINDOW = 64, 256, 100_000


class Net(nn.Module):
    """Three convolutions, then logits of all actions and a value for each seat, the mover first."""

    def __init__(self, game: tablier.Game) -> None:
        super().__init__()
        channels, rows, columns = game.planes.SHAPE
        widths = [channels, WIDTH, WIDTH, WIDTH]
        convolutions = [nn.Conv2d(a, b, 3, padding=1) for a, b in pairwise(widths)]
        self.trunk = nn.Sequential(*(part for each in convolutions for part in (each, nn.ReLU())))
        self.policy = nn.Linear(WIDTH * rows * columns, game.rules.ACTIONS)
        self.value = nn.Linear(WIDTH * rows * columns, game.players)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values of planes."""
        seen = self.trunk(planes).flatten(1)
        return self.policy(seen), torch.tanh(self.value(seen))


class Evaluator:
    """What a search asks: planes go in, logits and values come out."""

    def __init__(self, net: Net) -> None:
        self.net = net.to(DEVICE).eval()

    @torch.inference_mode()
    def __call__(self, batch: tablier.Batch) -> tuple[np.ndarray, np.ndarray]:
        """The logits and values of these positions."""
        logits, values = self.net(torch.from_numpy(batch.scaled).to(DEVICE))
        return logits.cpu().numpy(), by_seat(values.cpu().numpy(), -batch.seats)


def by_seat(values: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """Values in another order: number i is what was number i + shift."""
    places = (np.arange(values.shape[1]) + shift[:, None]) % values.shape[1]
    return np.take_along_axis(values, places, 1)


def learn(net: Net, optimizer: torch.optim.Optimizer, window: dict[str, np.ndarray]) -> float:
    """One pass over the newest positions; the mean loss."""
    losses = []
    order = np.random.default_rng().permutation(len(window["policy"]))
    for rows in np.array_split(order, max(1, len(order) // BATCH)):
        planes, policy, wanted, legal = (
            torch.from_numpy(window[name][rows]).to(DEVICE)
            for name in ("planes", "policy", "wanted", "masks")
        )
        logits, values = net(planes)
        logits = logits.masked_fill(~legal, -1e9)
        loss = functional.cross_entropy(logits, policy) + functional.mse_loss(values, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def samples(game: tablier.Game, net: Net, games: int, simulations: int, seed: int) -> dict:
    """Positions of new games, with what the net should have said of them."""
    played = tablier.selfplay(
        game, Evaluator(net), games=games, simulations=simulations, random_plies=4, seed=seed
    )
    batches = list(played)
    found = {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}
    target = (found["outcome"] + found["root"]) / 2
    planes = tablier.Batch(game, found["states"]).scaled
    wanted = by_seat(target, found["seats"]).astype(np.float32)
    return {"planes": planes, "wanted": wanted, "policy": found["policy"], "masks": found["masks"]}


def train(
    game: tablier.Game, seconds: float, games: int = 512, simulations: int = 64
) -> list[float]:
    """Play and learn by turns; the loss of each round."""
    net, window, losses = Net(game).to(DEVICE), {}, []
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=1e-4)
    began = time.monotonic()
    while not losses or time.monotonic() - began < seconds:
        new = samples(game, net, games, simulations, seed=len(losses) * games)
        window = {
            name: np.concatenate([window.get(name, array[:0]), array])[-WINDOW:]
            for name, array in new.items()
        }
        net.train()
        losses += [learn(net, optimizer, window) for _ in range(2)]
        torch.save(net.state_dict(), FILE)
        minutes = (time.monotonic() - began) / 60
        print(f"{minutes:5.1f} min  {len(window['policy'])} positions  loss {losses[-1]:.3f}")
    return losses


def load(game: tablier.Game) -> Evaluator:
    """The net of lunch.pt: `evaluator=lunch:load` names it."""
    torch.set_num_threads(1)  # each processor has a game of its own
    net = Net(game)
    net.load_state_dict(torch.load(FILE, map_location=DEVICE))
    return Evaluator(net)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a net over lunch.")
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=40)
    given = parser.parse_args()
    train(tablier.game(given.game), 60 * given.minutes)
