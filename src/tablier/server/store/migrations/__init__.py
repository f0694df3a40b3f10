"""Steps that bring an older database up to date, done with Alembic; each is a file in versions/.

A step only adds: tables, indexes, and columns that are nullable or have a default, as servers of
the version before go on beside it and know nothing of them. One that takes something away or gives
it another meaning begins a new generation: its name has another first digit, and servers of before
are refused.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, select

from tablier.server.store.schema import VERSION
from tablier.server.store.sqlite import shown
from tablier.texts import refusal

NEWEST = "0008"
STEPS = Path(__file__).parent
ALONE = {
    "sqlite": ("BEGIN IMMEDIATE",),
    "postgresql": (
        "SET LOCAL lock_timeout = 0",  # however long the steps of another server take
        "SELECT pg_advisory_xact_lock(hashtext('tablier migrations'))",
    ),
}
"""What keeps others from doing the same steps at the same time, until the transaction ends."""


def upgrade(connection: Connection) -> None:
    """Do the steps that this database lacks; on a new one, all of them."""
    if is_current(connection):
        return
    for statement in ALONE[connection.dialect.name]:
        connection.exec_driver_sql(statement)
    if not is_current(connection):
        _do_steps(connection)


def is_current(connection: Connection) -> bool:
    """Has the database had the newest step, or a later one that only adds? Others are refused."""
    if not inspect(connection).has_table(VERSION.name):
        return False
    step = connection.execute(select(VERSION.c.version_num)).scalar()
    if step is not None and not any((STEPS / "versions").glob(f"{step[:4]}_*.py")):
        if step.isdigit() and step > NEWEST and step[0] == NEWEST[0]:
            return True
        raise refusal("newer_database", database=shown(connection.engine.url), step=step)
    return bool(step == NEWEST)


def _do_steps(connection: Connection) -> None:
    from alembic.config import Config  # noqa: PLC0415 - most starts need none of it
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    steps = ScriptDirectory(str(STEPS))
    with EnvironmentContext(Config(), steps) as environment:
        environment.configure(
            connection=connection, fn=lambda revision, _: steps._upgrade_revs(NEWEST, revision)
        )
        with environment.begin_transaction():
            environment.run_migrations()
