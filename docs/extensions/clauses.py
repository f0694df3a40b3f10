"""Clauses of rulebooks can be linked: `§4.3` leads there, in a rulebook and on a game's page."""

import re

from sphinx.application import Sphinx

PAGE = re.compile(r"(?:rulebooks|games)/(?P<game>[a-z-]+)(?:\.(?P<lang>[a-z]+))?")
CLAUSE = re.compile(r"^\*\*§(\d+\.\d+)\*\*", re.MULTILINE)
CITED = re.compile(r"(?<!\*\*)(?<!\[)§(\d+\.\d+)")
FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)


def link_clauses(_: Sphinx, docname: str, source: list[str]) -> None:
    """Give each clause an anchor, and each citation a link."""
    page = PAGE.fullmatch(docname)
    if page is not None:
        book = f"{page['game']}-{page['lang'] or 'en'}"
        parts = FENCED.split(source[0])  # every other one is fenced
        parts[::2] = [linked(part, book) for part in parts[::2]]
        source[0] = "".join(parts)


def linked(text: str, book: str) -> str:
    """The prose with anchors and links; `book` is the game and the language."""
    text = CITED.sub(lambda found: f"[§{found[1]}](#{anchor(book, found[1])})", text)
    return CLAUSE.sub(lambda found: f"({anchor(book, found[1])})=\n{found[0]}", text)


def anchor(book: str, clause: str) -> str:
    """The anchor of a clause: mole-hill-en-4-3."""
    return f"{book}-{clause.replace('.', '-')}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", link_clauses)
    return {"parallel_read_safe": True}
