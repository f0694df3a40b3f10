"""One term for one thing, and the typography of each language, in every text that people read.

The terms lie in `texts/glossary.toml`, shared and of each game; the faults that can be seen in
a sentence are listed here.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from tablier import LANGUAGES, game, games
from tablier.texts import PACKAGE, texts

Texts = dict[str, str]
Term = dict[str, Any]

NARROW, HARD = "\u202f", "\u00a0"
CODE = re.compile(
    r'"[^"\n]*"|\w+://\S+|`[^`]*`|\{[^{}]*\}|[\w-]+:[\w{]|--[\w-]+'
    r"|tapez \? |, \?|Authorization: "
)
"""What is no prose: names in straight quotes, addresses, values, tokens and keys."""
HEADING = re.compile(r"«\u202f[^«]+\u202f»(?=\s§)")
"""A heading of the published rules, which French rulebooks quote as it stands."""

FAULTS = {
    "en": {
        "a straight quote or apostrophe": r"['\"]",
        "double quotes": r"[“”„«»]",
        "a space before dots": r"\w[ \u00a0\u202f]…",
        "a space before a percent sign": r"[ \u00a0\u202f]%",
        "a range with dots": r"\d ?… ?\d|\} … \{",
    },
    "fr": {
        "a straight quote or apostrophe": r"['\"]",
        "foreign quotes": r"[“”„‘]",
        "no narrow space before ; ! ? » %": r"[^\u202f\s][;!?»%]|[ \u00a0][;!?»%]",
        "no narrow space after «": r"«[^\u202f]",
        "no hard space before a colon": r"[^\u00a0:]:(?=\s|$)",
        "a space before dots": r"\w[ \u00a0\u202f]…",
        "a range with dots": r"\d ?… ?\d|\} … \{",
    },
    "de": {
        "a straight quote or apostrophe": r"['\"]",
        "foreign quotes": r"[«»‘”]",
        "no narrow space before a percent sign": r"[^\u202f-]%",
        "no space before dots": r"\w…",
        "a range with dots": r"\d ?… ?\d|\} … \{",
        "Sie for du": r"\bSie\b|\bIhnen\b|\bIhre?[mnrs]?\b",
    },
}


def flat(entry: Any, key: str) -> Iterator[tuple[str, str]]:
    """All texts of a table and of the tables in it, by their whole key."""
    if isinstance(entry, list):
        entry = dict(enumerate(entry))
    if not isinstance(entry, dict):
        yield key, str(entry).replace("\u00ad", "")  # where a long word may be divided
        return
    for name, inner in entry.items():
        yield from flat(inner, f"{key}{'' if not key or key[-1] == '/' else '.'}{name}")


@cache
def everything(lang: str) -> Texts:
    """Every shared text, and those of each game with its name before the key."""
    found = dict(flat(texts(PACKAGE, lang), ""))
    for name in games():
        found |= flat(texts(game(name).package, lang), f"{name}/")
    return found


@cache
def rulebooks(lang: str) -> Texts:
    """The prose of every rulebook, a paragraph on a line, without the texts of positions."""
    return {f"{name}/rulebook": _rulebook(game(name).package, lang) for name in games()}


def _rulebook(package: str, lang: str) -> str:
    text = files(package).joinpath("rulebook", f"{lang}.md").read_text("utf-8")
    text = re.sub(r"^```board\n.+\n(.+)\n```$", r"\1", text, flags=re.MULTILINE)
    return re.sub(r"(?<!\n)\n(?![\n-])", " ", text)


@cache
def terms() -> tuple[Term, ...]:
    """The shared terms, then those of each game."""
    return (*glossary(PACKAGE), *(own(term, name) for name in games() for term in of_game(name)))


def of_game(name: str) -> list[Term]:
    return glossary(game(name).package)


def glossary(package: str) -> list[Term]:
    """The shared glossary or that of a game; a game need not have one."""
    path = files(package).joinpath("texts", "glossary.toml")
    found: list[Term] = tomllib.loads(path.read_text("utf-8"))["term"] if path.is_file() else []
    return found


def own(term: Term, name: str) -> Term:
    """A term of one game, whose keys are those of the game."""
    keys = {part: [f"{name}/{key}" for key in term.get(part, ())] for part in ("where", "except")}
    return {**term, **keys, "games": [name]}


def reached(term: Term, lang: str) -> Texts:
    """The texts that have to keep to the term."""
    further = "games" in term or "rulebooks" in term.get("reaches", ())
    found = everything(lang) | (rulebooks(lang) if further else {})
    names = tuple(f"{name}/" for name in term.get("games", ()))
    return {
        key: text
        for key, text in found.items()
        if key not in term.get("except", ()) and (not names or key.startswith(names))
    }


def pattern(word: str) -> re.Pattern[str]:
    """The word as a whole word; a star stands for any letters."""
    inner = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return re.compile(rf"(?<!\w){inner}(?!\w)", re.IGNORECASE)


def prose(text: str) -> str:
    return HEADING.sub("x", CODE.sub("x", text))


def banned(term: Term, lang: str, found: Texts) -> list[str]:
    """Which texts use a word that the glossary avoids, and which word."""
    words = [(word, pattern(word)) for word in term.get("avoid", {}).get(lang, ())]
    return [
        f"{key}: {w!r}" for key, text in found.items() for w, rx in words if rx.search(prose(text))
    ]


def missing(term: Term, lang: str, found: Texts) -> list[str]:
    """Where the term should stand and does not."""
    stem = term.get("stem", {}).get(lang) or "|".join(map(re.escape, term[lang].split("; ")))
    wanted = re.compile(stem, re.IGNORECASE | re.DOTALL)
    return [key for key in term.get("where", ()) if not wanted.search(found[key])]


def faults(text: str, lang: str) -> list[str]:
    """What is wrong with the typography or the address of a text, code in it left out."""
    words = prose(text)
    return [name for name, rx in FAULTS[lang].items() if re.search(rx, words)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_uses_a_word_that_the_glossary_avoids(lang: str) -> None:
    used = [each for term in terms() for each in banned(term, lang, reached(term, lang))]
    assert not used


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terms_stand_where_their_things_are_named(lang: str) -> None:
    assert not [
        (term["concept"], key) for term in terms() for key in missing(term, lang, everything(lang))
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typography_and_address(lang: str) -> None:
    wrong = {key: faults(text, lang) for key, text in everything(lang).items()}
    assert not {key: each for key, each in wrong.items() if each}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typography_and_address_of_rulebooks(lang: str) -> None:
    """A sentence may begin with the German Sie: it speaks of pieces."""
    texts = {key: re.sub(r"(?<=[.:*] )Sie\b", "sie", text) for key, text in rulebooks(lang).items()}
    wrong = {key: faults(text, lang) for key, text in texts.items()}
    assert not {key: each for key, each in wrong.items() if each}


def test_every_term_is_there_in_every_language() -> None:
    for term in terms():
        assert all(term[lang].strip() for lang in LANGUAGES), term["concept"]
        known = {"concept", *LANGUAGES, "where", "stem", "avoid", "games", "except", "reaches"}
        assert not term.keys() - known, term["concept"]
        unknown = [key for key in term.get("except", ()) if key not in everything("en")]
        assert not unknown, f"{term['concept']}: there is no {unknown}"


def test_a_term_of_a_game_holds_there_and_nowhere_else() -> None:
    term = own({"concept": "", "where": ["sentences.barred"], "avoid": {"en": ["x"]}}, "moguli")
    assert term["where"] == ["moguli/sentences.barred"]
    assert {key.partition("/")[0] for key in reached(term, "en")} == {"moguli"}
    assert {name for each in terms() for name in each.get("games", ())} <= {*games()}


def test_no_word_is_avoided_for_a_thing_whose_term_it_is() -> None:
    for term in terms():
        for lang, words in term.get("avoid", {}).items():
            assert not set(term[lang].lower().split("; ")) & set(map(str.lower, words))


@pytest.mark.parametrize(
    ("lang", "planted"),
    [
        ("en", "You may take back the last move."),
        ("en", "To the shelf"),
        ("en", "Give up"),
        ("fr", "Vers l’étagère"),
        ("fr", "un bon conseil"),
        ("de", "Das nächste Rätsel"),
        ("de", "Remis anbieten"),
    ],
)
def test_a_planted_word_is_found(lang: str, planted: str) -> None:
    assert [each for term in terms() for each in banned(term, lang, {"planted": planted})]


def test_a_word_within_another_is_not_found() -> None:
    avoid = {"concept": "", "avoid": {"de": ["Rat", "Regal*"]}}
    assert not banned(avoid, "de", {"a": "Verrat im Quadrat"})
    assert banned(avoid, "de", {"a": "in den Regalen", "b": "ein Rat"}) == [
        "a: 'Regal*'",
        "b: 'Rat'",
    ]


def test_a_term_that_is_not_there_is_missed() -> None:
    term = {"en": "Undo", "where": ["a", "b"]}
    assert missing(term, "en", {"a": "Undo it", "b": "Take back"}) == ["b"]


@pytest.mark.parametrize(
    ("lang", "planted"),
    [
        ("en", "There is no 'it'."),
        ("en", "Say “it”."),
        ("en", "Thinking …"),
        ("en", "37 %"),
        ("en", "from 53 … 62"),
        ("fr", "l'autre"),
        ("fr", "Quel jeu ?"),
        ("fr", f"Quel jeu{HARD}?"),
        ("fr", "Quel jeu?"),
        ("fr", f"«{HARD}jeu{NARROW}»"),
        ("fr", f"«{NARROW}jeu »"),
        ("fr", f"Résultat{NARROW}: 1-0"),
        ("fr", "Résultat: 1-0"),
        ("fr", "Un instant …"),
        ("fr", f"37{HARD}%"),
        ("de", "Das ist 'es'."),
        ("de", "»es«"),
        ("de", "Denkt nach…"),
        ("de", "37 %"),
        ("de", "Sie sind am Zug"),
        ("de", "Wie ist Ihr Name?"),
    ],
)
def test_a_planted_fault_is_found(lang: str, planted: str) -> None:
    assert faults(planted, lang)


@pytest.mark.parametrize(
    ("lang", "fine"),
    [
        ("en", "‘{token}’ isn’t legal: 95%, thinking…"),
        ("en", 'Install it with: pip install "tablier[{name}]"'),
        (
            "fr",
            f"«{NARROW}{{token}}{NARROW}»{NARROW}; réflexion… 95{NARROW}%{HARD}: level:5{NARROW}!",
        ),
        ("de", f"„{{token}}“: Denkt nach … 95{NARROW}% und ein 95-%-Intervall, du und ihr"),
    ],
)
def test_what_is_right_is_left_alone(lang: str, fine: str) -> None:
    assert not faults(fine, lang)
