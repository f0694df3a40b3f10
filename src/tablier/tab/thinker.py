"""Nobody thinks in a tab but the page itself: it gets all moves of computers on lease, for ever.

It is asked for advice by its own connection, and for reviews here.
"""

import math
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from typing import Any, NoReturn

from tablier.game import Game
from tablier.play.advice import Adviser
from tablier.play.table import Table
from tablier.play.thinker import Requester
from tablier.position import Position
from tablier.review import Evaluation, ended, found_by
from tablier.texts import refusal


class PageThinker:
    """Searches nothing itself; `find` says who asks the page that shows a table."""

    def __init__(self, find: Callable[[str], Adviser | None]):
        self._find = find

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

    async def review(
        self, requester: Requester, positions: Sequence[Position], stop: Callable[[], bool]
    ) -> AsyncGenerator[Evaluation, None]:
        """What the page thinks of one position after the other."""
        for ply, position in enumerate(positions):
            found = ended(position) or await self._judged(requester.table, ply, position)
            if found is None or stop():
                return
            yield found

    async def _judged(self, table: str, ply: int, position: Position) -> Evaluation | None:
        adviser = self._find(table)
        if adviser is None or not adviser.thinks:
            raise refusal("no_thinker")
        found = await adviser.judge(ply, position)
        return None if found is None else found_by(found)

    def analyse(self, *_: Any, **__: Any) -> NoReturn:
        """Only pages make one."""
        raise refusal("no_thinker")
