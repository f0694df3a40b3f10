"""Counting all lines of so many moves, split by the first: a check of rules and a yardstick."""

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import partial
from threading import Thread
from types import ModuleType
from typing import cast

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tablier.kernels import loops
from tablier.kernels.specialise import specialise
from tablier.position import Position
from tablier.terminal.screen import late, preparing
from tablier.terminal.words import word
from tablier.texts import refusal

DEEPEST = 100
PULSE = 0.05  # seconds


@dataclass
class Split:
    """How many lines begin with each first move, as far as they are counted."""

    lines: dict[str, int] = field(default_factory=dict)
    total: int = 0
    seconds: float = 0.0
    is_whole: bool = False
    shorter: list[int] = field(default_factory=list)
    """How many lines of one move there are, of two, and so on, if that was asked for."""

    @property
    def counts(self) -> list[int]:
        """How many lines there are of each length that is counted to its end."""
        return [*self.shorter, self.total] if self.is_whole else self.shorter


def check_depth(depth: int, least: int = 0) -> None:
    """Refuse what is no depth to count to."""
    if not least <= depth <= DEEPEST:
        raise refusal("bad_depth", depth=depth, least=least, most=DEEPEST)


def lines(position: Position, depth: int) -> int:
    """How many lines of so many moves begin here."""
    if depth == 0:
        return 1
    rules = position.game.rules
    states = np.zeros(depth + 1, rules.STATE)
    states[depth] = position.state
    scratch = np.zeros((depth + 1, rules.WIDTH), np.int32)
    return int(specialise(loops, cast(ModuleType, rules)).perft(states, scratch, depth))


def split(
    position: Position, depth: int, screen: Console, lang: str, *, every: bool = False
) -> Split:
    """Count the lines of `depth` moves; Ctrl-C ends it with what it has by then.

    With `every` it counts all shorter ones first.
    """
    if depth == 0:
        return Split(total=1, is_whole=True)
    with preparing(screen, lang):
        lines(position, 1)
        after = {token: position.play(token) for token in position.legal_moves}
    counted = Split()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    progress = Progress(*columns, console=screen, transient=True)
    begin = time.perf_counter()
    with contextlib.suppress(KeyboardInterrupt), late(progress):
        for length in range(1, depth if every else 1):
            counted.shorter.append(_aside(partial(lines, position, length)))
        begin = time.perf_counter()
        for token in progress.track(after, description=word(lang, "counting")):
            counted.lines[token] = _aside(partial(lines, after[token], depth - 1))
            counted.total += counted.lines[token]
        counted.is_whole = True
    counted.seconds = time.perf_counter() - begin
    return counted


def report(counted: Split, lang: str) -> str:
    """How long it took and how fast it went; and if it was stopped, that it was."""
    speed = counted.total / counted.seconds if counted.seconds else 0
    said = word(lang, "speed", seconds=f"{counted.seconds:.2f}", speed=round(speed))
    return said if counted.is_whole else f"{word(lang, 'stopped')} {said}"


def _aside(work: Callable[[], int]) -> int:
    """The result of the work, done in a thread of its own: compiled code does not hear Ctrl-C."""
    future: Future[int] = Future()
    Thread(target=_settle, args=(future, work), daemon=True).start()
    while not wait([future], PULSE).done:  # without a pulse, Ctrl-C can be lost while waiting
        pass
    return future.result()


def _settle(future: "Future[int]", work: Callable[[], int]) -> None:
    try:
        future.set_result(work())
    except Exception as wrong:
        future.set_exception(wrong)
