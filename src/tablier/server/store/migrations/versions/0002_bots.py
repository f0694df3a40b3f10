"""Bots, the seats that they take, and which games are over."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make room for bots; no game of before has one, so none of them needs to be known as over."""
    op.create_table(
        "bots",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("ix_bots_token", "bots", ["token"], unique=True)
    no = sa.false()
    op.add_column("tables", sa.Column("over", sa.Boolean, nullable=False, server_default=no))
    op.add_column("seats", sa.Column("bot", sa.String(32)))
    op.add_column("seats", sa.Column("asked", sa.Boolean, nullable=False, server_default=no))
    op.create_index("ix_seats_bot", "seats", ["bot"])
