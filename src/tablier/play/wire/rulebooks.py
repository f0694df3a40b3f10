"""Rulebooks as they cross the wire; see `protocol`."""

from msgspec import Struct

from tablier.shapes import Mark


class Diagram(Struct, frozen=True, tag="diagram"):
    """A position in a rulebook, to look at and to play from."""

    text: str
    caption: str
    marks: list[Mark]


class Prose(Struct, frozen=True, tag="prose"):
    """Words of a rulebook, as HTML that we wrote ourselves."""

    html: str


class ClauseInfo(Struct, frozen=True):
    """One rule; its number is what refusals cite."""

    number: str
    parts: list[Prose | Diagram]


class SectionInfo(Struct, frozen=True):
    """Clauses that belong together."""

    number: str
    title: str
    parts: list[Prose | Diagram]
    clauses: list[ClauseInfo]


class RulebookInfo(Struct, frozen=True):
    """The rules of a game in one language."""

    title: str
    parts: list[Prose | Diagram]
    sections: list[SectionInfo]
