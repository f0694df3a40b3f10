"""How rulebooks are written: the signs of each language, to the player, rulings in one form."""

import re
from importlib.resources import files

import pytest

from tablier import LANGUAGES, game, games

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
WRONG = {
    "en": r"['\"]|\d %|\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b",
    "fr": r"['\"]|(?<!\u202f)[;!?»%]|«(?!\u202f)|(?<!\u00a0):|\d+e\b",
    "de": r"['\"]|\d ?%|\b(Ihnen|Ihre[mnrs]?)\b|[\w,`)] Sie\b",
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
@EACH
def test_signs_and_address_are_those_of_the_language(name: str, lang: str) -> None:
    text = prose(name, lang)
    wrong = [text[found.start() - 30 : found.end()] for found in re.finditer(WRONG[lang], text)]
    assert wrong == []


@EVERY
@EACH
def test_rulings_and_house_rules_have_one_form(name: str, lang: str) -> None:
    text = clauses(name, lang)
    assert len(re.findall(OTHERWISE[lang], text)) == len(re.findall(RULING[lang], text))


@EVERY
def test_the_languages_have_the_same_rulings(name: str) -> None:
    found = {lang: len(re.findall(RULING[lang], clauses(name, lang))) for lang in LANGUAGES}
    assert len(set(found.values())) == 1, found
