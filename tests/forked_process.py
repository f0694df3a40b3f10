"""Python in a process of its own, which has its imports before it begins.

It is forked from a process that has imported the server once: each of fifty tests that start one
would wait for that again. What Python does as it begins and as it ends is not what it does there:
tests of that start one.
"""

import os
import signal
import sys
from functools import cached_property
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self, TextIO

from tablier.arena.pool import preload

CONTEXT = get_context("forkserver")
IMPORTED_BY_ALL = ("tablier.server.run", "tablier.terminal.cli")
IMPORTED_BY_SERVERS = (
    "alembic.command",
    "alembic.op",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvloop",
)
preload(*IMPORTED_BY_ALL, *IMPORTED_BY_SERVERS)


class Forked:
    """Code that runs, spoken to like a process of `subprocess`, or on a terminal of its own."""

    def __init__(self, code: str, *words: str, terminal: int | None = None):
        (theirs, self._in), (self._out, out), (self._err, err) = (
            CONTEXT.Pipe(duplex=False) for _ in range(3)
        )
        given = [theirs, out, err] if terminal is None else [Connection(os.dup(terminal))]
        what = code, words, dict(os.environ), Path.cwd(), *given
        self._process = CONTEXT.Process(target=_run, args=what, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0
        for each in (theirs, out, err, *given):
            each.close()

    @cached_property
    def stdin(self) -> TextIO:
        """What it is told."""
        return os.fdopen(os.dup(self._in.fileno()), "w")

    @cached_property
    def stdout(self) -> TextIO:
        """What it says."""
        return os.fdopen(os.dup(self._out.fileno()))

    @cached_property
    def stderr(self) -> TextIO:
        """What it complains about."""
        return os.fdopen(os.dup(self._err.fileno()))

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Its exit code, once it has ended."""
        self._process.join(seconds)
        if (code := self.poll()) is None:
            raise TimeoutError
        return code

    def communicate(self, lines: str = "") -> tuple[str, str]:
        """Tell it the last that it is told; what it has said and complained about by its end."""
        self.stdin.write(lines)
        self.stdin.close()
        self._in.close()
        said = self.stdout.read(), self.stderr.read()
        self.wait()
        return said

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

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
        for each in (self.stdin, self.stdout, self.stderr):
            each.close()


def _run(
    code: str, words: tuple[str, ...], environment: dict[str, str], folder: Path, *ends: Connection
) -> None:
    """In the new process: as `python -c` would."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # whoever forked first may have held up Ctrl-C
    _take(*ends)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["-c", *words]
    exec(code, {"__name__": "__main__"})


def _take(*ends: Connection) -> None:
    """Have these as standard streams; one alone is a terminal, to which it then belongs."""
    if len(ends) == 1:
        os.login_tty(os.dup(ends[0].fileno()))
    for number, end in enumerate(ends):
        if len(ends) > 1:
            os.dup2(end.fileno(), number)
        end.close()
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace")
