"""The API: requests and what answers them, mounted by a server's router and by the host of a tab.

An answer takes by name what it needs: the registry, the parts of its path, the reader's language,
the JSON of the request, and a function that says whether nobody waits for it any more.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from tablier.play import catalogue, explorations, views
from tablier.play.registry import TableRegistry
from tablier.play.wire.exercises import LessonView, PuzzleView, Tried
from tablier.play.wire.explorations import Explored, RecordText
from tablier.play.wire.protocol import (
    Answered,
    Asked,
    ImportedTable,
    Lang,
    NewTable,
    ReplayView,
    TableMade,
    TableView,
)
from tablier.shapes import Board

IsCancelled = Callable[[], bool]


@dataclass(frozen=True)
class Endpoint:
    """A request, and what answers it."""

    method: Literal["GET", "POST"]
    path: str
    """With its parts that vary as `{name:str}` or `{number:int}`."""
    answer: Callable[..., Awaitable[Any]]
    makes: bool = False
    """Does it make something new?"""

    @cached_property
    def takes(self) -> dict[str, Any]:
        """What the answer takes, by name, with the types."""
        parameters = inspect.signature(self.answer).parameters
        return {name: each.annotation for name, each in parameters.items()}


async def make_table(registry: TableRegistry, data: NewTable) -> TableMade:
    """Make a table."""
    return await registry.make(data)


async def import_record(
    registry: TableRegistry, data: ImportedTable, is_cancelled: IsCancelled
) -> TableMade:
    """Make a table with the game of a record."""
    return await registry.make_from_record(data, is_cancelled)


async def show_table(registry: TableRegistry, table: str, lang: Lang) -> TableView:
    """A table as those see it who watch."""
    return views.table_view(await registry.open(table), (), lang)


async def show_replay(registry: TableRegistry, table: str, lang: Lang) -> ReplayView:
    """The game of a table so far, position by position."""
    found = await registry.open(table)
    return await registry.in_thread(lambda: catalogue.replay_view(found, lang))


async def show_position(registry: TableRegistry, name: str, data: Asked, lang: Lang) -> Answered:
    """A position without a table."""
    return await registry.in_thread(lambda: catalogue.answer(name, data, lang))


async def show_board(registry: TableRegistry, name: str, data: Asked) -> Board:
    """The board of a game with these options."""
    return await registry.in_thread(lambda: catalogue.board(name, data))


async def read_exploration(
    registry: TableRegistry, data: ImportedTable, is_cancelled: IsCancelled
) -> Explored:
    """The tree of a record; nothing is stored."""
    return await registry.in_thread(lambda: explorations.read(data, is_cancelled))


async def write_exploration(registry: TableRegistry, data: Explored) -> RecordText:
    """The record of a tree; nothing is stored."""
    return await registry.in_thread(lambda: explorations.write(data))


async def try_puzzle(
    registry: TableRegistry, name: str, number: int, data: Tried, lang: Lang
) -> PuzzleView:
    """A puzzle after some moves; nothing is stored."""
    return await registry.in_thread(lambda: catalogue.puzzle_view(name, number, data, lang))


async def try_lesson(
    registry: TableRegistry, name: str, number: int, data: Tried, lang: Lang
) -> LessonView:
    """A lesson after some moves; nothing is stored."""
    return await registry.in_thread(lambda: catalogue.lesson_view(name, number, data, lang))


ENDPOINTS = (
    Endpoint("POST", "/api/tables", make_table, makes=True),
    Endpoint("POST", "/api/records", import_record, makes=True),
    Endpoint("GET", "/api/tables/{table:str}", show_table),
    Endpoint("GET", "/api/tables/{table:str}/replay", show_replay),
    Endpoint("POST", "/api/games/{name:str}/position", show_position),
    Endpoint("POST", "/api/games/{name:str}/board", show_board),
    Endpoint("POST", "/api/explorations/read", read_exploration),
    Endpoint("POST", "/api/explorations/write", write_exploration),
    Endpoint("POST", "/api/puzzles/{name:str}/{number:int}", try_puzzle),
    Endpoint("POST", "/api/lessons/{name:str}/{number:int}", try_lesson),
)
