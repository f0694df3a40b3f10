"""When the database takes nothing for a while, what moves by itself goes on afterwards."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tablier.play import stored_table
from tablier.play.settings import Settings
from tablier.play.steps import NotStored, TableStorage
from tablier.play.table import Table
from tablier.play.wire.protocol import Clock, NewTable, SeatWish
from tablier.server.server_registry import ServerRegistry
from tablier.texts import Sentence

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

TIMES = 2


class Trouble:
    """The next few writes at a table are refused."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, storage: TableStorage):
        self.left = TIMES
        self._submit = storage.submit
        monkeypatch.setattr(storage, "submit", self.submit)
        monkeypatch.setattr(stored_table, "RETRY", 0.0)

    def submit(self, *given: Any) -> None:
        if self.left:
            self.left -= 1
            given[-1](NotStored(Sentence("not_stored")))
        else:
            self._submit(*given)


@asynccontextmanager
async def table_with(other: SeatWish, clock: Clock | None = None) -> AsyncIterator[Table]:
    registry = ServerRegistry(Settings("sqlite://", workers=1, warm=False))
    async with registry.opened():
        made = await registry.make(NewTable("mole-hill", [SeatWish("here"), other], clock=clock))
        yield await registry.open(made.table)


async def play(table: Table) -> None:
    await table.play({0, 1}, table.ply, table.position.legal_moves[0])


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


async def test_a_computer_moves_once_its_move_can_be_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table_with(SeatWish("computer", 1)) as table:
        await play(table)
        trouble = Trouble(monkeypatch, table._storage)
        await until(lambda: table.turn == 0)
        assert not trouble.left


async def test_a_clock_that_has_run_out_ends_the_game_once_that_can_be_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table_with(SeatWish("here"), Clock(1, 0)) as table:
        assert table.clocks is not None
        while table.clocks.running is None:
            await play(table)
        trouble = Trouble(monkeypatch, table._storage)
        await until(lambda: table.is_over)
        assert not trouble.left
        assert table.ending is not None
        assert table.ending.reason == "time"
