"""Clocks: the server decides."""

import asyncio
from pathlib import Path

import pytest
from tests.server.clients import HERE, LINK, Server, computer, serving, visiting

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


OPENING = ("e4", "a1|a2")  # the first turn of each side


async def test_clocks_begin_with_the_second_turn_and_give_the_increment(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE], clock={"seconds": 60, "increment": 5})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert client.table["clock"] == {"left": [60_000, 60_000], "running": None}
        first = await client.play("e4")
        assert first["clock"] == {"left": [60_000, 60_000], "running": None}
        second = await client.play("a1|a2")
        assert second["clock"] == {"left": [60_000, 60_000], "running": 0}
        await asyncio.sleep(0.2)
        third = await client.play("f4")
        assert 60_000 < third["clock"]["left"][0] <= 64_800
        assert third["clock"]["running"] == 1


async def test_nobody_loses_on_time_to_whom_nobody_came(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK], clock={"seconds": 1})
    async with visiting(server, made["table"], made["secrets"][0]) as white:
        await white.play("e4")
        await asyncio.sleep(1.2)
        await white.ask("rename", "changed", seat=0, name="Ada")
        assert not white.is_over
        assert white.table["clock"] == {"left": [1000, 1000], "running": None}
        changed = await white.ask("abort", "changed")
        assert changed["table"]["result"]["reason"] == "aborted"
        assert changed["table"]["result"]["payoffs"] == [0.0, 0.0]


async def test_a_first_turn_may_have_several_moves_and_four_may_play(server: Server) -> None:
    made = server.make("labyrinthe", [HERE] * 4, options={"players": 4}, clock={"seconds": 60})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        for seat in range(4):
            while client.position["turn"] == seat and len(client.tokens) < 8:
                moved = await client.play()
                begun = client.position["turn"] == 0 and seat == 3
                assert moved["clock"]["running"] == (0 if begun else None)
        assert (await client.play())["clock"]["running"] == 0


async def test_clocks_run_on_after_a_restart_and_wait_again_after_undo(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        made = server.make("mole-hill", [HERE, HERE], clock={"seconds": 60})
        async with visiting(server, made["table"], *made["secrets"]) as client:
            for token in OPENING:
                await client.play(token)
    with serving(tmp_path / "tables.sqlite") as server:
        async with visiting(server, made["table"], *made["secrets"]) as client:
            assert client.table["clock"]["running"] == 0
            changed = await client.ask("undo", "changed")
            assert changed["table"]["clock"] == {"left": [60_000, 60_000], "running": None}


async def test_a_clock_that_runs_out_ends_the_game_by_itself(server: Server) -> None:
    made = server.make("mole-hill", [{**HERE, "name": "Ada"}, LINK], clock={"seconds": 1})
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second) as black,
    ):
        await white.play("e4")
        await black.wait("moved")
        await black.play("a1|a2")
        async with asyncio.timeout(20):
            while not black.is_over:
                await black.wait("changed")
        assert black.table["result"]["payoffs"] == [-1.0, 1.0]
        assert black.table["result"]["reason"] == "time"
        assert "Ada" in black.table["result"]["sentence"]
        assert black.table["clock"] == {"left": [0, 1000], "running": None}
        assert await white.refused("play", ply=2, token="f4")


async def test_undo_gives_the_time_back(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE], clock={"seconds": 60})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        for token in OPENING:
            await client.play(token)
        await asyncio.sleep(0.3)
        moved = await client.play("f4")
        assert moved["clock"]["left"][0] <= 59_700
        changed = await client.ask("undo", "changed")
        assert moved["clock"]["left"][0] < changed["table"]["clock"]["left"][0] <= 60_000


async def test_a_computer_keeps_to_its_clock(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(10)], clock={"seconds": 4})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("e4")
        async with asyncio.timeout(20):
            moved = await client.wait("moved")
        assert moved["clock"]["left"][1] > 2000
