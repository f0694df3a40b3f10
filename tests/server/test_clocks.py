"""Clocks: the server decides."""

import asyncio

import pytest
from tests.server.guests import HERE, LINK, Server, computer, visiting

pytestmark = pytest.mark.anyio


async def test_clocks_begin_with_the_first_move_and_give_the_increment(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE], clock={"seconds": 60, "increment": 5})
    async with visiting(server, made["table"], *made["secrets"]) as guest:
        assert guest.table["clock"] == {"left": [60_000, 60_000], "running": None}
        await asyncio.sleep(0.2)
        first = await guest.play("e4")
        assert first["clock"]["left"][0] == 65_000
        assert first["clock"]["running"] == 1
        await asyncio.sleep(0.2)
        second = await guest.play("a1|a2")
        assert 60_000 < second["clock"]["left"][1] <= 64_800
        assert second["clock"]["running"] == 0


async def test_a_clock_that_runs_out_ends_the_game_by_itself(server: Server) -> None:
    made = server.make("mole-hill", [HERE, {**LINK, "name": "Bob"}], clock={"seconds": 1})
    first, second = made["secrets"]
    async with visiting(server, made["table"], first) as white:
        await white.play("e4")
        async with asyncio.timeout(10):
            while not white.is_over:
                await white.wait("changed")
        assert white.table["result"] == {
            "payoffs": [1.0, -1.0],
            "reason": "time",
            "sentence": "The time of Bob is over.",
        }
        assert white.table["clock"] == {"left": [1000, 0], "running": None}
        async with visiting(server, made["table"], second) as black:
            assert await black.refused("play", ply=1, token="a1|a2")


async def test_undo_gives_the_time_back(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE], clock={"seconds": 60})
    async with visiting(server, made["table"], *made["secrets"]) as guest:
        await guest.play("e4")
        await asyncio.sleep(0.3)
        moved = await guest.play("a1|a2")
        assert moved["clock"]["left"][1] <= 59_700
        changed = await guest.ask("undo", "changed")
        assert 59_900 < changed["table"]["clock"]["left"][1] <= 60_000


async def test_a_computer_keeps_to_its_clock(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(10)], clock={"seconds": 4})
    async with visiting(server, made["table"], *made["secrets"]) as guest:
        await guest.play("e4")
        async with asyncio.timeout(20):
            moved = await guest.wait("moved")
        assert moved["clock"]["left"][1] > 2000
