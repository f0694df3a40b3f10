"""Python in a process of its own, which has its imports before it begins.

It is forked from a process that has imported the server once: each of fifty tests that start one
would wait for that again.
"""

import os
import sys
from functools import cached_property
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self, TextIO

CONTEXT = get_context("forkserver")
IMPORTED_BY_ALL = ("tablier.server.run", "tablier.terminal.cli")
IMPORTED_BY_SERVERS = (
    "alembic.command",
    "alembic.op",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvloop",
)
CONTEXT.set_forkserver_preload([*IMPORTED_BY_ALL, *IMPORTED_BY_SERVERS])


class Forked:
    """Code that runs, spoken to like a process of `subprocess`."""

    def __init__(self, code: str, *words: str):
        (self._out, out), (self._err, err) = (CONTEXT.Pipe(duplex=False) for _ in "12")
        what = code, words, dict(os.environ), Path.cwd(), out, err
        self._process = CONTEXT.Process(target=_run, args=what, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0
        for each in (out, err):
            each.close()

    @cached_property
    def stdout(self) -> TextIO:
        """What it says."""
        return os.fdopen(os.dup(self._out.fileno()))

    @cached_property
    def stderr(self) -> TextIO:
        """What it complains about."""
        return os.fdopen(os.dup(self._err.fileno()))

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._process.exitcode

    def wait(self, seconds: float) -> int:
        """Its exit code, once it has ended."""
        self._process.join(seconds)
        if (code := self.poll()) is None:
            raise TimeoutError
        return code

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing of it is left."""
        self.kill()
        self._process.join()
        self.stdout.close()
        self.stderr.close()


def _run(
    code: str, words: tuple[str, ...], environment: dict[str, str], folder: Path, *pipes: Connection
) -> None:
    """In the new process: as `python -c` would."""
    for number, pipe in enumerate(pipes, 1):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["-c", *words]
    exec(code, {"__name__": "__main__"})
