"""Jobs in worker processes: the same results in the same order, and an end when it is due."""

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from pathlib import Path
from socket import socketpair

import pytest

from tablier import game
from tablier.arena import pool
from tablier.arena.entrants import compile_players, entrant
from tablier.arena.match import Bout, pairs, play
from tablier.arena.pool import imap, imap_unordered

pytestmark = pytest.mark.one_game

MOLE_HILL = game("mole-hill")
COUPLE = (entrant("uct:8"), entrant("random"))


def die_once(mark: Path, _: Callable[[], bool]) -> str:
    """A job whose worker is killed the first time."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark.name


def test_two_processes_play_what_one_plays() -> None:
    compile_players(MOLE_HILL, COUPLE)
    bouts = list(pairs(MOLE_HILL, COUPLE, games=6, seed=1, opening=2))
    alone = list(imap(play, bouts, workers=1))
    assert [each.bout for each in alone] == bouts
    assert list(imap(play, bouts, workers=2)) == alone


def test_closing_the_results_stops_the_jobs_that_run() -> None:
    """The second game would take hours."""
    random, slow = entrant("random"), entrant("seconds:3600")
    bouts = [Bout(MOLE_HILL, (random, random)), Bout(MOLE_HILL, (slow, slow))]
    others = {*active_children()}  # such as a server that other tests have started
    results = imap(play, bouts, workers=2)
    assert next(results).bout == bouts[0]
    assert {*active_children()} > others
    results.close()
    assert {*active_children()} <= others


def test_an_interrupt_waits_although_another_thread_is_told() -> None:
    """Such as the one that draws a bar: Python lets the main thread handle it at once."""
    over, held = threading.Event(), []
    (told, tell), other = socketpair(), threading.Thread(target=over.wait)
    other.start()
    tell.setblocking(False)
    before = signal.set_wakeup_fd(tell.fileno())

    def interrupt() -> None:
        with pool._interrupts_held():
            signal.pthread_kill(other.ident or 0, signal.SIGINT)
            held.append(told.recv(1))

    with told, tell:
        try:
            with pytest.raises(KeyboardInterrupt):
                interrupt()
        finally:
            signal.set_wakeup_fd(before)
            over.set()
    assert held == [bytes([signal.SIGINT])]


def interrupt_until_told(parent: int, stop: Callable[[], bool]) -> None:
    """A job that presses Ctrl-C, and again while the processes end."""
    os.kill(parent, signal.SIGINT)
    while not stop():
        time.sleep(0.01)
    os.kill(parent, signal.SIGINT)


def test_a_second_ctrl_c_leaves_no_process_behind() -> None:
    others = {*active_children()}
    with pytest.raises(KeyboardInterrupt):
        list(imap(interrupt_until_told, [os.getpid()], workers=2))
    assert {*active_children()} <= others


def test_a_worker_that_dies_costs_no_job(tmp_path: Path) -> None:
    marks = [tmp_path / str(i) for i in range(4)]
    for survivor in marks[1:]:
        survivor.touch()
    assert sorted(imap_unordered(die_once, marks, workers=2)) == ["0", "1", "2", "3"]


def test_a_job_that_always_kills_its_worker_ends_with_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def kill(_: object, tasks: Iterable[object], __: int) -> Generator[None, None, list[object]]:
        yield from ()
        return [*tasks]

    monkeypatch.setattr(pool, "_run", kill)
    with pytest.raises(BrokenProcessPool, match="workers died 10 times during deadly"):
        list(imap(die_once, [Path("deadly")], workers=2))
