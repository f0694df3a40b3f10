"""Moves per second of many boards at once, observations and masks included: ours and Pgx's.

python benchmarks/vector.py [--seconds 1] [--gpu] [--games] [--pettingzoo]

First both play the same moves on the same boards, and observations, masks, rewards and ends must be
the same; then they play random moves and take turns at being measured. Of several numbers of
boards the best counts for each. `--gpu` does this on a CUDA GPU, where our games are also held
against the CPU to the byte; `--games` adds our own games; `--pettingzoo` runs PettingZoo's
`performance_benchmark` on its Connect Four and on ours. What is not installed is left out.
"""

import argparse
import contextlib
import io
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

import tablier
from tablier.adapters import vector
from tablier.adapters.parameters import games_with_planes
from tablier.game import Game
from yardsticks import NAMES, title, yardstick

BOARDS = (2**10, 2**12, 2**14, 2**16)
GPU_BOARDS = (2**19, 2**21, 2**23)
GPU_BOARDS_OF_OURS = (2**12, 2**16, 2**18)  # masks and planes of some games are large
REPETITIONS = 5  # for each figure
SCAN = 25  # moves that Pgx makes in one call
SAMPLE, SAMPLE_MOVES = 256, 120  # boards and moves that are compared
SEED = 2026

os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # the sample is small
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX shares the GPU with us


@dataclass
class Contestant:
    """An implementation that plays random moves on so many boards, and its measured times."""

    who: str
    boards: int
    play: Callable[[int], None]  # that many moves on each board
    moves: int = 1  # in one measurement
    seconds: list[float] = field(default_factory=list)

    def time(self) -> float:
        begin = time.perf_counter()
        self.play(self.moves)
        return time.perf_counter() - begin

    def warm_up(self, seconds: float) -> None:
        """Compile, then find out how many moves take that long."""
        self.moves = SCAN
        self.time()
        while (took := self.time()) < seconds / 4:
            self.moves *= 2
        self.moves = max(SCAN, round(self.moves * seconds / took / SCAN) * SCAN)

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.boards * self.moves / statistics.median(self.seconds)


def ours(game: Game, boards: int, gpu: bool, threads: int | None = None) -> Contestant:
    """Our boards, one call of `sample` and one of `step` a move."""
    env: Any = vector_env(gpu)(game, boards, SEED, threads=threads)

    def play(moves: int) -> None:
        for _ in range(moves):
            env.step(env.sample())
        if gpu:
            env.synchronize()

    return Contestant("Tablier, one thread" if threads == 1 else "Tablier", boards, play)


def vector_env(gpu: bool) -> Any:
    return import_module("tablier.adapters.gpu").VectorEnv if gpu else vector.VectorEnv


def pgx_step(name: str) -> tuple[Any, Any, Any, Any]:
    """JAX, Pgx's tools, and its vectorised `init` and `step` with automatic reset."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    tools: Any = import_module("pgx.experimental")
    return jax, tools, jax.vmap(env.init), jax.vmap(tools.auto_reset(env.step, env.init))


def pgx(name: str, boards: int) -> Contestant:
    """Pgx's boards, as its own benchmark plays them: all moves of a call inside JAX."""
    jax, tools, init, step = pgx_step(name)

    def move(state: Any, key: Any) -> tuple[Any, None]:
        actions_key, step_key = jax.random.split(key)
        keys = jax.random.split(step_key, boards)
        return step(state, tools.act_randomly(actions_key, state.legal_action_mask), keys), None

    run = jax.jit(lambda state, key: jax.lax.scan(move, state, jax.random.split(key, SCAN))[0])
    key = jax.random.PRNGKey(SEED)
    states = [jax.jit(init)(jax.random.split(key, boards))]

    def play(moves: int) -> None:
        for i in range(moves // SCAN):
            states[0] = run(states[0], jax.random.PRNGKey(i))
        jax.block_until_ready(states[0])

    return Contestant("Pgx", boards, play)


def compare_with_pgx(name: str, game: Game) -> int:
    """Play the same moves in both; everything must be the same. Return how many were compared.

    In Othello a board is left aside where nobody can move: there Pgx goes on with two passes.
    """
    jax, _, init, step = pgx_step(name)
    init, step = jax.jit(init), jax.jit(step)
    keys = jax.random.split(jax.random.PRNGKey(SEED), SAMPLE)
    state, env = init(keys), vector.VectorEnv(game, SAMPLE, SEED)
    first = np.asarray(state.current_player)  # Pgx draws who begins; with us it is seat 0
    alike, compared = np.ones(SAMPLE, bool), 0
    for _ in range(SAMPLE_MOVES):
        seats = np.stack([first, 1 - first], axis=1)
        movers = np.take_along_axis(seats, env.seats[:, None], 1)[:, 0]
        seen = np.moveaxis(np.asarray(state.observation), -1, 1)
        assert_same("observations", env.observations[alike], seen[alike])
        assert_same("masks", env.masks[alike], np.asarray(state.legal_action_mask)[alike])
        assert_same("seats", movers[alike], np.asarray(state.current_player)[alike])
        actions = env.sample()
        state = step(state, actions, keys)
        env.step(actions)
        ends = np.asarray(state.terminated)
        if name != "othello":
            assert_same("ends", env.dones[alike], ends[alike])
        alike &= env.dones == ends
        rewards = np.take_along_axis(np.asarray(state.rewards), seats, 1)
        assert_same("rewards", env.rewards[alike], rewards[alike])
        first = np.where(env.dones, np.asarray(state.current_player), first)
        compared += int(alike.sum())
    return compared


def as_bytes(array: Any) -> Any:
    return np.frombuffer(array.tobytes(), np.uint8)


def assert_same(what: str, one: Any, other: Any) -> None:
    if not np.array_equal(one, np.asarray(other)):
        raise AssertionError(f"{what} are not the same")


def compare_with_cpu(game: Game, moves: int = 40) -> None:
    """Play the same boards on the GPU and on the CPU; everything must be the same to the byte."""
    there, here = vector_env(True)(game, SAMPLE, SEED), vector.VectorEnv(game, SAMPLE, SEED)
    play_on(there, here, moves)
    wishes: dict[str, Any] = {"starts": [here.position(i) for i in range(3)], "random_plies": 5}
    there, here = (
        env(game, SAMPLE, SEED, **wishes) for env in (vector_env(True), vector.VectorEnv)
    )
    play_on(there, here, moves)
    for env in (there, here):
        env.reset(which=np.arange(SAMPLE) % 3 == 0, positions=wishes["starts"][0])
    play_on(there, here, 5)
    there.restore(here.save())
    here.restore(there.save())
    play_on(there, here, 5)


def play_on(there: Any, here: Any, moves: int) -> None:
    """So many moves on both; then everything must be the same."""
    for _ in range(moves):
        there.step(there.sample())
        here.step(here.sample())
    assert_same("samples", there.sample().copy_to_host(), here.sample())
    for part in ("states", "games", "counts", "masks", "observations", "seats", "rewards", "dones"):
        found, expected = getattr(there.arrays, part).copy_to_host(), getattr(here.arrays, part)
        assert_same(part, as_bytes(found), as_bytes(expected))


def compare_with_jax(game: Game) -> None:
    """Hand the arrays to JAX on the GPU without a copy, and look at them there."""
    jax: Any = import_module("jax")
    env = vector_env(True)(game, SAMPLE, SEED)
    for _ in range(10):
        env.step(env.sample())
    for array in (env.observations, env.masks, env.rewards, env.dones, env.seats):
        taken = jax.dlpack.from_dlpack(env.shared(array))
        assert_same("arrays in JAX", array.copy_to_host(), taken)


def measure(group: Sequence[Contestant], seconds: float) -> None:
    """Let the contestants take turns."""
    for each in group:
        each.warm_up(seconds)
    for _ in range(REPETITIONS):
        for each in group:
            each.seconds.append(each.time())


def show(name: str, group: Sequence[Contestant]) -> None:
    """A line for each, with how many times as fast as it our best is."""
    best = max(each.rate for each in group if each.who.startswith("Tablier"))
    for each in group:
        ratio = "" if each.who.startswith("Tablier") else f"{best / each.rate:>9.1f} ×"
        print(f"{name:<22}{each.who:<20}{each.boards:>10,}{each.rate / 1e6:>12.2f} M{ratio}")
    theirs = [each.rate for each in group if each.who == "Pgx"]
    if theirs:
        print(
            f"{name}: {best / max(theirs):.1f} times Pgx, each with the boards that suit it best."
        )
    sys.stdout.flush()


def compare(name: str, options: argparse.Namespace) -> None:
    """One game that Pgx has too."""
    game = yardstick(name)
    boards = GPU_BOARDS if options.gpu else BOARDS
    group = [ours(game, n, options.gpu) for n in boards]
    if not options.gpu:
        group.append(ours(game, BOARDS[2], False, threads=1))
    try:
        compared = compare_with_pgx(name, game)
        print(f"{title(game)}: the same as Pgx over {compared:,} moves.", flush=True)
        group += [pgx(name, n) for n in boards[:3]]  # more of them make it slower
    except ImportError as missing:
        print(f"Pgx is not measured: {missing}.")
    measure(group, options.seconds)
    show(title(game), group)


def own_games(options: argparse.Namespace) -> None:
    """Our games, which nobody else has."""
    for game in map(tablier.game, games_with_planes()):
        boards = GPU_BOARDS_OF_OURS if options.gpu else BOARDS[:2]
        group = [ours(game, n, options.gpu) for n in boards]
        measure(group, options.seconds)
        show(title(game), group)


def check_gpu() -> None:
    """The GPU plays as the CPU does, and JAX sees what it has played."""
    for game in (*map(yardstick, NAMES), *map(tablier.game, games_with_planes())):
        compare_with_cpu(game)
        print(f"{title(game)}: the GPU and the CPU agree on {SAMPLE} boards.", flush=True)
    try:
        compare_with_jax(yardstick("connect_four"))
        print("JAX takes the arrays by DLPack and sees the same.", flush=True)
    except ImportError as missing:
        print(f"JAX is not tried: {missing}.")


def pettingzoo_turns() -> None:
    """Turns per second by PettingZoo's own benchmark, of its Connect Four, ours and our games."""
    adapter: Any = import_module("tablier.adapters.pettingzoo")
    benchmark = import_module("pettingzoo.test.performance_benchmark").performance_benchmark
    theirs = import_module("pettingzoo").make("aec", "classic/connect_four_v3")
    known: list[tuple[str, Any]] = [("Connect Four, PettingZoo", theirs)]
    known.append(("Connect Four, Tablier", adapter.env(yardstick("connect_four"))))
    known += [(tablier.game(name).title(), adapter.env(name)) for name in games_with_planes()]
    for name, env in known:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            benchmark(env)
        found = re.search(r"([\d.]+) turns per second", said.getvalue())
        print(f"{name:<30}{float(found[1]) if found else 0:>10,.0f} turns/s", flush=True)


def main() -> int:
    """Measure and print; with a GPU, check it first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a measurement")
    parser.add_argument("--gpu", action="store_true", help="on a CUDA GPU")
    parser.add_argument("--games", action="store_true", help="our own games too")
    parser.add_argument("--pettingzoo", action="store_true", help="PettingZoo's benchmark alone")
    options = parser.parse_args()
    if options.pettingzoo:
        pettingzoo_turns()
        return 0
    if options.gpu and not import_module("tablier.adapters.gpu").cuda.is_available():
        print("There is no CUDA GPU here that numba-cuda can use.", file=sys.stderr)
        return 2
    if options.gpu:
        check_gpu()
    print(f"{'':<22}{'':<20}{'boards':>10}{'moves/s':>14}{'ratio':>11}", flush=True)
    for name in NAMES:
        compare(name, options)
    if options.games:
        own_games(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
