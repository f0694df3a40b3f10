"""What an imported record says of its moves."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make room for comments before the first move and after each."""
    op.add_column("tables", sa.Column("comment", sa.Text))
    op.add_column("moves", sa.Column("comment", sa.Text))
