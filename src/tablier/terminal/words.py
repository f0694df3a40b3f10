"""The language of the terminal and its words: the table [terminal] of the shared texts/."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, cast

from tablier.texts import LANGUAGES, PACKAGE, refusal, texts

DEFAULT = "en"
OPTION = "--lang"


def language_of(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language to speak, and the command line without `--lang`, which may stand anywhere."""
    chosen, rest = "", []
    words = iter(arguments)
    for argument in words:
        name, equals, value = argument.partition("=")
        if name == OPTION:
            chosen = _checked(value if equals else next(words, ""))
        else:
            rest.append(argument)
    return chosen or spoken_here(), rest


def spoken_here() -> str:
    """The language of the environment: TABLIER_LANG, else LANG if we speak it, else English."""
    wished = os.environ.get("TABLIER_LANG", "")[:2].lower()
    usual = os.environ.get("LANG", "")[:2].lower()
    return _checked(wished) if wished else usual if usual in LANGUAGES else DEFAULT


def _checked(lang: str) -> str:
    if not lang:
        raise refusal("missing_value", option=OPTION)
    texts(PACKAGE, lang)  # refuses a language that there is not
    return lang


def word(lang: str, key: str, **values: object) -> str:
    """The words of that key in the language, with these values."""
    return str(texts(PACKAGE, lang)["terminal"][key]).format(**values)


def table(lang: str, key: str) -> Mapping[str, Any]:
    """A table of words, for instance the names of all commands."""
    return cast(Mapping[str, Any], texts(PACKAGE, lang)["terminal"][key])
