"""Menus of pages that may not be there: a pattern such as `bots*` that fits none is left out.

The line `…` stands for all pages beside this one that its menus do not name.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

MENU = re.compile(r"^```\{toctree\}\n.*?^```$", re.DOTALL | re.MULTILINE)
PATTERN, REST = re.compile(r"^[^\s/]*\*$\n", re.MULTILINE), "…"
KINDS = (".md", ".ipynb")


def fill_menus(app: Sphinx, docname: str, source: list[str]) -> None:
    """Called by Sphinx with the text of each page."""
    page = Path(app.env.doc2path(docname))
    named = set(re.findall(r"^\S+$", "\n".join(MENU.findall(source[0])), re.MULTILINE))
    rest = "\n".join(each for each in beside(page) if not is_named(each, named))
    source[0] = MENU.sub(lambda menu: filled(menu[0], page, rest), source[0])


def beside(page: Path) -> list[str]:
    """The names of the other pages in the folder."""
    found = (path for path in sorted(page.parent.iterdir()) if path.suffix in KINDS)
    return [path.stem for path in found if path != page]


def is_named(name: str, menu: set[str]) -> bool:
    """Is the page in a menu, by its name or by a pattern?"""
    return any(Path(name).match(line) for line in menu)


def filled(menu: str, page: Path, rest: str) -> str:
    """A menu without patterns that fit nothing, and with the rest where it is asked for."""
    names = beside(page)
    kept = PATTERN.sub(lambda line: line[0] if fits(line[0].strip(), names) else "", menu)
    return kept.replace(f"\n{REST}\n", f"\n{rest}\n")


def fits(pattern: str, names: list[str]) -> bool:
    """Is one of the names of that form?"""
    return any(Path(name).match(pattern) for name in names)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", fill_menus)
    return {"parallel_read_safe": True}
