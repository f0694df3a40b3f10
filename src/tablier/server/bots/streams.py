"""Streams: answers that go on, a line of JSON for each thing that happens."""

import contextlib
from collections.abc import AsyncGenerator
from typing import Any

from litestar import Request
from litestar.response import Stream

from tablier.server.bots import accounts
from tablier.server.bots.connections import EventWire, GameWire, Wire
from tablier.server.live.connections import Connections
from tablier.server.tables.new_table import Bot, refuse
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.table import Table

NDJSON = "application/x-ndjson"
Lines = AsyncGenerator[bytes, None]


def address(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def events(registry: TableRegistry, connections: Connections, address: str, bot: Bot) -> Stream:
    """What happens to a bot: first its challenges and games, then whatever comes."""
    wire = EventWire(address)
    return _streamed(wire, _event_lines(wire, registry, bot), connections)


def game(
    registry: TableRegistry, connections: Connections, address: str, table: Table, bot: Bot
) -> Stream:
    """What happens in a game, until it is over."""
    wire = GameWire(address, table, bot.id)
    return _streamed(wire, _game_lines(wire, registry), connections)


async def tables_of(registry: TableRegistry, bot: Bot) -> list[Table]:
    """The tables of a bot that are not over, the oldest first."""
    return [await registry.open(name) for name in await accounts.games_of(registry.storage, bot)]


def _streamed(wire: Wire, lines: Lines, connections: Connections) -> Stream:
    """The answer; its connection counts like a socket."""
    if not connections.come(wire):
        raise refuse("too_many_streams")

    async def counted() -> Lines:
        try:
            async with contextlib.aclosing(lines):
                async for line in lines:
                    yield line
        finally:
            connections.go(wire)

    return Stream(counted(), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})


async def _event_lines(wire: EventWire, registry: TableRegistry, bot: Bot) -> Lines:
    registry.lobby.enter(bot.id, wire)
    try:
        for table in await tables_of(registry, bot):
            registry.lobby.greet(table, bot.id, wire)
        async for line in wire.lines(registry.settings.keep_alive):
            yield line
    finally:
        registry.lobby.leave(bot.id, wire)


async def _game_lines(wire: GameWire, registry: TableRegistry) -> Lines:
    wire.begin()
    try:
        async for line in wire.lines(registry.settings.keep_alive):
            yield line
    finally:
        wire.table.bid_farewell(wire)
