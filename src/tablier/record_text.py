"""The text of records: tags, words and results, and their errors."""

import re
from collections.abc import Iterator
from fractions import Fraction

from tablier.payoffs import part_of
from tablier.texts import Refusal, Sentence, refusal

UNFINISHED = "*"
TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
WORD = re.compile(r"(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<open>\{)|[()]|(?P<token>[^\s{;()]+)")
RESULT = re.compile(r"\*|\d(/[1-9])?(-\d(/[1-9])?)+")
LONGEST_WORD = 80
WIDTH = 80
BLANK = re.compile(r"[ \t\n\r\x0b\x0c]+")
BRACES = str.maketrans("{}", "()")


class BadRecord(Refusal):
    """A record that cannot be parsed; names the line and the word.

    >>> import tablier
    >>> try:
    ...     tablier.Record.read('[Game "mole-hill"]\\n\\ne4 e4')
    ... except tablier.BadRecord as wrong:
    ...     print(wrong)
    Line 3, at ‘e4’: It is the gardener’s turn; e4 would be a move of the mole (§2.2).
    """

    @property
    def line(self) -> int:
        """The line of the record, from 1."""
        return int(str(self.said.values["line"]))

    @property
    def token(self) -> str:
        """The word at fault."""
        return str(self.said.values["token"])

    @property
    def number(self) -> int:
        """Which game of the file it is, from 1."""
        return int(str(self.said.values.get("number", 1)))


def bad_record(line: int, token: str, why: Refusal) -> BadRecord:
    """The error at a word in that line."""
    said = {"line": line, "token": shortened(token), "why": why}
    return BadRecord(Sentence("record", values=said))


def shortened(word: str) -> str:
    """The word, truncated to what an error message can show."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


def result_text(payoffs: tuple[float, ...]) -> str:
    """The result in a record: each seat's share of the point."""
    n = len(payoffs)
    parts = [Fraction(part_of(payoff, n)).limit_denominator(n) for payoff in payoffs]
    return "-".join(map(str, parts))


def is_result(text: str, players: int) -> bool:
    """Is this a valid result for that many seats, or UNFINISHED?"""
    if text == UNFINISHED or not RESULT.fullmatch(text):
        return text == UNFINISHED
    parts = [Fraction(part) for part in text.split("-")]
    winners = [part for part in parts if part > 0]
    fair = all(part == Fraction(1, len(winners)) for part in winners)
    return bool(winners) and fair and len(parts) == players and text == "-".join(map(str, parts))


def one_line(words: str) -> str:
    """The words with whitespace collapsed to single spaces; no-break spaces stay."""
    return BLANK.sub(" ", words).strip(" ")


def comment_text(words: str) -> str:
    """The words as they can be written in a comment, without braces."""
    return one_line(words).translate(BRACES)


def wrapped(moves: str) -> Iterator[str]:
    """Lines of at most 80 characters, broken at spaces only; textwrap drops other blank words."""
    line = ""
    for word in moves.split(" "):
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def tag_line(pair: tuple[str, str]) -> str:
    """The line of a tag and its value."""
    name, value = pair
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def read_tags(lines: list[str]) -> tuple[dict[str, str], dict[str, int], int]:
    """The tags, the line of each, and the number of lines that they take."""
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    for n, line in enumerate(lines, 1):
        found = TAG.fullmatch(line.strip())
        if found:
            name, value = found.groups()
            tags[name], places[name] = re.sub(r"\\(.)", r"\1", value), n
        elif line.strip().startswith("["):
            raise bad_record(n, line.strip(), refusal("record_tag"))
        elif line.strip() and not line.startswith(("%", ";")):
            return tags, places, n - 1
    return tags, places, len(lines)


def words_in(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Tokens and comments, each with the number of its line."""
    at, seen = line, 0
    for found in WORD.finditer(text):
        at, seen = at + text.count("\n", seen, found.start()), found.start()
        if found["open"]:
            raise bad_record(at, "{", refusal("record_open"))
        yield at, found["comment"] or shortened(found[0])
