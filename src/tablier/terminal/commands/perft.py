"""The command `perft`: the number of lines of so many moves, split by the first."""

import contextlib
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import partial
from threading import Thread

from rich.console import Console

from tablier.game import options_from_text
from tablier.games import game_from_text
from tablier.kernels.perft import perft as count_lines
from tablier.position import Position
from tablier.terminal.arguments import FINE, INTERRUPTED, Lang, Options, Whole, Words
from tablier.terminal.counts import Counts
from tablier.terminal.progress import Step, progress_bar
from tablier.terminal.screen import console, preparing
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


def perft(
    game: str,
    depth: Whole,
    /,
    *,
    position: Words | None = None,
    options: Options = (),
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Count the lines of so many moves, split by the first."""
    least = 0 if out is None else 1
    if not least <= depth <= DEEPEST:
        raise refusal("bad_depth", depth=depth, least=least, most=DEEPEST)
    chosen = game_from_text(game, " ".join(options))
    start = chosen.start() if position is None else chosen.position(position)
    given = options_from_text(chosen.package, " ".join(options))
    file = None if out is None else Counts(out, start, given)
    if file:
        file.check()
    counted = split(start, depth, console(stderr=True), lang, every=file is not None)
    for token, n in counted.lines.items():
        print(f"{token}: {n}")
    print(word(lang, "total", lines=counted.total))
    print(report(counted, lang), file=sys.stderr)
    if file and counted.counts:
        print(file.save(counted.counts, lang), file=sys.stderr)
    return FINE if counted.is_whole else INTERRUPTED


def split(
    position: Position, depth: int, screen: Console, lang: str, *, every: bool = False
) -> Split:
    """Count the lines of `depth` moves; Ctrl-C ends it with what it has by then.

    With `every` it counts all shorter ones first.
    """
    if depth == 0:
        return Split(total=1, is_whole=True)
    with preparing(screen, lang):
        count_lines(position, 1)
        after = {token: position.play(token) for token in position.legal_moves}
    counted = Split()
    bar = progress_bar(screen, word(lang, "counting"), len(after))
    begin = time.perf_counter()
    with contextlib.suppress(KeyboardInterrupt), bar as advance:
        for length in range(1, depth if every else 1):
            counted.shorter.append(_in_thread(partial(count_lines, position, length)))
        begin = time.perf_counter()
        for token, following in after.items():
            counted.lines[token] = _in_thread(partial(count_lines, following, depth - 1))
            counted.total += counted.lines[token]
            advance(Step())
        counted.is_whole = True
    counted.seconds = time.perf_counter() - begin
    return counted


def report(counted: Split, lang: str) -> str:
    """How long it took and how fast it went; and if it was stopped, that it was."""
    speed = counted.total / counted.seconds if counted.seconds else 0
    said = word(lang, "speed", seconds=f"{counted.seconds:.2f}", speed=round(speed))
    return said if counted.is_whole else f"{word(lang, 'stopped')} {said}"


def _in_thread(work: Callable[[], int]) -> int:
    """The result of the work, done in another thread: compiled code cannot be interrupted."""
    future: Future[int] = Future()
    Thread(target=_settle, args=(future, work), daemon=True).start()
    while not wait([future], PULSE).done:  # without a timeout, Ctrl-C can be lost while waiting
        pass
    return future.result()


def _settle(future: "Future[int]", work: Callable[[], int]) -> None:
    try:
        future.set_result(work())
    except Exception as wrong:
        future.set_exception(wrong)
