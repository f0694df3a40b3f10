"""Jobs on a Ray cluster, whose machines may come and go.

Ray restarts a task whose machine is gone. Every machine needs Tablier of the same version.
"""

import logging
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, TypeVar

from tablier.extras import extra
from tablier.texts import refusal

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 2  # jobs submitted for each processor, so that none has to wait
TIMEOUT = 1.0  # seconds to wait for a result before the processors are counted again


def imap_on_cluster(
    work: Callable[[Job], Result], jobs: Iterable[Job], address: str
) -> Generator[Result]:
    """The result of each job as soon as it is known; the address "auto" finds a cluster here."""

    def run(job: Job) -> Result:  # Ray takes functions alone
        return work(job)

    ray = connected(address)
    task = ray.remote(max_retries=-1)(run)
    ahead, out = iter(jobs), dict[Any, Job]()
    try:
        while True:
            for job in islice(ahead, max(0, AHEAD * processors(ray) - len(out))):
                out[task.remote(job)] = job
            if not out:
                return
            ready, _ = ray.wait(list(out), timeout=TIMEOUT)
            for reference in ready:
                yield from _result(ray, task, out, reference)
    finally:
        ray.shutdown()


def _result(ray: Any, task: Any, out: dict[Any, Job], reference: Any) -> Any:
    """The result of a finished task; if it was lost with its machine, it is submitted again."""
    job = out.pop(reference)
    try:
        yield ray.get(reference)
    except ray.exceptions.RayTaskError:
        raise  # the job itself failed, and would again
    except ray.exceptions.RayError:
        out[task.remote(job)] = job


def size(address: str) -> int:
    """How many processors the cluster at that address has; without a cluster it is refused."""
    ray = connected(address)
    try:
        return processors(ray)
    finally:
        ray.shutdown()


def processors(ray: Any) -> int:
    """How many processors the cluster has now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


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
