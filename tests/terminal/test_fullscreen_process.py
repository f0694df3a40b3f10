"""The game on the whole screen of a real terminal: tmux, 80 × 24, signals, and no colours."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier import Record

pytestmark = pytest.mark.one_game

MAIN = "import sys; from tablier.terminal.cli import main; sys.exit(main())"
PATIENCE = 60.0  # seconds
COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;:]*m")


class Tmux:
    """A terminal of 80 × 24 with one command in it."""

    def __init__(self, name: str):
        self.name = name

    def do(self, *words: str) -> str:
        command = ["tmux", "-L", self.name, "-f", os.devnull, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def start(self, *arguments: str) -> None:
        words = shlex.join([sys.executable, "-c", MAIN, *arguments])
        self.do("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", f"{words}; cat")

    def start_again(self, *arguments: str) -> None:
        words = shlex.join([sys.executable, "-c", MAIN, *arguments])
        self.do("respawn-pane", "-k", "sh", "-c", f"{words}; cat")

    def seen(self, *how: str) -> str:
        return self.do("capture-pane", "-p", *how)

    def wait_for(self, words: str) -> str:
        end = time.monotonic() + PATIENCE
        while words not in (seen := self.seen()):
            assert time.monotonic() < end, seen
            time.sleep(0.05)
        return seen

    def press(self, *keys: str) -> None:
        self.do("send-keys", *keys)

    def click(self, column: int, line: int) -> None:
        """Press and release the button there, as terminals report it (from 1)."""
        for letter in "Mm":
            self.do("send-keys", "-l", f"\x1b[<0;{column};{line}{letter}")


@pytest.fixture
def tmux() -> Iterator[Tmux]:
    assert shutil.which("tmux"), "this test needs tmux: apt-get install tmux"
    terminal = Tmux(f"tablier-{os.getpid()}-{time.monotonic_ns()}")
    yield terminal
    subprocess.run(["tmux", "-L", terminal.name, "kill-server"], check=False, capture_output=True)


def test_a_game_by_keys_and_mouse_is_kept_and_resumed(tmux: Tmux, kept: Path) -> None:
    tmux.start("play", "mole-hill")
    lines = tmux.wait_for("come up on any square").splitlines()
    assert len(lines) <= 24
    assert " q Quit" in lines[-1]
    tmux.press("Right", "Up", "Enter")
    lines = tmux.wait_for("Last move: b2").splitlines()
    row = next(n for n, line in enumerate(lines) if line.strip().startswith("2 ║"))
    tmux.click(lines[row].index("║") + 7, row + 1)
    tmux.wait_for("Last move: a2|b2")
    tmux.press("q")
    tmux.wait_for("--resume")
    assert Record.read(kept.read_text()).tokens == ("b2", "a2|b2")
    tmux.start_again("play", "mole-hill")
    tmux.wait_for("There is a saved game; the next one you leave unfinished will replace it")
    tmux.start_again("play", "--resume", "mole-hill", "--lang", "de")
    tmux.wait_for("Letzter Zug: a2|b2")
    tmux.press("C-c")
    tmux.wait_for("--resume")


def test_a_terminal_that_goes_away_keeps_the_game(tmux: Tmux, kept: Path) -> None:
    tmux.start("play", "mole-hill")
    tmux.wait_for("come up on any square")
    tmux.press("Enter")
    tmux.wait_for("Last move: a1")
    tmux.do("kill-server")
    end = time.monotonic() + PATIENCE
    while not kept.exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    assert Record.read(kept.read_text()).tokens == ("a1",)


def test_without_colours_nothing_is_lost(tmux: Tmux, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    tmux.start("play", "chain-reaction")
    tmux.wait_for("move one of your")
    tmux.press("Enter")
    tmux.wait_for("•")
    seen = tmux.seen("-e")
    assert not COLOUR.search(seen)
    assert "\x1b[7m" in seen or ";7m" in seen  # the cursor
    assert "\x1b[4m" in seen or "4m" in seen  # what can be chosen
