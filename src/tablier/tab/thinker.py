"""Nobody thinks in a tab but the page itself: it gets all moves of computers on lease, for ever."""

import math
from collections.abc import AsyncIterator
from typing import Any, NoReturn

from tablier.game import Game
from tablier.server.tables.table import Table
from tablier.texts import refusal


class NoThinker:
    """Searches nothing."""

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
        """Only pages compute moves."""

    def patience(self, table: Table, seat: int) -> float:  # noqa: ARG002
        """A page may take as long as it likes."""
        return math.inf

    async def hint(self, *_: Any, **__: Any) -> NoReturn:
        """Only pages know one."""
        raise refusal("no_thinker")

    def review(self, *_: Any, **__: Any) -> NoReturn:
        """Nobody makes one."""
        raise refusal("no_thinker")

    def analyse(self, *_: Any, **__: Any) -> NoReturn:
        """Only pages make one."""
        raise refusal("no_thinker")
