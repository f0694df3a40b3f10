"""How often somebody may do something: a bucket that fills with time."""

import time
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """Holds at most `size` drops; `rate` drops come in a second."""

    size: float
    rate: float
    drops: float = field(init=False)
    since: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.drops = self.size

    def take(self) -> bool:
        """Take a drop, if there is one.

        >>> bucket = Bucket(size=1, rate=0)
        >>> bucket.take(), bucket.take()
        (True, False)
        """
        self._fill()
        if self.drops < 1:
            return False
        self.drops -= 1
        return True

    def take_on_credit(self) -> float:
        """Take a drop even if there is none; says for how many seconds to wait then.

        >>> bucket = Bucket(size=1, rate=0.5)
        >>> bucket.take_on_credit(), round(bucket.take_on_credit())
        (0.0, 2)
        """
        self._fill()
        self.drops -= 1
        return max(0.0, -self.drops / self.rate)

    @property
    def is_full(self) -> bool:
        """Has nothing been taken for long?"""
        self._fill()
        return self.drops >= self.size

    def _fill(self) -> None:
        now = time.monotonic()
        self.drops = min(self.size, self.drops + (now - self.since) * self.rate)
        self.since = now
