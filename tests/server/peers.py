"""Two servers in one process that share a PostgreSQL, and somebody at their tables."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tablier.play.events import Event, Played
from tablier.play.settings import Settings
from tablier.play.table import Table
from tablier.play.wire.protocol import Clock, NewTable, SeatWish
from tablier.server.server_registry import ServerRegistry

BOTH = frozenset((0, 1))
NEVER = 1000.0
Servers = tuple[ServerRegistry, ServerRegistry]


@dataclass(eq=False)
class Somebody:
    """At a table; remembers what is told there."""

    table: Table
    seats: frozenset[int] = frozenset()
    address: str = ""
    heard: list[Event] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def prepare(self, event: Played) -> None: ...

    def on_event(self, event: Event) -> None:
        self.heard.append(event)
        self.news.set()

    async def until(self, condition: Callable[[Table], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition(self.table):
                self.news.clear()
                await self.news.wait()

    @property
    def tokens(self) -> list[str]:
        """The moves that were told, one by one."""
        return [event.token for event in self.heard if isinstance(event, Played)]


@asynccontextmanager
async def two_servers(
    database: str, valkey: str | None = None, **more: Any
) -> AsyncIterator[Servers]:
    settings = Settings(database, valkey, warm=False, **more)
    first, second = (ServerRegistry(settings) for _ in range(2))
    async with first.opened(), second.opened():
        yield first, second


async def make(servers: Servers, clock: Clock | None = None, level: int | None = None) -> str:
    other = SeatWish("link") if level is None else SeatWish("computer", level)
    seats = [SeatWish("here", name="Ada"), other]
    return (await servers[0].make(NewTable("mole-hill", seats, clock=clock))).table


async def sit(server: ServerRegistry, name: str, *seats: int) -> Somebody:
    table = await server.open(name)
    somebody = Somebody(table, frozenset(seats))
    table.join(somebody)
    return somebody


async def play(table: Table) -> str:
    token = table.position.legal_moves[0]
    await table.play(BOTH, table.ply, token)
    return token
