"""Learner: makes a net better at saying what searches found, batch by batch."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np

from tablier.extras import extra
from tablier.game import Game
from tablier.nets import Net
from tablier.nets.quantisation import dequantised, shapes
from tablier.texts import refusal
from tablier.training.batches import Batch, Gatherer
from tablier.training.model import Model, floats, losses
from tablier.training.samples import Window

with extra("train"):
    import torch

RATE, SLOWER = 4e-3, 4_000  # the rate of learning, and the step from which on it falls
MEMORY = 0.998  # the net that plays is a mean over about the last 500 steps
VALUE = 1.5  # how much a value counts beside a policy
DECAY = 1e-5


@dataclass(frozen=True)
class Loss:
    """How far the net was from its targets, on average."""

    policy: float
    value: float


class Learner:
    """A model, its mean over the last steps, and the state of the optimiser."""

    def __init__(self, game: Game, seed: int, batch: int, threads: int = 1):
        torch.manual_seed(seed)
        torch.set_num_threads(1)  # the other processors play
        self.game, self.batch, self.steps = game, batch, 0
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.gatherer = Gatherer(game, threads)
        self.model = Model(shapes(game)).to(self.device)
        self.mean = Model(shapes(game)).to(self.device)
        self.mean.load_state_dict(self.model.state_dict())
        self._optimiser = torch.optim.Adam(self.model.parameters(), RATE, weight_decay=DECAY)

    def learn(
        self,
        window: Window,
        steps: int,
        newest: int,
        seed: tuple[int, ...],
        is_last: bool = False,
        tell: Callable[[float], None] = lambda _: None,
    ) -> Loss:
        """Take so many steps, each on a batch of any of the newest samples.

        If they are the last, they become smaller and smaller. `tell` hears what part is done.
        """
        dice = np.random.default_rng(seed)
        total = torch.zeros(2, device=self.device)
        for i in range(steps):
            self._set_rate(1 - i / steps if is_last else 1.0)
            chosen = window.draw(dice, self.batch, newest)
            total += self._step(self.gatherer.batch(window.samples, chosen))
            tell((i + 1) / steps)
        policy, value = (total / max(1, steps)).tolist()
        return Loss(policy, value)

    def _step(self, batch: Batch) -> Any:
        tensors = [torch.from_numpy(each).to(self.device) for each in batch]
        on, begins, phases, table, owners, targets, wanted = tensors
        values, logits = self.model(on, begins, phases, table, owners)
        policy, value = losses(values, logits, owners, targets, wanted)
        self._optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(policy + VALUE * value)
        self._optimiser.step()
        self.model.clip()
        self._count()
        return torch.stack([policy.detach(), value.detach()])

    def _set_rate(self, part: float) -> None:
        """Learn at this part of the rate, which falls slowly."""
        for group in self._optimiser.param_groups:
            group["lr"] = part * RATE * min(1.0, (SLOWER / max(1, self.steps)) ** 0.5)

    def _count(self) -> None:
        """Note the step: the mean moves on."""
        self.steps += 1
        part = 1 - min(MEMORY, self.steps / (self.steps + 10))
        with torch.no_grad():
            for mean, own in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(own, part)

    def net(self, **more: Any) -> Net:
        """The net as it is now, in whole numbers."""
        return Net.of(self.game, floats(self.mean), **more)

    def take(self, net: Net) -> None:
        """Begin with that net, and with small steps."""
        weights = dequantised(self.game, net.weights)
        tensors = {name: torch.from_numpy(each) for name, each in weights.items()}
        self.model.load_state_dict(tensors)
        self.mean.load_state_dict(tensors)
        self.steps = SLOWER

    def save(self, path: Path) -> None:
        """Write all that is needed to go on, whole or not at all."""
        data, draft = io.BytesIO(), path.with_suffix(".part")
        torch.save(self._state(), data)
        draft.write_bytes(data.getbuffer())  # what fails here says why, as any file does
        draft.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what `save` wrote."""
        try:
            kept: Mapping[str, Any] = torch.load(path, self.device, weights_only=True)
            self.model.load_state_dict(kept["model"])
            self.mean.load_state_dict(kept["mean"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self.steps = int(kept["steps"])
        except (
            EOFError,
            LookupError,
            RuntimeError,
            TypeError,
            ValueError,
            UnpicklingError,
        ) as wrong:
            raise refusal("bad_learner", path=str(path)) from wrong

    def _state(self) -> dict[str, Any]:
        return {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "steps": self.steps,
        }
