"""Game records: tag pairs as in PGN, then tokens; read, checked move by move, and written.

    [Game "mole-hill"]
    [RulesVersion "1"]
    [Options "centre_start=jump"]
    [Seed "0"]                      or [Setup "…"]: the text of the position to start from
    [Result "1-0"]

    e4 a1|a2 {the mole may jump} c5 …  1-0

A result says what part of the prize each seat gets: `1-0`, `1/2-1/2`, `0-0-1-0`; `*` is unfinished.
Comments stand in braces, or behind a semicolon to the end of the line.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate

from tablier.game import Game, options_from_text, options_text
from tablier.games import game, package_of
from tablier.payoffs import part_of
from tablier.position import Position
from tablier.svg import last_move, picture
from tablier.texts import Refusal, Sentence

UNFINISHED = "*"
OURS = ("Game", "RulesVersion", "Options", "Seed", "Setup", "Result")

TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
WORD = re.compile(r"(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<open>\{)|(?P<token>[^\s{;]+)")
RESULT = re.compile(r"\*|\d(/[1-9])?(-\d(/[1-9])?)+")
MOVE_NUMBER = re.compile(r"\d+\.+")
LONGEST_WORD = 80
BLANK = re.compile(r"[ \t\n\r\x0b\x0c]+")
BRACES = str.maketrans("{}", "()")
Watch = Callable[[int], None]


class BadRecord(Refusal):
    """A record that cannot be read; says in which line and at which word.

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


@dataclass(frozen=True)
class Record:
    """A game from its start to its last move so far.

    >>> import tablier
    >>> record = Record(tablier.game("mole-hill").start(), ("e4", "a1|a2"))
    >>> Record.read(str(record)) == record
    True
    """

    start: Position
    tokens: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """All other tags, such as Date, Player1, Player2."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """What is said after so many moves."""
    seed: int | None = None
    """The seed of the start; without one, the record holds the start's text."""
    given: str = UNFINISHED
    """The result of a game that did not end by the rules, for instance by resignation."""

    def __post_init__(self) -> None:
        for name in self.tags:
            if name in OURS or not re.fullmatch("[A-Za-z0-9_]+", name):
                raise Refusal(Sentence("record_tag_name", values={"name": name}))
        if not is_result(self.given, self.game.players):
            raise Refusal(Sentence("record_no_result", values={"given": self.given}))
        for ply in self.comments:
            if not 0 <= ply <= len(self.tokens):
                said = {"ply": ply, "n": len(self.tokens)}
                raise Refusal(Sentence("record_comment", values=said))
        tags = {name: one_line(value) for name, value in self.tags.items()}
        comments = {ply: one_line(said).translate(BRACES) for ply, said in self.comments.items()}
        object.__setattr__(self, "tags", tags)
        object.__setattr__(self, "comments", comments)
        if self.given != UNFINISHED and self.end.outcome() is not None:
            object.__setattr__(self, "given", UNFINISHED)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    def positions(self) -> Iterator[Position]:
        """The start and the position after each move."""
        return accumulate(self.tokens, Position.play, initial=self.start)

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self.start.play_all(self.tokens)

    @property
    def result(self) -> str:
        """What part of the prize each seat gets, by the rules or as given."""
        outcome = self.end.outcome()
        return self.given if outcome is None else result_text(outcome.payoffs)

    @staticmethod
    def read(text: str, watch: Watch | None = None) -> "Record":
        """The record of that text; `BadRecord` points at the first thing that is wrong.

        `watch` is told at each word how many moves there were; what it raises ends the reading.
        """
        return _read(text, watch)

    def __str__(self) -> str:
        ours = {
            "Game": self.game.name,
            "RulesVersion": str(self.game.rules.VERSION),
            "Options": options_text(self.game),
            **({"Setup": str(self.start)} if self.seed is None else {"Seed": str(self.seed)}),
            **self.tags,
            "Result": self.result,
        }
        words = [self._comment(0)]
        for ply, token in enumerate(self.tokens, 1):
            words += [token, self._comment(ply)]
        moves = " ".join(filter(None, [*words, self.result]))
        wrapped = textwrap.fill(moves, 80, break_long_words=False, break_on_hyphens=False)
        return "\n".join([*map(_tag, ours.items()), "", wrapped, ""])

    def _repr_svg_(self) -> str:
        return picture(self.end, signs=last_move(self.end))

    def _comment(self, ply: int) -> str:
        return f"{{{self.comments[ply]}}}" if ply in self.comments else ""


def result_text(payoffs: tuple[float, ...]) -> str:
    """The result in a record: each seat's part of the prize (payoffs are that, centred on 0)."""
    n = len(payoffs)
    parts = [Fraction(part_of(payoff, n)).limit_denominator(n) for payoff in payoffs]
    return "-".join(map(str, parts))


def is_result(text: str, players: int) -> bool:
    """Is this how the prize can be shared among so many seats, or UNFINISHED?"""
    if text == UNFINISHED or not RESULT.fullmatch(text):
        return text == UNFINISHED
    parts = [Fraction(part) for part in text.split("-")]
    winners = [part for part in parts if part > 0]
    fair = all(part == Fraction(1, len(winners)) for part in winners)
    return bool(winners) and fair and len(parts) == players and text == "-".join(map(str, parts))


def one_line(words: str) -> str:
    """The words with one space wherever there was any blank but a no-break space."""
    return BLANK.sub(" ", words).strip(" ")


def _tag(pair: tuple[str, str]) -> str:
    name, value = pair
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _read(text: str, watch: Watch | None) -> Record:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    tags, places, n = _read_tags(lines)
    start, seed = _read_start(tags, places)
    others = {name: value for name, value in tags.items() if name not in OURS}
    begun = Record(start, (), others, {}, seed)
    record = _read_moves(begun, "\n".join(lines[n:]), n + 1, watch)
    if "Result" in tags:
        return _check_result(record, tags["Result"], places["Result"])
    return record


def _read_moves(record: Record, text: str, line: int, watch: Watch | None) -> Record:
    """The record with the moves, comments and result of this text, which begins in that line."""
    tokens: list[str] = []
    comments: dict[int, list[str]] = {}
    position, result = record.start, ""
    for at, word in _words(text, line):
        if watch is not None:
            watch(len(tokens))
        if word[0] in "{;":
            said = word[1:-1] if word[0] == "{" else word[1:]
            comments.setdefault(len(tokens), []).append(said)
        elif result:
            raise _bad(at, word, Refusal(Sentence("record_after", values={"result": result})))
        elif RESULT.fullmatch(word):
            result, result_line = word, at
        elif not MOVE_NUMBER.fullmatch(word):
            position = _played(position, word, at)
            tokens.append(word)
    said_after = {ply: " ".join(said) for ply, said in comments.items()}
    record = replace(record, tokens=tuple(tokens), comments=said_after)
    return _check_result(record, result, result_line) if result else record


def _played(position: Position, token: str, line: int) -> Position:
    try:
        return position.play(token)
    except Refusal as wrong:
        raise _bad(line, token, wrong) from wrong


def _check_result(record: Record, result: str, line: int) -> Record:
    """The record with this result; refused if it is none or contradicts what is known."""
    if not is_result(result, record.game.players):
        raise _bad(line, result, Refusal(Sentence("record_no_result", values={"given": result})))
    if record.end.outcome() is None and record.given == UNFINISHED:
        return replace(record, given=result)
    if result not in (UNFINISHED, record.result):
        said = Sentence("record_result", values={"given": result, "true": record.result})
        raise _bad(line, result, Refusal(said))
    return record


def _read_tags(lines: list[str]) -> tuple[dict[str, str], dict[str, int], int]:
    """The tags, the line of each, and how many lines they take."""
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    for n, line in enumerate(lines, 1):
        found = TAG.fullmatch(line.strip())
        if found:
            name, value = found.groups()
            tags[name], places[name] = re.sub(r"\\(.)", r"\1", value), n
        elif line.strip().startswith("["):
            raise _bad(n, line.strip(), Refusal(Sentence("record_tag")))
        elif line.strip() and not line.startswith(("%", ";")):
            return tags, places, n - 1
    return tags, places, len(lines)


def _read_start(tags: dict[str, str], places: dict[str, int]) -> tuple[Position, int | None]:
    """The position that the tags describe, and its seed if it has one."""
    if "Game" not in tags:
        raise _bad(1, "", Refusal(Sentence("record_game")))
    tag = "Game"
    try:
        package = package_of(tags["Game"])
        tag = "Options"
        chosen = game(tags["Game"], **options_from_text(package, tags.get("Options", "")))
        tag = "RulesVersion"
        version = str(chosen.rules.VERSION)
        if tags.get(tag, version) != version:
            raise Refusal(Sentence("record_version", values={"given": tags[tag], "ours": version}))
        tag = "Setup" if "Setup" in tags else "Seed"
        if tag == "Setup":
            return chosen.position(tags["Setup"]), None
        seed = tags.get("Seed", "0")
        if not re.fullmatch("[0-9]{1,20}", seed):
            raise Refusal(Sentence("bad_seed", values={"seed": seed}))
        return chosen.start(int(seed)), int(seed)
    except Refusal as wrong:
        raise _bad(places.get(tag, 1), tags.get(tag, ""), wrong) from wrong


def _words(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Tokens and comments, each with the number of its line."""
    at, seen = line, 0
    for found in WORD.finditer(text):
        at, seen = at + text.count("\n", seen, found.start()), found.start()
        if found["open"]:
            raise _bad(at, "{", Refusal(Sentence("record_open")))
        yield at, found["comment"] or _shortened(found[0])


def _shortened(word: str) -> str:
    """The word, unless nobody could have meant it: then what a sentence can show of it."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


def _bad(line: int, token: str, why: Refusal) -> BadRecord:
    said = {"line": line, "token": _shortened(token), "why": why}
    return BadRecord(Sentence("record", values=said))
