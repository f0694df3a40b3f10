"""An audit in PostgreSQL itself: what each table was after each of its changes, as committed."""

import json
from collections import defaultdict
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from tests.server.history import Besides, Version

from tablier.server.store.storage import address

BEGIN = (
    "DROP TABLE IF EXISTS audit CASCADE",
    "CREATE TABLE audit (name text, changes int, state text, PRIMARY KEY (name, changes))",
    """
CREATE OR REPLACE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO audit SELECT id, changes, json_build_object(
    'offers', offers, 'ending', ending, 'again', again, 'moves', (
      SELECT coalesce(json_agg(json_build_array(token, seat, "left") ORDER BY ply), '[]')
      FROM moves WHERE table_id = id))::text
  FROM tables WHERE id = NEW.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$
""",
    """
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR UPDATE ON tables
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit()
""",
)
END = ("DROP TRIGGER audit ON tables", "DROP FUNCTION audit", "DROP TABLE audit")


async def begin(database: str) -> None:
    """From now on versions are written down, in the transactions that make them."""
    await execute(database, *BEGIN)


async def end(database: str) -> dict[str, list[Version]]:
    """All versions of each table, in their order; no longer write them down."""
    versions = await read(database)
    await execute(database, *END)
    return versions


async def read(database: str) -> dict[str, list[Version]]:
    """All versions of each table until now, in their order."""
    found = await execute(database, "SELECT * FROM audit ORDER BY name, changes")
    versions: dict[str, list[Version]] = defaultdict(list)
    for name, changes, state in found:
        assert changes == len(versions[name]), f"{name} has no version {len(versions[name])}"
        versions[name].append(_version(json.loads(state)))
    return versions


def _version(state: dict[str, Any]) -> Version:
    offers = {(kind, seat) for kind, seats in state["offers"].items() for seat in seats}
    besides = Besides(frozenset(offers), state["ending"] and state["ending"][0])
    tokens, movers, left = zip(*state["moves"], strict=True) if state["moves"] else ((), (), ())
    return Version(tokens, besides, state["again"], movers, left)


async def execute(database: str, *statements: str) -> list[Any]:
    """Do this; returns the rows of the last statement."""
    engine = create_async_engine(address(database), poolclass=NullPool)
    async with engine.begin() as connection:
        for statement in statements:
            found = await connection.execute(text(statement))
        return list(found) if found.returns_rows else []
