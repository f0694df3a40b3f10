"""The shared texts: in every language the same keys, in every sentence the same values."""

from string import Formatter
from typing import Any

import pytest

import tablier
from tablier.games import package_of
from tablier.texts import LANGUAGES, PACKAGE, Reader, Sentence, Who, say, texts


def sentences(entry: Any, key: str = "") -> dict[str, str]:
    """All sentences of a table and of the tables in it, by their whole key."""
    if not isinstance(entry, dict):
        return {key: entry}
    return {
        whole: words
        for name, inner in entry.items()
        for whole, words in sentences(inner, f"{key}.{name}" if key else name).items()
    }


def values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys(lang: str) -> None:
    assert sentences(texts(PACKAGE, lang)).keys() == sentences(texts(PACKAGE, "en")).keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_speaks_of_the_same_values(lang: str) -> None:
    english = sentences(texts(PACKAGE, "en"))
    for key, words in sentences(texts(PACKAGE, lang)).items():
        assert values(words) == values(english[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_empty(lang: str) -> None:
    assert all(words.strip() for words in sentences(texts(PACKAGE, lang)).values())


def test_french_quotes_and_apostrophes() -> None:
    for key, words in sentences(texts(PACKAGE, "fr")).items():
        prose = words.replace('"c3 c3|c4 m 1 -"', "")
        assert "'" not in prose, key
        assert "« " not in prose, f"{key}: a quotation opens without a non-breaking space"
        assert " »" not in prose, f"{key}: a quotation closes without a non-breaking space"


MOLE_HILL = package_of("mole-hill")
DIG = Sentence("dig", values={"player": Who(0)})
WON = Sentence("first_wins", values={"player": Who(0), "first": 9, "second": 1})


@pytest.mark.parametrize(
    ("said", "reader", "words"),
    [
        (DIG, None, "Player 1, you are the mole"),
        (DIG, Reader(frozenset({0, 1})), "Player 1, you are the mole"),
        (DIG, Reader(frozenset({0, 1}), ("Ada", "Bob")), "Ada, you are the mole"),
        (DIG, Reader(frozenset({0}), ("Ada", "Bob")), "You are the mole"),
        (DIG, Reader(frozenset({1}), ("Ada", "Bob")), "Ada is the mole"),
        (DIG, Reader(), "Player 1 is the mole"),
        (WON, Reader(frozenset({0}), ("Ada", "")), "You win 9 to 1."),
        (WON, Reader(frozenset({1}), ("Ada", "")), "Ada wins 9 to 1."),
        (WON, Reader(frozenset({0, 1})), "Player 1 wins 9 to 1."),
    ],
)
def test_you_are_only_the_one_who_reads(said: Sentence, reader: Reader, words: str) -> None:
    assert say(said, "en", MOLE_HILL, reader).startswith(words)


def test_a_game_names_its_seats() -> None:
    step = Sentence("black_steps", values={"player": Who(1)})
    package = package_of("chain-reaction")
    assert say(step, "fr", package).startswith("Noir\u00a0:")
    assert say(step, "fr", package, Reader()) == "C’est à Noir de jouer."
    assert tablier.game("chain-reaction").seat_names("de") == ["Weiß", "Schwarz"]
    assert tablier.game("labyrinthe", players=4).seat_names()[3] == "Player 4"
