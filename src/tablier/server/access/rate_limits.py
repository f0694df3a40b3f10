"""Rate limits: a token bucket."""

import time
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """Holds at most `size` tokens; `rate` tokens are added in a second."""

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
        self.tokens = min(self.size, self.tokens + (now - self.since) * self.rate)
        self.since = now
