"""Every test here has its own folder for state, speaks English and is given lines to read."""

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablier.terminal.cli import main

USUAL_CACHE = os.environ.get("XDG_CACHE_HOME")


@dataclass(frozen=True)
class Said:
    """What a command line answered."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("TABLIER_LANG", "COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def compiled_before(monkeypatch: pytest.MonkeyPatch, _own_place: None) -> None:
    """The computer's search is that of all tests: to compile it anew takes half a minute a game."""
    if USUAL_CACHE is None:
        monkeypatch.delenv("XDG_CACHE_HOME")
    else:
        monkeypatch.setenv("XDG_CACHE_HOME", USUAL_CACHE)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "state" / "tablier" / "mole-hill.tablier"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_main(*arguments: str, lines: tuple[str, ...] = ()) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(arguments)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return run_main
