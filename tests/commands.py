"""The command line `tablier` in a process of its own: from pipes, or on a terminal."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

from tests.forked_process import Forked

MAIN = "import sys; from tablier.terminal import main; sys.exit(main())"


class Started(subprocess.Popen[str]):
    """A process of which nothing is left."""

    def __exit__(self, *raised: object) -> None:
        self.kill()
        super().__exit__(*raised)  # type: ignore[arg-type]


Begun = Forked | Started
Begin = Callable[..., Begun]


def start(*arguments: str, terminal: int | None = None) -> Started:
    """It from its very beginning to its very end, which takes long."""
    command, pipe = [sys.executable, "-m", "tablier", *arguments], subprocess.PIPE
    if terminal is not None:
        return Started(command, preexec_fn=partial(os.login_tty, terminal), text=True)
    return Started(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def fork(*arguments: str, terminal: int | None = None) -> Forked:
    """It with its imports behind it; it cannot have worker processes."""
    return Forked(MAIN, *arguments, terminal=terminal)
