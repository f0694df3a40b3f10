"""Frames that are encoded once for all sockets that are sent the same bytes."""

from collections.abc import Callable

import msgspec

from tablier.play import views
from tablier.play.events import Changed, Played
from tablier.play.table import Table
from tablier.play.wire import frames

Audience = tuple[str, frozenset[int]]
"""A language, and the seats that are "you" in the sentences of the frame."""
Encode = Callable[[msgspec.Struct], bytes]


class SharedFrames:
    """The frames of the last event: all at a table are told of it one after the other."""

    def __init__(self) -> None:
        self._event: Played | Changed | None = None
        self._frames: dict[Audience, bytes] = {}

    def _of(self, event: Played | Changed) -> dict[Audience, bytes]:
        if self._event is not event:
            self._event, self._frames = event, {}
        return self._frames

    def moved(
        self, event: Played, table: Table, seats: frozenset[int], lang: str, encode: Encode
    ) -> bytes:
        """The frame that tells of a move at a table, for those who have these seats."""
        known, audience = self._of(event), (lang, _addressed(event, seats))
        if audience not in known:
            reader = views.reader(table, audience[1], lang)
            known[audience] = encode(views.step(event, lang, reader))
        return known[audience]

    def changed(
        self, event: Changed, table: Table, seats: frozenset[int], lang: str, encode: Encode
    ) -> bytes:
        """The frame of a change, the same for all who have these seats and read this language."""
        known, audience = self._of(event), (lang, seats)
        if audience not in known:
            known[audience] = encode(frames.Changed(views.table_view(table, seats, lang)))
        return known[audience]


def _addressed(event: Played, seats: frozenset[int]) -> frozenset[int]:
    """Those of a reader's seats that make a difference to the sentences about the move."""
    after = event.after
    is_same_for_all = after.turn not in seats and after.legal_actions and event.news is None
    return frozenset() if is_same_for_all else seats
