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
        now = time.monotonic()
        self.drops = min(self.size, self.drops + (now - self.since) * self.rate)
        self.since = now
        if self.drops < 1:
            return False
        self.drops -= 1
        return True
