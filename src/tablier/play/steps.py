"""Rows: what is stored of tables, and the steps that change it, whatever stores them."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tablier.texts import Refusal

Row = dict[str, Any]
Step = tuple[str, Row]
"""The name of a step, one of these, and its values."""

ADD_TABLE, ADD_SEAT, ADD_MOVE = "add_table", "add_seat", "add_move"
CHANGE = "change"
"""Count a change of table `of`, which is based on `known` changes and refused if there are more."""
TAKE_BACK = "take_back"
"""Remove the moves of table `of` from number `first` on."""
SEAT_BOT = "seat_bot"
"""Give seat `who` of table `of` to the bot `now`, which is `called` so."""
TABLE_COLUMNS = ("offers", "ending", "again", "over", "review")
SEAT_COLUMNS = ("name", "asked")
SET_TABLE = {column: f"set_{column}" for column in TABLE_COLUMNS}
SET_SEAT = {column: f"set_{column}" for column in SEAT_COLUMNS}


class NoDatabase(Refusal):
    """The database does not answer, so nothing is known."""


class NotStored(Refusal):
    """The database did not take it, so it has not happened."""


class Outdated(NotStored):
    """Somebody else has changed the table meanwhile, so it has not happened."""


Done = Callable[[NotStored | None], None]
"""Called once steps are stored, or with why they are not."""


@dataclass(frozen=True)
class Stored:
    """All that is stored of a table."""

    table: Mapping[Any, Any]
    seats: Sequence[Mapping[Any, Any]]
    moves: Sequence[Mapping[Any, Any]]
    first: int = 0
    """The number of the first move that was read; 0 if all were."""
    idle: float = 0.0
    """Seconds since the last move in which a server was there."""
    elsewhere: frozenset[int] = frozenset()
    """The seats of those who are connected with other servers."""


class StoredMove(NamedTuple):
    """A move that was stored, and nothing else with it."""

    changes: int
    """The changes that its table has had since, with this one."""
    row: Row


@dataclass(frozen=True)
class Bot:
    """A program of somebody else that plays here."""

    id: str
    """Its name in small letters."""
    name: str
    made: float
    """When it was registered, in seconds since 1970."""


class TableStorage(Protocol):
    """Where tables are stored."""

    async def open(self, *, alone: bool = False) -> None:
        """Begin; who wants to be `alone` is refused if somebody else has it."""

    async def close(self) -> None:
        """Write what waits, and end."""

    async def write(
        self, *steps: Step, change: Row | None = None, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Do these steps, all or none; when this returns, they will survive any crash.

        A change (the values of CHANGE) that does not fit what is stored makes it `Outdated`.
        `meanwhile` is called while the steps are being stored, maybe more than once.
        """

    def submit(
        self, steps: Sequence[Step], change: Row | None, meanwhile: Callable[[], None], done: Done
    ) -> None:
        """The same for who does not wait in a task: `done` is called afterwards."""

    async def read(self, table: str) -> Stored | None:
        """What is stored of that table, if there is one."""


def set_table(table: str, column: str, value: object) -> Step:
    """Set a column of a table."""
    return SET_TABLE[column], {"of": table, "now": value}


def set_seat(table: str, seat: int, column: str, value: object) -> Step:
    """Set a column of a seat."""
    return SET_SEAT[column], {"of": table, "who": seat, "now": value}


def hashed(secret: str) -> str:
    """What is stored of a secret: it is long and random, so a hash without salt is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
