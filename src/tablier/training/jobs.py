"""Jobs of a training, done by any process: games of self-play, and games of matches."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tablier.arena.match import Bout, Played, play
from tablier.game import Game
from tablier.nets import Net
from tablier.training.folder import Folder
from tablier.training.replay import Kind, Samples
from tablier.training.selfplay import Habits, SelfPlay

GAMES = 2  # of a job
SEEDS = 10**9  # games for which a seed of a training has seeds


@dataclass(frozen=True)
class SelfPlayJob:
    """Some games of self-play with the newest net; until there is one, with features."""

    game: Game
    habits: Habits
    folder: Folder
    seed: int
    """Of the training."""
    first: int
    """The number of the first game."""
    run: int
    """Tells the files of this run of a training from those of earlier ones."""
    deadline: float
    """When no more game begins, in seconds since 1970."""


@dataclass(frozen=True)
class Written:
    """Where the games of a job are: some bytes of a file."""

    path: Path
    begin: int
    end: int

    def games(self, kind: Kind) -> Iterator[Samples]:
        """The samples of each game."""
        for samples, end in kind.read(self.path, self.begin):
            yield samples
            if end >= self.end:
                return


Job = SelfPlayJob | Bout
Result = Written | Played


def work(job: Job, stop: Callable[[], bool]) -> Result:
    """Do a job; called by the processes of `arena.pool`."""
    return play(job, stop) if isinstance(job, Bout) else play_games(job, stop)


def play_games(job: SelfPlayJob, stop: Callable[[], bool]) -> Written:
    """Play the games of a job and write each to this process's file as soon as it ends."""
    newest = job.folder.newest
    written = newest.stat().st_mtime_ns if newest.exists() else 0
    player = _player(job.game, job.habits, newest, written)
    path = job.folder.games_of(f"{job.run}-{os.getpid()}")
    with path.open("ab") as file:
        begin = file.tell()
        for number in range(job.first, job.first + GAMES):
            if not stop() and time.time() < job.deadline:
                file.write(player.play(job.seed * SEEDS + number).frame())
                file.flush()
        return Written(path, begin, file.tell())


@lru_cache(maxsize=1)
def _player(game: Game, habits: Habits, newest: Path, written: int) -> SelfPlay:
    """Who plays with the net in that file, as it was written at that time; 0 for no net."""
    return SelfPlay(game, habits, Net.read(game, newest) if written else None)
