"""Tables of an earlier version of the rules: read with the options that make them end as before."""

import pytest
from tests.games.moguli.setting import TUNNEL, board

from tablier import Position, Refusal
from tablier.play.new_table import Plan, Seat
from tablier.play.settings import Settings
from tablier.play.steps import ADD_TABLE
from tablier.play.table import Table
from tablier.server.server_registry import ServerRegistry

pytestmark = pytest.mark.anyio


async def opened(start: Position, *tokens: str, version: int = 1) -> Table:
    """The table of version 1 that begins there, after these moves."""
    seats, moves = [Seat("here"), Seat("here")], [(token, 0) for token in tokens]
    plan = Plan(start, seats, moves=moves)
    registry = ServerRegistry(Settings("sqlite://", workers=1, warm=False))
    registry.computers.prioritise = lambda game: None  # type: ignore[method-assign]  # noqa: ARG005
    async with registry.opened():
        steps = plan.steps()
        for name, row in steps:
            if name == ADD_TABLE:
                row["version"] = version
                del row["options"]["standstill"]
        await registry.storage.write(*steps)
        return await registry.open(plan.id)


async def test_a_table_of_version_1_ends_after_six_turns_without_a_move() -> None:
    """Moguli §7.5 Although its players could move."""
    start = board(TUNNEL, "a2", "b2 c1", still=4)
    table = await opened(start, "pass", "pass")
    assert table.game.options["standstill"] == 6
    assert table.is_over
    record = str(table.record())
    assert "standstill=6" in record
    assert '[Result "0-1"]' in record


async def test_what_the_rules_of_today_do_not_allow_is_said() -> None:
    """Moguli §2.3 A due pawn move could be rotated away."""
    with pytest.raises(
        Refusal, match="version 1 of the rules; those of today do not allow its mov"
    ):
        await opened(board(TUNNEL, "a2 b2", compulsory=True), "b2+1")


async def test_a_version_that_nobody_knows_is_refused() -> None:
    with pytest.raises(Refusal, match="version 3 of the rules; this is version 2"):
        await opened(board({}), version=3)
