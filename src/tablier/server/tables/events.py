"""What happens at a table, as those who sit there or watch are told. All of it is stored before."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from tablier.position import Position
from tablier.server.wire.protocol import ClockView
from tablier.texts import Sentence


@dataclass(frozen=True)
class Played:
    """A move was played."""

    ply: int
    token: str
    seat: int
    before: Position
    after: Position
    clock: ClockView | None = None
    written: dict[tuple[str, frozenset[int]], bytes] = field(default_factory=dict)
    """The frame in each language and for each kind of reader, once somebody has asked for it."""

    @cached_property
    def news(self) -> Sentence | None:
        """What the move has brought about that deserves a card of its own."""
        return self.after.game.news(self.before.frozen_state, self.after.frozen_state)

    def readers(self, seats: frozenset[int]) -> frozenset[int]:
        """Those of a reader's seats that make a difference to the words about the move."""
        is_plain = self.after.legal_actions and self.after.turn not in seats and self.news is None
        return frozenset() if is_plain else seats


@dataclass(frozen=True)
class Altered:
    """Anything but a move."""


@dataclass(frozen=True)
class Pondering:
    """A computer thinks, waits to, or has stopped."""

    seat: int | None
    waiting: bool = False
    preparing: int | None = None
    """Seconds until it can begin, while its search is compiled."""


@dataclass(frozen=True)
class Followed:
    """There is another table, for the rematch."""

    table: str


Event = Played | Altered | Pondering | Followed


class Listener(Protocol):
    """Somebody at a table."""

    address: str
    """Where they come from."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose secrets they have."""

    def prepare(self, event: Played) -> None:
        """Get ready to hear of a move that is being stored; it may still come to nothing."""

    def hear(self, event: Event) -> None:
        """Take note; must not wait."""
