"""Steps that bring an older database up to date, done with Alembic; each is a file in versions/."""

from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

NEWEST = "0003"
VERSION = table("alembic_version", column("version_num"))


def upgrade(connection: Connection) -> None:
    """Do the steps that this database lacks; on a new one, all of them."""
    if not is_current(connection):
        _do_steps(connection)


def is_current(connection: Connection) -> bool:
    """Has the database had the newest step?"""
    if not inspect(connection).has_table(VERSION.name):
        return False
    return connection.execute(select(VERSION.c.version_num)).scalar() == NEWEST


def _do_steps(connection: Connection) -> None:
    from alembic.config import Config  # noqa: PLC0415 - most starts need none of it
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    steps = ScriptDirectory(str(Path(__file__).parent))
    with EnvironmentContext(Config(), steps) as environment:
        environment.configure(
            connection=connection, fn=lambda revision, _: steps._upgrade_revs(NEWEST, revision)
        )
        with environment.begin_transaction():
            environment.run_migrations()
