"""The words of the house: in every language the same keys, in every sentence the same values."""

from string import Formatter
from typing import Any

import pytest

from tablier.texts import HOUSE, LANGUAGES, texts


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
    assert sentences(texts(HOUSE, lang)).keys() == sentences(texts(HOUSE, "en")).keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_speaks_of_the_same_values(lang: str) -> None:
    english = sentences(texts(HOUSE, "en"))
    for key, words in sentences(texts(HOUSE, lang)).items():
        assert values(words) == values(english[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_empty(lang: str) -> None:
    assert all(words.strip() for words in sentences(texts(HOUSE, lang)).values())


def test_french_quotes_and_apostrophes() -> None:
    for key, words in sentences(texts(HOUSE, "fr")).items():
        prose = words.replace('"c3 c3|c4 m 1 -"', "")
        assert "'" not in prose, key
        assert "« " not in prose, f"{key}: a quotation opens without a non-breaking space"
        assert " »" not in prose, f"{key}: a quotation closes without a non-breaking space"
