"""Moves of computers that any server may search for."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table, which does not have to survive a crash of the database."""
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("position", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("worker", sa.String(32)),
        prefixes=["UNLOGGED"] if is_postgresql else [],
    )
    op.create_index("ix_jobs_due", "jobs", ["due"])
