"""The wheel, built once, and environments with what `pip install "tablier[…]"` would bring."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.built_once import built_once

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the wheel is installed into; tests that run side by side share it."""
    return built_once(tmp_path_factory, "wheel", install) / "site"


def install(folder: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (wheel,) = folder.glob("*.whl")
    pip = sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"
    run(*pip, "--target", str(folder / "site"), str(wheel))


def run(*words: str) -> None:
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass(frozen=True)
class Environment:
    """A virtual environment in which nothing else can be imported."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    @property
    def command(self) -> Path:
        """The script `tablier`."""
        return self.packages / "bin" / "tablier"

    def variables(self, **others: str) -> dict[str, str]:
        """The environment of somebody who knows nothing of this checkout."""
        ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "TABLIER_LANG", "LANG")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {**kept, "PATH": path, "NUMBA_DISABLE_JIT": "1", **others}

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run Python there; nothing is compiled, it is imports and types that are looked at."""
        return subprocess.run(
            [self.python, *words],
            cwd=self.folder,
            env=self.variables(),
            capture_output=True,
            text=True,
            check=False,
        )


Make = Callable[..., Environment]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory, installed: Path) -> Make:
    """Makes what `python -m venv` and `pip install "tablier[…]"` would, once."""
    place = tmp_path_factory.mktemp("environments")
    return cache(lambda *extras: make(place / "-".join(["with", *extras]), installed, *extras))


def make(folder: Path, installed: Path, *extras: str) -> Environment:
    """The environment, of links to what is installed here."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    made = Environment(folder)
    for each in installed.iterdir():
        (made.packages / each.name).symlink_to(each)
    ours = next(iter(Distribution.discover(path=[str(installed)])))
    for found in needed(ours, extras):
        for top in tops(found):
            link = made.packages / top.name
            if not link.exists():
                link.symlink_to(top)
    return made


def needed(of: Distribution, extras: tuple[str, ...]) -> list[Distribution]:
    """All distributions that this one needs with these extras, and that those need."""
    found: dict[tuple[str, frozenset[str]], Distribution] = {}
    waiting = [(of, frozenset(extras))]
    while waiting:
        each, wished = waiting.pop()
        for need in requirements(each, wished):
            other = of if need.name == of.name else distribution(need.name)
            key = need.name, frozenset(need.extras)
            if key not in found:
                found[key] = other
                waiting.append((other, key[1]))
    return [each for each in found.values() if each is not of]


def requirements(of: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for line in of.requires or ():
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate({"extra": e}) for e in extras or {""}):
            yield need


def tops(of: Distribution) -> set[Path]:
    """The files and folders of a distribution, as they lie in site-packages."""
    names = {file.parts[0] for file in of.files or () if file.parts[0] not in ("..", "__pycache__")}
    return {Path(str(of.locate_file(name))) for name in names}
