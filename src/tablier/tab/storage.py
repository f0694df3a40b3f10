"""The storage of a tab: one record for each table, in the browser's own database.

A write hands all records that it changes to the browser, which stores them in one transaction, or
none if another tab has changed one of them meanwhile.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from tablier.play.steps import (
    ADD_MOVE,
    ADD_SEAT,
    ADD_TABLE,
    CHANGE,
    SET_SEAT,
    SET_TABLE,
    TAKE_BACK,
    Done,
    NotStored,
    Outdated,
    Row,
    Step,
    Stored,
)
from tablier.texts import Sentence


@dataclass(frozen=True)
class Saved:
    """A record to be stored, if the one that is there has had so many changes; −1: if none is."""

    table: str
    known: int
    record: str


class Database(Protocol):
    """Where the browser keeps records."""

    async def load(self, table: str) -> str | None:
        """The record of a table."""

    async def save(self, records: list[Saved]) -> bool:
        """Store all or none; False if one is not as it was known."""

    async def all(self) -> str:
        """All records, as a list in JSON."""


class TableRecord(msgspec.Struct):
    """All rows of a table."""

    table: Row
    seats: list[Row]
    moves: list[Row]


def encoded(record: TableRecord) -> str:
    """What the browser keeps of a table."""
    return msgspec.json.encode(record).decode()


decode = msgspec.json.Decoder(TableRecord).decode
decode_all = msgspec.json.Decoder(list[TableRecord]).decode


class TabStorage:
    """Tables in a database; those that were read or written are in memory too."""

    def __init__(self, database: Database):
        self._database = database
        self._known: dict[str, str] = {}
        self._tasks: set[asyncio.Future[None]] = set()

    async def open(self, *, alone: bool = False) -> None:
        """Nothing is to be opened."""

    async def close(self) -> None:
        """Nothing waits."""

    async def read(self, table: str) -> Stored | None:
        """What is stored of that table, if there is one."""
        record = await self._database.load(table)
        if record is None:
            return None
        self._known[table] = record
        found = decode(record)
        return Stored(found.table, found.seats, found.moves)

    async def write(
        self, *steps: Step, change: Row | None = None, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Do these steps, all or none; when this returns, the browser has stored them."""
        named = [(CHANGE, change)] if change is not None else []
        changed = _Changed(self._known)
        for name, row in [*named, *steps]:
            changed.do(name, row)
        await self.save(list(changed.saved()))
        meanwhile()

    def submit(
        self, steps: Sequence[Step], change: Row | None, meanwhile: Callable[[], None], done: Done
    ) -> None:
        """The same in a task of its own, after which `done` is called."""
        task = asyncio.ensure_future(self._submitted(steps, change, meanwhile, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _submitted(
        self, steps: Sequence[Step], change: Row | None, meanwhile: Callable[[], None], done: Done
    ) -> None:
        try:
            await self.write(*steps, change=change, meanwhile=meanwhile)
        except NotStored as wrong:
            done(wrong)
        except Exception:
            done(NotStored(Sentence("not_stored")))
            raise
        else:
            done(None)

    async def all(self) -> list[TableRecord]:
        """All tables."""
        return decode_all(await self._database.all())

    async def save(self, saved: list[Saved]) -> None:
        """Store these records, all or none."""
        try:
            is_current = await self._database.save(saved)
        except Exception as wrong:
            raise NotStored(Sentence("not_stored")) from wrong
        if not is_current:
            raise Outdated(Sentence("outdated"))
        self._known.update({each.table: each.record for each in saved})


class _Changed:
    """The records that steps change, decoded from those that are known."""

    def __init__(self, known: dict[str, str]):
        self._known = known
        self._records: dict[str, TableRecord] = {}
        self._before: dict[str, int] = {}

    def saved(self) -> Iterator[Saved]:
        """The changed records."""
        for table, record in self._records.items():
            yield Saved(table, self._before[table], encoded(record))

    def do(self, name: str, row: Row) -> None:
        """Do a step."""
        if name == ADD_TABLE:
            self._records[row["id"]] = TableRecord({"changes": 0, **row}, [], [])
            self._before[row["id"]] = -1
        else:
            record = self._record(row["of"] if "of" in row else row["table_id"])
            STEPS[name](record, row)

    def _record(self, table: str) -> TableRecord:
        if table not in self._records:
            if table not in self._known:
                raise NotStored(Sentence("not_stored"))
            self._records[table] = decode(self._known[table])
            self._before[table] = self._records[table].table["changes"]
        return self._records[table]


def _change(record: TableRecord, row: Row) -> None:
    if record.table["changes"] != row["known"]:
        raise Outdated(Sentence("outdated"))
    record.table["changes"] += 1


def _take_back(record: TableRecord, row: Row) -> None:
    record.moves = [move for move in record.moves if move["ply"] < row["first"]]


def _set_table(column: str) -> Callable[[TableRecord, Row], Any]:
    return lambda record, row: record.table.update({column: row["now"]})


def _set_seat(column: str) -> Callable[[TableRecord, Row], Any]:
    return lambda record, row: record.seats[row["who"]].update({column: row["now"]})


STEPS: dict[str, Callable[[TableRecord, Row], Any]] = {
    ADD_SEAT: lambda record, row: record.seats.append(row),
    ADD_MOVE: lambda record, row: record.moves.append(row),
    CHANGE: _change,
    TAKE_BACK: _take_back,
    **{name: _set_table(column) for column, name in SET_TABLE.items()},
    **{name: _set_seat(column) for column, name in SET_SEAT.items()},
}
"""What each step does to a record; there are no bots."""
