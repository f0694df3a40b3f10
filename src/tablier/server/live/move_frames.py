"""Frames of moves: encoded once for all sockets that are sent the same bytes."""

from collections.abc import Callable
from weakref import WeakKeyDictionary

import msgspec

from tablier.server import views
from tablier.server.tables.events import Played
from tablier.server.tables.table import Table

Audience = tuple[str, frozenset[int]]
"""A language, and the seats that are "you" in the sentences of the frame."""


class MoveFrames:
    """A cache of the frames of each move, as long as somebody holds the event."""

    def __init__(self) -> None:
        self._frames: WeakKeyDictionary[Played, dict[Audience, bytes]] = WeakKeyDictionary()

    def frame(
        self,
        event: Played,
        table: Table,
        seats: frozenset[int],
        lang: str,
        encode: Callable[[msgspec.Struct], bytes],
    ) -> bytes:
        """The frame that tells of a move at a table, for those who have these seats."""
        frames = self._frames.setdefault(event, {})
        audience = (lang, _addressed(event, seats))
        if audience not in frames:
            reader = views.reader(table, audience[1], lang)
            frames[audience] = encode(views.moved(event, lang, reader))
        return frames[audience]


def _addressed(event: Played, seats: frozenset[int]) -> frozenset[int]:
    """Those of a reader's seats that make a difference to the sentences about the move."""
    after = event.after
    is_same_for_all = after.legal_actions and after.turn not in seats and event.news is None
    return frozenset() if is_same_for_all else seats
