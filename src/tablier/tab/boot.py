"""Starts the host of a tab for the page, whose functions it calls as if they were Python's."""

from typing import Any

import msgspec

from tablier.games import games
from tablier.play import catalogue
from tablier.play.wire.protocol import Asked
from tablier.tab.host import Host
from tablier.tab.storage import Saved
from tablier.texts import LANGUAGES


class _BrowserDatabase:
    """The browser's database; texts alone cross the border to JavaScript."""

    def __init__(self, page: Any):
        self._page = page

    async def load(self, table: str) -> str | None:
        found = await self._page.load(table)
        return found if isinstance(found, str) else None  # undefined is not None

    async def save(self, records: list[Saved]) -> bool:
        return bool(await self._page.save(msgspec.json.encode(records).decode()))

    async def all(self) -> str:
        return str(await self._page.all())


def prepare() -> None:
    """Load all games and texts, before the memory is kept."""
    for name in games():
        for lang in LANGUAGES:
            catalogue.answer(name, Asked(), lang)


def start(page: Any) -> Host:
    """The host of a tab, given an object with the functions `load` and `save`."""
    return Host(_BrowserDatabase(page))
