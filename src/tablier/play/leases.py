"""Leases: moves of computer players that pages compute, on the devices of those who play.

A page that offers to think gets the move of a computer on lease. If it does not answer in time, or
leaves, whoever thinks here does it. Only where nobody plays against people elsewhere: a page could
let the computer play badly.
"""

import time
from collections.abc import Callable

from tablier.play.events import Lease
from tablier.play.table import Table
from tablier.play.thinker import Thinker
from tablier.position import Position


class Leases:
    """Decides who computes the move of a computer: a page, or the thinker."""

    def __init__(self, thinker: Thinker, now: Callable[[], float] = time.monotonic):
        self._thinker, self._now = thinker, now

    def update(self, table: Table) -> None:
        """A table has changed: have the move of a computer computed, if one is due."""
        before = table.lease
        table.lease = self._held(table) or self._given(table)
        if before is not None and table.lease is None:
            table.set_thinking(None)
        self._thinker.update(table)
        if table.lease is not None:
            table.set_thinking(table.lease.seat)
        if table.lease is not None and table.lease is not before:
            table.lease.page.on_event(table.lease)

    def _held(self, table: Table) -> Lease | None:
        """The lease of a page that still has time; one that was too slow has to offer again."""
        lease = table.lease
        if lease is None or lease.page not in table.presence.thinkers:
            return None
        if (lease.seat, lease.ply, lease.position) != _due(table):
            return None
        if self._now() >= lease.until:
            table.presence.offer(lease.page, on=False)
            return None
        return lease

    def _given(self, table: Table) -> Lease | None:
        """A new lease, if the move of a computer is due and a page offers to compute it."""
        pages = [page for page in table.presence.thinkers if page.seats]
        if not pages or table.is_apart:
            return None
        seat, ply, position = _due(table)
        if seat is None:
            return None
        until = self._now() + self._thinker.patience(table, seat)
        return Lease(pages[-1], next(table.lease_numbers), seat, ply, position, until)


def _due(table: Table) -> tuple[int | None, int, Position]:
    """The seat of the computer that is to move, if one is, and where."""
    return table.computer_to_move, table.ply, table.position
