"""The pages: one index.html for all, with a head for each, and the bundle that it loads."""

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.static_files import create_static_files_router

from tablier.games import game, games
from tablier.lesson import lessons
from tablier.play import catalogue
from tablier.puzzle import daily_number, puzzle_count, puzzle_numbers
from tablier.server.server_registry import ServerRegistry
from tablier.texts import LANGUAGES, PACKAGE, texts

STATIC = Path(__file__).parent.parent / "static"
FRESH = {"Cache-Control": "no-cache"}
UNLISTED = {"X-Robots-Tag": "noindex"}  # the address of a table is for those who have it

MANIFEST = "manifest.webmanifest"
ICONS = {
    "favicon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    MANIFEST: "application/manifest+json",
}
HTML = '<html lang="en"'
TITLE = "<title>Tablier</title>"
ABOUT = '<meta name="description" content="Board games worth finding again." />'
PAGES = [
    "/",
    "/t/{table:str}",
    "/explore",
    "/explore/{exploration:str}",
    "/play/{name:str}",
    "/rules/{name:str}",
]
OF_NO_GAME = {"t": "table", "explore": "explore"}
DAILY = "/puzzles/daily"
PUZZLE = re.compile(r"/puzzles/[\w-]+/\d+")
NUMBER = re.compile("[0-9]{1,6}")  # of a lesson or a puzzle; more digits are none
NUMBERED = [
    f"/{kind}/{{name:str}}{rest}" for kind in ("learn", "puzzles") for rest in ("", "/{number:str}")
]


@get([*PAGES, *NUMBERED], include_in_schema=False, media_type="text/html")
async def show_page(
    request: Request[Any, Any, Any], registry: NamedDependency[ServerRegistry]
) -> Response[bytes]:
    """The page; its script renders what the address says."""
    lang, path = preferred_language(request.headers.get("accept-language", "")), request.url.path
    headers = {"Link": preloads(lang), "Vary": "Accept-Language", **FRESH}
    name = ""
    if path.startswith("/t/"):
        headers |= UNLISTED
        name = await registry.game_at(path.removeprefix("/t/")) or ""
    page = headed(_read("index.html").decode(), path, lang, origin(request), name)
    return Response(page.encode(), media_type="text/html; charset=utf-8", headers=headers)


@get("/embed/{table:str}", include_in_schema=False, media_type="text/html")
async def show_embedded(
    request: Request[Any, Any, Any],
    table: FromPath[str],
    registry: NamedDependency[ServerRegistry],
    lang: FromQuery[str] = "",
) -> Response[bytes]:
    """A board for a frame in somebody else's page."""
    return _framed(request, "embed.html", lang, await registry.game_at(table) is not None)


@get(
    [f"/embed{DAILY}", "/embed/puzzles/{name:str}/{number:str}"],
    include_in_schema=False,
    media_type="text/html",
)
async def show_embedded_puzzle(
    request: Request[Any, Any, Any], lang: FromQuery[str] = ""
) -> Response[bytes]:
    """A puzzle for such a frame, or the one of the day."""
    is_there = is_puzzle(request.url.path.removeprefix("/embed"))
    return _framed(request, "index.html", lang, is_there)


def _framed(
    request: Request[Any, Any, Any], name: str, lang: str, is_there: bool
) -> Response[bytes]:
    if lang not in LANGUAGES:
        lang = preferred_language(request.headers.get("accept-language", ""))
    page = _read(name).decode().replace(HTML, f'<html lang="{lang}"', 1)
    headers = {"Vary": "Accept-Language", **FRESH, **UNLISTED}
    kind = "text/html; charset=utf-8"
    status = 200 if is_there else 404
    return Response(page.encode(), status_code=status, media_type=kind, headers=headers)


def todays(path: str) -> str:
    """The path itself; for the puzzle of the day, that of the puzzle."""
    if path.rstrip("/") != DAILY:
        return path
    name, number = daily_number()
    return f"/puzzles/{name}/{number}"


def is_puzzle(path: str) -> bool:
    """Is it the page of a puzzle that there is?

    >>> [is_puzzle(f"/puzzles/{each}") for each in ("daily", "moguli/3", "moguli/999", "moguli")]
    [True, True, False, False]
    """
    path = todays(path)
    return PUZZLE.fullmatch(path) is not None and card_path(path) == path


def origin(request: Request[Any, Any, Any]) -> str:
    """How the client calls this server; the guard has checked the name."""
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if host else ""


def headed(page: str, path: str, lang: str, site: str = "", game_there: str = "") -> str:
    """The page with the head of this address, for clients that run no script.

    `site` is where the pages lie, `game_there` which game is played at a table.
    """
    title, about = title_and_about(*kind_and_game(todays(path)), lang)
    if game_there:
        title = f"{game(game_there).title(lang)} – Tablier"
    card = path if game_there else card_path(todays(path))
    tags = [_tag("name", "description", about), *social(title, about, site, path, card, lang)]
    if game_there or (site and is_puzzle(path)):
        tags.append(discovery(site, path, title))
    page = page.replace(HTML, f'<html lang="{lang}"', 1)
    page = page.replace(TITLE, f"<title>{escape(title)}</title>", 1)
    return page.replace(ABOUT, "\n    ".join(tags), 1)


def card_path(path: str) -> str:
    """Below which path the card of a page lies; pages that show no game share one, at the root.

    >>> [card_path(path) for path in ("/", "/play/moguli", "/puzzles/moguli/3", "/play/chess")]
    ['', '/play/moguli', '/puzzles/moguli/3', '']
    """
    kind, name = kind_and_game(path)
    number = path.strip("/").removeprefix(f"{kind}/{name}").strip("/")
    known = {"puzzles": puzzle_numbers, "learn": lessons}.get(kind)
    n = int(number) if NUMBER.fullmatch(number) else 0
    is_there = known is not None and 0 < n <= len(known(name))
    return f"/{kind}/{name}{f'/{n}' if is_there else ''}" if name else ""


def social(title: str, about: str, site: str, path: str, card: str, lang: str) -> Iterator[str]:
    """What previews of the link show; without the address of the site there is no picture."""
    told = {"type": "website", "site_name": "Tablier", "title": title, "description": about}
    if site:
        size = {"image:width": "1200", "image:height": "630", "image:alt": title}
        told |= {"url": f"{site}{path}", "image": f"{site}{card}/card.png?lang={lang}", **size}
        yield _tag("name", "twitter:card", "summary_large_image")
    yield from (_tag("property", f"og:{key}", value) for key, value in told.items())


def discovery(site: str, path: str, title: str) -> str:
    """Where a page that shows the link learns how to embed the board (oEmbed)."""
    asked = f"{site}/oembed?format=json&url={quote(site + path, safe='')}"
    words = f'type="application/json+oembed" href="{escape(asked)}" title="{escape(title)}"'
    return f'<link rel="alternate" {words} />'


def _tag(key: str, name: str, content: str) -> str:
    return f'<meta {key}="{name}" content="{escape(content)}" />'


def kind_and_game(path: str) -> tuple[str, str]:
    """Which page it is: the page of all games, a table, or a page of a game that there is."""
    kind, _, rest = path.strip("/").partition("/")
    name = rest.partition("/")[0]
    if kind in OF_NO_GAME:
        return OF_NO_GAME[kind], ""
    return (kind, name) if name in games(drafts=True) else ("home", "")


@cache
def title_and_about(kind: str, name: str, lang: str) -> tuple[str, str]:
    """The title, as the page will set it itself, and a sentence or two."""
    shared = texts(PACKAGE, lang)
    about = shared["server"]["pages"][kind]
    if not name:
        names = ", ".join(sorted(game(each).title(lang) for each in games()))
        return "Tablier", about.format(games=names)
    chosen = game(name)
    words = {"game": chosen.title(lang), "n": puzzle_count(name)}
    titles = {
        "play": f"{words['game']} – Tablier",
        "rules": f"{shared['browser']['home']['rules']}: {words['game']}",
        **{each: shared["browser"][each]["title"].format(**words) for each in ("learn", "puzzles")},
    }
    if not {"puzzles": puzzle_count(name), "learn": lessons(name)}.get(kind, True):
        about = shared["browser"][kind]["none"]
    return titles[kind], about.format(**words, blurb=texts(chosen.package, lang)["blurb"])


def preferred_language(header: str) -> str:
    """The first of our languages in an Accept-Language header.

    >>> preferred_language("it, de-AT;q=0.9, fr;q=0.8"), preferred_language("")
    ('de', 'en')
    """
    accepted = (each.strip()[:2].lower() for each in header.split(","))
    return next((lang for lang in accepted if lang in LANGUAGES), "en")


@cache
def preloads(lang: str) -> str:
    """Preload links for the first requests of the page, fetched along with the bundle."""
    answers = (f"/api/words?lang={lang}", f"/api/games?lang={lang}")
    fetched = [f"<{address}>; rel=preload; as=fetch; crossorigin" for address in answers]
    sheets = [f"<{catalogue.style_address(name)}>; rel=preload; as=style" for name in games()]
    return ", ".join([*fetched, *sheets])


@get([f"/{name}" for name in ICONS], include_in_schema=False)
async def show_icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The icon, and what makes the pages an application that can be installed."""
    name = request.url.path.strip("/")
    return Response(icon(name), media_type=ICONS[name], headers=FRESH)


def icon(name: str) -> bytes:
    """One of these files; the addresses in the manifest are relative to itself."""
    is_manifest = name == MANIFEST
    return files(PACKAGE).joinpath("tab", name).read_bytes() if is_manifest else _read(name)


def _read(name: str) -> bytes:
    path = STATIC / name
    if not path.is_file():
        raise NotFoundException
    return path.read_bytes()


def assets() -> list[Router]:
    """The bundle; file names change with their contents, so they may be cached for ever."""
    if not (STATIC / "assets").is_dir():
        return []
    forever = CacheControlHeader(max_age=31_536_000, immutable=True)
    return [create_static_files_router("/assets", [STATIC / "assets"], cache_control=forever)]
