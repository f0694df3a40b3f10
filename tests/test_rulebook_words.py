"""How rulebooks are written, beside what the glossary asks: to the player, rulings in one form."""

import re
from importlib.resources import files

import pytest

from tablier import LANGUAGES, game, games
from tablier.rulebook import rulebook

RULING = {
    "en": r"\*(Ruling|House rule):\* [a-z]",
    "fr": r"\*(Décision|Règle maison)\u00a0:\* [a-zàé]",
    "de": r"\*(Festlegung|Hausregel):\* [A-ZÄÖÜ]",
}
OTHERWISE = {
    "en": r"\b([Rr]uling|[Hh]ouse rule)\b",
    "fr": r"\b([Dd]écision|[Rr]ègle maison|[Ii]nterprétation)\b",
    "de": r"\b(Festlegung|Hausregel|Auslegung|Entscheidung)\b",
}
EVERY = pytest.mark.parametrize("name", games())
EACH = pytest.mark.parametrize("lang", LANGUAGES)


def prose(name: str, lang: str) -> str:
    """The words of a rulebook in lines as long as their paragraphs: no code, no positions."""
    text = files(game(name).package).joinpath("rulebook", f"{lang}.md").read_text("utf-8")
    text = re.sub(r"^```board\n.+\n(.+)\n```$", r"\1", text, flags=re.MULTILINE)
    return re.sub(r"(?<!\n)\n(?![\n-])", " ", re.sub(r"`[^`]+`", "`", text))


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
def test_rulings_and_house_rules_have_one_form(name: str, lang: str) -> None:
    text = clauses(name, lang)
    assert len(re.findall(OTHERWISE[lang], text)) == len(re.findall(RULING[lang], text))


@EVERY
def test_the_languages_have_the_same_rulings(name: str) -> None:
    found = {lang: len(re.findall(RULING[lang], clauses(name, lang))) for lang in LANGUAGES}
    assert len(set(found.values())) == 1, found


ABOUT = [name for name in games() if not rulebook(game(name).package).sections[-1].number]
"""The games whose rulebook ends with words about itself."""
EVERY_ABOUT = pytest.mark.parametrize("name", ABOUT)


def points(name: str, lang: str) -> list[str]:
    """The last section says where the clauses come from, a point for each source."""
    last = prose(name, lang).rpartition("\n## ")[2]
    return [line for line in last.splitlines() if line.startswith("- ")]


def cited(text: str) -> list[str]:
    return re.findall(r"§(\d+\.\d+)", text)


def test_there_are_words_about_rulebooks() -> None:
    assert "moguli" in ABOUT


@EVERY_ABOUT
@EACH
def test_every_clause_has_one_source(name: str, lang: str) -> None:
    numbers = [clause.number for clause in rulebook(game(name).package, lang).clauses]
    assert sorted(cited(" ".join(points(name, lang)))) == sorted(numbers)


@EVERY_ABOUT
@EACH
def test_rulings_and_house_rules_are_listed_as_such(name: str, lang: str) -> None:
    ruled = [
        clause.number
        for clause in rulebook(game(name).package, lang).clauses
        if re.search(RULING[lang], str(clause.parts[0]).replace("\n", " "))
    ]
    listed = [
        number
        for point in points(name, lang)
        if re.search(OTHERWISE[lang], point.partition("§")[0])
        for number in cited(point)
    ]
    assert sorted(listed) == sorted(ruled)


@EVERY_ABOUT
def test_the_languages_name_the_same_sources(name: str) -> None:
    english, *others = ([cited(each) for each in points(name, lang)] for lang in LANGUAGES)
    assert others == [english, english]


@EVERY_ABOUT
@EACH
def test_other_editions_are_reported(name: str, lang: str) -> None:
    said = {"en": "Other editions", "fr": "Autres éditions", "de": "Andere Ausgaben"}[lang]
    assert f"**{said}.** " in prose(name, lang).rpartition("\n## ")[2]
