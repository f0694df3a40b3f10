"""Games played side by side in processes of their own, and handed out in order as they end."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, repeat
from multiprocessing import get_context
from multiprocessing.synchronize import Event

from tablier.arena.entrants import Entrant
from tablier.arena.match import Bout, Played, play
from tablier.game import Game

PULSE = 0.01  # seconds; Ctrl-C ends a sleep cleanly, but may break a lock that is waited for
PLIES, LOOKS = 3, 5  # enough to run every part of a search once

_halt: Event | None = None


def processors() -> int:
    """How many processes can work at a time."""
    return os.cpu_count() or 1


def played(bouts: Sequence[Bout], workers: int) -> Generator[Played]:
    """Play these games, in as many processes; close the iterator to break off what goes on.

    The results do not depend on the number of processes; one means this one.
    """
    if workers == 1:
        yield from map(play, bouts)
        return
    context = get_context("spawn")
    halt = context.Event()
    pool = ProcessPoolExecutor(min(workers, len(bouts)), context, _begin, (halt,))
    try:
        with _unheard():
            futures = [pool.submit(_play, bout) for bout in bouts]
        yield from map(_result, futures)
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


def prepare(game: Game, entrants: Iterable[Entrant]) -> None:
    """Compile what these entrants need, so that all processes find it on disk."""
    for entrant in entrants:
        chooser, position = entrant.sit_down(game, 0), game.start()
        for _ in range(PLIES):
            hasty = chain(repeat(False, LOOKS), repeat(True)).__next__
            position = position.play(chooser.choose(position, hasty))


def _begin(halt: Event) -> None:
    global _halt
    _halt = halt


def _play(bout: Bout) -> Played:
    assert _halt is not None
    return play(bout, _halt.is_set)


def _result(future: "Future[Played]") -> Played:
    while not future.done():
        time.sleep(PULSE)
    return future.result()


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """Processes that begin here do not hear Ctrl-C: it is for the one that waits for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
