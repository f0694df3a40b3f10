"""Streams: responses that go on, with a line of JSON for each event, and empty lines meanwhile."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator

import msgspec
from litestar.response import Stream

from tablier.play.connections import Connections
from tablier.play.events import Changed, Event, Played
from tablier.play.table import Table
from tablier.server.bots import lichess, views
from tablier.texts import refusal

NDJSON = "application/x-ndjson"
MOST_WAITING = 1000  # lines to a bot that does not read them
encode = msgspec.json.Encoder().encode


class LineStream(ABC):
    """A queue of lines for one bot."""

    def __init__(self, address: str):
        self.address = address
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()

    @abstractmethod
    async def begin(self) -> None:
        """Send how things stand, and follow them from now on."""

    @abstractmethod
    def end(self) -> None:
        """Follow them no longer."""

    def response(self, connections: Connections) -> Stream:
        """The response; its connection counts like a socket."""
        if not connections.admit(self):
            raise refusal("too_many_streams")

        async def counted() -> AsyncGenerator[bytes, None]:
            try:
                await self.begin()
                async for line in self.lines(connections.settings.keep_alive):
                    yield line
            finally:
                self.end()
                connections.release(self)

        return Stream(counted(), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})

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

    async def begin(self) -> None:
        """Sit down and tell how the game stands."""
        self.table.join(self)
        full = views.game_full(self.table, self.seats)
        self.send(full)
        self._follow(full.state)

    def end(self) -> None:
        """Leave the table."""
        self.table.leave(self)

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
