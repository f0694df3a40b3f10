"""A million boards of every game at once on a CUDA GPU, by the very functions that the CPU runs.

python benchmarks/gpu.py [--boards 1048576] [--seconds 0.5]

One thread plays one board with random moves and begins anew whenever a game is over, as Pgx's own
benchmark does; Pgx is measured too if it is installed. A sample of the boards is played on the CPU
as well, and every move, the last state and all payoffs must be the same there.
"""

import argparse
import os
import statistics
import sys
import time
import traceback
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

import boards
import tablier
from tablier.game import Game
from tablier.kernels.gpu import load
from tablier.kernels.specialisation import specialise
from yardsticks import NAMES, title, yardstick

SAMPLE, SAMPLE_MOVES = 2_000, 500  # boards and moves that the CPU plays as well
BLOCK = 128  # threads
REPETITIONS = 5  # for each figure
FEWEST, MOST = 32, 1_000_000  # moves on each board in one launch
SEED = 2026
PGX_BOARDS = (2**15, 2**17, 2**19)  # the best of them counts
PGX_MOVES = 200


os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX shares the GPU with us
os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # samples are small
cuda: Any = load()


@dataclass(frozen=True)
class Played:
    """What came of some boards: the moves, last state, payoffs and finished games of each."""

    seconds: float
    trace: Any
    last: Any
    won: Any
    games: Any


@dataclass(frozen=True)
class Table:
    """A game that the GPU plays."""

    game: Game

    def play_on(self, n: int, moves: int, noted: int = 0) -> Played:
        """Make that many moves on each of n boards; note so many of them and the last state."""
        rules, device = self.game.rules, cuda.to_device
        rows = n if noted else 1
        trace = device(np.zeros((rows, noted), action_type(rules)))
        last = device(np.zeros(rows, rules.STATE))
        won, games = device(np.zeros((n, rules.PLAYERS))), device(np.zeros(n, np.int32))
        arguments = (device(start(self.game)), np.uint64(SEED), moves, trace, last, won, games)
        cuda.synchronize()
        begin = time.perf_counter()
        self.kernel[-(-n // BLOCK), BLOCK](*arguments)
        cuda.synchronize()
        seconds = time.perf_counter() - begin
        return Played(seconds, *(each.copy_to_host() for each in (trace, last, won, games)))

    @cached_property
    def kernel(self) -> Any:
        """Gives each thread a board, its scratch memory and its seed."""
        rules = self.game.rules
        play_on: Any = specialise(boards, rules).play_on  # type: ignore[arg-type]
        state_type, actions_type = rules.STATE, action_type(rules)
        width, players = rules.WIDTH, rules.PLAYERS
        small = state_type.itemsize <= 32  # bytes

        def play_board(
            start: Any, seed: Any, moves: Any, trace: Any, last: Any, won: Any, games: Any
        ) -> None:
            board = cuda.grid(1)
            if board < len(games):
                # All of it is the thread's own: a state without arrays ends up in registers.
                state = cuda.local.array(1, state_type)
                actions = cuda.local.array(width, actions_type)
                payoff = cuda.local.array(players, np.float64)
                sums = cuda.local.array(players, np.float64)
                for seat in range(players):
                    sums[seat] = 0
                first = start
                if small:  # games begin often, and a copy of their own costs few registers
                    first = cuda.local.array(1, state_type)
                    first[0] = start[0]
                noted = trace[min(board, len(trace) - 1)]
                own_seed = seed + np.uint64(board)
                games[board] = play_on(first, state, actions, payoff, own_seed, moves, noted, sums)
                for seat in range(players):
                    won[board, seat] = sums[seat]
                if board < len(last):
                    last[board] = state[0]

        return cuda.jit(play_board)


def action_type(rules: Any) -> Any:
    """The smaller the better: the lists of legal actions are what fills the caches of a GPU."""
    return np.int16 if rules.ACTIONS <= 2**15 else np.int32


def start(game: Game) -> Any:
    """The state that every game begins with, as an array of one."""
    return np.frombuffer(game.start().data, game.rules.STATE).copy()


def on_cpu(game: Game, n: int, moves: int) -> Played:
    """The same on the CPU, one board after the other."""
    rules: Any = game.rules
    play_on: Any = specialise(boards, rules).play_on
    trace, last = np.zeros((n, moves), action_type(rules)), np.zeros(n, rules.STATE)
    won, games = np.zeros((n, rules.PLAYERS)), np.zeros(n, np.int32)
    first, actions, payoff = start(game), np.empty(rules.WIDTH, np.int32), np.empty(rules.PLAYERS)
    begin = time.perf_counter()
    for board in range(n):
        state, own_seed = last[board : board + 1], np.uint64(SEED + board)
        games[board] = play_on(
            first, state, actions, payoff, own_seed, moves, trace[board], won[board]
        )
    return Played(time.perf_counter() - begin, trace, last, won, games)


def differences(one: Played, other: Played) -> list[str]:
    """In which parts two ways of playing the same boards do not agree to the byte."""
    parts = ("trace", "last", "won", "games")
    return [
        part for part in parts if getattr(one, part).tobytes() != getattr(other, part).tobytes()
    ]


def measure(table: Table, n: int, seconds: float) -> tuple[float, float]:
    """Moves and finished games per second, in the median of some launches."""
    moves = FEWEST
    for _ in range(3):  # compiles, then finds out how many moves take that long
        took = table.play_on(n, moves).seconds
        moves = min(MOST, max(FEWEST, round(moves * seconds / took)))
    launches = [table.play_on(n, moves) for _ in range(REPETITIONS)]
    took = statistics.median(launch.seconds for launch in launches)
    return n * moves / took, float(launches[0].games.sum()) / took


def report(game: Game, n: int, seconds: float) -> float:
    """Hold one game against the CPU, measure it, print a line; return the moves per second."""
    table = Table(game)
    sample = table.play_on(SAMPLE, SAMPLE_MOVES, noted=SAMPLE_MOVES)
    wrong = differences(sample, on_cpu(game, SAMPLE, SAMPLE_MOVES))
    if wrong:
        raise AssertionError(f"{title(game)} is not played as on the CPU: {', '.join(wrong)}")
    moves, games = measure(table, n, seconds)
    print(f"{title(game):<16}{moves / 1e9:>9.3f} G{games / 1e6:>12.2f} M   yes", flush=True)
    return moves


def pgx_moves() -> float:
    """Moves per second of Pgx's Connect Four, with as many boards as suit it best."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make("connect_four")
    tools: Any = import_module("pgx.experimental")
    init, step = jax.vmap(env.init), jax.vmap(tools.auto_reset(env.step, env.init))

    def move(state: Any, key: Any) -> tuple[Any, None]:
        actions_key, step_key = jax.random.split(key)
        keys = jax.random.split(step_key, len(state.terminated))
        return step(state, tools.act_randomly(actions_key, state.legal_action_mask), keys), None

    run = jax.jit(lambda state, key: jax.lax.scan(move, state, jax.random.split(key, PGX_MOVES))[0])
    rates = []
    for n in PGX_BOARDS:
        state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(SEED), n))
        times = []
        for i in range(REPETITIONS + 1):  # the first one compiles
            begin = time.perf_counter()
            state = jax.block_until_ready(run(state, jax.random.PRNGKey(i)))
            times.append(time.perf_counter() - begin)
        rates.append(n * PGX_MOVES / statistics.median(times[1:]))
        print(f"{'Pgx':<16}{rates[-1] / 1e9:>9.3f} G   Connect Four, {n:,} boards", flush=True)
    return max(rates)


def compare_with_pgx(moves: float) -> None:
    """Print how many times as fast as Pgx we are, if Pgx is there."""
    try:
        rate = pgx_moves()
    except ImportError as missing:
        print(f"Pgx is not measured: {missing}.")
    else:
        print(f"Connect Four: {moves / rate:,.1f} times as many moves per second as Pgx.")


def games() -> list[Game]:
    """The yardsticks, then ours at their default options."""
    return [*map(yardstick, NAMES), *map(tablier.game, tablier.games())]


def main() -> int:
    """Measure every game; what fails is shown and does not keep the others from it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=2**20, help="boards at once")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a launch")
    options = parser.parse_args()
    if not cuda.is_available():
        print("There is no CUDA GPU here that numba-cuda can use.", file=sys.stderr)
        return 2
    print(cuda.get_current_device().name, f"{options.boards:,} boards", sep=", ")
    print(f"{'':<16}{'moves/s':>11}{'games/s':>14}   as on the CPU", flush=True)
    rates = {}
    for game in games():
        try:
            rates[game.name] = report(game, options.boards, options.seconds)
        except Exception:
            print(f"{game.name} failed:\n{traceback.format_exc()}", flush=True)
    if "connect-four" in rates:
        compare_with_pgx(rates["connect-four"])
    return 0 if len(rates) == len(games()) else 1


if __name__ == "__main__":
    sys.exit(main())
