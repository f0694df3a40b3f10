"""Progress bars: they appear where something takes long, and Ctrl-C ends it with what is there."""

import contextlib
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn

from tablier.terminal.screen import late
from tablier.terminal.words import word

Result = TypeVar("Result")


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
    with contextlib.suppress(KeyboardInterrupt), bar as advance, contextlib.closing(results):
        for result in results:
            step = take(result)
            advance(step)
            if step.is_enough:
                break
        return True
    return False
