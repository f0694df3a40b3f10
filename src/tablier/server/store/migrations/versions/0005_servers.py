"""Servers that share a database, and who is connected with which of them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables; none of them has to survive a crash of the database."""
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    prefixes = ["UNLOGGED"] if is_postgresql else []
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        prefixes=prefixes,
    )
    server = sa.ForeignKey("servers.id", ondelete="CASCADE")
    op.create_table(
        "presences",
        sa.Column("server", sa.String(32), server, primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seats", sa.Integer, nullable=False),
        prefixes=prefixes,
    )
    op.create_index("ix_presences_table_id", "presences", ["table_id"])
