"""The rulebook of a game, parsed into sections, clauses and diagrams; prose stays Markdown.

Its form::

    # Title                     then a sentence about the game, **Aim.** … and **Your turn.** …
    ## 4 The mole               a section and its number
    **§4.1** The mole goes …    a clause; what follows up to the next one belongs to it
    ```board                    a diagram: the text of a position, then its caption
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tablier.texts import refusal, translated

HEADING = re.compile(r"(##?) +(?:(\d+) +)?(.+)")
SECTION = re.compile(r"## ")
AIM = re.compile(r"\*\*[^*]+\.\*\*\s+(.+)", re.DOTALL)
CLAUSE = re.compile(r"\*\*§(\d+\.\d+)\*\*\s+")
BOARD = "```board"
BLOCK = re.compile(
    r"^```(?s:.*?)^```$"  # from fence to fence
    r"|^##? .+$"  # a heading
    r"|(?:^(?!```|##? ).*\S.*\n?)+",  # a paragraph
    re.MULTILINE,
)


@dataclass(frozen=True)
class Diagram:
    """A position to be drawn, and the words under it."""

    position: str
    caption: str


Part = str | Diagram
"""A piece of prose in Markdown, or a diagram."""


@dataclass(frozen=True)
class Clause:
    """A rule with the number that code and tests cite."""

    number: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Section:
    """Clauses that belong together."""

    number: str
    title: str
    opening: tuple[Part, ...]
    """What stands before the first clause."""
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game in one language."""

    title: str
    opening: tuple[Part, ...]
    """What stands before the first section."""
    sections: tuple[Section, ...]

    @property
    def aim(self) -> str:
        """How one wins: the first paragraph with a heading of its own, without it."""
        found = (AIM.match(part) for part in self.opening if isinstance(part, str))
        return next((" ".join(each[1].split()) for each in found if each), "")

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses, in their order."""
        return tuple(clause for section in self.sections for clause in section.clauses)

    def find(self, number: str) -> Section | Clause:
        """The section ("4") or clause ("4.2", "§4.2") of that number, or a `Refusal`."""
        bare = number.removeprefix("§")
        entries: list[Section | Clause] = [*self.sections, *self.clauses]
        for entry in entries:
            if entry.number == bare:
                return entry
        known = ", ".join(clause.number for clause in self.clauses)
        raise refusal("no_clause", clause=bare, known=known)


@cache
def rulebook(package: str, lang: str = "en") -> Rulebook:
    """The rulebook of the game in that package.

    >>> rulebook("tablier.games.mole_hill").find("3.2").number
    '3.2'
    """
    return read(translated(package, "rulebook", lang))


def read(text: str) -> Rulebook:
    """The rulebook of that Markdown text."""
    blocks = (found[0].strip() for found in BLOCK.finditer(text))
    opening, *sections = _cut(blocks, SECTION)
    title = next((block for block in opening if HEADING.match(block)), "")
    prose = tuple(_part(block) for block in opening if block is not title)
    return Rulebook(title.removeprefix("# "), prose, tuple(map(_section, sections)))


def _section(blocks: list[str]) -> Section:
    heading = HEADING.match(blocks[0])
    assert heading is not None
    opening, *clauses = _cut(blocks[1:], CLAUSE)
    parts = tuple(map(_part, opening))
    return Section(heading[2] or "", heading[3], parts, tuple(map(_clause, clauses)))


def _clause(blocks: list[str]) -> Clause:
    number = CLAUSE.match(blocks[0])
    assert number is not None
    first = blocks[0][number.end() :]
    return Clause(number[1], (first, *map(_part, blocks[1:])))


def _part(block: str) -> Part:
    if not block.startswith(BOARD):
        return block
    lines = block.splitlines()[1:-1]
    return Diagram(lines[0].strip(), " ".join(line.strip() for line in lines[1:]))


def _cut(blocks: Iterable[str], begin: re.Pattern[str]) -> list[list[str]]:
    """The blocks in runs: those before the first beginning, then one run for each beginning."""
    runs: list[list[str]] = [[]]
    for block in blocks:
        if begin.match(block):
            runs.append([])
        runs[-1].append(block)
    return runs
