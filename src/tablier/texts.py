"""Every word that a person sees, in three languages.

Tablier keeps its words in texts/, each game in a folder texts/ of its own; a game's words go
first. A sentence travels as its key and its values and is put into words where a person reads it.

It may speak of people at the table, with values of the kind `Who`. Whoever reads it is called "you"
there, and all others by their names: a sentence has other words for the one reader who is its value
{player} in the table [to_player] (and for {other} in [to_other]). A sentence that begins with
"{player}:" or "{player}," speaks to that player: alone at a screen, they read it without the name,
and others read the one of [of_others] instead, or whose turn it is.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from tablier.arguments import expect

LANGUAGES = ("en", "fr", "de")
PACKAGE = "tablier"
PARTS = {"texts": "toml", "rulebook": "md"}
"""The folders that have a file for each language, and how its name ends."""


class Sentence(Struct, frozen=True):
    """Something to say: a key of [sentences], the values it speaks of, and the clause behind it."""

    key: str
    clause: str = ""
    values: Mapping[str, object] = {}


class Who(Struct, frozen=True):
    """Whoever sits at that seat, as a value of a sentence: spoken as a name."""

    seat: int


class Several(Struct, frozen=True):
    """All who sit at these seats, as a value of a sentence: spoken as their names."""

    seats: tuple[int, ...]


class Reader(Struct, frozen=True):
    """Somebody who reads a sentence: the seats they have, and what those at all seats are called.

    A seat without a name is called as the game calls it.
    """

    seats: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()

    def is_only(self, who: object) -> bool:
        """Is that the one seat they have?"""
        return isinstance(who, Who) and self.seats == {who.seat}

    def has(self, who: object) -> bool:
        """Is that one of their seats?"""
        return isinstance(who, Who) and who.seat in self.seats


class Refusal(ValueError):
    """What was asked for cannot be had; says why in any language.

    >>> import tablier
    >>> try:
    ...     tablier.player(tablier.game("moguli"), level=11)
    ... except tablier.Refusal as refusal:
    ...     print(refusal.sentence("de"))
    Es gibt keine Stufe 11; die Stufen sind 1 bis 10.
    """

    def __init__(self, said: Sentence, package: str = PACKAGE):
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


def refusal(key: str, /, **values: object) -> Refusal:
    """The refusal that says that sentence of Tablier's own with these values.

    >>> refusal("bad_seed", seed=-1).said
    Sentence(key='bad_seed', clause='', values={'seed': -1})
    """
    return Refusal(Sentence(key, values=values))


def texts(package: str, lang: str) -> dict[str, Any]:
    """The words of a package (Tablier or a game) in that language."""
    if type(lang) is not str:
        expect(str, lang=lang)
    return _texts(package, lang)


@cache
def _texts(package: str, lang: str) -> dict[str, Any]:
    return tomllib.loads(translated(package, "texts", lang))


def translated(package: str, part: str, lang: str) -> str:
    """A part of a package in that language; while nobody has translated it, in English."""
    if lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise refusal("no_language", lang=lang, known=known)
    found = lang if lang in languages(package, part) else "en"
    return files(package).joinpath(part, f"{found}.{PARTS[part]}").read_text("utf-8")


@cache
def languages(package: str, part: str) -> tuple[str, ...]:
    """The languages in which a package has that part ("texts" or "rulebook")."""
    there = files(package).joinpath(part)
    return tuple(lang for lang in LANGUAGES if there.joinpath(f"{lang}.{PARTS[part]}").is_file())


def untranslated(package: str) -> tuple[str, ...]:
    """The files that a game lacks to speak every language: one that lacks any is a draft."""
    return tuple(
        f"{part}/{lang}.{ending}"
        for part, ending in PARTS.items()
        for lang in LANGUAGES
        if lang not in languages(package, part)
    )


ADDRESS = re.compile(r"\{player\}\s*[:,]\s*")
"""How a sentence begins that speaks to the player whose turn it is."""


def say(said: Sentence, lang: str = "en", package: str = PACKAGE, to: Reader | None = None) -> str:
    """The sentence in words, its clause in brackets before the full stop.

    Without a reader it names everybody, as for those who sit at one screen.
    """
    expect(Reader, None, to=to)
    words = _words(said.key, lang, package) if to is None else _words_to(to, said, lang, package)
    names = () if to is None else to.names
    values = {key: _spoken(value, lang, package, names) for key, value in said.values.items()}
    spoken = words.format(**values)
    return f"{spoken.removesuffix('.')} (§{said.clause})." if said.clause else spoken


def seat_name(seat: int, lang: str = "en", package: str = PACKAGE) -> str:
    """What a game calls whoever sits there: as its texts name the seat, or by a number."""
    own = texts(package, lang).get("seats")
    return str(own[seat] if own else texts(PACKAGE, lang)["player"].format(n=seat + 1))


def _words(key: str, lang: str, package: str) -> str:
    """The words of a sentence, with the names of values in braces; a game's own go first."""
    own = texts(package, lang)["sentences"]
    return str(own[key] if key in own else texts(PACKAGE, lang)["sentences"][key])


def _words_to(reader: Reader, said: Sentence, lang: str, package: str) -> str:
    """The words of a sentence for that reader."""
    words, own = _words(said.key, lang, package), texts(package, lang)
    for name in (name for name, value in said.values.items() if reader.is_only(value)):
        if said.key in own.get(f"to_{name}", {}):
            return str(own[f"to_{name}"][said.key])
    address = ADDRESS.match(words)
    if address is None:
        return words
    if reader.is_only(said.values["player"]):
        rest = words[address.end() :]
        return rest[:1].upper() + rest[1:]
    if reader.has(said.values["player"]):
        return words
    return str(own.get("of_others", {}).get(said.key) or texts(PACKAGE, lang)["of_others"])


def _spoken(value: object, lang: str, package: str, names: tuple[str, ...]) -> object:
    if isinstance(value, Who):
        chosen = names[value.seat] if names else ""
        return chosen or seat_name(value.seat, lang, package)
    if isinstance(value, Several):
        each = (_spoken(Who(seat), lang, package, names) for seat in value.seats)
        return ", ".join(map(str, each))
    if isinstance(value, tuple):
        return any_of(value, lang)
    return value.sentence(lang) if isinstance(value, Refusal) else value


def any_of(names: tuple[object, ...], lang: str = "en") -> str:
    """Names to choose from, as people list them.

    >>> any_of(("b2",)), any_of(("b2", "c4", "d7")), any_of(("b2", "d7"), "de")
    ('b2', 'b2, c4 or d7', 'b2 oder d7')
    """
    *some, last = map(str, names)
    return str(texts(PACKAGE, lang)["or"]).format(some=", ".join(some), last=last) if some else last
