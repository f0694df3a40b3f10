"""Nobody thinks in a tab yet: there are no computer players, no hints and no analysis."""

from collections.abc import AsyncIterator
from typing import Any, NoReturn

from tablier.game import Game
from tablier.server.tables.table import Table
from tablier.texts import refusal


class NoThinker:
    """Refuses to search."""

    def open(self) -> None:
        """Nothing begins."""

    async def close(self) -> None:
        """Nothing ends."""

    def prioritise(self, game: str) -> None:
        """Nothing is prepared."""

    async def preparing(self, game: Game) -> AsyncIterator[int]:  # noqa: ARG002
        """Nothing is waited for."""
        nothing: tuple[int, ...] = ()
        for seconds in nothing:
            yield seconds

    def update(self, table: Table) -> None:
        """No computer moves."""

    async def hint(self, *_: Any, **__: Any) -> NoReturn:
        """Nobody knows one."""
        raise refusal("no_thinker")

    def review(self, *_: Any, **__: Any) -> NoReturn:
        """Nobody makes one."""
        raise refusal("no_thinker")

    def analyse(self, *_: Any, **__: Any) -> NoReturn:
        """Nobody makes one."""
        raise refusal("no_thinker")
