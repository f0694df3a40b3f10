"""The words of pages and code: those of the field and of the glossary, no scenery."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
]
ENGLISH = [path for path in PAGES if not path.name.endswith((".fr.md", ".de.md"))]
FENCED = re.compile(r"^(`{3,})[^`]*?^\1$", re.DOTALL | re.MULTILINE)
NO_PROSE = re.compile(r"\]\([^)]*\)|`[^`]*`|^:::.*$", re.MULTILINE)
SCENERY = re.compile(
    r"\b(shelf|shelves|house(?! rule)|household|theatre|riddles?|crew|lids?|evening|guests?"
    r"|storeys?|prize|turnings?(?! points?\b)|barred|duty|merciless|circles"
    r"|still turns|pictures? that moves?|set the table)\b"
    r"|(?<=[.:;] )Who (?![^.]*\?)"
)
CODE = [*(ROOT / "src").rglob("*.py"), *(ROOT / "frontend" / "src").rglob("*.[ts]*")]
DIALECT = [
    "actor",
    "backstage",
    "crew",
    "curtain",
    "farewell",
    "film",
    "habit",
    "house",
    "prize",
    "riddle",
    "theatre",
]
OLD_WORD = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(DIALECT)})s?(?![A-Za-z])(?! rule)")
PERCENT = re.compile(r"\d[ \u00a0\u202f]%")


def prose(path: Path) -> str:
    """The words of a page, without code and the targets of links."""
    return NO_PROSE.sub("", FENCED.sub("", path.read_text("utf-8")))


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_uses_the_usual_words_and_signs(path: Path) -> None:
    text = " ".join(prose(path).split())
    found = [*SCENERY.finditer(text), *PERCENT.finditer(text)]
    assert [text[each.start() - 30 : each.end() + 10] for each in found] == []


def test_the_code_uses_the_usual_words() -> None:
    found = {}
    for path in CODE:
        text = path.read_text("utf-8").lower()
        if any(word in text for word in DIALECT):
            found[str(path.relative_to(ROOT))] = OLD_WORD.findall(text)
    assert {name: words for name, words in found.items() if words} == {}
