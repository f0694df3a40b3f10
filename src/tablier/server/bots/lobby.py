"""The lobby: bots that wait there hear of challenges, and how their games begin and end.

Nothing is announced here that is not stored: the registry calls after each change of a table.
"""

from collections import defaultdict
from typing import Literal
from weakref import WeakKeyDictionary

from tablier.server.bots import lichess, views
from tablier.server.bots.connections import EventWire
from tablier.server.tables.table import Table

Stage = Literal["asked", "playing", "over"]


class Lobby:
    """The wires of all bots that wait, and what they know of tables."""

    def __init__(self) -> None:
        self._wires: defaultdict[str, set[EventWire]] = defaultdict(set)
        self._known: WeakKeyDictionary[Table, tuple[Stage, str | None]] = WeakKeyDictionary()

    def enter(self, bot: str, wire: EventWire) -> None:
        """Let a bot wait."""
        self._wires[bot].add(wire)

    def leave(self, bot: str, wire: EventWire) -> None:
        """Let a bot go."""
        self._wires[bot].discard(wire)
        if not self._wires[bot]:
            del self._wires[bot]

    @property
    def online(self) -> list[str]:
        """The bots that wait, in the order of their names."""
        return sorted(self._wires)

    def is_online(self, bot: str) -> bool:
        """Does that bot wait?"""
        return bot in self._wires

    def notice(self, table: Table) -> str | None:
        """Tell bots of another stage of a table that was known; returns a rematch that is new."""
        if not table.bots:
            return None
        now = (stage(table), table.again)
        before = self._known.get(table, now)
        self._known[table] = now
        if before[0] != now[0]:
            self._tell(table, before[0])
        return table.again if before[1] != now[1] else None

    def invite(self, table: Table) -> None:
        """Tell bots of a table that is new to one of them."""
        self._tell(table, None)

    def greet(self, table: Table, bot: str, wire: EventWire) -> None:
        """Tell a bot that comes of a table that is not over."""
        self._say(table, bot, wire, None)

    def _tell(self, table: Table, before: Stage | None) -> None:
        for bot in table.bots:
            for wire in tuple(self._wires.get(bot, ())):
                self._say(table, bot, wire, before)

    def _say(self, table: Table, bot: str, wire: EventWire, before: Stage | None) -> None:
        event = _event(table, bot, before)
        if event is not None:
            wire.tell(event)


def stage(table: Table) -> Stage:
    """How far a table has come."""
    if table.is_over:
        return "over"
    return "playing" if table.has_begun else "asked"


def is_asked(table: Table, bot: str) -> bool:
    """Has that bot still to answer?"""
    return any(table.seats[seat].asked for seat in table.seats_of(bot))


def _event(table: Table, bot: str, before: Stage | None) -> lichess.Event | None:
    """What a bot is to be told of a table that was at another stage before."""
    match before, stage(table):
        case _, "playing":
            return lichess.GameStart(game=views.game(table, bot))
        case _, "asked":
            asked = lichess.Challenged(challenge=views.challenge(table, bot))
            return asked if is_asked(table, bot) else None
        case "playing", "over":
            return lichess.GameFinish(game=views.game(table, bot))
        case "asked", "over":
            return _called_off(table, bot)
    return None


def _called_off(table: Table, bot: str) -> lichess.Event | None:
    """The word that no game will come about, for all but the one who said so."""
    seats, challenge = table.seats_of(bot), views.challenge(table, bot)
    if table.ending is not None and table.ending.loser in seats:
        return None
    if challenge.status == "declined" and not is_asked(table, bot):
        return lichess.ChallengeDeclined(challenge=challenge)
    return lichess.ChallengeCanceled(challenge=challenge)
