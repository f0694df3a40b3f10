"""Streams: lines of JSON to one bot, with an empty line now and then while nothing happens."""

import asyncio
from collections.abc import AsyncGenerator

import msgspec

from tablier.server.bots import lichess, views
from tablier.server.tables.events import Changed, Event, Played
from tablier.server.tables.table import Table

MOST_WAITING = 1000  # lines to a bot that does not read them
NEWS = {"challenge", "gameStart"}
"""What a bot must not be told twice: it would begin the same game twice."""
encode = msgspec.json.Encoder().encode


class LineStream:
    """A queue of lines for one bot."""

    def __init__(self, address: str):
        self.address = address
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, line: msgspec.Struct) -> None:
        """Send a line; a bot that does not read is disconnected."""
        if self._out.qsize() > MOST_WAITING:
            self._out = asyncio.Queue()
            self.close()
        self._out.put_nowait(encode(line) + b"\n")

    def close(self, *_: object) -> None:
        """End after the lines in the queue."""
        self._out.put_nowait(None)

    async def lines(self, keep_alive: float) -> AsyncGenerator[bytes, None]:
        """All lines, until the end; the first is empty, since an answer begins with its body."""
        yield b"\n"
        while True:
            try:
                async with asyncio.timeout(keep_alive):
                    line = await self._out.get()
            except TimeoutError:
                line = b"\n"
            if line is None:
                return
            yield line


class EventStream(LineStream):
    """What happens to a bot."""

    def __init__(self, address: str):
        super().__init__(address)
        self._told: set[tuple[str, str]] = set()

    def tell(self, event: lichess.Event) -> None:
        """Tell of something, unless it is news that was told."""
        kind = type(event).__struct_config__.tag
        about = event.game.id if hasattr(event, "game") else event.challenge.id
        if (kind, about) in self._told:
            return
        self._told = {told for told in self._told if told[1] != about}
        if kind in NEWS:
            self._told.add((str(kind), about))
        self.send(event)


class GameStream(LineStream):
    """What happens in a game, for the bot that plays it: a listener at the table."""

    def __init__(self, address: str, table: Table, bot: str):
        super().__init__(address)
        self.table, self.bot = table, bot
        self._last: tuple[object, ...] = ()

    @property
    def seats(self) -> frozenset[int]:
        """The seats of the bot."""
        return self.table.seats_of(self.bot)

    def begin(self) -> None:
        """Sit down and tell how the game stands."""
        self.table.join(self)
        full = views.game_full(self.table, self.seats)
        self.send(full)
        self._follow(full.state)

    def prepare(self, event: Played) -> None:
        """Nothing to prepare: what a bot is told is read from the table."""

    def on_event(self, event: Event) -> None:
        """Tell how the game stands now, if anything of it is new."""
        if isinstance(event, Played | Changed) and self._last:
            state = views.game_state(self.table, self.seats)
            if _gist(state) != self._last:
                self.send(state)
                self._follow(state)

    def _follow(self, state: lichess.GameState) -> None:
        """Remember what was told; with the game the stream ends."""
        self._last = _gist(state)
        if self.table.is_over:
            self.close()


def _gist(state: lichess.GameState) -> tuple[object, ...]:
    """All of a state but the time."""
    return state.moves, state.status, state.wdraw, state.bdraw, state.wtakeback, state.btakeback
