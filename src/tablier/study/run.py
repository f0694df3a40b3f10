"""A run of a study: it plays what its folder lacks, on this machine or on a Ray cluster."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tablier.arena.cluster import imap_on_cluster
from tablier.arena.entrants import RANDOM, compile_players, entrant
from tablier.arena.pool import imap_unordered
from tablier.game import Game
from tablier.study.jobs import STRENGTH, Job, Row
from tablier.study.notes import notes_on
from tablier.study.plan import Case, StudyOptions, batches, cases, ordered, seconds_of
from tablier.study.runner import play_at_random, run_batch
from tablier.study.store import Store, open_store

MINUTE = 60.0


@dataclass(frozen=True)
class StudyRun:
    """The jobs of a study that are still to be run."""

    game: Game
    store: Store
    jobs: Sequence[Job]
    left_out: Sequence[Case]
    """Cases whose budget allows for too few games."""
    workers: int

    @property
    def minutes(self) -> float:
        """How long it will take, about."""
        return seconds_of(self.jobs) / self.workers / MINUTE

    def compile(self) -> None:
        """Compile what the games need, so that all processes find it on disk."""
        compile_players(self.game, [entrant("simulations:10")])
        lineup = (RANDOM,) * self.game.players
        play_at_random(Job(STRENGTH, "", lineup, 0), self.game, 0.0)

    def results(self, address: str | None = None) -> Generator[list[Row]]:
        """The rows of all jobs as they come, from the Ray cluster at that address if there is one.

        Close the generator to stop the jobs that run.
        """
        work, parts = partial(run_batch, self.game.name), batches(self.jobs)
        if address is not None:
            return imap_on_cluster(work, parts, address)
        return imap_unordered(work, parts, self.workers)


def study_run(game: Game, options: StudyOptions, folder: Path, workers: int) -> StudyRun:
    """The run that completes the study in that folder, or begins it."""
    store = open_store(game, folder, options.command(game))
    found = cases(game, notes_on(game), options)
    wanted = [case for case in found if case.is_worthwhile(options)]
    left_out = [case for case in found if case not in wanted]
    jobs = store.missing(ordered(wanted, options, workers))
    if jobs:
        store.check_players(game)
    return StudyRun(game, store, jobs, left_out, workers)
