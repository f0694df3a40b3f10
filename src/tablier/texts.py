"""All texts for people, in three languages.

The texts of Tablier are in texts/, those of a game in its own folder texts/, which take precedence.
A `Sentence` is a key and values; it is formatted where a person reads it.

Values of type `Who` refer to players. A reader who is the value {player} gets the variant in the
table [to_player], which says "you"; one who is {other} gets that in [to_other]. A sentence that
begins with "{player}:" or "{player}," is addressed to that player, who reads it without the name;
others read the variant in [of_others], or whose turn it is.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from msgspec import Struct

from tablier.arguments import expect

LANGUAGES = ("en", "fr", "de")
PACKAGE = "tablier"
PARTS = {"texts": "toml", "rulebook": "md"}
"""The folders with a file for each language, and its suffix."""


class Sentence(Struct, frozen=True):
    """A message: a key of [sentences], its values, and the clause of the rulebook it cites."""

    key: str
    clause: str = ""
    values: Mapping[str, object] = {}


class Who(Struct, frozen=True):
    """The player at a seat, as a value of a sentence: formatted as a name."""

    seat: int


class Several(Struct, frozen=True):
    """The players at these seats, as a value of a sentence: formatted as names."""

    seats: tuple[int, ...]


class All(Struct, frozen=True):
    """Several things together, as a value of a sentence: "b1, c4 and d7"."""

    names: tuple[str, ...]

    def spoken(self, lang: str) -> str:
        """The list in words."""
        return listed("and", self.names, lang)


class Reader(Struct, frozen=True):
    """The reader of a sentence: their seats, and the names of the players at all seats.

    A seat without a name has the default name of the game.
    """

    seats: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()

    def is_only(self, who: object) -> bool:
        """Is that their only seat?"""
        return isinstance(who, Who) and self.seats == {who.seat}

    def has(self, who: object) -> bool:
        """Is that one of their seats?"""
        return isinstance(who, Who) and who.seat in self.seats


class Refusal(ValueError):
    """An error for people, with its reason in any language.

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
        """The clause of the rulebook that it cites ("4.2"), or ""."""
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
    """A file of a package in that language, or in English if it is not translated."""
    if lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise refusal("no_language", lang=lang, known=known)
    found = lang if lang in languages(package, part) else "en"
    return files(package).joinpath(part, f"{found}.{PARTS[part]}").read_text("utf-8")


@cache
def languages(package: str, part: str) -> tuple[str, ...]:
    """The languages of that part ("texts" or "rulebook") of a package."""
    there = files(package).joinpath(part)
    return tuple(lang for lang in LANGUAGES if there.joinpath(f"{lang}.{PARTS[part]}").is_file())


def untranslated(package: str) -> tuple[str, ...]:
    """The translations that a game lacks: with any missing it is a draft."""
    return tuple(
        f"{part}/{lang}.{ending}"
        for part, ending in PARTS.items()
        for lang in LANGUAGES
        if lang not in languages(package, part)
    )


ADDRESS = re.compile(r"\{player\}\s*[:,]\s*")
"""How a sentence begins that speaks to the player whose turn it is."""


def say(
    said: Sentence,
    lang: str = "en",
    package: str = PACKAGE,
    to: Reader | None = None,
    table: str = "sentences",
) -> str:
    """Format a sentence, with its clause in parentheses before the full stop.

    Without a reader it names all players, as on a shared screen. Its words are in that table.
    """
    expect(Reader, None, to=to)
    if to is None:
        words = _words(said.key, lang, package, table)
    else:
        words = _words_to(to, said, lang, package)
    names = () if to is None else to.names
    values = {key: _spoken(value, lang, package, names) for key, value in said.values.items()}
    spoken = words.format(**values)
    return f"{spoken.removesuffix('.')} (§{said.clause})." if said.clause else spoken


def seat_name(seat: int, lang: str = "en", package: str = PACKAGE) -> str:
    """The default name of a player: as the texts of the game name the seat, or a number."""
    own = texts(package, lang).get("seats")
    return str(own[seat] if own else texts(PACKAGE, lang)["player"].format(n=seat + 1))


def _words(key: str, lang: str, package: str, table: str = "sentences") -> str:
    """The format string of a sentence; that of the game takes precedence."""
    own = texts(package, lang).get(table, {})
    return str(own[key] if key in own else texts(PACKAGE, lang)[table][key])


def _words_to(reader: Reader, said: Sentence, lang: str, package: str) -> str:
    """The format string of a sentence for that reader."""
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
    if isinstance(value, All):
        return value.spoken(lang)
    return value.sentence(lang) if isinstance(value, Refusal) else value


def any_of(names: tuple[object, ...], lang: str = "en") -> str:
    """Alternatives as a list in words.

    >>> any_of(("b2",)), any_of(("b2", "c4", "d7")), any_of(("b2", "d7"), "de")
    ('b2', 'b2, c4 or d7', 'b2 oder d7')
    """
    return listed("or", names, lang)


def listed(key: str, names: tuple[object, ...], lang: str) -> str:
    """Names as a list whose last two the word of that key joins."""
    *some, last = map(str, names)
    return str(texts(PACKAGE, lang)[key]).format(some=", ".join(some), last=last) if some else last


def named(words: Mapping[str, str], ids: Iterable[str]) -> dict[str, str]:
    """The name of each id that has one: by its own key, or by the first pattern that matches it.

    >>> named({"a|b": "the first edge", "{one}|{two}": "{one} to {two}"}, ["a|b", "b|c", "d"])
    {'a|b': 'the first edge', 'b|c': 'b to c'}
    """
    patterns = [(re.compile(_pattern(key)), name) for key, name in words.items() if "{" in key]
    found = {}
    for each in ids:
        matches = ((pattern.fullmatch(each), name) for pattern, name in patterns)
        formatted = (name.format(**match.groupdict()) for match, name in matches if match)
        name = words.get(each) or next(formatted, None)
        if name is not None:
            found[each] = name
    return found


def _pattern(key: str) -> str:
    """The regular expression of a key such as "{first}|{second}"."""
    return "".join(
        re.escape(letters) + (f"(?P<{field}>[^@]+)" if field else "")
        for letters, field, _, _ in Formatter().parse(key)
    )
