"""Clocks: thinking time in milliseconds, as the server counts it.

They begin once every seat has completed its first turn: until then somebody may still be on the
way, and nobody can lose on time.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from tablier.server.wire.protocol import Clock, ClockView


@dataclass
class Clocks:
    """The clocks of all seats; at most one runs."""

    given: Clock
    left: list[int]
    running: int | None = None
    since: float = field(default_factory=time.monotonic)

    @classmethod
    def begin(cls, given: Clock, seats: int) -> "Clocks":
        """Full clocks, none of which runs."""
        return cls(given, [given.seconds * 1000] * seats)

    def left_now(self, seat: int) -> int:
        """What that seat has left at this moment; never less than nothing."""
        passed = int((time.monotonic() - self.since) * 1000) if seat == self.running else 0
        return max(0, self.left[seat] - passed)

    def after(self, seat: int, following: int) -> int:
        """What the seat will have once it has moved and that one follows; 0 is too late.

        A turn that was not timed earns no increment.
        """
        left = self.left_now(seat)
        is_timed = seat == self.running and following != seat
        return left + self.given.increment * 1000 if left and is_timed else left

    def turn_to(self, seat: int | None) -> None:
        """Let that seat's clock run, and stop the one that ran."""
        if self.running is not None:
            self.left[self.running] = self.left_now(self.running)
        self.running, self.since = seat, time.monotonic()

    def set_back(self, played: Iterable[tuple[int, int]]) -> None:
        """Show what the moves that were played have left: seats and their times."""
        self.running = None
        self.left = [self.given.seconds * 1000] * len(self.left)
        for seat, left in played:
            self.left[seat] = left

    def view(self) -> ClockView:
        """The clocks at this moment."""
        return ClockView([self.left_now(seat) for seat in range(len(self.left))], self.running)
