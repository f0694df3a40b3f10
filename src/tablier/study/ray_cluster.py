"""Jobs on a Ray cluster, whose machines may come and go.

Ray restarts a task whose machine is gone; a row counts once, by its key. Every machine needs
Tablier of the same version.
"""

import logging
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Any

from tablier.extras import extra
from tablier.study.jobs import Job, Row
from tablier.study.plan import batches
from tablier.study.runner import run_batch
from tablier.texts import refusal

AHEAD = 2  # batches submitted for each processor, so that none has to wait
TIMEOUT = 1.0  # seconds to wait for a row before the processors are counted again


def run_on_cluster(jobs: Sequence[Job], name: str, address: str) -> Generator[list[Row]]:
    """Run these jobs on the cluster at that address; "auto" finds the one this machine is in."""
    ray = connected(address)
    task = ray.remote(max_retries=-1)(run_batch)
    work, out = batches(jobs), dict[Any, list[Job]]()
    try:
        while True:
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            for batch in islice(work, max(0, most - len(out))):
                out[task.remote(name, batch)] = batch
            if not out:
                return
            ready, _ = ray.wait(list(out), timeout=TIMEOUT)
            for reference in ready:
                yield from _rows(ray, task, out, reference, name)
    finally:
        ray.shutdown()


def _rows(ray: Any, task: Any, out: dict[Any, list[Job]], reference: Any, name: str) -> Any:
    """The rows of a finished task; if they were lost with their machine, it is submitted again."""
    batch = out.pop(reference)
    try:
        yield ray.get(reference)
    except ray.exceptions.RayTaskError:
        raise  # the job itself failed, and would again
    except ray.exceptions.RayError:
        out[task.remote(name, batch)] = batch


def package() -> Any:
    """The module ray, or a sentence that says how to get it."""
    with extra("ray"):
        import ray  # noqa: PLC0415
    return ray


def connected(address: str) -> Any:
    """The module ray, with a cluster behind it."""
    ray = package()
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError) as wrong:
        raise refusal("no_cluster", address=address) from wrong
    return ray
