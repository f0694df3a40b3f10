"""A bot that waits on one server is told what happens on another."""

import asyncio
import json
from uuid import uuid4

import pytest
from tests.server.peers import NEVER, two_servers

from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.bots.lobby import EventStream, Lobby
from tablier.server.store import accounts, peers
from tablier.server.store.peers import Peers

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def told(stream: EventStream) -> tuple[str, str]:
    """The next event: its kind, and of which table."""
    async with asyncio.timeout(60):
        event = json.loads(await stream._out.get() or b"")
    return event["type"], event.get("challenge", event.get("game"))["id"]


@pytest.mark.parametrize("hears", [True, False])
async def test_challenges_and_games_of_other_servers_are_told(
    postgresql: str, hears: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER if hears else 0.05)
    if not hears:
        monkeypatch.setattr(Peers, "_hear", lambda *_: None)
    async with two_servers(postgresql) as servers:
        here, there = map(Lobby, servers)
        await accounts.make(servers[0].storage, name := f"Digger{uuid4().hex[:8]}")
        bot = await accounts.named(servers[0].storage, name)
        stream = EventStream("", bot, here)
        await stream.begin()
        assert bot.id in await here.online()
        while bot.id not in await there.online():
            await asyncio.sleep(0.01)
        seats = [SeatWish("here"), SeatWish("bot", name=bot.name)]
        made = (await servers[1].make(NewTable("mole-hill", seats))).table
        assert await told(stream) == ("challenge", made)
        table = await servers[1].open(made)
        await table.accept(bot.id)
        assert await told(stream) == ("gameStart", made)
        await table.resign({0}, 0)
        assert await told(stream) == ("gameFinish", made)
        while stream.told:
            await asyncio.sleep(0.01)
        stream.end()
        while bot.id in await there.online():
            await asyncio.sleep(0.01)
        assert stream._out.empty()
