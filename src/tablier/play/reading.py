"""Reading: pages show the end of a round until their readers go on, and computers wait for them."""

from collections.abc import Callable, Iterable

from tablier.play.events import Listener

LONGEST = 30.0  # seconds


class Reading:
    """The pages that hold what the last news are about, and until when computers wait for them."""

    def __init__(self, now: Callable[[], float]):
        self._now = now
        self._pages: frozenset[Listener] = frozenset()
        self._until = 0.0

    def begin(self, pages: Iterable[Listener], clock: float | None) -> None:
        """These pages hold it; a computer's clock with so many seconds must not run out."""
        self._pages = frozenset(pages)
        self._until = self._now() + min(LONGEST, LONGEST if clock is None else clock / 2)

    def end(self, page: Listener) -> None:
        """The reader of that page has gone on."""
        self._pages -= {page}

    def left(self, present: Iterable[Listener]) -> float:
        """The seconds that computers still wait for those of these pages; 0 if they need not."""
        return max(0.0, self._until - self._now()) if self._pages & {*present} else 0.0
