"""The schema: tables with their seats and moves (no positions), and the accounts of bots.

migrations/ creates it in a database, version by version.
"""

import sqlalchemy as sa
from sqlalchemy.sql.dml import UpdateBase

from tablier.play import steps

metadata = sa.MetaData(naming_convention={"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s"})

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # of the rules
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(20)),  # up to 2**64 − 1, too large for a column of numbers
    sa.Column("setup", sa.Text),  # the text of the first position, where no seed says it
    sa.Column("clock", sa.JSON),  # [seconds, increment]
    sa.Column("made", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("ending", sa.JSON),  # how it ended, where the rules do not say it
    sa.Column("offers", sa.JSON, nullable=False),  # kind: seats that said yes, the asker first
    sa.Column("again", sa.String(32)),  # the table of the rematch
    sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()),  # in whatever way
    sa.Column("comment", sa.Text),  # what a record says before the first move
    sa.Column("changes", sa.Integer, nullable=False, server_default="0"),  # how many there were
    sa.Column("review", sa.JSON),  # what the search thinks of each position of a finished game
)
_IS_FINISHED = sa.and_(tables.c.over, tables.c.seed.is_not(None))
sa.Index(
    "ix_tables_finished",
    *(tables.c.game, tables.c.made, tables.c.id),
    sqlite_where=_IS_FINISHED,
    postgresql_where=_IS_FINISHED,
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("level", sa.Integer),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("secret", sa.String(64)),  # only its hash
    sa.Column("bot", sa.String(32)),
    sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.false()),  # has yet to answer
    sa.Index("ix_seats_bot", "bot"),
)
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("left", sa.BigInteger),  # on that seat's clock afterwards, in milliseconds
    sa.Column("at", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("comment", sa.Text),  # what a record says after it
)

bots = sa.Table(
    "bots",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # the name in small letters
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),  # only its hash
    sa.Column("made", sa.Float, nullable=False),  # seconds since 1970
    sa.Index("ix_bots_token", "token", unique=True),
)

# What servers that share a database say of themselves. It is as good as they are alive: a server
# whose row is too old is gone, and with it those who were connected with it.
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),  # when it last said that it is there
    sa.Column("since", sa.Float, nullable=False),  # when the first of those was there that it met
)
presences = sa.Table(
    "presences",
    metadata,
    sa.Column("server", sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seats", sa.Integer, nullable=False),  # a bit for each
    sa.Index("ix_presences_table_id", "table_id"),
)
jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("position", sa.String(64), nullable=False),  # a hash of it and its ply
    sa.Column("seat", sa.Integer, nullable=False),  # of the computer that is to move
    sa.Column("cost", sa.Float, nullable=False),  # seconds that it is expected to take
    sa.Column("address", sa.String(64), nullable=False),  # of who waits for it
    sa.Column("due", sa.Float, nullable=False),  # who is due first comes first
    sa.Column("worker", sa.String(32)),  # the server that does it, as long as it is there
    sa.Index("ix_jobs_due", "due"),
)

# Optimistic locking: a change names the number of changes that it is based on. If that is out of
# date, the column is set to null, which its constraint refuses, and with it the transaction.
_CHANGE = (
    tables.update()
    .where(tables.c.id == sa.bindparam("of"))
    .values(
        changes=sa.case(
            (tables.c.changes == sa.bindparam("known"), tables.c.changes + sa.literal_column("1"))
        )
    )
)
_TAKE_BACK = moves.delete().where(
    moves.c.table_id == sa.bindparam("of"), moves.c.ply >= sa.bindparam("first")
)
_TABLE = tables.update().where(tables.c.id == sa.bindparam("of"))
_SEAT = seats.update().where(
    seats.c.table_id == sa.bindparam("of"), seats.c.seat == sa.bindparam("who")
)
_SEAT_BOT = _SEAT.values(
    kind="bot", bot=sa.bindparam("now"), name=sa.bindparam("called"), secret=None
)
VERSION = sa.table("alembic_version", sa.column("version_num"))
ADD_BOT, SET_TOKEN = "add_bot", "set_token"
TRIAL: steps.Step = ("trial", {})
"""A write that changes nothing."""
STATEMENTS: dict[str, UpdateBase] = {
    steps.ADD_TABLE: tables.insert(),
    steps.ADD_SEAT: seats.insert(),
    steps.ADD_MOVE: moves.insert(),
    steps.CHANGE: _CHANGE,
    steps.TAKE_BACK: _TAKE_BACK,
    steps.SEAT_BOT: _SEAT_BOT,
    **{
        steps.SET_TABLE[each]: _TABLE.values({each: sa.bindparam("now")})
        for each in steps.SET_TABLE
    },
    **{steps.SET_SEAT[each]: _SEAT.values({each: sa.bindparam("now")}) for each in steps.SET_SEAT},
    ADD_BOT: bots.insert(),
    SET_TOKEN: bots.update()
    .where(bots.c.id == sa.bindparam("of"))
    .values(token=sa.bindparam("now")),
    TRIAL[0]: VERSION.update().values(version_num=VERSION.c.version_num),
}
"""What each step is in SQL."""
