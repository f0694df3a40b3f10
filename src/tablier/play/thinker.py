"""What tables need of whoever thinks for them: moves of computer players, and advice."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tablier.game import Game
from tablier.play.table import Table
from tablier.position import Position

if TYPE_CHECKING:
    from tablier.review import Evaluation
    from tablier.search.analysis import Analysis


@dataclass(frozen=True)
class Requester:
    """Who asks for a search."""

    address: str
    table: str


class Thinker(Protocol):
    """Searches, where and however."""

    def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """Stop all searches."""

    def prioritise(self, game: str) -> None:
        """Somebody plays that game: prepare its search first."""

    def preparing(self, game: Game) -> AsyncIterator[int]:
        """Wait until the search of a game is ready; yields the seconds left when they change."""

    def update(self, table: Table) -> None:
        """Start the search of the computer to move, unless a page has it on lease.

        A search that is out of date is stopped.
        """

    def patience(self, table: Table, seat: int) -> float:
        """How many seconds a page may take for the move of that seat."""

    async def hint(
        self, requester: Requester, position: Position, stop: Callable[[], bool]
    ) -> "Analysis":
        """What a strong player would do."""

    def analyse(
        self, requester: Requester, position: Position, seconds: float, stop: Callable[[], bool]
    ) -> "AsyncGenerator[tuple[Analysis, bool], None]":
        """What the search thinks, again and again; True with the last result."""

    def review(
        self, requester: Requester, positions: Sequence[Position], stop: Callable[[], bool]
    ) -> "AsyncGenerator[Evaluation, None]":
        """What the search thinks of one position after the other; others take turns between."""
