"""Preparation: compiles a game's rules and search in the background, while people play it.

What is in the cache on disk is loaded. The rest is compiled by a child process, which writes it to
the cache: compiling holds the GIL for long stretches, which would block the event loop of a server.
Only if the child fails is it compiled here.
"""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, cast

from tablier.game import Game
from tablier.games import game
from tablier.kernels.compilation import (
    LOW,
    NotCached,
    begin_child,
    cache_lock,
    child_code,
    compiled_here,
    leave_plain,
    lock_cache_writes,
    only_cached,
    rules_of,
    run_compiled,
)
from tablier.nets import net_of
from tablier.nets.kernels import inputs_of
from tablier.position import Position
from tablier.reasons import explain
from tablier.search.player import Player, features_of

A_RULE = 0.35  # seconds to compile a rule, as it is and within the search, on a quiet machine
PLIES, TRIED = 12, 40  # of a game, and illegal tokens in each position of it
CHILD = child_code("tablier.search.preparation")


def compile_rules(chosen: Game) -> None:
    """Call every rule once that a table calls."""
    for each in (chosen.position(chosen.drawing.SCENE), *_course(chosen.start())):
        _look_at(each)


def _course(position: Position) -> Iterator[Position]:
    """Positions of a game of arbitrary moves."""
    for ply in range(PLIES):
        yield position
        actions = position.legal_actions
        position = position._after(actions[7 * ply % len(actions)]) if actions else position


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
        explain(position, tokens[action])
        str(position._after(action))


def compile_search(chosen: Game) -> None:
    """Compile the search as players of these options use it: with the net, if there is one."""
    _choose(chosen, net=True)


def compile_fallback(chosen: Game) -> None:
    """Compile the search with the game's features, for options that its net has not seen."""
    _choose(chosen, net=False)


def _choose(chosen: Game, net: bool) -> None:
    Player(chosen, simulations=2, memory=1_000_000, net=net).choose(chosen.start())


RULES, SEARCH, FALLBACK = "rules", "search", "fallback"
STAGES: dict[str, Callable[[Game], None]] = {
    RULES: compile_rules,
    SEARCH: compile_search,
    FALLBACK: compile_fallback,
}


def search_stage(chosen: Game) -> str:
    """The stage after which a search with these options is compiled."""
    return SEARCH if net_of(chosen) is not None else FALLBACK


class Preparation:
    """Compiles one game; `done` is called after each stage, by the thread that calls `run`."""

    def __init__(self, chosen: Game, done: Callable[[str], None] = lambda _: None):
        self.game, self.began = chosen, 0.0
        self._done = done
        self._low, self._is_stopped = True, False
        self._child: subprocess.Popen[str] | None = None

    @cached_property
    def rules(self) -> list[Any]:
        """The rules of the game."""
        return rules_of(cast(ModuleType, self.game.rules))

    def expected(self, stage: str) -> float:
        """Seconds that compiling takes on a quiet machine until that stage is done."""
        features, net = features_of(self.game), net_of(self.game)
        rules = {
            RULES: (),
            SEARCH: rules_of(features if net is None else inputs_of(self.game)),
            FALLBACK: rules_of(features),
        }
        before = [*STAGES][: [*STAGES].index(stage) + 1]
        return A_RULE * len({*self.rules, *(each for name in before for each in rules[name])})

    @property
    def is_compiling(self) -> bool:
        """Was something not in the cache, so that it is being compiled?"""
        return self.began > 0

    def leave_plain(self) -> None:
        """Run the rules as plain Python until they are compiled."""
        leave_plain(self.rules)

    def hurry(self) -> None:
        """Somebody waits: give the child process the usual priority, if the system allows it."""
        self._low = False
        if self._child is not None:
            with contextlib.suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, self._child.pid, 0)

    def run(self) -> None:
        """Load or compile all stages."""
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
        """Stop compiling: the child process ends when its input is closed."""
        self._is_stopped = True
        run_compiled(self.rules)
        if self._child is not None:
            assert self._child.stdin is not None
            self._child.stdin.close()

    def _load(self, stages: Sequence[str]) -> list[str]:
        """Load these stages from the cache; return those of which something is missing."""
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
        """The stages as a child process has compiled them; it ends when this process does."""
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
    """The child process: compile a game and print the name of each finished stage."""
    lock_cache_writes()
    begin_child(low, cache_lock.acquire)  # it does not end while something is half written
    for stage, compile_ in STAGES.items():
        compile_(game(name))
        print(stage, flush=True)
