"""What takes long is announced, and only then."""

import io
import time

import pytest
from rich.console import Console

from tablier.terminal import screen


def terminal() -> tuple[Console, io.StringIO]:
    shown = io.StringIO()
    return Console(file=shown, force_terminal=True, width=80), shown


def test_what_takes_long_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "DELAY", 0.0)
    console, shown = terminal()
    with screen.preparing(console, "en"):
        for _ in range(1000):
            if "Preparing the rules" in shown.getvalue():
                break
            time.sleep(0.01)
    assert "Preparing the rules" in shown.getvalue()


def test_what_is_quick_is_not_announced() -> None:
    console, shown = terminal()
    with screen.preparing(console, "en"):
        pass
    assert shown.getvalue() == ""


def test_nothing_is_announced_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "DELAY", 0.0)
    shown = io.StringIO()
    with screen.preparing(Console(file=shown), "en"):
        time.sleep(0.05)
    assert shown.getvalue() == ""


def test_a_failure_ends_the_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "DELAY", 0.0)
    console, _ = terminal()
    with pytest.raises(ZeroDivisionError), screen.preparing(console, "en"):
        raise ZeroDivisionError
    console.print("and on we go")


def test_sentences_are_not_broken_in_a_file() -> None:
    shown = io.StringIO()
    screen.say(Console(file=shown, width=20), "word " * 20)
    assert shown.getvalue().count("\n") == 1
