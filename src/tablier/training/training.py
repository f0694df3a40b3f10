"""Training: play, learn, measure, again and again, until time is up.

Generation 0 is games of the hand-written search; from then on the newest net plays. A net takes the
place of the best one if a match between them says so; the best one is what is written to `out`.
Whoever plays also plays these matches, while the next nets learn. The last net learns from all
games once more.
"""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from tablier.arena.cluster import imap_on_cluster
from tablier.arena.pool import imap_unordered
from tablier.game import Game, load
from tablier.nets import Net
from tablier.nets.kernels import setting_of
from tablier.texts import refusal
from tablier.training.curve import Point
from tablier.training.curve import read as read_curve
from tablier.training.folder import Folder, State, beside, open_folder
from tablier.training.gate import Gate, Searcher
from tablier.training.jobs import (
    GAMES,
    Job,
    Result,
    SelfPlayJob,
    Written,
    received,
    sent,
    work,
    work_far,
)
from tablier.training.learner import Learner, Loss
from tablier.training.samples import Window
from tablier.training.selfplay import SelfPlay, SelfPlaySettings
from tablier.training.settings import Settings

MEMORY, MOST = 600_000_000, 1_000_000  # bytes of positions to learn from, and how many at most
BATCH, LARGE_BATCH = 256, 1024  # samples of a step, with one process and with several
MOST_THREADS = 4  # that prepare batches
CURVE, FOLDER = ".json", ".training"  # endings of what lies beside a net
MOST_GATES = 40  # in the time of a training, with several processes
SEEDS = 1_000  # games whose seeds are noted as used at a time


@dataclass
class Training:
    """A training in progress; `tell` hears how far it is, `mark` each point of the curve."""

    game: Game
    out: Path
    settings: Settings
    folder: Folder
    state: State
    tell: Callable[[float, int, int], None] = lambda *_: None
    """Called with the part that is done, the generation, and the games so far."""
    finish: Callable[[float], None] = lambda _: None
    """Called with what part of the last learning is done, which begins when time is up."""
    mark: Callable[[Point], None] = lambda _: None
    address: str | None = None
    """Of the Ray cluster that plays; without one, processes of this machine do."""
    loss: Loss = field(default=Loss(0.0, 0.0), init=False)

    def __post_init__(self) -> None:
        settings, several = self.settings, self.settings.workers > 1
        self.kind = SelfPlay(self.game, settings.selfplay).kind
        self.window = Window.of_bytes(self.kind, MEMORY, MOST)
        threads = min(MOST_THREADS, settings.workers)
        self.learner = Learner(self.game, settings.seed, LARGE_BATCH if several else BATCH, threads)
        self.curve = read_curve(beside(self.out, CURVE), self._about())
        self.games, self.measured = 0, self.curve.generation
        self._next = self.state.games
        self._gate: Gate | None = None
        self._before, self._began = self.curve.seconds, time.monotonic()
        self._measured_at = 0.0  # as `part`

    @property
    def seconds(self) -> float:
        """How long it has been trained, with what was before it was interrupted."""
        return self._before + time.monotonic() - self._began

    @property
    def part(self) -> float:
        """How much of it is done, from 0 to 1."""
        passed = (time.monotonic() - self._began) / self.settings.seconds
        return min(1.0, max(passed, self.state.generation / (self.settings.generations or 1e9)))

    def compile(self) -> None:
        """Compile what was never compiled, so that no time of the training is spent on it."""
        few, net = SelfPlaySettings(2, 2), self.learner.net()
        for each in (None, net):
            samples = SelfPlay(self.game, few, each).play(0)
            Searcher("simulations", 2, net=each).new_player(self.game, 0).choose(self.game.start())
        self.learner.gatherer.batch(samples, np.zeros(1, np.int64))

    def run(self) -> None:
        """Train until time is up."""
        with self.folder.held(), contextlib.closing(self._results()) as results:
            self._take_up()
            self._began = time.monotonic()
            for result in results:
                self._take(result)
                self.tell(self.part, self.state.generation, self.games)

    def _results(self) -> Generator[Result]:
        """The results of all jobs."""
        if self.address is None:
            yield from imap_unordered(work, self._jobs(), self.settings.workers)
            return
        far = imap_on_cluster(work_far, map(sent, self._jobs()), self.address)
        with contextlib.closing(far) as results:
            yield from map(received, results)

    def _take_up(self) -> None:
        """Go on from what is in the folder."""
        for samples in self.folder.samples(self.kind):
            self.window.add(samples)
            self.games += 1
        if self.folder.learner.exists():
            self.learner.load(self.folder.learner)
        elif self.folder.newest.exists():
            self.learner.take(Net.read(self.game, self.folder.newest))
        if self.state.generation > 0 and not self.folder.newest.exists():
            self.net().write(self.folder.newest)
        if self.folder.best.exists() and not self.out.exists():
            Net.read(self.game, self.folder.best).write(self.out)

    def begin_with(self, net: Net) -> None:
        """Play with that net at once, instead of games of the hand-written search."""
        if self.state.generation == 0:
            self.learner.take(net)
            self.learner.save(self.folder.learner)
            for path in (self.folder.newest, self.folder.best, self.out):
                net.write(path)
            self._note(generation=1, best=1)

    def _jobs(self) -> Iterator[Job]:
        """Games of matches if there are any to play, else of self-play; then of the last match."""
        settings, run = self.settings, self._next
        deadline = time.time() + settings.seconds
        while self.part < 1:
            bout = self._gate.next() if self._gate else None
            if bout is not None:
                yield bout
            else:
                numbers = settings.seed, self._seeds(), run, deadline
                yield SelfPlayJob(self.game, settings.selfplay, self.folder, *numbers)
        self._learn_once_more()
        self._open_gate()
        while self._gate and (bout := self._gate.next()) is not None:
            yield bout

    def _seeds(self) -> int:
        """The first of the seeds for the next games; none is ever given twice."""
        first, self._next = self._next, self._next + GAMES
        if self._next > self.state.games:
            self._note(games=first + SEEDS)
        return first

    def _take(self, result: Result) -> None:
        """Take samples, or the result of a game; learn and measure when there is enough."""
        if isinstance(result, Written):
            for samples in result.games(self.kind):
                self.window.add(samples)
                self.games += 1
            if self._is_enough():
                self._learn()
        elif self._gate is not None:
            self._gate.add(result)
            if self._gate.is_over:
                self._close_gate(self._gate)
        if self._gate is None and self._is_due():
            self._open_gate()

    def _is_enough(self) -> bool:
        """Are there enough new samples to learn from, and time to play with what is learnt?"""
        new, is_first = self.window.total - self.state.learnt, self.state.generation == 0
        wanted = self.settings.generation * (self.settings.first if is_first else 1)
        return new >= wanted and (is_first or self.part < 1)

    def _is_due(self) -> bool:
        """Is it time for a gate? With several processes, nets come faster than gates are useful."""
        if self.part >= 1 or self.state.generation == 0:
            return False
        is_late = self.part - self._measured_at >= 1 / MOST_GATES or self.settings.workers == 1
        since = self.state.generation - self.measured
        return self.state.best == 0 or (since >= self.settings.measure and is_late)

    def _learn(self) -> None:
        """Learn from the samples that are new and some before them."""
        total, settings = self.window.total, self.settings
        newest = max(settings.first * settings.generation, total // 2)
        self._take_steps(total - self.state.learnt, newest)

    def _learn_once_more(self) -> None:
        """When time is up, learn from all samples again, with steps that become smaller.

        Nets before it learn from what is newest, which is little in the first thousands of games.
        """
        if self.state.generation > 0 and len(self.window):
            self._take_steps(len(self.window), len(self.window), is_last=True)

    def _take_steps(self, samples: int, newest: int, is_last: bool = False) -> None:
        """Learn for as long as so many samples are worth; the next net plays from now."""
        settings, generation = self.settings, self.state.generation + 1
        steps = max(1, round(settings.uses * samples / self.learner.batch))
        dice = settings.seed, generation
        tell = self.finish if is_last else lambda _: None
        self.loss = self.learner.learn(self.window, steps, newest, dice, is_last, tell)
        self.learner.save(self.folder.learner)
        self.net().write(self.folder.newest)
        self._note(generation=generation, learnt=self.window.total)

    def net(self) -> Net:
        """The newest net, with what is worth knowing of its training."""
        varied, usual = setting_of(self.game, "VARIED"), load(self.game.package, {}).options
        seen = {
            name: sorted({*varied.get(name, ()), value})
            for name, value in self.game.options.items()
        }
        options = {name: values for name, values in seen.items() if values != [usual[name]]}
        facts = {"games": self.games, "samples": self.window.total, "seconds": round(self.seconds)}
        return self.learner.net(options=options, training={**self._about(), **facts})

    def _open_gate(self) -> None:
        """Begin to measure the newest net, if it was not; an older one is left at that."""
        state, settings = self.state, self.settings
        if state.generation > self.measured:
            self.measured, self._measured_at = state.generation, self.part
            net = Net.read(self.game, self.folder.newest)
            best = Net.read(self.game, self.folder.best) if state.best else None
            seed = settings.seed + 1000 * state.generation
            self._gate = Gate(self.game, net, best, settings, seed)

    def _close_gate(self, gate: Gate) -> None:
        """All games are over: keep the net if it is the best, and note the point of the curve."""
        if gate.is_better:
            gate.net.write(self.folder.best)
            gate.net.write(self.out)
            self._note(best=self.measured)
        point = Point(
            *(self.seconds, self.measured, self.games, self.window.total),
            *(self.loss.policy, self.loss.value, gate.gained, gate.is_better),
            *(gate.score, gate.elo.value, gate.elo.low, gate.elo.high),
        )
        self._gate = None
        self.curve.add(point)
        self.mark(point)

    def _note(self, **changes: Any) -> None:
        self.state = msgspec.structs.replace(self.state, **changes)
        self.folder.write(self.state)

    def _about(self) -> dict[str, Any]:
        """What is trained, and how."""
        given = asdict(self.settings)
        used = {name: value for name, value in given.items() if value is not None}
        date = datetime.now(UTC).date().isoformat()
        return {"game": self.game.name, "options": dict(self.game.options), "date": date, **used}


def training(game: Game, out: Path, settings: Settings, resume: bool = False) -> Training:
    """A training of the net in `out`; its games are kept in a folder beside it."""
    options, seed = dict(game.options), settings.seed
    fresh = State(game.name, game.rules.VERSION, options, seed, settings.simulations)
    folder, state = open_folder(beside(out, FOLDER), game, fresh, resume)
    for path in (out, beside(out, CURVE)):
        if not state.has_begun and path.exists():
            raise refusal("net_exists", path=str(path))
    return Training(game, out, settings, folder, state)
