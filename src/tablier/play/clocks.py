"""Clocks: thinking time in milliseconds, as the server counts it.

They start once every seat has completed its first turn: until then somebody may not have come yet,
and nobody can lose on time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tablier.play.wire.protocol import Clock, ClockView

SHARE = 25  # a computer spends this part of what its clock shows


@dataclass
class Clocks:
    """The clocks of all seats; at most one runs."""

    given: Clock
    left: list[int]
    now: Callable[[], float]
    running: int | None = None
    since: float = 0.0

    @classmethod
    def begin(cls, given: Clock, seats: int, now: Callable[[], float]) -> "Clocks":
        """Full clocks, none of which runs."""
        return cls(given, [given.seconds * 1000] * seats, now)

    def left_now(self, seat: int) -> int:
        """What that seat has left at this moment; never less than nothing."""
        passed = int((self.now() - self.since) * 1000) if seat == self.running else 0
        return max(0, self.left[seat] - passed)

    def after(self, seat: int, following: int) -> int:
        """What the seat will have once it has moved and that one follows; 0 is too late.

        A turn that was not timed earns no increment.
        """
        left = self.left_now(seat)
        is_timed = seat == self.running and following != seat
        return left + self.given.increment * 1000 if left and is_timed else left

    def share(self, seat: int) -> float:
        """The seconds that a computer may spend on a move."""
        left = self.left_now(seat) / 1000
        return max(0.01, min(left / 2, left / SHARE + self.given.increment * 0.5))

    def start(self, seat: int | None, ago: float = 0.0) -> None:
        """Start that seat's clock, or some seconds ago, and stop the one that ran."""
        if self.running is not None:
            self.left[self.running] = self.left_now(self.running)
        self.running, self.since = seat, self.now() - ago

    def reset(self, played: Iterable[tuple[int, int]]) -> None:
        """Stop all; show what each seat had left after its last move, given seats and times."""
        self.running = None
        self.left = [self.given.seconds * 1000] * len(self.left)
        for seat, left in played:
            self.left[seat] = left

    def view(self) -> ClockView:
        """The clocks at this moment."""
        return ClockView([self.left_now(seat) for seat in range(len(self.left))], self.running)
