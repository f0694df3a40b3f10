"""How rulebooks are written, beside what the glossary asks: to the player, and with sources."""

import re
from collections import defaultdict
from importlib.resources import files

import pytest

from tablier import LANGUAGES, game, games
from tablier.rulebook import rulebook

SOURCES = {
    "en": ("Printed", "Reported", "Ruling", "House rule", "For programs"),
    "fr": ("Imprimé", "Rapporté", "Décision", "Règle maison", "Pour les programmes"),
    "de": ("Gedruckt", "Berichtet", "Festlegung", "Hausregel", "Für Programme"),
}
PRINTED, REPORTED, RULING, HOUSE_RULE, FOR_PROGRAMS = range(5)
UNMARKED = -1
MARK = {
    "en": r"\*(Reported|Ruling|House rule):\* (?=[a-z])",
    "fr": r"\*(Rapporté|Décision|Règle maison)\u00a0:\* (?=[a-zàé])",
    "de": r"\*(Berichtet|Festlegung|Hausregel):\* (?=[A-ZÄÖÜ])",
}
OTHERWISE = {
    "en": r"\b([Rr]uling|[Hh]ouse rule)\b|\*Reported",
    "fr": r"\b([Dd]écision|[Rr]ègle maison|[Ii]nterprétation)\b|\*Rapporté",
    "de": r"\b(Festlegung|Hausregel|Auslegung|Entscheidung)\b|\*Berichtet",
}
HEADING = {
    "en": r"‘([^‘]+)’ ((?:§[\d.]+[, ]*)+)",
    "fr": r"«\u202f([^«]+)\u202f» ((?:§[\d.]+[, ]*)+)",
    "de": r"„([^„]+)“ ((?:§[\d.]+[, ]*)+)",
}
EVERY = pytest.mark.parametrize("name", games())
EACH = pytest.mark.parametrize("lang", LANGUAGES)


def prose(name: str, lang: str) -> str:
    """The words of a rulebook in lines as long as their paragraphs: no code, no positions."""
    text = files(game(name).package).joinpath("rulebook", f"{lang}.md").read_text("utf-8")
    text = re.sub(r"^```board\n.+\n(.+)\n```$", r"\1", text, flags=re.MULTILINE)
    return re.sub(r"(?<!\n)\n(?![\n-]) *", " ", re.sub(r"`[^`]+`", "`", text))


def clauses(name: str, lang: str) -> str:
    """The prose without its last section, which says what a ruling is."""
    return prose(name, lang).rpartition("\n## ")[0]


@EVERY
def test_english_speaks_to_the_player_and_of_nobody_as_he(name: str) -> None:
    assert re.findall(r"\b(?:he|his|him|himself)\b", prose(name, "en"), re.IGNORECASE) == []


@EVERY
def test_french_ordinals_are_raised(name: str) -> None:
    assert re.findall(r"\d+e\b", prose(name, "fr")) == []


@EVERY
@EACH
def test_marks_have_one_form(name: str, lang: str) -> None:
    text = clauses(name, lang)
    assert len(re.findall(OTHERWISE[lang], text)) == len(re.findall(MARK[lang], text))


def sentences(name: str, lang: str) -> list[tuple[int, str]]:
    """The marks in the clauses, UNMARKED for what stands before any, each with its clause."""
    found: list[tuple[int, str]] = []
    for clause in rulebook(game(name).package, lang).clauses:
        for part in (part.replace("\n", " ") for part in clause.parts if isinstance(part, str)):
            plain, *marked = re.split(MARK[lang], part)
            kinds = [UNMARKED] * bool(plain.strip()) + [*map(SOURCES[lang].index, marked[::2])]
            found += [(kind, f"§{clause.number}") for kind in kinds]
    return found


@EVERY
def test_the_languages_have_the_same_marks(name: str) -> None:
    english, *others = (sentences(name, lang) for lang in LANGUAGES)
    assert others == [english, english]


ABOUT = [name for name in games() if not rulebook(game(name).package).sections[-1].number]
"""The games whose rulebook ends with words about itself."""
EVERY_ABOUT = pytest.mark.parametrize("name", ABOUT)


def points(name: str, lang: str) -> list[tuple[int, str]]:
    """The last section says where the clauses come from: the points, with the kind of source."""
    last = prose(name, lang).rpartition("\n## ")[2]
    found = re.findall(r"^- (?:\*(.+?)\*)?(.+)", last, re.MULTILINE)
    return [(SOURCES[lang].index(kind), text) for kind, text in found]


def headings(text: str, lang: str) -> list[tuple[str, list[str]]]:
    """The headings that a point quotes, and the clauses behind each."""
    return [(heading, cited(behind)) for heading, behind in re.findall(HEADING[lang], text)]


def cited(text: str) -> list[str]:
    return re.findall(r"§(\d+\.\d+)", text)


def by_kind(entries: list[tuple[int, str]]) -> defaultdict[int, set[str]]:
    """The clauses in those texts, by the kind before them."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for kind, text in entries:
        found[kind].update(cited(text))
    return found


def test_there_are_words_about_rulebooks() -> None:
    assert "moguli" in ABOUT


@EVERY_ABOUT
@EACH
def test_every_sentence_comes_from_where_its_clause_is_listed(name: str, lang: str) -> None:
    told, listed = by_kind(sentences(name, lang)), by_kind(points(name, lang))
    unmarked = told[UNMARKED]
    assert (listed[RULING], listed[HOUSE_RULE]) == (told[RULING], told[HOUSE_RULE])
    assert told[REPORTED] <= listed[REPORTED] <= told[REPORTED] | unmarked
    assert listed[PRINTED] | listed[FOR_PROGRAMS] <= unmarked
    assert unmarked <= listed[PRINTED] | listed[REPORTED] | listed[FOR_PROGRAMS]


@EVERY_ABOUT
@EACH
def test_what_is_printed_stands_under_a_heading(name: str, lang: str) -> None:
    printed = [text for kind, text in points(name, lang) if kind == PRINTED]
    assert printed
    for text in printed:
        behind = [number for _, numbers in headings(text, lang) for number in numbers]
        assert behind == cited(text)


@EVERY_ABOUT
def test_the_languages_name_the_same_sources(name: str) -> None:
    english, *others = (
        [
            (kind, cited(text), kind == PRINTED and headings(text, lang))
            for kind, text in points(name, lang)
        ]
        for lang in LANGUAGES
    )
    assert others == [english, english]


@EVERY_ABOUT
@EACH
def test_other_editions_are_reported(name: str, lang: str) -> None:
    said = {"en": "Other editions", "fr": "Autres éditions", "de": "Andere Ausgaben"}[lang]
    assert f"**{said}.** " in prose(name, lang).rpartition("\n## ")[2]
