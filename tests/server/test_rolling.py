"""Servers of two versions on one PostgreSQL: migrations are done once, and old ones serve on."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url
from tests.server import audit
from tests.server.peers import make, play, sit, two_servers

from tablier import Refusal
from tablier.server.store import migrations, schema
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

AHEAD = (  # what the next version may do
    "ALTER TABLE tables ADD COLUMN mood text",
    "ALTER TABLE seats ADD COLUMN hat text NOT NULL DEFAULT 'none'",
    "ALTER TABLE moves ADD COLUMN weather text",
    "CREATE TABLE moods (id int PRIMARY KEY)",
    "UPDATE alembic_version SET version_num = '0999'",
)


@pytest.fixture
def empty(postgresql_server: object, postgresql: str) -> Iterator[str]:
    """A PostgreSQL with nothing in it."""
    psql = postgresql_server.psql  # type: ignore[attr-defined]
    psql("CREATE DATABASE empty")
    yield make_url(postgresql).set(database="empty").render_as_string(hide_password=False)
    psql("DROP DATABASE empty WITH (FORCE)")


async def steps_of(storage: Storage) -> list[str]:
    return [row["version_num"] for row in await storage.find(select(schema.VERSION))]


async def test_servers_that_start_together_bring_it_up_to_date_once_and_old_ones_serve_on(
    empty: str,
) -> None:
    together = [Storage(empty) for _ in range(3)]
    await asyncio.gather(*(storage.open(alone=True) for storage in together))
    assert await steps_of(together[0]) == [migrations.NEWEST]
    for storage in together:
        await storage.close()
    async with two_servers(empty) as servers:
        name = await make(servers)
        mine = await sit(servers[0], name, 0)
        await play(mine.table)
        await audit.execute(empty, *AHEAD)  # by a server of the next version
        await play(mine.table)
        await mine.table.ask(frozenset({0, 1}), "undo")
        theirs = await servers[1].open(name)
        assert theirs.tokens == mine.table.tokens
    async with two_servers(empty) as servers:  # of the version before, started again
        theirs = await servers[0].open(name)
        await play(theirs)
        assert (await servers[1].open(name)).tokens == theirs.tokens
        assert await steps_of(servers[0].storage) == ["0999"], "left alone"
        await make(servers)
    await audit.execute(empty, "UPDATE alembic_version SET version_num = '1000'")
    with pytest.raises(Refusal) as refused:  # another generation
        await Storage(empty).open()
    assert refused.value.said.key == "newer_database"
