"""Jobs of a study on a Ray cluster; a row counts once, by its key."""

from collections.abc import Generator, Sequence
from functools import partial

from tablier.arena.cluster import imap_on_cluster
from tablier.study.jobs import Job, Row
from tablier.study.plan import batches
from tablier.study.runner import run_batch


def run_on_cluster(jobs: Sequence[Job], name: str, address: str) -> Generator[list[Row]]:
    """Run these jobs on the cluster at that address; "auto" finds the one this machine is in."""
    return imap_on_cluster(partial(run_batch, name), batches(jobs), address)
