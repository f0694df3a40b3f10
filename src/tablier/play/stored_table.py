"""StoredTable: a table with its listeners, as a cache of its rows.

It is replayed when somebody comes and dropped when all have left. Whoever holds its lock may write;
if that fails, it is loaded again. What others have written it does as well.
"""

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablier.play import metrics, traces
from tablier.play.events import Changed, Event, Lease, Listener, Played, Thinking
from tablier.play.new_table import PEOPLE
from tablier.play.presence import Presence
from tablier.play.reading import Reading
from tablier.play.state import TableState
from tablier.play.steps import NotStored, Outdated, Stored, TableStorage

RETRY = 5.0  # seconds after a failed write until computers and clocks go on


class StoredTable(TableState):
    """A game with everybody who is there, and where it is stored."""

    def __init__(
        self,
        storage: TableStorage,
        stored: Stored,
        on_change: Callable[[Any], None],
        patience: float,
        now: Callable[[], float] = time.monotonic,
    ):
        super().__init__(stored, now)
        self.presence = Presence(patience, now)
        self.thinking = Thinking(None)
        self.reading = Reading(now)
        self.lease: Lease | None = None
        self.lease_numbers = itertools.count(1)
        self.timers: list[asyncio.TimerHandle] = []
        """Of what happens if nobody does anything; who is told of changes sets them."""
        self._storage, self._on_change = storage, on_change

    # Who is there

    @property
    def present(self) -> frozenset[int]:
        """The seats where somebody is."""
        return frozenset(seat for seat in range(len(self.seats)) if self.is_present(seat))

    def is_present(self, seat: int) -> bool:
        """Is somebody there at that seat?"""
        is_computer = self.seats[seat].kind == "computer"
        return is_computer or seat in self.presence.seats

    def has_come(self, seat: int) -> bool:
        """Was somebody ever there? Who has made a move was."""
        is_person = self.seats[seat].kind in PEOPLE
        return not is_person or seat in self.presence.seen or seat in self.movers

    def gone(self, seats: frozenset[int]) -> frozenset[int]:
        """The seats of people who have left these others alone for too long."""
        is_open = bool(seats) and self.is_by_link and self.is_under_way and not self.is_over
        return self.presence.gone(self.people - seats) if is_open else frozenset()

    @property
    def until_gone(self) -> float | None:
        """Seconds until the next of those who are away has been so for too long, if one will."""
        left = [left for left in self.presence.wait(self.people) if left > 0]
        is_open = self.presence.listeners and self.is_by_link and not self.is_over
        return min(left) if left and is_open else None

    def join(self, listener: Listener) -> None:
        """Let a listener in, who hears everything from now on."""
        self._change_presence(self.presence.join, listener)

    def leave(self, listener: Listener) -> None:
        """Let a listener go."""
        self._change_presence(self.presence.leave, listener)

    def _change_presence(self, change: Callable[[Listener], None], listener: Listener) -> None:
        """Announce it if other seats are taken after the change than before."""
        before = self.present
        change(listener)
        if before != self.present:
            self.announce(Changed())
        self._on_change(self)

    def offer_thinking(self, listener: Listener, *, on: bool) -> None:
        """The page of a listener offers to compute the moves of computers, or no longer does."""
        self.presence.offer(listener, on=on)
        self._on_change(self)

    def has_read(self, listener: Listener) -> None:
        """A listener has seen what the last news hold."""
        self.reading.end(listener)
        self._on_change(self)

    @property
    def until_read(self) -> float:
        """Seconds that computers wait for those who play to see what the last news hold."""
        return self.reading.left(self.presence.readers)

    @property
    def computer_to_move(self) -> int | None:
        """The seat of the computer whose turn it is, once what news hold is seen."""
        return None if self.until_read else super().computer_to_move

    def announce(self, event: Event) -> None:
        """Tell all listeners what has happened."""
        if isinstance(event, Played) and event.held is not None:
            clock = self.clocks.left_now(self.turn) / 1000 if self.clocks else None
            self.reading.begin((each for each in self.presence.readers if each.seats), clock)
        for listener in tuple(self.presence.listeners):
            listener.on_event(event)

    def announce_change(self) -> None:
        """Tell all that something has changed, and what depends on the table too."""
        self.announce(Changed())
        self._on_change(self)

    def _prepare(self, event: Played | None) -> None:
        """Let all listeners prepare for a move that is being stored."""
        if event is not None and self.clocks is None:  # else it is complete only after the commit
            for listener in tuple(self.presence.listeners):
                listener.prepare(event)

    def set_thinking(
        self, seat: int | None, *, waiting: bool = False, preparing: int | None = None
    ) -> None:
        """Announce whether a computer thinks, or what it waits for."""
        now = Thinking(seat, waiting, preparing)
        if now != self.thinking:
            self.thinking = now
            self.announce(now)

    # What others have stored

    @property
    def known(self) -> tuple[int, frozenset[int]]:
        """How many changes are known, and who is connected with other servers."""
        return self._changes, self.presence.elsewhere

    def take_over(self, stored: Stored) -> bool:
        """Do what was done elsewhere; False if all moves are needed to know what that was."""
        if stored.table["changes"] > self._changes:
            moves = self.news_in(stored)
            if moves is None and stored.first:
                return False
            self._take_over(stored, moves)
            self._on_change(self)
        if self._set_elsewhere(stored):
            self.announce_change()
        return True

    def _take_over(self, stored: Stored, moves: Sequence[Mapping[Any, Any]] | None) -> None:
        if moves is None:
            self._load(stored)
            self.announce(Changed())
        else:
            with traces.span("announce elsewhere", table=self.id):
                for event in self._follow(stored, moves):
                    self.announce(event)

    def _set_elsewhere(self, stored: Stored) -> bool:
        """Note who is connected with other servers; has that changed?"""
        before = self.presence.seats
        self.presence.set_elsewhere(stored.elsewhere)
        return before != self.presence.seats

    # After a failure

    async def _recover(self, failure: NotStored) -> None:
        metrics.faults.add(not isinstance(failure, Outdated))
        await self._reload()
        wait = 0 if isinstance(failure, Outdated) else RETRY
        asyncio.get_running_loop().call_later(wait, self._on_change, self)

    async def _reload(self) -> None:
        stored = None
        with contextlib.suppress(Exception):  # the database is gone: the next change fails too
            stored = await self._storage.read(self.id)
        if stored is not None:
            self._load(stored)
            self._set_elsewhere(stored)
            self.announce(Changed())

    def _on_move(self) -> None:
        """A move was played: where people play without a clock, and all are there, that is all."""
        is_plain = self.clocks is None and self.lease is None and not self.timers
        if not is_plain or len(self.people) < len(self.seats):
            self._on_change(self)
