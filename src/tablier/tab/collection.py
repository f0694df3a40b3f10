"""All games of a browser in one file: written whole, and read beside those that are there.

Of a table that both have, the one that went on is kept. Where both went on differently, both are:
that of the file gets another name.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from tablier.play.registry import NAME
from tablier.play.state import TableState
from tablier.play.steps import Stored
from tablier.tab.storage import Saved, TableRecord, TabStorage, encoded
from tablier.texts import Refusal, refusal

FORMAT = "all games"
VERSION = 1
Tables = dict[str, TableRecord]


class Collection(msgspec.Struct):
    """The file: tables, and what the page notes of them, which is its own business."""

    tablier: str
    version: int
    tables: list[TableRecord]
    page: msgspec.Raw = msgspec.Raw(b"{}")


class Merged(msgspec.Struct):
    """What was read: how many tables are new or went on, and how many were there already."""

    new: int
    known: int
    renamed: dict[str, str]
    page: msgspec.Raw


async def written(storage: TabStorage, page: str) -> str:
    """The file with all tables, and with these notes of the page."""
    made = Collection(FORMAT, VERSION, await storage.all(), msgspec.Raw(page.encode()))
    return msgspec.json.encode(made).decode()


async def read(storage: TabStorage, text: str) -> Merged:
    """Store what the file has and the browser has not: all of it or, if it is bad, nothing."""
    file = _decoded(text)
    for record in file.tables:
        _check(record)
    here = {record.table["id"]: record for record in await storage.all()}
    names = dict(_renamed(file.tables, here))
    saved = list(_changes(file.tables, here, names))
    if saved:
        await storage.save(saved)
    return Merged(len(saved), len(file.tables) - len(saved), names, file.page)


def _decoded(text: str) -> Collection:
    try:
        file = msgspec.json.decode(text, type=Collection)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise refusal("bad_collection") from None
    if (file.tablier, file.version) != (FORMAT, VERSION):
        raise refusal("bad_collection")
    return file


def _check(record: TableRecord) -> None:
    """Is it a table that can be opened, with moves that can be played?"""
    rows = (*record.seats, *record.moves)
    try:
        state = TableState(Stored(record.table, record.seats, record.moves))
        is_sound = {row["table_id"] for row in rows} == {state.id} and _is_full(state)
    except Exception as wrong:  # rules may have changed since: that is said when it is opened
        is_sound = isinstance(wrong, Refusal) and wrong.said.key == "record_version"
    if not is_sound or not NAME.fullmatch(str(record.table.get("id"))):
        raise refusal("bad_collection")


def _is_full(state: TableState) -> bool:
    return len(state.seats) == state.game.players


def _renamed(tables: list[TableRecord], here: Tables) -> Iterator[tuple[str, str]]:
    """The new names of those that went on differently here."""
    for record in tables:
        known = here.get(record.table["id"])
        if known is not None and not (_continues(record, known) or _continues(known, record)):
            yield record.table["id"], _name(record)


def _changes(tables: list[TableRecord], here: Tables, names: dict[str, str]) -> Iterator[Saved]:
    """What is to be stored."""
    for record in tables:
        name: str = record.table["id"]
        name = names.get(name, name)
        known = here.get(name)
        if known is None:
            yield Saved(name, -1, encoded(_called(record, name)))
        elif _continues(record, known) and _age(record) > _age(known):
            before = known.table["changes"]
            record.table["changes"] = max(before + 1, record.table["changes"])
            yield Saved(name, before, encoded(record))


def _tokens(record: TableRecord) -> list[str]:
    return [row["token"] for row in record.moves]


def _age(record: TableRecord) -> tuple[int, int]:
    """How far a table went, compared with others of which it has all moves."""
    return len(record.moves), record.table["changes"]


def _continues(record: TableRecord, other: TableRecord) -> bool:
    """Has it all moves of the other one?"""
    return _tokens(record)[: len(other.moves)] == _tokens(other)


def _name(record: TableRecord) -> str:
    """Another name, the same for the same moves: read again, it is there already."""
    digest = hashlib.sha256(" ".join(_tokens(record)).encode()).hexdigest()[:8]
    return f"{record.table['id'][:23]}-{digest}"


def _called(record: TableRecord, name: str) -> TableRecord:
    """The same under that name."""
    rows = ([{**row, "table_id": name} for row in each] for each in (record.seats, record.moves))
    return TableRecord({**record.table, "id": name}, *rows)
