"""The schema: tables with their seats and moves (no positions), and the accounts of bots.

migrations/ creates it in a database, version by version.
"""

import hashlib
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    case,
    false,
    literal_column,
)
from sqlalchemy.sql.expression import Executable

Row = dict[str, Any]
Step = tuple[Executable, Row]
"""A statement and its values."""

metadata = MetaData(naming_convention={"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s"})

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),  # of the rules
    Column("options", JSON, nullable=False),
    Column("seed", String(20)),  # up to 2**64 − 1, too large for a column of numbers
    Column("setup", Text),  # the text of the first position, where no seed says it
    Column("clock", JSON),  # [seconds, increment]
    Column("made", Float, nullable=False),  # seconds since 1970
    Column("ending", JSON),  # how it ended, where the rules do not say it
    Column("offers", JSON, nullable=False),  # kind: the seats that have said yes, the asker first
    Column("again", String(32)),  # the table of the rematch
    Column("over", Boolean, nullable=False, server_default=false()),  # in whatever way
    Column("comment", Text),  # what a record says before the first move
    Column("changes", Integer, nullable=False, server_default="0"),  # how many there have been
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("level", Integer),
    Column("name", String(64), nullable=False),
    Column("secret", String(64)),  # only its hash
    Column("bot", String(32)),
    Column("asked", Boolean, nullable=False, server_default=false()),  # has yet to answer
    Index("ix_seats_bot", "bot"),
)
moves = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("token", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("left", BigInteger),  # on that seat's clock afterwards, in milliseconds
    Column("at", Float, nullable=False),  # seconds since 1970
    Column("comment", Text),  # what a record says after it
)

bots = Table(
    "bots",
    metadata,
    Column("id", String(32), primary_key=True),  # the name in small letters
    Column("name", String(32), nullable=False),
    Column("token", String(64), nullable=False),  # only its hash
    Column("made", Float, nullable=False),  # seconds since 1970
    Index("ix_bots_token", "token", unique=True),
)


def hashed(secret: str) -> str:
    """What is stored of a secret: it is long and random, so a hash without salt is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


ADD_TABLE = tables.insert()
# Optimistic locking: a change names the number of changes that it is based on. If that is out of
# date, the column is set to null, which its constraint refuses, and with it the transaction.
CHANGE = (
    tables.update()
    .where(tables.c.id == bindparam("of"))
    .values(
        changes=case(
            (tables.c.changes == bindparam("known"), tables.c.changes + literal_column("1"))
        )
    )
)
ADD_SEAT = seats.insert()
ADD_MOVE = moves.insert()
TAKE_BACK = moves.delete().where(
    moves.c.table_id == bindparam("of"), moves.c.ply >= bindparam("first")
)
_TABLE = tables.update().where(tables.c.id == bindparam("of"))
_SEAT = seats.update().where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("who"))
SET_TABLE = {
    column: _TABLE.values({column: bindparam("now")})
    for column in ("offers", "ending", "again", "over")
}
SET_SEAT = {column: _SEAT.values({column: bindparam("now")}) for column in ("name", "asked")}
SEAT_BOT = _SEAT.values(kind="bot", bot=bindparam("now"), name=bindparam("called"), secret=None)
ADD_BOT = bots.insert()
SET_TOKEN = bots.update().where(bots.c.id == bindparam("of")).values(token=bindparam("now"))


def set_table(table: str, column: str, value: object) -> Step:
    """Set a column of a table."""
    return SET_TABLE[column], {"of": table, "now": value}


def set_seat(table: str, seat: int, column: str, value: object) -> Step:
    """Set a column of a seat."""
    return SET_SEAT[column], {"of": table, "who": seat, "now": value}
