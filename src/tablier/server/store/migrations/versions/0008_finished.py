"""Finished games by game and age, for opening books."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the index; a table enters it once, when its game ends."""
    finished = sa.and_(sa.column("over", sa.Boolean), sa.column("seed").is_not(None))
    op.create_index(
        "ix_tables_finished",
        "tables",
        ["game", "made", "id"],
        sqlite_where=finished,
        postgresql_where=finished,
    )
