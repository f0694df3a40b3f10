"""Annotations: what the comments of a record hold besides words, as commands in the way of PGN.

For example::

    {Rather this one. [%csl Ga1,Rb2] [%cal Ga1>b2] [%eval 0.62,0.38]}

`csl` has marked places and `cal` arrows between two of them: a letter for the colour (`G`, `R`,
`Y` or `B`), then the ids of spots. `eval` has the share of the point that each seat can expect, or
after `#` the result that is proven: `[%eval #1-0]`. Other commands are left among the words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablier.arguments import expect
from tablier.record_text import comment_text
from tablier.texts import refusal

COMMAND = re.compile(r"\[%(csl|cal|eval) ([^\]\s]+)\]")
SPOT = r"[^\s,>\[\]{}();]+"
MARK = re.compile(f"[GRYB]{SPOT}")
ARROW = re.compile(f"[GRYB]{SPOT}>{SPOT}")
SHARE = r"(?:0|1|0?\.\d{1,6}|[01]\.\d{1,6})"
SHARES = re.compile(f"{SHARE}(?:,{SHARE})+")
PROVEN = re.compile(r"#[01](?:/[1-9])?(?:-[01](?:/[1-9])?)+")
DIGITS = 3  # of a share


@dataclass(frozen=True)
class Annotation:
    """A comment, taken apart; `str` puts it together again.

    >>> found = Annotation.read("Best. [%csl Ga1] [%clk 0:05:00] [%eval 0.62,0.38]")
    >>> found.words, found.marks, found.shares, found.proven
    ('Best. [%clk 0:05:00]', ('Ga1',), (0.62, 0.38), False)
    >>> print(found)
    Best. [%clk 0:05:00] [%csl Ga1] [%eval 0.62,0.38]
    >>> print(Annotation(shares=(0, 1), proven=True))
    [%eval #0-1]
    """

    words: str = ""
    marks: tuple[str, ...] = ()
    """Each a letter for the colour and the id of a spot."""
    arrows: tuple[str, ...] = ()
    """Each a letter for the colour and the ids of two spots with `>` between them."""
    shares: tuple[float, ...] = ()
    """What part of the point each seat can expect; empty if nobody has said."""
    proven: bool = False
    """Are the shares certain?"""

    def __post_init__(self) -> None:
        expect(str, words=self.words)
        expect(Iterable, marks=self.marks, arrows=self.arrows, shares=self.shares)
        expect(bool, proven=self.proven)
        for name in ("marks", "arrows", "shares"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        self._check_values()
        places = 6 if self.proven else DIGITS
        rounded = tuple(round(float(share), places) for share in self.shares)
        object.__setattr__(self, "words", comment_text(self.words))
        object.__setattr__(self, "shares", rounded)
        object.__setattr__(self, "proven", self.proven and bool(self.shares))

    def _check_values(self) -> None:
        for pattern, given in ((MARK, self.marks), (ARROW, self.arrows)):
            for each in given:
                if not isinstance(each, str) or not pattern.fullmatch(each):
                    raise refusal("annotation_mark", given=str(each)[:40])
        for share in self.shares:
            expect(float, share=share)
        if any(not 0 <= share <= 1 for share in self.shares) or len(self.shares) == 1:
            raise refusal("annotation_shares")

    @staticmethod
    def read(comment: str) -> "Annotation":
        """Take a comment apart; a command that cannot be read is left among the words."""
        expect(str, comment=comment)
        found: dict[str, str] = {}

        def take(command: re.Match[str]) -> str:
            name, value = command.groups()
            if name in found or not _READABLE[name](value):
                return command[0]
            found[name] = value
            return ""

        words = COMMAND.sub(take, comment)
        shares, proven = _read_shares(found.get("eval", ""))
        return Annotation(words, _split(found, "csl"), _split(found, "cal"), shares, proven)

    def __str__(self) -> str:
        return " ".join(filter(None, [self.words, *self._commands()]))

    def _commands(self) -> Iterator[str]:
        if self.marks:
            yield f"[%csl {','.join(self.marks)}]"
        if self.arrows:
            yield f"[%cal {','.join(self.arrows)}]"
        if self.shares:
            yield f"[%eval {_shares_text(self.shares, self.proven)}]"


def _all_match(pattern: re.Pattern[str], value: str) -> bool:
    return all(map(pattern.fullmatch, value.split(",")))


_READABLE = {
    "csl": lambda value: _all_match(MARK, value),
    "cal": lambda value: _all_match(ARROW, value),
    "eval": lambda value: bool(SHARES.fullmatch(value) or PROVEN.fullmatch(value)),
}


def _split(found: dict[str, str], name: str) -> tuple[str, ...]:
    return tuple(found[name].split(",")) if name in found else ()


def _read_shares(value: str) -> tuple[tuple[float, ...], bool]:
    if value.startswith("#"):
        return tuple(float(Fraction(part)) for part in value[1:].split("-")), True
    return tuple(map(float, filter(None, value.split(",")))), False


def _shares_text(shares: Sequence[float], proven: bool) -> str:
    if proven:
        parts = [Fraction(share).limit_denominator(len(shares)) for share in shares]
        return f"#{'-'.join(map(str, parts))}"
    return ",".join(f"{share:g}" for share in shares)
