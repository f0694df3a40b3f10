"""Simulations per second of many trees at once, with the same net on the same GPU: ours and mctx.

python benchmarks/batched.py [--net mlp] [--trees 4096 16384] [--simulations 32] [--root gumbel]

Both search the same positions of Connect Four and Othello, mctx with the rules of Pgx. The net is
in PyTorch for us and in JAX for mctx, with the same weights in bfloat16; what they say of a sample
is compared first. Ours grows trees on all processors while the GPU evaluates. The best number of
trees counts for each. What is not installed is left out; without a GPU, all runs on the CPU.
"""

import argparse
import os
import statistics
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np

from tablier import Batch, BatchedSearch
from tablier.adapters.vector import VectorEnv
from tablier.game import Game
from tablier.position import positions_in
from yardsticks import NAMES, title, yardstick

REPETITIONS = 5  # for each figure
PLIES = 8  # random moves before the positions that are searched
SAMPLE = 256  # positions that both nets evaluate
WIDE, CHANNELS, LAYERS = 256, 64, 3
SEED = 2026
Weights = list[tuple[Any, Any]]

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX shares the GPU with us


@dataclass(frozen=True)
class Net:
    """Weights of a small net: dense layers, or 3 × 3 convolutions; the last layer is both heads."""

    kind: str
    shape: tuple[int, int, int]  # channels, rows, columns
    actions: int

    def weights(self) -> Weights:
        """An array of weights and one of biases for each layer, the same every time."""
        channels, rows, columns = self.shape
        dice = np.random.default_rng(SEED)
        if self.kind == "mlp":
            sizes = [channels * rows * columns, *[WIDE] * LAYERS]
            shapes: list[tuple[int, ...]] = [(n, m) for m, n in pairwise(sizes)]
        else:
            widths = [channels, *[CHANNELS] * LAYERS]
            shapes = [(n, m, 3, 3) for m, n in pairwise(widths)]
        last = WIDE if self.kind == "mlp" else CHANNELS * rows * columns
        shapes.append((self.actions + 1, last))
        return [
            (
                dice.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape).astype(np.float32),
                np.zeros(shape[0], np.float32),
            )
            for shape in shapes
        ]


class TorchNet:
    """The net in PyTorch as an evaluator; on a GPU, a graph that was recorded once is replayed.

    There are two arrays for answers: one is read while the other is written.
    """

    def __init__(self, net: Net, most: int):
        self.torch: Any = import_module("torch")
        torch, self.turn = self.torch, 0
        self.on_gpu = bool(torch.cuda.is_available())
        self.layers = [tuple(self.put(each) for each in layer) for layer in net.weights()]
        self.seen = torch.zeros((most, *net.shape), dtype=torch.uint8, pin_memory=self.on_gpu)
        self.found = [
            (
                torch.zeros((most, net.actions), pin_memory=self.on_gpu),
                torch.zeros((most,), pin_memory=self.on_gpu),
            )
            for _ in range(2)
        ]
        if self.on_gpu:
            self.record()

    def put(self, array: Any) -> Any:
        """The weights where they are needed."""
        there = self.torch.from_numpy(array).to(self.torch.bfloat16)
        if there.dim() == 4:
            there = there.to(memory_format=self.torch.channels_last)
        return there.cuda() if self.on_gpu else there

    def record(self) -> None:
        """Record the work of the GPU, so that launching it takes no time."""
        torch = self.torch
        self.seen_there = self.seen.cuda()
        self.stream = torch.cuda.Stream()
        with torch.cuda.stream(self.stream), torch.inference_mode():
            for _ in range(3):
                self.forward(self.seen_there)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.inference_mode(), torch.cuda.graph(self.graph, stream=self.stream):
            self.found_there = self.forward(self.seen_there)

    def forward(self, seen: Any) -> tuple[Any, Any]:
        """Logits, and the value of the mover."""
        nn = self.torch.nn.functional
        x = seen.to(self.torch.bfloat16, memory_format=self.torch.channels_last)
        for w, bias in self.layers[:-1]:
            x = nn.linear(x.flatten(1), w, bias) if w.dim() == 2 else nn.conv2d(x, w, bias, 1, 1)
            x = x.relu()
        x = nn.linear(x.flatten(1), *self.layers[-1]).float()
        return x[:, :-1].contiguous(), x[:, -1].tanh()

    def __call__(self, batch: Batch) -> tuple[Any, Any]:
        n, self.turn = len(batch), 1 - self.turn
        logits, values = (each[:n] for each in self.found[self.turn])
        self.seen.numpy()[:n] = batch.planes
        with self.torch.inference_mode():
            if self.on_gpu:
                self.replay(n, logits, values)
            else:
                found = self.forward(self.seen[:n])
                logits[:], values[:] = found
        return logits.numpy(), values.numpy()

    def replay(self, n: int, logits: Any, values: Any) -> None:
        with self.torch.cuda.stream(self.stream):
            self.seen_there[:n].copy_(self.seen[:n], non_blocking=True)
            self.graph.replay()
            logits.copy_(self.found_there[0][:n], non_blocking=True)
            values.copy_(self.found_there[1][:n], non_blocking=True)
            self.stream.synchronize()


def jax_forward(net: Net) -> tuple[Callable[[Any, Any], tuple[Any, Any]], Any]:
    """The net in JAX, of observations as Pgx gives them, and its weights."""
    jax: Any = import_module("jax")
    jnp = jax.numpy
    kind = jnp.bfloat16
    weights = [tuple(jnp.asarray(each, kind) for each in layer) for layer in net.weights()]

    def forward(layers: Any, observed: Any) -> tuple[Any, Any]:
        x = jnp.moveaxis(observed, -1, 1).astype(kind)
        for w, bias in layers[:-1]:
            if w.ndim == 2:
                x = jax.nn.relu(x.reshape(len(x), -1) @ w.T + bias)
            else:
                x = jax.nn.relu(jax.lax.conv(x, w, (1, 1), "SAME") + bias[:, None, None])
        w, bias = layers[-1]
        x = (x.reshape(len(x), -1) @ w.T + bias).astype(jnp.float32)
        return x[:, :-1], jnp.tanh(x[:, -1])

    return forward, weights


@dataclass
class Contestant:
    """A search with so many trees, and its measured times."""

    who: str
    trees: int
    simulations: int
    search: Callable[[], None]
    seconds: list[float] = field(default_factory=list)

    def time(self) -> None:
        begin = time.perf_counter()
        self.search()
        self.seconds.append(time.perf_counter() - begin)

    @property
    def rate(self) -> float:
        """Simulations per second."""
        return self.trees * self.simulations / statistics.median(self.seconds)


def openings(game: Game, n: int) -> tuple[Any, Any]:
    """The actions of so many games, a column for each, and the states after them."""
    env = VectorEnv(game, n, SEED)
    played = []
    for _ in range(PLIES):
        played.append(env.sample().copy())
        env.step(played[-1])
    return np.array(played), env.states().copy()


def ours(game: Game, net: Net, trees: int, options: argparse.Namespace) -> Contestant:
    """Our trees; the evaluation of the roots is a simulation of its own."""
    evaluator = TorchNet(net, trees)
    search = BatchedSearch(
        game, trees, simulations=options.simulations + 1, root=options.root, seed=SEED
    )
    positions = positions_in(game, openings(game, trees)[1])

    def run() -> None:
        search.look_at(positions)
        search.run(evaluator)
        search.choose()

    return Contestant("Tablier", trees, options.simulations, run)


def mctx(name: str, game: Game, net: Net, trees: int, options: argparse.Namespace) -> Contestant:
    """The trees of mctx, as Pgx's own example of AlphaZero grows them."""
    jax: Any = import_module("jax")
    library: Any = import_module("mctx")
    env: Any = import_module("pgx").make(name)
    jnp, (forward, weights) = jax.numpy, jax_forward(net)
    step = jax.vmap(env.step)

    def judged(layers: Any, state: Any) -> tuple[Any, Any]:
        logits, value = forward(layers, state.observation)
        logits = logits - logits.max(axis=-1, keepdims=True)
        return jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min), value

    def recurrent(layers: Any, key: Any, action: Any, state: Any) -> tuple[Any, Any]:
        del key
        mover = state.current_player
        state = step(state, action)
        logits, value = judged(layers, state)
        reward = state.rewards[jnp.arange(trees), mover]
        value = jnp.where(state.terminated, 0.0, value)
        discount = jnp.where(state.terminated, 0.0, -1.0 * jnp.ones_like(value))
        out = library.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=logits, value=value
        )
        return out, state

    policy = library.gumbel_muzero_policy if options.root == "gumbel" else library.muzero_policy

    def search(layers: Any, key: Any, state: Any) -> Any:
        logits, value = judged(layers, state)
        root = library.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        found = policy(
            layers, key, root, recurrent, options.simulations,
            invalid_actions=~state.legal_action_mask,
        )  # fmt: skip
        return found.action

    searched = jax.jit(search)
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, trees))
    play = jax.jit(step)
    for actions in openings(game, trees)[0]:
        state = play(state, jnp.asarray(actions))

    def run() -> None:
        jax.block_until_ready(searched(weights, key, state))

    return Contestant("mctx", trees, options.simulations, run)


def compare_nets(game: Game, net: Net) -> float:
    """How far the logits of both nets are apart, at most, on the same positions."""
    batch = Batch(game, openings(game, SAMPLE)[1])
    logits, values = TorchNet(net, SAMPLE)(batch)
    forward, weights = jax_forward(net)
    theirs = forward(weights, np.moveaxis(batch.planes, 1, -1))
    pairs = ((logits, theirs[0]), (values, theirs[1]))
    return max(float(np.abs(one - np.asarray(other)).max()) for one, other in pairs)


def measure(group: Sequence[Contestant]) -> None:
    """Let the contestants take turns, after one search each that compiles."""
    for each in group:
        each.search()
    for _ in range(REPETITIONS):
        for each in group:
            each.time()


def contestants(name: str, game: Game, net: Net, options: argparse.Namespace) -> list[Contestant]:
    """All that can be measured; what fails is shown and does not keep the others from it."""
    group = []
    for trees in options.trees:
        makers = partial(ours, game, net), partial(mctx, name, game, net)
        for make in makers:
            try:
                each = make(trees, options)
                each.search()
                group.append(each)
            except ImportError as missing:
                print(f"not measured: {missing}", flush=True)
            except Exception:
                print(traceback.format_exc(), flush=True)
    return group


def compare(name: str, options: argparse.Namespace) -> None:
    """One game: a line for each contestant, and how many times as fast as mctx we are."""
    game = yardstick(name)
    net = Net(options.net, game.planes.SHAPE, game.rules.ACTIONS)
    try:
        print(f"{title(game)}: the nets differ by {compare_nets(game, net):.4f}.", flush=True)
    except ImportError as missing:
        print(f"The nets are not compared: {missing}.")
    group = contestants(name, game, net, options)
    measure(group)
    for each in group:
        print(f"{title(game):<16}{each.who:<10}{each.trees:>8,}{each.rate / 1e6:>10.2f} M")
    best = {each.who: max(o.rate for o in group if o.who == each.who) for each in group}
    if len(best) == 2:
        ratio = best["Tablier"] / best["mctx"]
        print(f"{title(game)}: {ratio:.2f} times as many simulations per second as mctx.")
    sys.stdout.flush()


def main() -> int:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--net", choices=("mlp", "conv"), default="conv")
    parser.add_argument("--trees", type=int, nargs="+", default=[1024, 4096, 16384])
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--root", choices=("puct", "gumbel"), default="gumbel")
    parser.add_argument("--games", nargs="+", choices=NAMES, default=NAMES)
    options = parser.parse_args()
    print(f"{options.net}, {options.simulations} simulations, {options.root}; simulations/s")
    for name in options.games:
        compare(name, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
