"""A host that has files and nothing else: `python -m http.server`."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Any free port, which it says at once.
COMMAND = (sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, while it is used."""
    with subprocess.Popen(
        COMMAND, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as host:
        assert host.stdout is not None
        try:
            yield host.stdout.readline().partition("(")[2].partition(")")[0]
        finally:
            host.terminate()
