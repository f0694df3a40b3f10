"""Rulebooks as the browser shows them: prose as HTML, diagrams as pieces on a board."""

from collections.abc import Iterable
from functools import cache

import nh3
from markdown_it import MarkdownIt

from tablier.game import Game
from tablier.games import game
from tablier.play.wire.rulebooks import ClauseInfo, Diagram, Prose, RulebookInfo, SectionInfo
from tablier.rulebook import Diagram as Described
from tablier.rulebook import Part, Section, rulebook

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def rulebook_info(name: str, lang: str) -> RulebookInfo:
    """The rulebook of that game."""
    chosen = game(name)
    read = rulebook(chosen.package, lang)
    sections = [_section(chosen, section) for section in read.sections]
    return RulebookInfo(read.title, _parts(chosen, read.opening), sections)


def _section(chosen: Game, section: Section) -> SectionInfo:
    clauses = [ClauseInfo(each.number, _parts(chosen, each.parts)) for each in section.clauses]
    return SectionInfo(section.number, section.title, _parts(chosen, section.opening), clauses)


def _parts(chosen: Game, parts: Iterable[Part]) -> list[Prose | Diagram]:
    return [_part(chosen, part) for part in parts]


def _part(chosen: Game, part: Part) -> Prose | Diagram:
    if isinstance(part, Described):
        state = chosen.position(part.position).state
        return Diagram(part.position, part.caption, list(chosen.drawing.marks(state)))
    return Prose(html(part))


def html(markdown: str) -> str:
    """Markdown as HTML, without scripts.

    >>> html("a *rod* <script>alert(1)</script>").strip()
    '<p>a <em>rod</em> &lt;script&gt;alert(1)&lt;/script&gt;</p>'
    """
    return nh3.clean(MARKDOWN.render(markdown))
