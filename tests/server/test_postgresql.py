"""The same tables in PostgreSQL, by its address alone."""

import asyncio
import os
import signal

import pytest
from sqlalchemy import func, select
from tests.server.bots import new_bot
from tests.server.clients import HERE, LINK, free_port, serving, visiting

from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def test_a_game_in_postgresql_survives_kill_9(postgresql: str) -> None:
    port = free_port()
    with serving(postgresql, port=port) as server:
        made = server.make("mole-hill", [{**HERE, "name": "Ada"}, LINK], clock={"seconds": 300})
        first, second = made["secrets"]
        async with (
            visiting(server, made["table"], first) as white,
            visiting(server, made["table"], second) as black,
        ):
            await white.play("e4")
            await black.wait("moved")
            await black.play("a1|a2")
            await white.wait("moved")
            await white.play("f4")
            await white.ask("draw", "changed")
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait(10)
    with serving(postgresql, port=port) as server:
        async with visiting(server, made["table"], second) as black:
            assert black.tokens == ["e4", "a1|a2", "f4"]
            assert black.table["offers"] == [{"kind": "draw", "seat": 0}]
            await black.ask("reply", "changed", kind="draw", yes=True)
            assert black.table["result"]["reason"] == "agreed"
            await black.ask("rematch", "changed")
        assert server.get("/api/tables/%00").status_code == 404
        assert server.get("/health").json() == {"status": "ok"}


async def test_bots_are_kept_in_postgresql(postgresql: str) -> None:
    port = free_port()
    with serving(postgresql, port=port) as server:
        bot = new_bot(server, "Elephant")
        made = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
        over = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
        bot.client.bots.make_move(made["id"], "e4")
        bot.client.bots.resign_game(over["id"])
        again = server.post("/api/bot/accounts", {"name": bot.name})
        assert "already" in again.json()["error"]
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
    with serving(postgresql, port=port) as server:
        (running,) = bot.at(server).client.games.get_ongoing()
        assert running["id"] == made["id"]
        assert running["hasMoved"]


async def test_a_database_is_closed_once_all_that_is_read_is_there(postgresql: str) -> None:
    storage = Storage(postgresql)
    await storage.open()
    reading = asyncio.create_task(storage.find(select(func.pg_sleep(0.2))))
    await asyncio.sleep(0.05)
    await storage.close()
    assert reading.done()
    assert len(await reading) == 1
