"""Clocks: the server decides."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.server.clients import HERE, LINK, Server, computer, visiting

from tablier.play.endings import Ending
from tablier.play.new_table import plan_new
from tablier.play.table import Table
from tablier.play.wire.protocol import Clock, ClockView, NewTable, SeatKind, SeatWish
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


OPENING = ("e4", "a1|a2")  # the first turn of each side


class Tables:
    """A stored table, and the time in seconds, which passes when it is told to."""

    def __init__(self, storage: Storage, name: str):
        self.now = 0.0
        self._storage, self._name = storage, name

    async def load(self) -> Table:
        """The table as a server that has just started knows it."""
        stored = await self._storage.read(self._name)
        assert stored is not None
        return Table(self._storage, stored, lambda _: None, patience=60, now=lambda: self.now)


@asynccontextmanager
async def table_with(*kinds: SeatKind, clock: Clock) -> AsyncIterator[Tables]:
    storage = Storage("sqlite://")
    await storage.open()
    plan, _ = plan_new(NewTable("mole-hill", [SeatWish(kind) for kind in kinds], clock=clock))
    await storage.write(*plan.steps())
    yield Tables(storage, plan.id)
    await storage.close()


def clocks(table: Table) -> ClockView:
    assert table.clocks is not None
    return table.clocks.view()


async def play(table: Table, token: str) -> ClockView:
    await table.play({0, 1}, table.ply, token)
    return clocks(table)


async def test_clocks_begin_with_the_second_turn_and_give_the_increment() -> None:
    async with table_with("here", "here", clock=Clock(60, 5)) as tables:
        table = await tables.load()
        assert await play(table, "e4") == ClockView([60_000, 60_000], None)
        tables.now += 1
        assert await play(table, "a1|a2") == ClockView([60_000, 60_000], 0)
        tables.now += 0.25
        assert await play(table, "f4") == ClockView([64_750, 60_000], 1)


async def test_nobody_loses_on_time_to_whom_nobody_came() -> None:
    async with table_with("here", "link", clock=Clock(1)) as tables:
        table = await tables.load()
        await play(table, "e4")
        tables.now += 3600
        await table.flag()
        assert clocks(table) == ClockView([1000, 1000], None)
        assert not table.is_over
        await table.abort(frozenset({0}))
        assert table.ending == Ending("aborted", (0.0, 0.0), 0)


async def test_a_first_turn_may_have_several_moves_and_four_may_play(server: Server) -> None:
    made = server.make("labyrinthe", [HERE] * 4, options={"players": 4}, clock={"seconds": 60})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        for seat in range(4):
            while client.position["turn"] == seat and len(client.tokens) < 8:
                moved = await client.play()
                begun = client.position["turn"] == 0 and seat == 3
                assert moved["clock"]["running"] == (0 if begun else None)
        assert (await client.play())["clock"]["running"] == 0


async def test_clocks_run_on_after_a_restart_and_wait_again_after_undo() -> None:
    async with table_with("here", "here", clock=Clock(60)) as tables:
        table = await tables.load()
        for token in OPENING:
            await play(table, token)
        tables.now += 1
        table = await tables.load()
        assert clocks(table) == ClockView([60_000, 60_000], 0)
        await table.ask(frozenset({0, 1}), "undo")
        assert clocks(table) == ClockView([60_000, 60_000], None)


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


async def test_undo_gives_the_time_back() -> None:
    async with table_with("here", "here", clock=Clock(60)) as tables:
        table = await tables.load()
        for token in OPENING:
            await play(table, token)
        tables.now += 0.25
        assert await play(table, "f4") == ClockView([59_750, 60_000], 1)
        await table.ask(frozenset({0, 1}), "undo")
        assert clocks(table) == ClockView([60_000, 60_000], 0)


async def test_a_computer_keeps_to_its_clock(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(10)], clock={"seconds": 4})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("e4")
        async with asyncio.timeout(20):
            moved = await client.wait("moved")
        assert moved["clock"]["left"][1] > 2000
