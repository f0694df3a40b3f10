"""Thread pool: threads that share a compiled loop, each a part of its range."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

PROCESS_ID = os.getpid()  # a forked process has none of these threads
LEAST = 64  # a part is not smaller: it would not be worth a thread

Arguments = Callable[[int, int, int], tuple[Any, ...]]
"""The arguments for the part from a to b, which is number i."""


class ThreadPool:
    """So many threads; one is the caller's own."""

    def __init__(self, threads: int):
        self.threads = threads

    def __reduce__(self) -> tuple[Any, ...]:
        return ThreadPool, (self.threads,)

    @cached_property
    def _executor(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def parts(self, n: int) -> int:
        """The number of threads among which so many things are divided."""
        threads = self.threads if os.getpid() == PROCESS_ID else 1
        return max(1, min(threads, n // LEAST))

    def run(self, work: Callable[..., Any], first: int, last: int, given: Arguments) -> list[Any]:
        """Call a loop for all parts of the range; what each returned."""
        n = self.parts(last - first)
        bounds = [first + (last - first) * i // n for i in range(n + 1)]
        parts = [given(bounds[i], bounds[i + 1], i) for i in range(n)]
        if n == 1:
            return [work(*parts[0])]
        return list(self._executor.map(lambda part: work(*part), parts))
