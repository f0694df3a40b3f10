"""docs/add-a-game.md as a program: its files are written, its commands run, in their order."""

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from extensions.blocks import Command, blocks
from extensions.repository import ROOT

LEFT_OUT = {".git", ".venv", "node_modules", "_build", ".hypothesis", ".pytest_cache"}
CACHED = {".nbi", ".nbc", ".pyc"}  # what was compiled: it holds for a copy of the same age
LINKED = (Path(".venv"), Path("frontend/node_modules"))
TABLIER = "import sys; from tablier.terminal.cli import main; sys.exit(main())"
PROGRAMS = {
    ".venv/bin/python": [sys.executable],
    ".venv/bin/tablier": [sys.executable, "-c", TABLIER],
}
Done = subprocess.CompletedProcess[str]
CHECK = ["scripts/check"]
PICTURES = "scripts/pictures"
REST = "…"


def copy(checkout: Path) -> None:
    """The repository, with what is compiled and built already."""
    shutil.copytree(ROOT, checkout, ignore=left_out, copy_function=take, dirs_exist_ok=True)
    for name in LINKED:
        (checkout / name).symlink_to((ROOT / name).resolve())


def take(source: str, target: str) -> None:
    """Copy a file with its age, unless somebody has just put it away."""
    with contextlib.suppress(FileNotFoundError):
        shutil.copy2(source, target)


def left_out(folder: str, names: list[str]) -> set[str]:
    """What a copy does without: other people's code, and what is soon made anew."""
    if Path(folder).name == "__pycache__":
        return {name for name in names if Path(name).suffix not in CACHED}
    return LEFT_OUT & {*names}


def add_game(checkout: Path) -> None:
    """Do what the page says with a copy of the repository, without looking at the results."""
    copy(checkout)
    for block in blocks():
        if not isinstance(block, Command):
            block.write(checkout)
    run(Command(PICTURES, ""), checkout)


def all_tests(*words: str) -> list[str]:
    """The command for all tests but those in a browser and those that add the game once more."""
    left = ("--ignore=tests/browser", "--ignore=tests/docs/test_add_a_game.py")
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *left, *words]


def start(command: list[str], checkout: Path, **seen: str) -> Done:
    """Run a program in a copy."""
    environment = {**inside(checkout), **seen}
    return subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def inside(checkout: Path) -> dict[str, str]:
    """The environment of a process that is to see the copy, and not who started it."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**known, "PYTHONPATH": os.pathsep.join(map(str, (checkout / "src", checkout)))}


def commands(checkout: Path) -> Iterator[Command]:
    """Write what comes before each command into `checkout`, and hand out the command."""
    for block in blocks():
        if isinstance(block, Command):
            yield block
        else:
            block.write(checkout)


def run(command: Command, checkout: Path) -> str:
    """What the command prints in `checkout`, where it must not fail."""
    program, *rest = shlex.split(command.words)
    done = start([*PROGRAMS.get(program, [program]), *rest], checkout, COLUMNS="100", LANG="en")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fits(output: str, shown: str) -> bool:
    """Is this what the page shows? `…` stands for any words, or for any lines if it is alone."""
    lines = [re.escape(line.rstrip()) for line in shown.splitlines()]
    some = ("(?s:.*)" if line == REST else line.replace(REST, ".*") for line in lines)
    said = "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
    return re.fullmatch("\n".join(some), said) is not None
