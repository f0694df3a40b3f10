"""Frames that are encoded once for all sockets that are sent the same bytes."""

from collections.abc import Callable
from weakref import WeakKeyDictionary

import msgspec

from tablier.server import views
from tablier.server.tables.events import Changed, Played
from tablier.server.tables.table import Table
from tablier.server.wire import frames

Audience = tuple[str, frozenset[int]]
"""A language, and the seats that are "you" in the sentences of the frame."""
Encode = Callable[[msgspec.Struct], bytes]


class SharedFrames:
    """A cache of the frames of each event, as long as somebody holds the event."""

    def __init__(self) -> None:
        self._frames: WeakKeyDictionary[Played | Changed, dict[Audience, bytes]] = (
            WeakKeyDictionary()
        )

    def moved(
        self, event: Played, table: Table, seats: frozenset[int], lang: str, encode: Encode
    ) -> bytes:
        """The frame that tells of a move at a table, for those who have these seats."""
        known, audience = self._frames.setdefault(event, {}), (lang, _addressed(event, seats))
        if audience not in known:
            reader = views.reader(table, audience[1], lang)
            known[audience] = encode(views.moved(event, lang, reader))
        return known[audience]

    def changed(
        self, event: Changed, table: Table, seats: frozenset[int], lang: str, encode: Encode
    ) -> bytes:
        """The frame of a change, the same for all who have these seats and read this language."""
        known, audience = self._frames.setdefault(event, {}), (lang, seats)
        if audience not in known:
            known[audience] = encode(frames.Changed(views.table_view(table, seats, lang)))
        return known[audience]


def _addressed(event: Played, seats: frozenset[int]) -> frozenset[int]:
    """Those of a reader's seats that make a difference to the sentences about the move."""
    after = event.after
    is_same_for_all = after.turn not in seats and after.legal_actions and event.news is None
    return frozenset() if is_same_for_all else seats
