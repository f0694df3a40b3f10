"""Links that lead out of docs/ lead to pages that show the file, so that the site needs no other.

A link to a folder leads to a page with its files. Only what is linked has a page.
"""

import contextlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.application import Sphinx

from extensions.repository import ROOT

DOCS, FOLDER = ROOT / "docs", "source"
EARLY = 400  # before Sphinx looks for files to be downloaded, and the theme for lists of pages
LISTS: dict[object, str] = {}
Page = tuple[str, dict[str, Any], str]


def address(path: Path) -> str:
    """The page of a file, seen from the root of the site, without its .html."""
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).with_suffix("").as_posix()
    return f"{FOLDER}/{path.relative_to(ROOT).as_posix()}"


def lead_to_sources(app: Sphinx, doctree: nodes.document) -> None:
    """Turn links to files outside docs/, or seen from the root, into links to their pages."""
    up = "../" * app.env.docname.count("/")
    for kind in (addnodes.download_reference, addnodes.pending_xref):
        for link in list(doctree.findall(kind)):
            path = linked(app, link)
            if path is not None:
                if not path.is_relative_to(DOCS):
                    shown(app).add(path)
                seen = nodes.reference("", "", refuri=f"{up}{address(path)}.html", internal=True)
                seen += [child.deepcopy() for child in link.children]
                link.replace_self(seen)


def linked(app: Sphinx, link: nodes.Element) -> Path | None:
    """The file or folder that a link means, if Sphinx would not find it."""
    target = link.get("reftarget", "").removeprefix("/").partition("#")[0]
    if not target or link.get("refdomain"):
        return None
    page = Path(app.env.doc2path(app.env.docname)).parent
    outside = (page / target).resolve()
    if outside.exists() and outside.is_relative_to(ROOT) and not outside.is_relative_to(DOCS):
        return outside
    at_root = ROOT / target  # pages such as the changelog lie there and are included in ours
    return at_root if at_root.exists() else None


def shown(app: Sphinx) -> set[Path]:
    """The files and folders that have a page, kept with the environment between builds."""
    if not hasattr(app.env, "tablier_sources"):
        app.env.tablier_sources = set()  # type: ignore[attr-defined]
    found: set[Path] = app.env.tablier_sources  # type: ignore[attr-defined]
    return found


def pages(app: Sphinx) -> Iterator[Page]:
    """A page for everything that is linked, and for the files of linked folders."""
    wanted = set(shown(app))
    for folder in [path for path in wanted if path.is_dir()]:
        files = sorted(path for path in folder.iterdir() if path.is_file())
        wanted |= set(files)
        yield page(folder, listing(folder, files))
    for path in sorted(wanted):
        if path.is_file():
            yield page(path, code(path, in_colour=app.config.sources_in_colour))


def page(path: Path, body: str) -> Page:
    """A page with the path as its title."""
    title = path.relative_to(ROOT).as_posix()
    context = {"title": title, "body": f"<h1>{escape(title)}</h1>{body}"}
    return address(path), context, "page.html"


def listing(folder: Path, files: list[Path]) -> str:
    """The files of a folder, each with its page."""
    links = (f'<li><a href="{folder.name}/{p.name}.html">{escape(p.name)}</a></li>' for p in files)
    return f"<ul>{''.join(links)}</ul>"


def code(path: Path, in_colour: bool) -> str:
    """The file, with an anchor for each line."""
    lexer = TextLexer()
    if in_colour:
        with contextlib.suppress(ClassNotFound):
            lexer = get_lexer_for_filename(path.name)
    formatter = HtmlFormatter(lineanchors="L", wrapcode=True)
    marked: str = highlight(path.read_text("utf-8"), lexer, formatter)
    return marked.replace('<a id="L-', '<a class="line" id="L-')


def share_navigation(_: Sphinx, name: str, __: str, context: dict[str, Any], doctree: Any) -> None:
    """Pages of sources are in no list of pages: as deep as each other, they list the same."""
    if doctree is None:
        depth, made = name.count("/"), context["toctree"]

        def listed(**asked: Any) -> str:
            key = depth, *sorted(asked.items())
            if key not in LISTS:
                LISTS[key] = made(**asked)
            return LISTS[key]

        context["toctree"] = listed


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_config_value("sources_in_colour", True, "html")
    app.connect("doctree-read", lead_to_sources, priority=EARLY)
    app.connect("html-collect-pages", pages)
    app.connect("html-page-context", share_navigation, priority=EARLY)
    return {"parallel_read_safe": False}
