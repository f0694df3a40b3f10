"""docs/add-a-game.md as a program: its files are written, its commands run, in their order."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from parts.blocks import Command, blocks
from parts.where import ROOT

CONTRACT = [path.relative_to(ROOT) for path in (ROOT / "tests/games").glob("*contract*.py")]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static")
TABLIER = "import sys; from tablier.terminal.cli import main; sys.exit(main())"
PROGRAMS = {
    ".venv/bin/python": [sys.executable],
    ".venv/bin/tablier": [sys.executable, "-c", TABLIER],
}
REST = "…"


def copy(home: Path) -> None:
    """What of the repository the walk needs: the library, and what holds games to the contract."""
    shutil.copytree(ROOT / "src" / "tablier", home / "src" / "tablier", ignore=LEFT_OUT)
    for name in (Path("pyproject.toml"), Path("tests/conftest.py"), *CONTRACT):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, home / name)


def commands(home: Path) -> Iterator[Command]:
    """Write what comes before each command into `home`, and hand out the command."""
    for block in blocks():
        if isinstance(block, Command):
            yield block
        else:
            block.write(home)


def run(command: Command, home: Path) -> str:
    """What the command prints in `home`, where it must not fail."""
    program, *rest = shlex.split(command.words)
    path = os.pathsep.join(map(str, (home / "src", home)))
    done = subprocess.run(
        [*PROGRAMS[program], *rest],
        cwd=home,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fits(output: str, shown: str) -> bool:
    """Is this what the page shows? `…` stands for any words, or for any lines if it is alone."""
    lines = [re.escape(line.rstrip()) for line in shown.splitlines()]
    some = ("(?s:.*)" if line == REST else line.replace(REST, ".*") for line in lines)
    said = "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
    return re.fullmatch("\n".join(some), said) is not None
