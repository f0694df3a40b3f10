"""Self-play on a GPU or on the processors? Searches with a net, by the same functions on both.

python benchmarks/gpu_search.py [connect_four mole-hill …] [--trees 4096 16384] [--simulations 200]

On the GPU one thread grows one tree, by `simulation.search` as it is. Positions are from random
games, nets are untrained: that changes what is found, and not what it costs. A sample of the trees
is grown on the CPU as well, and the line says how many have the very same visits there.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple
from multiprocessing import get_context
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablier
from random_positions import positions
from tablier.arena.pool import processors
from tablier.game import Game
from tablier.kernels.gpu import load
from tablier.nets import Net
from tablier.nets.kernels import inputs_of, kernel_of
from tablier.nets.quantisation import shapes
from tablier.search.mcts import DEEPEST
from tablier.search.player import features_of
from tablier.search.tree import PLAN, Plan, kernels_of
from yardsticks import NAMES, title, yardstick

SAMPLE = 256  # trees that the CPU grows as well
BLOCK = 64  # threads
SPREAD = 0.1  # of a net's weights
A_SIMULATION = 40  # nodes for which there is room, if a position can have so many moves

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # samples are small
cuda: Any = load()


def named(name: str) -> Game:
    return yardstick(name) if name in NAMES else tablier.game(name)


def untrained(game: Game) -> Net:
    """A net with weights drawn at random."""
    dice = np.random.default_rng(0)
    drawn = {name: dice.normal(0, SPREAD, shape) for name, shape in shapes(game).items()}
    return Net.of(game, drawn)


class Memory:
    """The arrays of `simulation.search` for some trees; the first index of each is the tree."""

    def __init__(self, game: Game, roots: NDArray[Any], simulations: int):
        rules, judge, n = game.rules, kernel_of(game), len(roots)
        kernels = kernels_of(game, features_of(game), untrained(game))
        self.node, self.search = kernels.tree.NODE, kernels.simulation.search
        size = simulations * min(rules.WIDTH, A_SIMULATION)
        depth = min(simulations + 2, DEEPEST + 1)
        self.arrays = [
            np.zeros((n, size), self.node),
            roots.reshape(n, 1).copy(),
            np.zeros((n, 1), rules.STATE),
            np.zeros((n, rules.WIDTH), np.int32),
            np.zeros((n, rules.WIDTH), np.float32),
            np.zeros((n, rules.PLAYERS)),
            np.zeros((n, depth, 2), np.int32),
        ]
        self.scratch = np.zeros((n, 1), judge.SCRATCH)
        self.net, self.plan = untrained(game).weights, np.zeros(1, PLAN)
        self.plan[0] = astuple(Plan(*inputs_of(game).PLAN))

    def arguments(self) -> list[Any]:
        """As the kernel of the GPU takes them."""
        return [*self.arrays, self.net, self.scratch, self.plan]

    def grow(self, i: int, simulations: int) -> None:
        """Grow one tree on the CPU."""
        nodes, *others = (array[i] for array in self.arrays)
        more = self.net, self.scratch[i], self.plan, np.uint64(i), 0, simulations
        self.search(nodes, 1, *others, *more)


def on_one_core(name: str, number: int, simulations: int, seconds: float) -> float:
    """Simulations a second of one process."""
    game = named(name)
    memory = Memory(game, positions(game, 64), simulations)
    memory.grow(0, simulations)
    begin, done = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        i = (number + done) % 64
        memory.arrays[0][i][0] = np.zeros((), memory.node)
        memory.grow(i, simulations)
        done += 1
    return done * simulations / (time.perf_counter() - begin)


def on_all_cores(name: str, simulations: int, seconds: float) -> float:
    """Simulations a second of as many processes as there are processors."""
    n = processors()
    with ProcessPoolExecutor(n, get_context("spawn")) as pool:
        each = [pool.submit(on_one_core, name, i, simulations, seconds) for i in range(n)]
        return sum(one.result() for one in each)


def gpu_kernel(search: Any) -> Any:
    """A thread for each tree."""

    @cuda.jit
    def grow(nodes, roots, states, actions, weights, payoffs, paths, net, scratch, plan, last):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(nodes):
            search(
                nodes[i], 1, roots[i], states[i], actions[i], weights[i], payoffs[i], paths[i],
                net, scratch[i], plan, np.uint64(i), 0, last,
            )  # fmt: skip

    return grow


def on_gpu(game: Game, trees: int, simulations: int) -> tuple[float, float]:
    """Simulations a second of the GPU, and how many trees of a sample are as on the CPU."""
    roots = positions(game, SAMPLE)
    memory = Memory(game, np.resize(roots, trees), simulations)
    kernel = gpu_kernel(memory.search)
    seconds = []
    for _ in range(2):  # the first time it is compiled
        there = [cuda.to_device(array) for array in memory.arguments()]
        cuda.synchronize()
        begin = time.perf_counter()
        kernel[-(-trees // BLOCK), BLOCK](*there, simulations)
        cuda.synchronize()
        seconds.append(time.perf_counter() - begin)
    visits = there[0][:SAMPLE].copy_to_host()["visits"]
    same = 0
    for i in range(min(SAMPLE, trees)):
        memory.grow(i, simulations)
        same += bool((memory.arrays[0][i]["visits"] == visits[i]).all())
    return trees * simulations / seconds[1], same / min(SAMPLE, trees)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["connect_four", "mole-hill"])
    parser.add_argument("--trees", type=int, nargs="*", default=[4_096, 16_384])
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    for name in given.games:
        game = named(name)
        on_one_core(name, 0, given.simulations, 0.0)  # compiles for all
        cores = on_all_cores(name, given.simulations, given.seconds)
        print(f"{title(game)}: {processors()} cores {cores:,.0f} simulations/s", flush=True)
        for trees in given.trees:
            speed, same = on_gpu(game, trees, given.simulations)
            print(
                f"  GPU, {trees} trees: {speed:,.0f} simulations/s, {same:.0%} the same", flush=True
            )


if __name__ == "__main__":
    main()
