"""The site without a server: all its files, to be put into any folder of any host."""

import hashlib
import json
import re
from collections.abc import Collection, Iterator
from importlib.resources import files
from pathlib import Path

import msgspec

from tablier.book import Book
from tablier.engines import publication
from tablier.games import games
from tablier.play import catalogue
from tablier.play.wire.protocol import GameInfo
from tablier.puzzle import puzzles
from tablier.server.http import pages, rulebooks
from tablier.tab import archive
from tablier.texts import LANGUAGES, PACKAGE, refusal, texts

PYODIDE = Path(__file__).parent / "pyodide"
LIBRARY = "python_stdlib.zip"
FETCHED = ("pyodide.asm.wasm", LIBRARY, "pyodide-lock.json")
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
LIBRARIES = "python/libraries/"
WORKER = "service-worker.js"
FOLDER = "offline/"
"""Where a server has the site."""
KINDS = ("play", "rules", "learn", "puzzles")
"""The pages of a game."""
ADDRESS = re.compile(r"https?://[^\s\"<>]+")
NOTE = "tablier-site.txt"
"""Marks a folder as one that may be written again."""
Files = dict[str, bytes]
encode = msgspec.json.encode


def write(target: Path, url: str = "") -> None:
    """Write the site; what an older one has left there is removed, what is not ours is refused.

    With the address where it will be, its pages have cards for previews of their links.
    """
    if url and not ADDRESS.fullmatch(url):
        raise refusal("bad_address", address=url[:200])
    if target.exists() and not (target.is_dir() and _is_ours(target)):
        raise refusal("path_taken", path=str(target))
    found = all_files(url=url.rstrip("/"))
    for name, contents in found.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    for path in target.rglob("*"):
        if path.is_file() and path.relative_to(target).as_posix() not in found:
            path.unlink()


def _is_ours(folder: Path) -> bool:
    return (folder / NOTE).is_file() or not any(folder.iterdir())


def is_fetched() -> bool:
    """Is Python for browsers here?"""
    return all((PYODIDE / name).is_file() for name in (*FETCHED, *SCRIPTS))


def for_server() -> Files:
    """The site in a folder of a server, with a service worker for all pages of that server."""
    site = all_files(FOLDER)
    worker = site.pop(WORKER)
    return {**{f"{FOLDER}{name}": found for name, found in site.items()}, WORKER: worker}


def all_files(folder: str = "", url: str = "") -> Files:
    """All files, by their paths in the site, which lies in that folder of what the worker keeps."""
    python, modules = dict(_python()), archive.packed(_wheels())
    name = f"python/modules-{_digest({**python, '': modules})}.zip"
    tab = {**_told({**python, name: modules}), "served": bool(folder)}
    engines = publication.all_files()
    answers = _answers(json.loads(engines[publication.INDEX]))
    site = {**dict(_assets()), **dict(answers), **dict(_pages(tab, url)), NOTE: b"Tablier\n"}
    site |= {f"engines/{each}": contents for each, contents in engines.items()}
    kept = [f"./{folder}{each.removesuffix('index.html')}" for each in site if each != NOTE]
    digests = _digest({**site, name: modules}), _digest(python)
    parts = [f"./{folder}{each}" for each in (name, *python)]
    worker = _worker(folder, *digests, kept, parts)
    return {**site, **python, name: modules, WORKER: worker, **(_cards() if url else {})}


def _cards() -> Files:
    """The cards of pages, in English; browsers do not need them."""
    from tablier.pictures.png import png  # noqa: PLC0415 - only who wants cards waits for it
    from tablier.server.http.cards import page_card  # noqa: PLC0415

    places = {pages.card_path(path) for path in _paths() if path != pages.DAILY}
    return {f"{path}/card.png".lstrip("/"): png(page_card(path, "en")) for path in places}


def _wheels() -> list[Path]:
    return sorted(PYODIDE.glob("*.whl"))


def _told(python: Files) -> dict[str, object]:
    """What pages are told: where our modules are, and how many bytes are fetched, not imported."""
    return {
        "archive": next(name for name in python if name.startswith("python/modules-")),
        "libraries": [name for name in python if name.startswith(LIBRARIES)],
        "bytes": sum(len(found) for name, found in python.items() if not name.endswith(".mjs")),
    }


def _digest(found: Files) -> str:
    digest = hashlib.sha256()
    for name, contents in sorted(found.items()):
        digest.update(f"{name}\0{len(contents)}\0".encode() + contents)
    return digest.hexdigest()[:16]


def _python() -> Iterator[tuple[str, bytes]]:
    """Python for browsers, which the build has fetched."""
    for name in (*FETCHED, *SCRIPTS):
        path = PYODIDE / name
        if not path.is_file():
            raise refusal("no_pyodide")
        found = path.read_bytes()
        yield f"python/{name}", archive.trimmed(found) if name == LIBRARY else found
    for name, contents in archive.libraries(_wheels()).items():
        yield f"{LIBRARIES}{name}", contents
    yield "python/licences.txt", files(PACKAGE).joinpath("tab", "licences.txt").read_bytes()


def _assets() -> Iterator[tuple[str, bytes]]:
    """The bundle, icons, and what makes the site an application that can be installed."""
    for path in sorted((pages.STATIC / "assets").iterdir()):
        yield f"assets/{path.name}", path.read_bytes()
    for name in pages.ICONS:
        yield name, pages.icon(name)
    yield "api/style.css", catalogue.shared_style().encode()
    for name in games():
        yield f"api/games/{name}/style.css", catalogue.style(name).encode()


def _answers(engines: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """What a server would answer to requests for what never changes, given games with engines."""

    def alone(info: GameInfo) -> GameInfo:
        """Without an engine there are no computer players."""
        return info if info.name in engines else msgspec.structs.replace(info, levels=[])

    for name in games():
        yield f"api/games/{name}/book.json", encode(catalogue.book_info(Book.of(name)))
    for lang in LANGUAGES:
        yield f"api/words.{lang}.json", encode(texts(PACKAGE, lang)["browser"])
        yield f"api/games.{lang}.json", encode([*map(alone, catalogue.all_games(lang))])
        for name in games():
            info, rules = catalogue.named(name, lang), rulebooks.rulebook_info(name, lang)
            listed = [catalogue.puzzle_info(each) for each in puzzles(name)]
            yield f"api/games/{name}.{lang}.json", encode(alone(info))
            yield f"api/games/{name}/rulebook.{lang}.json", encode(rules)
            yield f"api/puzzles/{name}.{lang}.json", encode(listed)
            yield f"api/lessons/{name}.{lang}.json", encode(catalogue.lesson_infos(name, lang))


def _paths() -> list[str]:
    """The paths of all pages: those of tables, explorations, puzzles and lessons are shared."""
    of_games = (f"/{kind}/{name}" for kind in KINDS for name in games())
    return ["/", "/t", "/explore", pages.DAILY, *of_games]


def _pages(tab: object, url: str) -> Iterator[tuple[str, bytes]]:
    """One folder for each page."""
    page = (pages.STATIC / "index.html").read_text("utf-8")
    for path in _paths():
        name = f"{path.strip('/')}/index.html".lstrip("/")
        yield name, _page(page, path, tab, url).encode()


def _page(page: str, path: str, tab: object, url: str) -> str:
    """The page of that path, which names all files from where it lies."""
    up = "../" * (path.strip("/").count("/") + 1) if path != "/" else "./"
    told = json.dumps(tab).replace('"', "&quot;")
    about = path if path != pages.DAILY else "/"  # which puzzle it is, depends on the day
    found = pages.headed(page, about, "en", url).replace("<html ", f'<html data-tab="{told}" ', 1)
    return found.replace('href="/', f'href="{up}').replace('src="/', f'src="{up}')


def _worker(folder: str, site: str, python: str, kept: list[str], parts: list[str]) -> bytes:
    source = files(PACKAGE).joinpath("tab", "service_worker.js").read_text("utf-8")
    values = {"folder": folder, "site": f"tablier-{site}", "python": f"tablier-python-{python}"}
    lists = {"files": json.dumps(kept), "parts": json.dumps(parts)}
    for name, value in {**values, **lists}.items():
        source = source.replace(f"{{{name}}}", value, 1)
    return source.encode()
