"""Preparation: a game on its way from plain Python to a compiled search, while people play it.

What an earlier process has compiled is loaded. The rest is compiled by another process, which
keeps it on disk for all: compiling holds Python's lock for long stretches, and whoever talks to
people in the same process would stutter. Only if that fails is it compiled here.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, cast

from tablier.game import Game
from tablier.games import game
from tablier.kernels.compiling import (
    NotCached,
    cache_lock,
    compiled_here,
    leave_plain,
    lock_cache_writes,
    only_cached,
    rules_of,
    run_compiled,
)
from tablier.nets import net_of
from tablier.position import Position
from tablier.search.player import Player, features_of

LOW = 10  # a niceness that leaves the processor to those who play
A_RULE = 0.35  # seconds to compile a rule, as it is and within the search, on a quiet machine
PLIES, TRIED = 12, 40  # of a game, and illegal tokens in each position of it
CHILD = (
    "import sys; sys.path[:] = eval(sys.argv[1]);"
    "from tablier.search.preparation import main; main(*sys.argv[2:])"
)


def compile_rules(chosen: Game) -> None:
    """Call everything once that a table needs."""
    for each in (chosen.position(chosen.drawing.SCENE), *_course(chosen.start())):
        _look_at(each)


def _course(position: Position) -> Iterator[Position]:
    """Positions of a game in which everybody plays anything."""
    for ply in range(PLIES):
        yield position
        actions = position.legal_actions
        position = position.after(actions[7 * ply % len(actions)]) if actions else position


def _look_at(position: Position) -> None:
    chosen, state, legal = position.game, position.state, position.legal_moves
    tokens = chosen.notation.TOKENS
    chosen.position(str(position))
    position.outcome()
    position.status()
    chosen.notation.tally(state)
    for token in ("?", *tokens[:: len(tokens) // TRIED + 1]):
        if legal and token not in legal:
            chosen.notation.explain(state, token)
    chosen.drawing.marks(state)
    for action in position.legal_actions[:1]:
        chosen.path(state, action)
        chosen.drawing.route(state, action)
        str(position.after(action))


def compile_search(chosen: Game) -> None:
    """Compile the search with the game's features, and with its net if it has one."""
    for net in {False, net_of(chosen) is not None}:
        Player(chosen, simulations=2, memory=1_000_000, net=net).choose(chosen.start())


RULES, SEARCH = "rules", "search"
STAGES: dict[str, Callable[[Game], None]] = {RULES: compile_rules, SEARCH: compile_search}


class Preparation:
    """What is done for one game; `done` is told each stage, by the thread that runs it."""

    def __init__(self, chosen: Game, done: Callable[[str], None] = lambda _: None):
        self.game, self.began = chosen, 0.0
        self._done = done
        self._low, self._is_stopped = True, False
        self._child: subprocess.Popen[str] | None = None

    @cached_property
    def rules(self) -> list[Any]:
        """The rules of the game."""
        return rules_of(cast(ModuleType, self.game.rules))

    @property
    def expected(self) -> float:
        """Seconds that compiling all of it takes on a quiet machine."""
        return A_RULE * len({*self.rules, *rules_of(features_of(self.game))})

    @property
    def is_compiling(self) -> bool:
        """Has it turned out that something was not kept, so that it takes long?"""
        return self.began > 0

    def leave_plain(self) -> None:
        """Let the rules answer at once, as plain Python, until they are compiled."""
        leave_plain(self.rules)

    def hurry(self) -> None:
        """Somebody waits: no more stepping back, as far as the system allows it."""
        self._low = False
        if self._child is not None:
            with contextlib.suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, self._child.pid, 0)

    def run(self) -> None:
        """Go through all stages; it takes long if something was not kept."""
        left = self._load(tuple(STAGES))
        if left:
            self.began = time.monotonic()
            for stage in self._compiled_elsewhere():
                left = [each for each in left if each != stage or self._load((stage,))]
        for stage in () if self._is_stopped else left:
            with compiled_here():
                STAGES[stage](self.game)
            self._finish(stage)

    def stop(self) -> None:
        """Let go of what is compiled elsewhere; the other process ends when it is let go of."""
        self._is_stopped = True
        run_compiled(self.rules)
        if self._child is not None:
            assert self._child.stdin is not None
            self._child.stdin.close()

    def _load(self, stages: Sequence[str]) -> list[str]:
        """Load what is kept of these stages; return those of which something is missing."""
        left = []
        for stage in stages:
            try:
                with compiled_here(), only_cached():
                    STAGES[stage](self.game)
            except NotCached:
                left.append(stage)
            else:
                self._finish(stage)
        return left

    def _finish(self, stage: str) -> None:
        if stage == RULES:
            run_compiled(self.rules)
        self._done(stage)

    def _compiled_elsewhere(self) -> Iterator[str]:
        """The stages as another process has compiled them; it ends when this one does."""
        low = LOW if self._low else 0
        words = (sys.executable, "-P", "-c", CHILD, repr(sys.path), self.game.name, str(low))
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        with contextlib.suppress(OSError):
            self._child = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=nothing, text=True, start_new_session=True
            )
            with self._child:
                assert self._child.stdout is not None
                yield from map(str.strip, self._child.stdout)


def main(name: str, low: str) -> None:
    """The other process: compile a game and tell of each stage, until nobody listens any more."""
    lock_cache_writes()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(int(low))
    for stage, compile_ in STAGES.items():
        compile_(game(name))
        print(stage, flush=True)


def _end_with_parent() -> None:
    """Nothing is ever written to us: our input ends when the other process does, in any way."""
    sys.stdin.read()
    with cache_lock:  # not while something is half written
        os._exit(1)
