"""What the nets of the games cost, and whether a GPU computes the same bytes.

python benchmarks/nets.py [GAME …]          seconds to compile, and simulations a second
python benchmarks/nets.py [GAME …] --gpu    values and weights of many positions, CPU and GPU

Seconds are processor time. What is compiled goes into empty caches. A game without a net of its own
is left out.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablier
from random_positions import positions
from tablier import Player
from tablier.game import Game
from tablier.kernels.gpu import load
from tablier.nets import Net, net_of
from tablier.nets.kernels import kernel_of

SIMULATIONS, REPETITIONS = 20_000, 5
BOARDS = 2_000  # positions that both judge
BLOCK = 64  # threads
CACHES = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
COMPILE = """
import sys, time, tablier
from tablier.search.preparation import STAGES
for name, compile_ in STAGES.items():
    begin = time.process_time()
    compile_(tablier.game(sys.argv[1]))
    print(f"{name} {time.process_time() - begin:.1f} s", end=", ")
"""

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # samples are small
cuda: Any = load()


def compiling(game: Game) -> str:
    """The seconds that each stage takes in a process that finds nothing."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {name: str(Path(folder) / name) for name in CACHES}
        words = [sys.executable, "-c", COMPILE, game.name]
        return subprocess.run(
            words, env=environment, check=True, capture_output=True, text=True
        ).stdout


def speed(game: Game, net: bool) -> float:
    """Simulations a second from the start of a game, the best of some times."""
    seconds = []
    for _ in range(REPETITIONS):
        player = Player(game, simulations=SIMULATIONS, memory=64_000_000, net=net)
        player.choose(game.start(1), stop=lambda: True)  # compiles
        begin = time.thread_time()
        player.analyse(game.start(3))
        seconds.append(time.thread_time() - begin)
    return SIMULATIONS / min(seconds)


def memory(game: Game, states: NDArray[Any]) -> list[NDArray[Any]]:
    """States, scratch, actions, values and weights, one of each for a board."""
    n, rules = len(states), game.rules
    return [
        states.copy(),
        np.zeros(n, kernel_of(game).SCRATCH),
        np.zeros((n, rules.WIDTH), np.int32),
        np.zeros((n, rules.PLAYERS)),
        np.zeros((n, rules.WIDTH), np.float32),
    ]


def judge_of(game: Game) -> Any:
    """What judges board number i; without a decorator, as the GPU compiles it too."""
    kernel, legal = kernel_of(game), game.rules.legal
    evaluate, weigh = kernel.evaluate_position, kernel.weigh_moves

    def judge(net, states, scratch, actions, values, weights, i):  # type: ignore[no-untyped-def]
        n = legal(states[i], actions[i])
        evaluate(net[0], scratch[i], states[i], values[i])
        weigh(net[0], scratch[i], states[i], actions[i], n, weights[i])

    return judge


def on_gpu(game: Game, net: Net, arrays: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """The arrays after a thread of the GPU has judged each board."""
    judge = cuda.jit(device=True)(judge_of(game))

    @cuda.jit
    def judge_all(net, states, scratch, actions, values, weights):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            judge(net, states, scratch, actions, values, weights, i)

    there = [cuda.to_device(array) for array in arrays]
    judge_all[-(-BOARDS // BLOCK), BLOCK](cuda.to_device(net.weights), *there)
    return [array.copy_to_host() for array in there]


def differing(game: Game, net: Net) -> int:
    """How many positions get another value or weight on the GPU than on the CPU."""
    here = memory(game, positions(game, BOARDS))
    judge = judge_of(game)
    there = on_gpu(game, net, memory(game, here[0]))
    for i in range(BOARDS):
        judge(net.weights, *here, i)
    rows = [np.array([each.tobytes() for each in array]) for array in (*here[2:], *there[2:])]
    same = np.logical_and.reduce([a == b for a, b in zip(rows[:3], rows[3:], strict=True)])
    return int(BOARDS - same.sum())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=tablier.games())
    parser.add_argument("--gpu", action="store_true")
    given, wrong = parser.parse_args(), 0
    for game in map(tablier.game, given.games):
        net = net_of(game)
        if net is not None and given.gpu:
            count = differing(game, net)
            wrong += count
            print(f"{game.name}: {count} of {BOARDS} positions differ", flush=True)
        elif net is not None:
            speeds = [f"{speed(game, net=which) / 1000:.0f} k" for which in (False, True)]
            said = f"simulations/s with features {speeds[0]}, with the net {speeds[1]}"
            print(f"{game.name}: {compiling(game)}{said}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
