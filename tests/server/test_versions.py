"""Two servers with one database: whatever each of them does at the same time, tables stay whole."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from tablier import Refusal
from tablier.play.new_table import plan_new
from tablier.play.table import Table
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.store import schema
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

BOTH = frozenset((0, 1))
ROUNDS = 60
Servers = tuple[Storage, Storage]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
    else:
        yield request.getfixturevalue("postgresql")


@asynccontextmanager
async def two_servers(database: str) -> AsyncIterator[Servers]:
    """Two that know nothing of each other; neither has asked to be alone."""
    first, second = Storage(database), Storage(database)
    try:
        await first.open()
        await second.open()
        yield first, second
    finally:
        await first.close()
        await second.close()


async def make(servers: Servers) -> str:
    plan, _ = plan_new(NewTable("mole-hill", [SeatWish("here"), SeatWish("link")]))
    await servers[0].write(*plan.steps())
    return plan.id


async def opened(name: str, storage: Storage) -> Table:
    """The table as it is stored: all its moves are replayed."""
    stored = await storage.read(name)
    assert stored is not None
    assert [move["ply"] for move in stored.moves] == list(range(len(stored.moves)))
    return Table(storage, stored, lambda _: None, patience=60)


async def check(name: str, servers: Servers) -> list[str]:
    """The moves that are stored: none is missing, all are legal and of the right seat."""
    table = await opened(name, servers[0])
    movers = [table.at(ply).turn for ply in range(table.ply)]
    assert movers == table.movers
    return table.tokens


def key(wrong: BaseException | None) -> str | None:
    """Why something was refused."""
    return wrong.said.key if isinstance(wrong, Refusal) else None


@contextmanager
def refused(why: str) -> Iterator[None]:
    """Whoever was too late is told what is so now."""
    with pytest.raises(Refusal) as wrong:
        yield
    assert key(wrong.value) == why


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


async def test_what_two_servers_do_at_once_leaves_every_table_whole(database: str) -> None:
    dice, wrong = random.Random(7), list[BaseException | None]()
    async with two_servers(database) as servers:
        names = [await make(servers) for _ in range(4)]
        tables = [[await opened(name, each) for each in servers] for name in names]
        for _ in range(ROUNDS):
            deeds = [act(table, dice) for both in tables for table in both if dice.random() < 0.7]
            wrong += await asyncio.gather(*deeds, return_exceptions=True)
            for name in names:
                await check(name, servers)
        assert all(each is None or isinstance(each, Refusal) for each in wrong), wrong
        assert {"other_ply", "nothing_to_undo"} <= {key(each) for each in wrong}
        assert any([await check(name, servers) for name in names])


async def test_a_move_on_what_was_undone_elsewhere_is_refused(database: str) -> None:
    async with two_servers(database) as servers:
        name = await make(servers)
        mine = await opened(name, servers[0])
        for _ in range(5):
            await mine.play(BOTH, mine.ply, mine.position.legal_moves[0])
        theirs = await opened(name, servers[1])
        await mine.ask(BOTH, "undo")
        await mine.ask(BOTH, "undo")
        with refused("other_ply"):
            await theirs.play(BOTH, 5, theirs.position.legal_moves[0])
        assert await check(name, servers) == mine.tokens == theirs.tokens
        await theirs.play(BOTH, theirs.ply, theirs.position.legal_moves[0])
        await mine.resign(BOTH, 0)
        assert mine.tokens == theirs.tokens
        with refused("table_over"):
            await theirs.ask(BOTH, "undo")
        assert theirs.is_over
        assert await check(name, servers) == mine.tokens


async def test_a_rematch_is_made_once(database: str) -> None:
    async with two_servers(database) as servers:
        name = await make(servers)
        mine, theirs = [await opened(name, each) for each in servers]
        await mine.resign(BOTH, 0)
        with refused("table_over"):
            await theirs.resign(BOTH, 1)
        wishes = [table.ask(BOTH, "rematch") for table in (mine, theirs)]
        done = await asyncio.gather(*wishes, return_exceptions=True)
        assert [key(each) for each in done if each is not None] == ["has_rematch"]
        assert mine.rematch == theirs.rematch
        assert mine.rematch is not None
        count = select(schema.tables.c.id).where(schema.tables.c.again == mine.rematch)
        assert [row["id"] for row in await servers[0].find(count)] == [name]
