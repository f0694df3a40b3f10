"""Books: the opening books of a server, made of strong games and of those that were played there.

What is counted stays in memory; every few minutes, if somebody asks, the games are added that have
ended since. Only counts leave the server, and only of moves that were played more than once.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tablier.book import Book
from tablier.game import options_of_version
from tablier.games import game, package_of
from tablier.play import catalogue
from tablier.play.wire.explorations import BookInfo
from tablier.server.server_registry import ServerRegistry
from tablier.server.store.finished_games import Finished, finished
from tablier.texts import Refusal

OFTEN = 600.0  # seconds between two looks for more games
MOST_AT_ONCE = 200  # games that are counted before somebody is answered


@dataclass
class _Counted:
    """What is known of the games of one kind."""

    book: Book
    info: BookInfo | None = None
    known: set[str] = field(default_factory=set)
    looked: float = -OFTEN
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Books:
    """The books of all games."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now = now
        self._counted: dict[str, _Counted] = {}

    async def info(self, registry: ServerRegistry, name: str) -> BookInfo:
        """The book of a game as pages have it."""
        counted = self._counted.setdefault(game(name).name, _Counted(Book(name)))
        async with counted.lock:
            if counted.info is None or self._now() - counted.looked >= OFTEN:
                await self._look(registry, name, counted)
            assert counted.info is not None
            return counted.info

    async def _look(self, registry: ServerRegistry, name: str, counted: _Counted) -> None:
        """Count the games that have ended since; while there are more, it looks again soon."""
        new = await finished(registry.storage, name, counted.known, MOST_AT_ONCE)
        counted.known.update(new)
        counted.looked = self._now() - (OFTEN if len(new) == MOST_AT_ONCE else 0)
        if counted.info is not None and not any(new.values()):
            return

        def count() -> BookInfo:
            for each in filter(None, new.values()):
                add(counted.book, each)
            merged = Book.of(name).merged(counted.book)
            return catalogue.book_info(merged, catalogue.MOST_BOOK_ROWS)

        counted.info = await registry.in_thread(count)


def add(book: Book, each: Finished) -> None:
    """Count a game that was stored; one that today's rules do not know is left out."""
    row = each.stored.table
    try:
        options = options_of_version(package_of(row["game"]), row["version"], row["options"])
        start = game(row["game"], **options).start(int(row["seed"]))
        end = start.play_all(each.tokens)
    except Refusal:
        return
    outcome = end.outcome()
    payoffs = each.payoffs or (None if outcome is None else outcome.payoffs)
    if payoffs is not None:
        book.add(start, each.tokens, payoffs)
