"""Finished games of a database, for opening books: their moves, and how they ended."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Select, select

from tablier.play.steps import Stored
from tablier.server.store.schema import tables
from tablier.server.store.storage import Storage

NEWEST = 5000
"""Games that are looked at, the newest first."""
NO_GAMES = ("declined", "aborted", "record")
"""Endings of what was never played, or not here."""


@dataclass(frozen=True)
class Finished:
    """A finished game."""

    stored: Stored

    @property
    def tokens(self) -> list[str]:
        """Its moves."""
        return [str(move["token"]) for move in self.stored.moves]

    @property
    def payoffs(self) -> list[float] | None:
        """What each seat got, where the rules do not say it."""
        ending = self.stored.table["ending"]
        return None if ending is None else list(ending[1])


async def finished(
    storage: Storage, game: str, known: Collection[str], most: int
) -> dict[str, Finished | None]:
    """Finished games from the usual start, at most so many that are not known; None: no game."""
    found = await storage.find(newest(game))
    new = [str(row["id"]) for row in found if row["id"] not in known][:most]
    return {name: _played(await storage.read(name)) for name in new}


def newest(game: str) -> Select[tuple[str]]:
    """Finished games, the newest first: an index has them in this order."""
    return (
        select(tables.c.id)
        .where(tables.c.game == game, tables.c.over, tables.c.seed.is_not(None))
        .order_by(tables.c.made.desc())
        .limit(NEWEST)
    )


def _played(stored: Stored | None) -> Finished | None:
    if stored is None or (stored.table["ending"] or [""])[0] in NO_GAMES or not stored.moves:
        return None
    return Finished(stored)
