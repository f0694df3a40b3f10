"""The lobby: bots that wait there are told of challenges, and of games that begin and end.

It observes all tables, whose changes are stored before they are told.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Literal
from weakref import WeakKeyDictionary

from tablier.play.steps import Bot
from tablier.play.table import Table
from tablier.server.bots import lichess, views
from tablier.server.bots.streams import LineStream
from tablier.server.server_registry import ServerRegistry
from tablier.server.store import accounts

Stage = Literal["asked", "playing", "over"]
NEWS: dict[str, Stage] = {"challenge": "asked", "gameStart": "playing"}
"""What a bot must not be told twice: it would begin the same game twice. And what it knows then."""


class Lobby:
    """The event streams of all bots that wait, and what they know of tables."""

    def __init__(self, registry: ServerRegistry) -> None:
        self._registry = registry
        self._streams: defaultdict[str, set[EventStream]] = defaultdict(set)
        self._known: WeakKeyDictionary[Table, tuple[Stage, str | None]] = WeakKeyDictionary()
        registry.observers.append(self)
        registry.on_hints.append(self._on_hint)

    async def join(self, bot: Bot, stream: "EventStream") -> None:
        """Let a bot wait, and tell it of its games that are not over."""
        self._streams[bot.id].add(stream)
        self._registry.set_online(bot.id, online=True)
        for table in await self.tables_of(bot):
            stream.tell(_event(table, bot.id, None))

    def leave(self, bot: Bot, stream: "EventStream") -> None:
        """Let a bot go."""
        self._streams[bot.id].discard(stream)
        if not self._streams[bot.id]:
            del self._streams[bot.id]
            self._registry.set_online(bot.id, online=False)

    async def online(self) -> list[str]:
        """The bots that wait, here or on other servers, in the order of their names."""
        return sorted({*self._streams, *await self._registry.bots_elsewhere()})

    async def tables_of(self, bot: Bot) -> list[Table]:
        """The tables of a bot that are not over, the oldest first."""
        names = await accounts.games_of(self._registry.storage, bot)
        return [await self._registry.open(name) for name in names]

    def on_change(self, table: Table) -> None:
        """Tell bots of another stage of a table that was known, and of a rematch."""
        if not table.bots:
            return
        now = (stage(table), table.rematch)
        before = self._known.get(table, now)
        self._known[table] = now
        if before[0] != now[0]:
            self._tell_all(table, before[0])
        if table.rematch is not None and before[1] != now[1]:
            self._registry.spawn(self._invite(table.rematch))

    def on_new(self, table: Table) -> None:
        """Tell bots that are asked to a new table."""
        self._tell_all(table, None)

    async def _invite(self, rematch: str) -> None:
        self.on_new(await self._registry.open(rematch))

    def _on_hint(self, names: Collection[str] | None) -> None:
        """Tables may have changed elsewhere; None: any of them."""
        if self._streams:
            self._registry.spawn(self._look(names))

    async def _look(self, names: Collection[str] | None) -> None:
        """Tell bots that wait here what they have not been told of these tables."""
        bots = list(self._streams)
        found = await accounts.tables_with(self._registry.storage, bots, names)
        if names is None:  # nothing is new of games that go on
            told = {told for streams in self._streams.values() for s in streams for told in s.told}
            going_on = {table for kind, table in told if NEWS[kind] == "playing"} & found
            found = (found | {table for _, table in told}) - going_on
        for name in found:
            self._tell_of(await self._registry.open(name))

    def _tell_of(self, table: Table) -> None:
        for bot in table.bots:
            for stream in tuple(self._streams.get(bot, ())):
                stream.tell(_event(table, bot, stream.stage_of(table.id)))
                if table.is_over:
                    stream.forget(table.id)

    def _tell_all(self, table: Table, before: Stage | None) -> None:
        for bot in table.bots:
            for stream in tuple(self._streams.get(bot, ())):
                stream.tell(_event(table, bot, before))


class EventStream(LineStream):
    """What happens to a bot: first its challenges and games, then whatever comes."""

    def __init__(self, address: str, bot: Bot, lobby: Lobby):
        super().__init__(address)
        self._bot, self._lobby = bot, lobby
        self.told: set[tuple[str, str]] = set()
        """Kinds of news, and of which tables."""

    async def begin(self) -> None:
        """Wait in the lobby."""
        await self._lobby.join(self._bot, self)

    def end(self) -> None:
        """Leave the lobby."""
        self._lobby.leave(self._bot, self)

    def tell(self, event: lichess.Event | None) -> None:
        """Tell of something, if there is something, unless it is news that was told."""
        if event is None:
            return
        kind = type(event).__struct_config__.tag
        about = event.game.id if hasattr(event, "game") else event.challenge.id
        if (kind, about) in self.told:
            return
        self.forget(about)
        if kind in NEWS:
            self.told.add((str(kind), about))
        self.send(event)

    def forget(self, table: str) -> None:
        """Nothing more will be told of that table."""
        self.told = {told for told in self.told if told[1] != table}

    def stage_of(self, table: str) -> Stage | None:
        """The stage at which the bot knows a table, by what it was told."""
        return next((NEWS[kind] for kind, about in self.told if about == table), None)


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
            return _cancelled(table, bot)
    return None


def _cancelled(table: Table, bot: str) -> lichess.Event | None:
    """The event that no game will come about, for all but the one who has decided so."""
    seats, challenge = table.seats_of(bot), views.challenge(table, bot)
    if table.ending is not None and table.ending.loser in seats:
        return None
    if challenge.status == "declined" and not is_asked(table, bot):
        return lichess.ChallengeDeclined(challenge=challenge)
    return lichess.ChallengeCanceled(challenge=challenge)
