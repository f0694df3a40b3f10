"""Responses that go on: a line of JSON for each event of a bot or of a game."""

import contextlib
from collections.abc import AsyncGenerator

from litestar.response import Stream

from tablier.server.access.connections import Connections
from tablier.server.bots.lobby import Lobby
from tablier.server.bots.streams import EventStream, GameStream, LineStream
from tablier.server.store.accounts import Bot
from tablier.texts import refusal

NDJSON = "application/x-ndjson"
Lines = AsyncGenerator[bytes, None]


def events(stream: EventStream, bot: Bot, lobby: Lobby, connections: Connections) -> Stream:
    """What happens to a bot: first its challenges and games, then whatever comes."""
    return _response(stream, _event_lines(stream, bot, lobby, connections), connections)


def game(stream: GameStream, connections: Connections) -> Stream:
    """What happens in a game, until it is over."""
    return _response(stream, _game_lines(stream, connections), connections)


def _response(stream: LineStream, lines: Lines, connections: Connections) -> Stream:
    """The response; its connection counts like a socket."""
    if not connections.admit(stream):
        raise refusal("too_many_streams")

    async def counted() -> Lines:
        try:
            async with contextlib.aclosing(lines):
                async for line in lines:
                    yield line
        finally:
            connections.release(stream)

    return Stream(counted(), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})


async def _event_lines(
    stream: EventStream, bot: Bot, lobby: Lobby, connections: Connections
) -> Lines:
    try:
        await lobby.join(bot, stream)
        async for line in stream.lines(connections.settings.keep_alive):
            yield line
    finally:
        lobby.leave(bot, stream)


async def _game_lines(stream: GameStream, connections: Connections) -> Lines:
    stream.begin()
    try:
        async for line in stream.lines(connections.settings.keep_alive):
            yield line
    finally:
        stream.table.leave(stream)
