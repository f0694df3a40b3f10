"""The command `serve`: play in the browser."""

import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, NoReturn

from cyclopts import Parameter
from platformdirs import user_data_path

from tablier.arena.entrants import number
from tablier.extras import extra
from tablier.terminal.arguments import Flag, Lang, Whole, Words
from tablier.terminal.words import word
from tablier.texts import refusal

if TYPE_CHECKING:
    from tablier.play.settings import Settings

MOST_WORKERS = 256
LONGEST_DRAIN = 3600
LOG_LEVELS = ("debug", "info", "warning", "error")
Origins = Annotated[tuple[str, ...], Parameter(name="--origin", negative=())]
Hosts = Annotated[tuple[str, ...], Parameter(name="--allow-host", negative=())]
Proxies = Annotated[tuple[str, ...], Parameter(name="--proxy", negative=())]


def usual_database() -> str:
    """The default database file."""
    return str(user_data_path("tablier") / "tables.sqlite")


def serve(
    *,
    host: str = "127.0.0.1",
    port: Whole | None = None,
    database: Words | None = None,
    valkey: Words | None = None,
    origins: Origins = (),
    allow_host: Hosts = (),
    proxy: Proxies = (),
    workers: Whole | None = None,
    drain: Whole = 0,
    log: str = "warning",
    open: Flag = False,
    lang: Lang,
) -> NoReturn:
    """Serve until Ctrl-C; all is stored by then."""
    with extra("server"):  # it takes half a second that others need not
        from tablier.play.settings import Settings  # noqa: PLC0415
        from tablier.server import run  # noqa: PLC0415
        from tablier.tab import site  # noqa: PLC0415

    settings = Settings(
        database=database or usual_database(),
        valkey=valkey,
        host=host,
        port=run.choose_port(host, port),
        origins=origins,
        hosts=allow_host,
        proxies=proxy,
        drain=number("--drain", str(drain), 0, LONGEST_DRAIN),
        log=log,
    )

    def announce(address: str) -> None:
        print(word(lang, "serving", address=address), flush=True)
        if open:
            webbrowser.open(address)

    made = site.for_server if site.is_fetched() else None
    run.serve(checked(settings, workers), announce, made)


def checked(settings: "Settings", workers: int | None) -> "Settings":
    """The settings with that many workers, if one can have them so."""
    if settings.log not in LOG_LEVELS:
        known = ", ".join(LOG_LEVELS)
        raise refusal("bad_option", option="--log", value=settings.log, known=known)
    if workers is None:
        return settings
    return replace(settings, workers=number("--workers", str(workers), 1, MOST_WORKERS))
