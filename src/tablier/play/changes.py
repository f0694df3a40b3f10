"""Changes: all that can happen to a table, as values; `TableState.apply` alone does them.

`decide.py` says which of them follow from what somebody wants. To store one is to do its steps.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple

import msgspec
from msgspec import Struct

from tablier.play.endings import Ending
from tablier.play.new_table import Plan
from tablier.play.steps import ADD_MOVE, SEAT_BOT, TAKE_BACK, Bot, Row, Step, set_seat, set_table
from tablier.play.wire.protocol import OfferKind
from tablier.position import Position
from tablier.review import Evaluation


class Moved(Struct, frozen=True, eq=False):
    """A move was played."""

    row: Row
    """As it is stored."""
    after: Position
    ends_offers: bool = False
    """Were there any?"""


class TookBack(Struct, frozen=True):
    """The moves from that number on were taken back."""

    first: int


class Offered(Struct, frozen=True):
    """Who has offered what."""

    offers: Mapping[OfferKind, list[int]]


class Ended(Struct, frozen=True):
    """The game has ended otherwise than by its rules."""

    ending: Ending


class Renamed(Struct, frozen=True):
    """A seat has another name."""

    seat: int
    name: str


class Accepted(Struct, frozen=True):
    """The bot at these seats will play."""

    seats: Sequence[int]


class BotSeated(Struct, frozen=True):
    """A bot has taken a seat whose link it was given."""

    seat: int
    bot: Bot


class ReviewKept(Struct, frozen=True):
    """The search has judged each position of the finished game."""

    evaluations: tuple[Evaluation, ...]


class RematchBegun(Struct, frozen=True, eq=False):
    """A table was made for the rematch."""

    plan: Plan


Change = (
    Moved | TookBack | Offered | Ended | Renamed | Accepted | BotSeated | ReviewKept | RematchBegun
)


def steps_of(table: str, change: Change) -> Iterator[Step]:
    """What storing a change of that table does."""
    match change:
        case Moved(row, after, ends_offers):
            yield ADD_MOVE, row
            if ends_offers:
                yield set_table(table, "offers", {})
            if not after.legal_actions:
                yield set_table(table, "over", True)
        case TookBack(first):
            yield TAKE_BACK, {"of": table, "first": first}
            yield set_table(table, "over", False)
            yield set_table(table, "offers", {})
            yield set_table(table, "review", None)
        case Offered(offers):
            yield set_table(table, "offers", offers)
        case Ended(ending):
            yield set_table(table, "ending", astuple(ending))
            yield set_table(table, "over", True)
            yield set_table(table, "offers", {})
        case Renamed(seat, name):
            yield set_seat(table, seat, "name", name)
        case Accepted(seats):
            yield from (set_seat(table, seat, "asked", False) for seat in seats)
        case BotSeated(seat, bot):
            yield SEAT_BOT, {"of": table, "who": seat, "now": bot.id, "called": bot.name}
        case ReviewKept(evaluations):
            yield set_table(table, "review", msgspec.to_builtins(evaluations))
        case RematchBegun(plan):
            yield from plan.steps()
            yield set_table(table, "again", plan.id)
            yield set_table(table, "offers", {})
