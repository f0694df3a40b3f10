"""What clients of many servers saw, and whether one table alone could have shown them that.

The games are played without undo, so a table only grows. An observation is how many moves a client
knew, and which. All observations together could come from one table if each is a beginning of what
is stored, if nobody who looks later sees less, and if somebody sent each move that is stored.
"""

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Observation:
    """What a client was shown."""

    client: str
    tokens: tuple[str, ...]
    asked: float
    """When it asked for the table; what it is told unasked counts from when it came."""
    told: float


@dataclass
class History:
    """All that was sent to a table, and all that was shown of it."""

    sent: set[tuple[int, str]] = field(default_factory=set)
    seen: list[Observation] = field(default_factory=list)

    def send(self, ply: int, token: str) -> None:
        self.sent.add((ply, token))

    def see(self, client: str, tokens: Sequence[str], asked: float | None = None) -> None:
        now = time.monotonic()
        self.seen.append(Observation(client, tuple(tokens), now if asked is None else asked, now))

    def faults(self, stored: Sequence[str]) -> list[str]:
        """What no single table could have shown."""
        return [*self._lost(stored), *self._invented(stored), *self._backwards()]

    def _lost(self, stored: Sequence[str]) -> list[str]:
        wrong = [each for each in self.seen if tuple(stored[: len(each.tokens)]) != each.tokens]
        return [f"{each.client} was shown what is not stored: {each.tokens}" for each in wrong]

    def _invented(self, stored: Sequence[str]) -> list[str]:
        return [
            f"move {ply} was never sent: {token}"
            for ply, token in enumerate(stored)
            if (ply, token) not in self.sent
        ]

    def _backwards(self) -> list[str]:
        """Who asks after somebody was told of a move is told of it too, on whatever server."""
        told = sorted(self.seen, key=lambda each: each.told)
        most = list(itertools.accumulate((len(each.tokens) for each in told), max, initial=0))
        wrong = []
        for each in self.seen:
            before = sum(other.told < each.asked for other in told)
            if len(each.tokens) < self._known(each, told[:before], most[before]):
                wrong.append(f"{each.client} was shown less than was told before: {each.tokens}")
        return wrong

    def _known(self, each: Observation, before: Sequence[Observation], most: int) -> int:
        """How much it must have been shown: all, or what it knew itself if it did not ask."""
        if each.asked < each.told:
            return most
        own = [len(other.tokens) for other in before if other.client == each.client]
        return max(own, default=0)
