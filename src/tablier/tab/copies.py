"""Copies: games of a server that is away go on in this browser, under the same names."""

from tablier.play.carried_games import Carried
from tablier.play.steps import ADD_TABLE, Step
from tablier.play.wire.protocol import CarriedTable, TableBrought
from tablier.tab.storage import TabStorage


async def carry(storage: TabStorage, table: str, wish: CarriedTable) -> TableBrought:
    """Store the game, unless it went on here already."""
    if await storage.read(table) is None:
        steps = Carried(wish).plan(table).steps()
        await storage.write(*(_with_base(step, wish.base) for step in steps))
    return TableBrought(table)


def _with_base(step: Step, base: list[str] | None) -> Step:
    """Keep with the table which moves the server was known to have."""
    name, row = step
    return (name, {**row, "base": base}) if name == ADD_TABLE else step
