"""Random games per second, one process on one core: ours, and OpenSpiel's where it has the game.

python benchmarks/rules.py [--seconds 1]

Every figure is the median of the repetitions, in which the contestants take turns; so a machine
that is busy with something else slows them all. `moves` is the mean length of a game, `ratio` how
many times as fast as that contestant we are.
"""

import argparse
import importlib.metadata
import math
import platform
import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import tablier
from tablier.game import Game
from tablier.kernels import loops
from tablier.kernels.specialisation import specialise
from yardsticks import NAMES, title, yardstick

try:
    import pyspiel
except ImportError:
    pyspiel = None

NEIGHBOURS = ("breakthrough", "amazons")  # games of OpenSpiel that are of like size to ours
SAMPLE = 100  # games that tell how long OpenSpiel's are
REPETITIONS = 5  # for each figure
THEIRS = "OpenSpiel C++"
Play = Callable[[int], int]
"""Plays that many random games from the start; returns their moves."""


@dataclass
class Contestant:
    """An implementation that plays random games of one game, and its measured times."""

    game: str
    who: str
    play: Play
    n: int = 1  # games in one measurement
    seconds: list[float] = field(default_factory=list)  # of each measurement
    moves: int = 0  # in the last one

    def warm_up(self, seconds: float) -> None:
        """Play more and more games until it is known how many take that long."""
        self.time()  # compiles the rules
        took = self.time()
        while took < seconds / 8:
            self.n *= 2
            took = self.time()
        self.n = max(1, round(self.n * seconds / took))

    def time(self) -> float:
        """How long n games take."""
        begin = time.perf_counter()
        self.moves = self.play(self.n)
        return time.perf_counter() - begin

    @property
    def rate(self) -> float:
        """Games per second."""
        return self.n / statistics.median(self.seconds)


def ours(game: Game) -> Play:
    """Random games by our rules, all in compiled code."""
    rules: Any = game.rules
    playouts = specialise(loops, rules).playouts
    start = np.frombuffer(game.start().data, rules.STATE).copy()
    state, actions = start.copy(), np.empty(rules.WIDTH, np.int32)
    seeds = iter(range(0, 2**62, 2**40))
    return lambda n: int(playouts(start, state, actions, next(seeds), n))


def rollouts(name: str) -> Play:
    """Random games by OpenSpiel's rules, all in C++: the rollouts of its MCTSBot."""
    # Ten simulations of n / 10 rollouts each: next to no time goes into the tree. The first tenth
    # begins at the start, the others one or two moves later; all are counted as whole games, which
    # flatters OpenSpiel by about a move in 21 (Connect Four) or 60 (Othello).
    simulations = 10
    # It does not tell their length: a sample from Python does.
    game = pyspiel.load_game(name)
    start, length = game.new_initial_state(), python_loop(name)(SAMPLE) / SAMPLE

    def play(n: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(math.ceil(n / simulations), n)
        pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, n, False).step(start)
        return round(n * length)

    return play


def python_loop(name: str) -> Play:
    """Random games by OpenSpiel's rules, from a loop in Python."""
    game, rng = pyspiel.load_game(name), random.Random(1)

    def play(n: int) -> int:
        moves = 0
        for _ in range(n):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def contestants() -> list[list[Contestant]]:
    """Who is measured, game by game; we come first."""
    groups = []
    for name in NAMES:
        game = yardstick(name)
        group = [("Tablier", ours(game))]
        if pyspiel:
            group += [(THEIRS, rollouts(name)), ("OpenSpiel Python", python_loop(name))]
        groups.append([Contestant(title(game), *each) for each in group])
    if pyspiel:
        titles = {name: pyspiel.load_game(name).get_type().long_name for name in NEIGHBOURS}
        groups += [[Contestant(titles[name], THEIRS, rollouts(name))] for name in NEIGHBOURS]
    games = map(tablier.game, tablier.games())
    return groups + [[Contestant(game.title(), "Tablier", ours(game))] for game in games]


def measure(groups: Sequence[Sequence[Contestant]], seconds: float) -> None:
    """Let the contestants of each game take turns."""
    with Progress(transient=True) as progress:
        task = progress.add_task("", total=sum(map(len, groups)) * (REPETITIONS + 1))
        for group in groups:
            for repetition in range(REPETITIONS + 1):
                for each in group:
                    progress.update(task, description=f"{each.game}: {each.who}")
                    if repetition:
                        each.seconds.append(each.time())
                    else:
                        each.warm_up(seconds)
                    progress.advance(task)


def table(groups: Sequence[Sequence[Contestant]]) -> Table:
    """What has been measured so far."""
    made = Table("game", "who", title="Random games, one core")
    for heading in ("games/s", "moves/s", "moves", "ratio"):
        made.add_column(heading, justify="right")
    for group in groups:
        for each in filter(lambda each: each.seconds, group):
            made.add_row(*row(each, group[0]))
        made.add_section()
    return made


def row(each: Contestant, us: Contestant) -> tuple[str, ...]:
    """One line of the table."""
    length = each.moves / each.n
    return (
        each.game,
        each.who,
        f"{each.rate:,.0f}",
        f"{each.rate * length:,.0f}",
        f"{length:.1f}",
        "" if each is us else f"{us.rate / each.rate:,.0f} ×",
    )


def machine() -> str:
    """The processor, and the versions of what runs on it."""
    known = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    names = re.findall(r"model name\s*: (.+)", known) or [platform.machine()]
    packages = ["tablier", "numba", "numpy", *(["open_spiel"] if pyspiel else [])]
    versions = [f"{package} {importlib.metadata.version(package)}" for package in packages]
    return ", ".join([names[0], f"Python {platform.python_version()}", *versions])


def main() -> None:
    """Measure and print the table; Ctrl-C prints what there is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a measurement")
    options = parser.parse_args()
    console = Console()
    console.print(machine(), "" if pyspiel else "\nOpenSpiel is not installed: ours alone.")
    groups = contestants()
    try:
        measure(groups, options.seconds)
    except KeyboardInterrupt:
        console.print("Stopped; this is what was measured.")
    console.print(table(groups))


if __name__ == "__main__":
    main()
