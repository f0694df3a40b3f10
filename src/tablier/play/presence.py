"""Presence: who is at which seat, who has been there, and since when others are away."""

import time
from collections.abc import Callable, Iterable

from tablier.play.events import Listener


class Presence:
    """The listeners of a table; a seat is gone once it has been empty for `patience` seconds."""

    def __init__(self, patience: float, now: Callable[[], float] = time.monotonic):
        self.listeners: set[Listener] = set()
        self._players: set[Listener] = set()
        """Those of them who came with seats: thousands may watch, and few play."""
        self.elsewhere: frozenset[int] = frozenset()
        """The seats of those who are connected with other servers."""
        self.address = ""
        """The address of the last who took a seat; before that, of the first who watched."""
        self.seen: set[int] = set()
        """The seats where somebody was."""
        self.thinkers: list[Listener] = []
        """Those of them whose pages offer to compute moves, the last one last."""
        self.readers: set[Listener] = set()
        """Those of them who say when they have seen what news hold."""
        self._patience, self._now = patience, now
        self._begun = now()
        self._left: dict[int, float] = {}

    @property
    def here(self) -> frozenset[int]:
        """The seats of the listeners."""
        return frozenset([seat for player in self._players for seat in player.seats])

    @property
    def seats(self) -> frozenset[int]:
        """The seats where somebody is."""
        return self.here | self.elsewhere

    def join(self, listener: Listener) -> None:
        """Somebody is there from now on."""
        self.listeners.add(listener)
        if listener.seats:
            self._players.add(listener)
        self.address = listener.address if listener.seats else self.address or listener.address
        self.seen |= listener.seats

    def offer(self, listener: Listener, *, on: bool) -> None:
        """The page of somebody offers to compute moves, or no longer does."""
        self.thinkers = [each for each in self.thinkers if each is not listener]
        if on:
            self.thinkers.append(listener)

    def leave(self, listener: Listener) -> None:
        """Somebody is no longer there."""
        self.offer(listener, on=False)
        self.readers.discard(listener)
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._players.discard(listener)
            self._left.update(dict.fromkeys(listener.seats - self.seats, self._now()))

    def set_elsewhere(self, seats: frozenset[int]) -> None:
        """These are connected with other servers."""
        left, self.elsewhere = self.elsewhere - seats, seats
        self.seen |= seats
        self._left.update(dict.fromkeys(left - self.seats, self._now()))

    def wait(self, seats: Iterable[int]) -> list[float]:
        """How long it takes until each of these that is away has been so for too long."""
        away = frozenset(seats) - self.seats
        if not away:
            return []
        now, left = self._now(), [self._left.get(seat, self._begun) for seat in sorted(away)]
        return [since + self._patience - now for since in left]

    def gone(self, seats: Iterable[int]) -> frozenset[int]:
        """Those of these seats that have been away for too long."""
        return frozenset(seat for seat in seats if any(left <= 0 for left in self.wait([seat])))
