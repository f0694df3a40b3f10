"""How often a table was changed, so that nobody changes one that is not as they know it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Count the changes of each table from now on."""
    op.add_column("tables", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
