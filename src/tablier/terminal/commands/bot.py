"""The command `bot`: an account for a program that plays on the server."""

import asyncio
import sys

from tablier.extras import extra
from tablier.terminal.arguments import Flag, Lang, Words
from tablier.terminal.commands.serve import usual_database
from tablier.terminal.words import word


def bot(name: str, /, *, database: Words | None = None, renew: Flag = False, lang: Lang) -> None:
    """Print the token of a new bot, or another one of an old bot."""
    token = asyncio.run(_token(database or usual_database(), name, renew))
    print(word(lang, "bot_made", name=name), file=sys.stderr)
    print(token)


async def _token(database: str, name: str, renew: bool) -> str:
    with extra("server"):  # it takes half a second
        from tablier.server.store import accounts  # noqa: PLC0415
        from tablier.server.store.storage import Storage  # noqa: PLC0415

    storage = Storage(database)
    try:
        await storage.open()
        return await (accounts.renew if renew else accounts.make)(storage, name)
    finally:
        await storage.close()
