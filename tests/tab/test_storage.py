"""The storage of a tab: one record a table, all that belongs together in one transaction."""

import json

import msgspec
import pytest
from tests.tab.scripts import Memory

from tablier.play.new_table import move_row, plan_new
from tablier.play.steps import ADD_MOVE, NotStored, Outdated, set_table
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.tab.host import Host
from tablier.tab.storage import Saved, TabStorage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

WISH = NewTable("mole-hill", [SeatWish("here"), SeatWish("here")])


class Watched(Memory):
    """Notes what is saved together."""

    def __init__(self) -> None:
        super().__init__()
        self.saved: list[list[Saved]] = []
        self.is_full = False

    async def save(self, records: list[Saved]) -> bool:
        if self.is_full:
            raise OSError("the disk is full")
        self.saved.append(records)
        return await super().save(records)


async def begun(database: Memory) -> tuple[TabStorage, str]:
    storage, (plan, _) = TabStorage(database), plan_new(WISH)
    await storage.write(*plan.steps())
    return storage, plan.id


async def test_another_tab_may_have_played_first() -> None:
    database = Memory()
    first, table = await begun(database)
    second, move = TabStorage(database), (ADD_MOVE, move_row("", 0, "e4", 0, None))
    move[1]["table_id"] = table
    assert await second.read(table) is not None
    change = {"of": table, "known": 0}
    await first.write(move, change=change)
    with pytest.raises(Outdated):
        await second.write(move, change=change)
    stored = await second.read(table)
    assert stored is not None
    assert ([row["token"] for row in stored.moves], stored.table["changes"]) == (["e4"], 1)
    with pytest.raises(Outdated):
        await second.write(move, change=change)
    await second.write(set_table(table, "over", True), change={"of": table, "known": 1})


async def test_what_the_browser_does_not_store_has_not_happened() -> None:
    database = Watched()
    storage, table = await begun(database)
    database.is_full, change = True, {"of": table, "known": 0}
    with pytest.raises(NotStored):
        await storage.write(set_table(table, "over", True), change=change)
    database.is_full = False
    stored = await storage.read(table)
    assert stored is not None
    assert stored.table["over"] is False
    await storage.write(set_table(table, "over", True), change=change)


async def test_a_rematch_and_its_table_are_stored_together() -> None:
    database = Watched()
    host = Host(database)
    answer = await host.answer("/api/tables", "en", msgspec.json.encode(WISH).decode())
    made = json.loads(answer.body)
    table = await host._registry.open(made["table"])
    await table.resign({0, 1}, 0)
    await table.ask(frozenset({0, 1}), "rematch")
    assert sorted(each.known for each in database.saved[-1]) == [-1, 1]
    assert {each.table for each in database.saved[-1]} == {table.id, table.rematch}


async def test_an_error_of_ours_is_answered_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(Watched())

    async def fail(*_: object) -> None:
        raise RuntimeError("deep inside")

    monkeypatch.setattr(host._registry, "make", fail)
    answer = await host.answer("/api/tables", "fr", msgspec.json.encode(WISH).decode())
    assert answer.status == 500
    assert json.loads(answer.body)["sentence"].startswith("Une erreur")
    assert "deep inside" in capsys.readouterr().err
