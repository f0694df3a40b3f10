"""The pages: one index.html for all, with a head for each, and the bundle that it loads."""

from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.static_files import create_static_files_router

from tablier.games import game, games
from tablier.lesson import lessons
from tablier.puzzle import puzzles
from tablier.server import catalogue
from tablier.texts import LANGUAGES, PACKAGE, texts

STATIC = Path(__file__).parent.parent / "static"
FRESH = {"Cache-Control": "no-cache"}

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
NUMBERED = [
    f"/{kind}/{{name:str}}{rest}" for kind in ("learn", "puzzles") for rest in ("", "/{number:str}")
]


@get([*PAGES, *NUMBERED], include_in_schema=False, media_type="text/html")
async def show_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page; its script renders what the address says."""
    lang = preferred_language(request.headers.get("accept-language", ""))
    page = headed(_read("index.html").decode(), request.url.path, lang)
    headers = {"Link": preloads(lang), "Vary": "Accept-Language", **FRESH}
    return Response(page.encode(), media_type="text/html; charset=utf-8", headers=headers)


def headed(page: str, path: str, lang: str) -> str:
    """The page with the head of this address, for clients that run no script."""
    title, about = title_and_about(*_kind_and_game(path), lang)
    page = page.replace(HTML, f'<html lang="{lang}"', 1)
    page = page.replace(TITLE, f"<title>{escape(title)}</title>", 1)
    return page.replace(ABOUT, f'<meta name="description" content="{escape(about)}" />', 1)


def _kind_and_game(path: str) -> tuple[str, str]:
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
    words = {"game": chosen.title(lang), "n": len(puzzles(name))}
    titles = {
        "play": f"{words['game']} – Tablier",
        "rules": f"{shared['browser']['home']['rules']}: {words['game']}",
        **{each: shared["browser"][each]["title"].format(**words) for each in ("learn", "puzzles")},
    }
    if not {"puzzles": puzzles(name), "learn": lessons(name)}.get(kind, True):
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
