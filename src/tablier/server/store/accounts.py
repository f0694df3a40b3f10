"""The accounts of bots: a unique name, and a token of which only the hash is stored.

Every request reads the database, so a token that `tablier bot` has replaced is invalid at once.
"""

import re
import secrets
import time
from collections.abc import Iterable

from sqlalchemy import ColumnElement, select

from tablier.play.steps import Bot, NotStored, hashed
from tablier.server.store import schema
from tablier.server.store.storage import Storage
from tablier.texts import refusal

NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{1,29}")
RESERVED = ("ai", "open")
"""Words that stand where a name could stand in an address."""
MARK = "tablier_"
"""How a token begins, so that people see what it is."""


async def make(storage: Storage, name: str) -> str:
    """Give the name to a new bot; the token that is returned is shown this one time."""
    if not NAME.fullmatch(name) or name.lower() in RESERVED:
        raise refusal("bad_bot_name", name=name[:40])
    bot, token = name.lower(), _new_token()
    row = {"id": bot, "name": name, "token": hashed(token), "made": time.time()}
    try:
        await storage.write((schema.ADD_BOT, row))
    except NotStored:
        if await _find(storage, schema.bots.c.id == bot):
            raise refusal("bot_taken", name=name) from None
        raise
    return token


async def renew(storage: Storage, name: str) -> str:
    """Give a bot another token, in place of its old one."""
    bot, token = await named(storage, name), _new_token()
    await storage.write((schema.SET_TOKEN, {"of": bot.id, "now": hashed(token)}))
    return token


async def named(storage: Storage, name: str) -> Bot:
    """The bot of that name, however it is capitalised."""
    found = await _find(storage, schema.bots.c.id == name.lower()) if NAME.fullmatch(name) else []
    if not found:
        raise refusal("no_bot", name=name[:40])
    return found[0]


async def with_ids(storage: Storage, ids: Iterable[str]) -> list[Bot]:
    """The bots of these ids, in the order of their ids."""
    found = await _find(storage, schema.bots.c.id.in_(list(ids)))
    return sorted(found, key=lambda bot: bot.id)


async def with_token(storage: Storage, token: str) -> Bot:
    """The bot that has that token."""
    found = await _find(storage, schema.bots.c.token == hashed(token)) if token else []
    if not found:
        raise refusal("no_bearer")
    return found[0]


async def games_of(storage: Storage, bot: Bot) -> list[str]:
    """The tables of a bot's games that are not over, the oldest first."""
    tables, seats = schema.tables, schema.seats
    query = (
        select(tables.c.id)
        .where(tables.c.id.in_(select(seats.c.table_id).where(seats.c.bot == bot.id)))
        .where(tables.c.over.is_(False))
        .order_by(tables.c.made)
    )
    return [row["id"] for row in await storage.find(query)]


async def tables_with(
    storage: Storage, bots: Iterable[str], names: Iterable[str] | None
) -> set[str]:
    """Those of these tables that have a seat of one of the bots; None: all that are not over."""
    tables, seats = schema.tables, schema.seats
    query = select(seats.c.table_id).where(seats.c.bot.in_(list(bots)))
    if names is None:
        query = query.join(tables, tables.c.id == seats.c.table_id).where(tables.c.over.is_(False))
    else:
        query = query.where(seats.c.table_id.in_(list(names)))
    return {row["table_id"] for row in await storage.find(query)}


async def _find(storage: Storage, condition: ColumnElement[bool]) -> list[Bot]:
    found = await storage.find(select(schema.bots).where(condition))
    return [Bot(row["id"], row["name"], row["made"]) for row in found]


def _new_token() -> str:
    return MARK + secrets.token_urlsafe(24)
