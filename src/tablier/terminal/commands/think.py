"""The command `think`: a machine that thinks for the computer players of servers."""

from typing import NoReturn

from tablier.extras import extra
from tablier.terminal.arguments import Lang, Whole, Words
from tablier.terminal.commands.serve import checked, usual_database
from tablier.terminal.words import word


def think(
    *,
    database: Words | None = None,
    valkey: Words | None = None,
    workers: Whole | None = None,
    log: str = "warning",
    lang: Lang,
) -> NoReturn:
    """Think until Ctrl-C."""
    with extra("server"):  # it takes half a second that others need not
        from tablier.play.settings import Settings  # noqa: PLC0415
        from tablier.server import run  # noqa: PLC0415

    settings = checked(Settings(database or usual_database(), valkey=valkey, log=log), workers)
    run.think(settings, lambda place: print(word(lang, "thinking_for", database=place), flush=True))
