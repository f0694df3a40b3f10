"""Every test here has its own folder for state, speaks English and is given lines to read."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablier.terminal.cli import main


@dataclass(frozen=True)
class Said:
    """What a command line answered."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture(autouse=True)
def _own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("TABLIER_LANG", "COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


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
