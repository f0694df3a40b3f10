"""What is printed and what is typed: sentences, drawings, tables, progress bars and answers."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeVar

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
from rich.status import Status
from rich.theme import Theme

from tablier.terminal.words import word

Ask = Callable[[str], str]
"""Returns the line that is typed behind a prompt; EOFError is the end of input."""
Result = TypeVar("Result")
DELAY = 1.0  # seconds before a display appears
THEME = Theme({"markdown.code": "bold", "markdown.h2": "bold underline"})


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


def grid(rows: Sequence[Sequence[str]], sides: str) -> str:
    """The rows in columns, each set to the left (l) or to the right (r)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, width, side in zip(row, widths, sides, strict=True)
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


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
def handling(handler: Callable[..., Any], *signals: signal.Signals) -> Iterator[None]:
    """Call the handler upon these signals, as long as this lasts."""
    before = {each: signal.signal(each, handler) for each in signals}
    try:
        yield
    finally:
        for each, usual in before.items():
            signal.signal(each, usual)


def ending_as_ctrl_c() -> AbstractContextManager[None]:
    """Let whatever ends a program end it as Ctrl-C does, unless it is ignored (`nohup`)."""
    named = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    heard = [each for each in named if is_main and signal.getsignal(each) != signal.SIG_IGN]
    return handling(signal.default_int_handler, *heard)


@contextlib.contextmanager
def late(display: Status | Progress) -> Iterator[None]:
    """Show the display only if what happens here takes long, and only on a terminal."""
    if not display.console.is_terminal:
        yield
        return
    timer = threading.Timer(DELAY, display.start)
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


class Step(NamedTuple):
    """What a result is to a progress bar."""

    steps: int = 1
    note: str = ""
    """Shown behind the bar."""
    is_enough: bool = False
    """Are no more results wanted?"""


@contextlib.contextmanager
def progress_bar(
    screen: Console, description: str, total: int, *columns: ProgressColumn
) -> Iterator[Callable[[Step], None]]:
    """A progress bar with these further columns; call what it gives after each step."""
    usual = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    note = TextColumn("{task.fields[note]}")
    progress = Progress(*usual, note, *columns, console=screen, transient=True)
    task = progress.add_task(description, total=total, note="")
    with late(progress):
        yield lambda step: progress.update(task, advance=step.steps, note=step.note)


def follow(
    results: Generator[Result],
    take: Callable[[Result], Step],
    total: int,
    screen: Console,
    lang: str,
    *columns: ProgressColumn,
) -> bool:
    """Take the results under a progress bar; Ctrl-C ends it, and then the answer is False."""
    bar = progress_bar(screen, word(lang, "playing"), total, *columns)
    interrupts = contextlib.suppress(KeyboardInterrupt)
    with interrupts, ending_as_ctrl_c(), bar as advance, contextlib.closing(results):
        for result in results:
            step = take(result)
            advance(step)
            if step.is_enough:
                break
        return True
    return False
