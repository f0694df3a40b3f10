"""What is printed and what is typed: sentences, drawings and answers."""

import contextlib
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from threading import Timer
from typing import Protocol

from rich.console import Console, RenderableType
from rich.progress import Progress
from rich.status import Status
from rich.theme import Theme

from tablier.terminal.words import word

DELAY = 1.0  # seconds before a display appears
THEME = Theme({"markdown.code": "bold", "markdown.h2": "bold underline"})


class Ask(Protocol):
    """Asks for one line; EOFError is the end of input."""

    def __call__(self, prompt: str) -> str:
        """The line that was typed behind the prompt."""


def console(*, stderr: bool = False) -> Console:
    """A console without markup and automatic colours."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, theme=THEME)


def is_terminal() -> bool:
    """Are input and output a terminal?"""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def say(screen: Console, sentence: RenderableType = "") -> None:
    """Print sentences, wrapped between words on a terminal and not in a file."""
    screen.print(sentence, soft_wrap=not screen.is_terminal)


def draw(screen: Console, drawing: str) -> None:
    """Print lines as they are, however long."""
    screen.print(drawing, soft_wrap=True)


def ask(prompt: str) -> str:
    """Read a line from the terminal; one that comes from a file is echoed."""
    if not sys.stdin.isatty():
        return _read(prompt)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - gives input() its arrow keys
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise


def _read(prompt: str) -> str:
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(prompt + line.rstrip("\n"))
    return line


@contextlib.contextmanager
def late(display: Status | Progress) -> Iterator[None]:
    """Show the display only if what happens here takes long, and only on a terminal."""
    if not display.console.is_terminal:
        yield
        return
    timer = Timer(DELAY, display.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        display.stop()


def preparing(screen: Console, lang: str) -> AbstractContextManager[None]:
    """A display while rules may have to be compiled, which takes long the first time."""
    return late(screen.status(word(lang, "preparing")))
