"""What the search thinks of the positions of a finished game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make room for reviews; games of before have none."""
    op.add_column("tables", sa.Column("review", sa.JSON))
