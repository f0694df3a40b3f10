"""Tables keep what they need, once."""

import pytest
from tests.server.test_failures import play, table_with

from tablier.play.wire.protocol import SeatWish

pytestmark = pytest.mark.anyio


async def test_the_position_of_a_table_knows_no_moves_since_the_table_does() -> None:
    async with table_with(SeatWish("here")) as table:
        await play(table)
        await play(table)
        assert len(table.tokens) == 2
        assert table.position.came_by is None
