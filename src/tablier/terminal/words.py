"""The language of the terminal and its texts: the table [terminal] of texts/."""

import os
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import getitem
from typing import Any, cast

from tablier.texts import LANGUAGES, PACKAGE, refusal, texts

DEFAULT = "en"
OPTION = "--lang"


def language_of(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language to use, and the command line without `--lang`, which may stand anywhere."""
    chosen, rest = "", []
    words = iter(arguments)
    for argument in words:
        name, equals, value = argument.partition("=")
        if name == OPTION:
            chosen = _checked(value if equals else next(words, ""))
        else:
            rest.append(argument)
    return chosen or environment_language(), rest


def environment_language() -> str:
    """The language of the environment: TABLIER_LANG, else LANG if it is known, else English."""
    chosen = os.environ.get("TABLIER_LANG", "")[:2].lower()
    usual = os.environ.get("LANG", "")[:2].lower()
    return _checked(chosen) if chosen else usual if usual in LANGUAGES else DEFAULT


def _checked(lang: str) -> str:
    if not lang:
        raise refusal("missing_value", option=OPTION)
    texts(PACKAGE, lang)  # refuses a language that there is not
    return lang


def word(lang: str, key: str, **values: object) -> str:
    """The text of [terminal] with that key, such as "saved" or "keys.hint", and these values."""
    return str(_find(lang, f"terminal.{key}")).format(**values)


def browser_word(lang: str, key: str, **values: object) -> str:
    """A text of [browser] that is used here too, such as "end.draw"."""
    return str(_find(lang, f"browser.{key}")).format(**values)


def table(lang: str, key: str) -> Mapping[str, Any]:
    """A table of texts, such as the names of all commands."""
    return cast(Mapping[str, Any], _find(lang, f"terminal.{key}"))


def _find(lang: str, key: str) -> object:
    return reduce(getitem, key.split("."), texts(PACKAGE, lang))
