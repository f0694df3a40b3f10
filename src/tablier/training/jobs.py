"""Jobs of a training, done by any process: games of self-play, and games of matches.

The processes of this machine share the folder of the training. Others get the net with each job and
send their games back.
"""

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tablier.arena.match import Bout, Played, play
from tablier.game import Game
from tablier.nets import Net
from tablier.threads import Stop, never
from tablier.training.folder import Folder
from tablier.training.samples import Kind, Samples
from tablier.training.selfplay import SelfPlay, SelfPlaySettings

GAMES = 2  # of a job
SEEDS = 10**9  # games for which a seed of a training has seeds


@dataclass(frozen=True)
class SelfPlayJob:
    """Some games of self-play with the newest net; until there is one, with features."""

    game: Game
    settings: SelfPlaySettings
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


@dataclass(frozen=True)
class FarJob:
    """The same for a process that does not see the folder."""

    job: SelfPlayJob
    net: Net | None


Frames = tuple[bytes, ...]
"""Games as they are written to files."""
Job = SelfPlayJob | Bout
Result = Written | Played


def work(job: Job, stop: Stop) -> Result:
    """Do a job; called by the processes of `arena.pool`."""
    return play(job, stop) if isinstance(job, Bout) else play_games(job, stop)


def play_games(job: SelfPlayJob, stop: Stop) -> Written:
    """Play the games of a job and write each to this process's file as soon as it ends."""
    player = _player(job.game, job.settings, _newest(job))
    return write(job, games(job, player, stop))


def games(job: SelfPlayJob, player: SelfPlay, stop: Stop = never) -> Iterator[bytes]:
    """The games of a job, until it is stopped or time is up."""
    for number in range(job.first, job.first + GAMES):
        if not stop() and time.time() < job.deadline:
            yield player.play(job.seed * SEEDS + number).frame()


def write(job: SelfPlayJob, frames: Iterable[bytes]) -> Written:
    """Append games to this process's file."""
    path = job.folder.games_of(f"{job.run}-{os.getpid()}")
    with path.open("ab") as file:
        begin = file.tell()
        for frame in frames:
            file.write(frame)
            file.flush()
        return Written(path, begin, file.tell())


def sent(job: Job) -> FarJob | Bout:
    """A job with all that another machine needs for it."""
    return job if isinstance(job, Bout) else FarJob(job, _newest(job))


def work_far(job: FarJob | Bout) -> tuple[SelfPlayJob, Frames] | Played:
    """Do a job on another machine."""
    if isinstance(job, Bout):
        return play(job)
    player = SelfPlay(job.job.game, job.job.settings, job.net)
    return job.job, tuple(games(job.job, player))


def received(result: tuple[SelfPlayJob, Frames] | Played) -> Result:
    """What another machine has done, as if it was done here."""
    return result if isinstance(result, Played) else write(*result)


def _newest(job: SelfPlayJob) -> Net | None:
    """The newest net, if there is one."""
    path = job.folder.newest
    return _net(job.game, path, path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(maxsize=1)
def _net(game: Game, path: Path, written: int) -> Net:  # noqa: ARG001
    """The net in that file, as it was written at that time."""
    return Net.read(game, path)


@lru_cache(maxsize=1)
def _player(game: Game, settings: SelfPlaySettings, net: Net | None) -> SelfPlay:
    return SelfPlay(game, settings, net)
