"""Two houses with one database: whatever each of them does at the same time, tables stay whole."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from tablier import Refusal
from tablier.server import schema
from tablier.server.house import House
from tablier.server.protocol import NewTable, SeatWish
from tablier.server.settings import Settings
from tablier.server.storage import Outdated
from tablier.server.tables import Table

pytestmark = pytest.mark.anyio

BOTH = frozenset((0, 1))
ROUNDS = 60


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
    else:
        yield request.getfixturevalue("postgresql")


@asynccontextmanager
async def two_houses(database: str) -> AsyncIterator[tuple[House, House]]:
    """Two that know nothing of each other; neither has asked to be alone."""
    first, second = (House(Settings(database, warm=False)) for _ in range(2))
    await first.storage.open()
    await second.storage.open()
    yield first, second
    await first._close()
    await second._close()


async def make(house: House) -> str:
    seats = [SeatWish("here"), SeatWish("link")]
    return (await house.make(NewTable("mole-hill", seats))).table


async def check(table: str, houses: tuple[House, House]) -> list[str]:
    """The moves that are stored: none is missing, and all are legal."""
    stored = await houses[0].storage.read(table)
    assert stored is not None
    assert [move["ply"] for move in stored.moves] == list(range(len(stored.moves)))
    read = Table(houses[0].storage, stored, lambda _: None)  # replays them
    assert [move["seat"] for move in stored.moves] == read.movers
    return read.tokens


async def act(table: Table, dice: random.Random) -> None:
    """Something that one may do at a table."""
    seats = frozenset((dice.randrange(2),))
    match dice.choices(("play", "undo", "both", "draw", "no", "rename"), (8, 2, 2, 1, 1, 1))[0]:
        case "play" if not table.is_over:
            await table.play(BOTH, table.ply, dice.choice(table.position.legal_moves))
        case "undo":
            await table.ask(seats, "undo")
        case "both":
            await table.ask(BOTH, "undo")
        case "draw":
            await table.ask(seats, "draw")
        case "no":
            await table.answer(seats, "draw", yes=False)
        case "rename":
            await table.rename(BOTH, min(seats), str(dice.random()))


async def test_what_two_houses_do_at_once_leaves_every_table_whole(database: str) -> None:
    dice, wrong = random.Random(7), list[BaseException | None]()
    async with two_houses(database) as houses:
        names = [await make(houses[0]) for _ in range(4)]
        tables = [[await house.open(name) for house in houses] for name in names]
        for _ in range(ROUNDS):
            deeds = [act(table, dice) for both in tables for table in both if dice.random() < 0.7]
            wrong += await asyncio.gather(*deeds, return_exceptions=True)
            for name in names:
                await check(name, houses)
        assert any(isinstance(each, Outdated) for each in wrong)
        assert all(each is None or isinstance(each, Refusal) for each in wrong), wrong
        assert any([await check(name, houses) for name in names])


async def test_a_move_on_what_was_undone_elsewhere_is_refused(database: str) -> None:
    async with two_houses(database) as houses:
        name = await make(houses[0])
        mine = await houses[0].open(name)
        for _ in range(5):
            await mine.play(BOTH, mine.ply, mine.position.legal_moves[0])
        theirs = await houses[1].open(name)
        await mine.ask(BOTH, "undo")
        await mine.ask(BOTH, "undo")
        with pytest.raises(Outdated):
            await theirs.play(BOTH, 5, theirs.position.legal_moves[0])
        assert await check(name, houses) == mine.tokens == theirs.tokens
        await theirs.play(BOTH, theirs.ply, theirs.position.legal_moves[0])
        with pytest.raises(Outdated):
            await mine.resign(BOTH, 0)
        assert mine.tokens == theirs.tokens
        await mine.resign(BOTH, 0)
        with pytest.raises(Outdated):
            await theirs.ask(BOTH, "undo")
        assert theirs.is_over
        assert await check(name, houses) == mine.tokens


async def test_a_rematch_is_made_once(database: str) -> None:
    async with two_houses(database) as houses:
        name = await make(houses[0])
        mine, theirs = [await house.open(name) for house in houses]
        await mine.resign(BOTH, 0)
        with pytest.raises(Outdated):
            await theirs.resign(BOTH, 1)
        wishes = [table.ask(BOTH, "rematch") for table in (mine, theirs)]
        done = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(each) for each in done if each is not None] == [Outdated]
        assert mine.again == theirs.again
        assert mine.again is not None
        count = select(schema.tables.c.id).where(schema.tables.c.again.is_not(None))
        assert [row["id"] for row in await houses[0].storage.find(count)] == [name]
