"""Open connections, of sockets and streams: how many an address has, how many frames it sends."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from tablier.play import metrics
from tablier.play.settings import Settings

RESTART = 1012  # the page connects again, and comes to another server if there is one
MOST_BUCKETS = 1000  # of addresses, before unused ones are dropped


@dataclass
class Bucket:
    """A token bucket: it holds at most `size` tokens; `rate` tokens are added in a second."""

    size: float
    rate: float
    tokens: float = field(init=False)
    since: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.tokens = self.size

    def take(self) -> bool:
        """Take a token, if there is one.

        >>> bucket = Bucket(size=1, rate=0)
        >>> bucket.take(), bucket.take()
        (True, False)
        """
        self._refill()
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def take_on_credit(self) -> float:
        """Take a token even if there is none; returns the seconds to wait then.

        >>> bucket = Bucket(size=1, rate=0.5)
        >>> bucket.take_on_credit(), round(bucket.take_on_credit())
        (0.0, 2)
        """
        self._refill()
        self.tokens -= 1
        return max(0.0, -self.tokens / self.rate)

    @property
    def is_full(self) -> bool:
        """Has nothing been taken for long?"""
        self._refill()
        return self.tokens >= self.size

    def _refill(self) -> None:
        now = time.monotonic()
        tokens = self.tokens + (now - self.since) * self.rate
        self.tokens = tokens if tokens < self.size else self.size  # `min` takes twice as long
        self.since = now


class Connection(Protocol):
    """An open socket or stream."""

    address: str

    def close(self, code: int, reason: str) -> None:
        """End it."""


class Connections:
    """All open sockets and streams, counted by address."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.open: set[Connection] = set()
        self.is_draining = False
        """Does the server end soon, so that nobody should be sent here?"""
        self._addresses: Counter[str] = Counter()
        self._buckets: dict[str, Bucket] = {}

    def admit(self, connection: Connection) -> bool:
        """Count one more, unless its address has too many."""
        if self._addresses[connection.address] >= self.settings.sockets:
            return False
        self._addresses[connection.address] += 1
        self.open.add(connection)
        metrics.sockets.inc()
        return True

    def release(self, connection: Connection) -> None:
        """Count one less."""
        if connection in self.open:
            self.open.discard(connection)
            metrics.sockets.dec()
            self._addresses[connection.address] -= 1
            if not self._addresses[connection.address]:
                del self._addresses[connection.address]
                self._drop_unused()

    def bucket(self, address: str) -> Bucket:
        """The rate limit of all frames from that address."""
        if address not in self._buckets:
            settings = self.settings
            size, rate = settings.frames_at_once_by_address, settings.frames_a_second_by_address
            self._buckets[address] = Bucket(size, rate)
        return self._buckets[address]

    def _drop_unused(self) -> None:
        """Drop full buckets alone: reconnecting must not fill one."""
        if len(self._buckets) > MOST_BUCKETS:
            for address, bucket in list(self._buckets.items()):
                if address not in self._addresses and bucket.is_full:
                    del self._buckets[address]

    async def close(self) -> None:
        """Close all, and wait up to half a second until they are closed."""
        for connection in tuple(self.open):
            connection.close(RESTART, "server stops")
        for _ in range(50):
            if not self.open:
                return
            await asyncio.sleep(0.01)
