"""Every word that a person sees, in three languages.

The house keeps its words in texts/, each game in a folder texts/ of its own; a game's words go
first. A sentence travels as its key and its values and is put into words where a person reads it.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

LANGUAGES = ("en", "fr", "de")
HOUSE = "tablier"


class Sentence(Struct, frozen=True):
    """Something to say: a key of [sentences], the values it speaks of, and the clause behind it."""

    key: str
    clause: str = ""
    values: Mapping[str, object] = {}


class Refusal(ValueError):
    """What was asked for cannot be had; says why in any language.

    >>> import tablier
    >>> try:
    ...     tablier.player(tablier.game("moguli"), level=11)
    ... except tablier.Refusal as refusal:
    ...     print(refusal.sentence("de"))
    Es gibt keine Stufe 11; die Stufen sind 1 bis 10.
    """

    def __init__(self, said: Sentence, package: str = HOUSE):
        super().__init__(say(said, "en", package))
        self.said = said
        self.package = package

    @property
    def clause(self) -> str:
        """The clause of the rulebook that stands behind it ("4.2"), or "" if none does."""
        return self.said.clause

    def sentence(self, lang: str = "en") -> str:
        """The reason in that language, as one sentence with its clause."""
        return say(self.said, lang, self.package)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.said, self.package)


@cache
def texts(package: str, lang: str) -> dict[str, Any]:
    """The words of a package (the house or a game) in that language."""
    if lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Refusal(Sentence("no_language", values={"lang": lang, "known": known}))
    return tomllib.loads(files(package).joinpath("texts", f"{lang}.toml").read_text("utf-8"))


def say(said: Sentence, lang: str = "en", package: str = HOUSE) -> str:
    """The sentence in words, its clause in brackets before the full stop."""
    values = {name: _spoken(value, lang) for name, value in said.values.items()}
    spoken = _words(said.key, lang, package).format(**values)
    return f"{spoken.removesuffix('.')} (§{said.clause})." if said.clause else spoken


def _words(key: str, lang: str, package: str) -> str:
    """The words of a sentence, with the names of values in braces; a game's own go first."""
    own = texts(package, lang)["sentences"]
    return str(own[key] if key in own else texts(HOUSE, lang)["sentences"][key])


def _spoken(value: object, lang: str) -> object:
    if isinstance(value, tuple):
        return any_of(value, lang)
    return value.sentence(lang) if isinstance(value, Refusal) else value


def any_of(names: tuple[object, ...], lang: str = "en") -> str:
    """Names to choose from, as people list them.

    >>> any_of(("b2",)), any_of(("b2", "c4", "d7")), any_of(("b2", "d7"), "de")
    ('b2', 'b2, c4 or d7', 'b2 oder d7')
    """
    *some, last = map(str, names)
    return str(texts(HOUSE, lang)["or"]).format(some=", ".join(some), last=last) if some else last
