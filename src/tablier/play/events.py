"""Events: what the listeners at a table are told. Everything is stored before it is announced."""

from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from tablier.play.wire.protocol import ClockView
from tablier.position import Position, _made, lazy
from tablier.texts import Sentence


class Played(Struct, frozen=True, eq=False, dict=True):
    """A move was played."""

    ply: int
    token: str
    seat: int
    before: Position
    after: Position
    clock: ClockView | None = None

    @lazy
    def news(self) -> Sentence | None:
        """What the move has brought about that deserves a card of its own."""
        return self.after.game.news(self.before.frozen_state, self.after.frozen_state)

    @lazy
    def held(self) -> Position | None:
        """What is shown while the news are read, if it is not the position after the move."""
        game = self.after.game
        if self.news is None:
            return None
        state = game.held(self.before.frozen_state, game.actions[self.token])
        return None if state is None else _made(game, state.tobytes(), None)


@dataclass(frozen=True, eq=False)
class Changed:
    """Anything but a move has changed."""


@dataclass(frozen=True)
class Thinking:
    """A computer thinks, waits to, or has stopped."""

    seat: int | None
    waiting: bool = False
    preparing: int | None = None
    """Seconds until it can begin, while its search is compiled."""


@dataclass(frozen=True)
class RematchMade:
    """The table of the rematch was made."""

    table: str


@dataclass(frozen=True)
class Reviewing:
    """So many positions of a finished game are evaluated, of so many."""

    done: int
    of: int


@dataclass(frozen=True)
class Reviewed:
    """The review of the game is kept with it."""


@dataclass(frozen=True, eq=False)
class Lease:
    """A page is asked for the move of a computer player; until then nobody else computes it."""

    page: "Listener"
    number: int
    seat: int
    ply: int
    position: Position
    until: float


Event = Played | Changed | Thinking | Lease | RematchMade | Reviewing | Reviewed


class Listener(Protocol):
    """Somebody at a table."""

    address: str
    """The address of their connection."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose secrets they have."""

    def prepare(self, event: Played) -> None:
        """Prepare for a move that is being stored; it may still fail."""

    def on_event(self, event: Event) -> None:
        """Take note of it; must not block."""
