"""Game records: tag pairs as in PGN, then tokens; parsed, validated move by move, and written.

For example::

    [Game "mole-hill"]
    [RulesVersion "1"]
    [Options "centre_start=jump"]
    [Seed "0"]                      or [Setup "…"]: the text of the position to start from
    [Result "1-0"]

    e4 a1|a2 {the mole may jump} c5 (d4 {a step} a2|a3) …  1-0

A result is the share of the point of each seat: `1-0`, `1/2-1/2`, `0-0-1-0`; `*` is unfinished.
Comments are in braces, or from a semicolon to the end of the line. A variation is in parentheses
after the move that it replaces, and can have comments and variations of its own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain

from tablier.arguments import expect
from tablier.game import Game, options_from_text, options_of_version, options_text
from tablier.games import game, package_of
from tablier.notebook import Pictured
from tablier.position import Position
from tablier.record_text import (
    RESULT,
    UNFINISHED,
    bad_record,
    comment_text,
    is_result,
    one_line,
    read_tags,
    result_text,
    tag_line,
    words_in,
    wrapped,
)
from tablier.texts import Refusal, refusal

RESERVED = ("Game", "RulesVersion", "Options", "Seed", "Setup", "Result")
MOVE_NUMBER = re.compile(r"\d+\.+")
MAX_DEPTH = 50  # of nested variations
Progress = Callable[[int], None]


@dataclass
class Record(Pictured):
    """The moves of a game so far, with comments and variations.

    A position is immutable; a record is not: `play`, `comment` and `vary` change it.

    >>> import tablier
    >>> record = Record(tablier.game("mole-hill").start(), ("e4", "a1|a2"))
    >>> record.play("c5")
    >>> record.comment("It may jump.")
    >>> line = record.vary(2, "d4", "a2|a3")
    >>> line.comment("A step is safer.", ply=1)
    >>> print(str(record).splitlines()[-1])
    e4 a1|a2 c5 {It may jump.} (d4 {A step is safer.} a2|a3) *
    >>> len(record), Record.read(str(record)) == record
    (3, True)
    """

    start: Position
    tokens: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """All other tags, such as Date, Player1, Player2."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """Comments by ply: the number of moves before them."""
    seed: int | None = None
    """The seed of the start; without one, the record contains the text of the start."""
    given: str = UNFINISHED
    """The result of a game that did not end by the rules, for instance by resignation."""
    variations: Mapping[int, Sequence["Record"]] = field(default_factory=dict)
    """Alternatives by ply: records that start there."""

    def __post_init__(self) -> None:
        self._check_types()
        self.tokens = tuple(self.tokens)
        for name in self.tags:
            if name in RESERVED or not re.fullmatch("[A-Za-z0-9_]+", name):
                raise refusal("record_tag_name", name=name)
        if self.seed is not None and not 0 <= self.seed < 2**64:
            raise refusal("bad_seed", seed=self.seed)
        if not is_result(self.given, self.game.players):
            raise refusal("record_no_result", given=self.given)
        for ply, said in self.comments.items():
            self._check_comment(ply, said)
        self.tags = {name: one_line(value) for name, value in self.tags.items()}
        comments = {ply: comment_text(said) for ply, said in self.comments.items()}
        self.comments = {ply: said for ply, said in comments.items() if said}
        self.variations = self._own_variations()
        self._nest(0)
        self._reached: tuple[tuple[str, ...], Position] | None = None
        if self.given != UNFINISHED and self.end.outcome() is not None:
            self.given = UNFINISHED

    def _check_types(self) -> None:
        expect(Position, start=self.start)
        expect(Iterable, tokens=self.tokens)
        expect(Mapping, tags=self.tags, comments=self.comments, variations=self.variations)
        for name, value in self.tags.items():
            expect(str, tag=name)
            expect(str, **{f"tag {name}": value})
        expect(int, None, seed=self.seed)
        expect(str, given=self.given)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    def __len__(self) -> int:
        """How many moves there are."""
        return len(self.tokens)

    def __bool__(self) -> bool:
        """True, even without moves."""
        return True

    def positions(self) -> Iterator[Position]:
        """The start and the position after each move."""
        return accumulate(self.tokens, Position.play, initial=self.start)

    @property
    def end(self) -> Position:
        """The position after the last move."""
        if self._reached is not None and self._reached[0] is self.tokens:
            return self._reached[1]
        return self.start.play_all(self.tokens)

    @property
    def result(self) -> str:
        """The share of the point of each seat, by the rules or as given."""
        outcome = self.end.outcome()
        return self.given if outcome is None else result_text(outcome.payoffs)

    @staticmethod
    def of(position: Position) -> "Record":
        """The record of the known moves that led to a position.

        >>> import tablier
        >>> Record.of(tablier.game("mole-hill").start().play("e4").play("a1|a2")).tokens
        ('e4', 'a1|a2')
        """
        expect(Position, position=position)
        tokens = position.moves
        return Record(position.back(len(tokens)), tokens)

    def play(self, *tokens: str) -> None:
        """Add these moves; if one is illegal, raises `IllegalMove` and adds none."""
        end = self.end.play_all(tokens)
        self.tokens = (*self.tokens, *tokens)
        self.given = UNFINISHED
        self._reached = (self.tokens, end)

    def comment(self, words: str, ply: int | None = None, *, append: bool = False) -> None:
        """Set the comment after `ply` moves, by default after the last one.

        With `append` it is added to the comment there. An empty one removes the comment.
        """
        at = len(self) if ply is None else ply
        self._check_comment(at, words)
        expect(bool, append=append)
        before = self.comments.get(at, "") if append else ""
        comments = {**self.comments, at: comment_text(f"{before} {words}")}
        self.comments = {ply: said for ply, said in comments.items() if said}

    def vary(self, ply: int, *tokens: str) -> "Record":
        """Add a variation after `ply` moves: a record that can be continued.

        >>> import tablier
        >>> record = Record(tablier.game("mole-hill").start(), ("e4", "a1|a2", "c5"))
        >>> record.vary(2, "d4", "a2|a3").vary(1, "b1|b2").tokens
        ('b1|b2',)
        >>> print(str(record).splitlines()[-1])
        e4 a1|a2 c5 (d4 a2|a3 (b1|b2)) *
        """
        self._check_variation(ply, tokens)
        line = Record(self.start.play_all(self.tokens[:ply]))
        line.play(*tokens)
        line._nest(self._depth + 1)
        self.variations = {**self.variations, ply: (*self.variations.get(ply, ()), line)}
        return line

    def _nest(self, depth: int) -> None:
        """Note how deep it lies in its record; what could not be read again is refused."""
        if depth > MAX_DEPTH:
            raise refusal("record_variation_deep", most=MAX_DEPTH)
        self._depth = depth
        for line in chain.from_iterable(self.variations.values()):
            line._nest(depth + 1)

    def _own_variations(self) -> dict[int, tuple["Record", ...]]:
        """Copies of the variations that were given, without tags."""
        places = list(self.positions()) if self.variations else []
        own: dict[int, tuple[Record, ...]] = {}
        for ply, lines in self.variations.items():
            expect(Iterable, variations=lines)
            for line in lines:
                expect(Record, variation=line)
                self._check_variation(ply, line.tokens)
                if line.start != places[ply]:
                    raise refusal("record_variation_start", ply=ply)
            bare = (replace(line, tags={}, seed=None, given=UNFINISHED) for line in lines)
            own[ply] = tuple(bare)
        return own

    def _check_comment(self, ply: int, words: str) -> None:
        expect(int, ply=ply)
        expect(str, words=words)
        if not 0 <= ply <= len(self):
            raise refusal("record_comment", ply=ply, n=len(self))

    def _check_variation(self, ply: int, tokens: Sequence[str]) -> None:
        expect(int, ply=ply)
        if not 0 <= ply < len(self):
            raise refusal("record_variation", ply=ply, n=len(self))
        if not tokens:
            raise refusal("record_variation_empty")

    @staticmethod
    def read(text: str, watch: Progress | None = None) -> "Record":
        """Parse a record; `BadRecord` names the line and the word of the first error.

        `watch` is called at each word with the number of moves so far; it may raise to stop.
        """
        expect(str, text=text)
        expect(Callable, None, watch=watch)
        return _read(text, watch)

    def __str__(self) -> str:
        result = self.result
        ours = {
            "Game": self.game.name,
            "RulesVersion": str(self.game.rules.VERSION),
            "Options": options_text(self.game),
            **({"Setup": str(self.start)} if self.seed is None else {"Seed": str(self.seed)}),
            **self.tags,
            "Result": result,
        }
        moves = " ".join([*move_words(self), result])
        return "\n".join([*map(tag_line, ours.items()), "", *wrapped(moves), ""])


def move_words(record: Record) -> Iterator[str]:
    """The moves, each followed by its comment and its variations."""
    for ply, token in enumerate(("", *record.tokens)):
        if token:
            yield token
        if ply in record.comments:
            yield f"{{{record.comments[ply]}}}"
        for line in record.variations.get(ply - 1, ()):
            yield f"({' '.join(move_words(line))})"


def _read(text: str, watch: Progress | None) -> Record:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    tags, places, n = read_tags(lines)
    start, seed = _read_start(tags, places)
    line, results = _read_moves(start, "\n".join(lines[n:]), n + 1, watch)
    if "Result" in tags:
        results.append((tags["Result"], places["Result"]))
    record = line.record()
    record._nest(0)
    record.tags = {name: one_line(value) for name, value in tags.items() if name not in RESERVED}
    record.seed = seed
    record.given = _given(line.position, results)
    return record


@dataclass
class _Line:
    """Moves while they are parsed: the main line, or a variation opened in that line of text."""

    start: Position
    opened: int
    tokens: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    variations: dict[int, tuple[Record, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.position = self.start

    def say(self, comment: str) -> None:
        """Add a comment, which begins with its brace or semicolon."""
        said = comment[1:-1] if comment[0] == "{" else comment[1:]
        self.comments.setdefault(len(self.tokens), []).append(said)

    def play(self, token: str) -> None:
        """Add a move."""
        self.position = self.position.play(token)
        self.tokens.append(token)

    def branch(self, opened: int) -> "_Line":
        """A variation that replaces the last move."""
        before = self.position.previous if self.tokens else None
        if before is None:
            raise refusal("record_variation_first")
        return _Line(before, opened)

    def take(self, line: "_Line") -> None:
        """Add a complete variation."""
        if not line.tokens:
            raise refusal("record_variation_empty")
        ply = len(self.tokens) - 1
        self.variations[ply] = (*self.variations.get(ply, ()), line.record())

    def record(self) -> Record:
        """The record of these moves."""
        said = {ply: " ".join(words) for ply, words in self.comments.items()}
        record = Record(self.start, tuple(self.tokens), {}, said)
        record.variations = self.variations
        return record


def _read_moves(
    start: Position, text: str, line: int, watch: Progress | None
) -> tuple[_Line, list[tuple[str, int]]]:
    """Parse moves, and the result after them, if any; the text begins in that line."""
    lines, results, moves = [_Line(start, line)], list[tuple[str, int]](), 0
    for at, word in words_in(text, line):
        if watch is not None:
            watch(moves)
        if word[0] in "{;":
            lines[-1].say(word)
        elif results:
            key = "record_second" if word == "[Game" else "record_after"
            raise bad_record(at, word, refusal(key, result=results[0][0]))
        elif RESULT.fullmatch(word) and len(lines) == 1:
            results.append((word, at))
        elif not MOVE_NUMBER.fullmatch(word):
            moves += word not in "()"
            try:
                _parse_word(lines, word, at)
            except Refusal as wrong:
                raise bad_record(at, word, wrong) from wrong
    if len(lines) > 1:
        raise bad_record(lines[-1].opened, "(", refusal("record_variation_open"))
    return lines[0], results


def _parse_word(lines: list[_Line], word: str, at: int) -> None:
    """Add a move to the last of these lines, or begin or end a variation."""
    if word == "(":
        if len(lines) > MAX_DEPTH:
            raise refusal("record_variation_deep", most=MAX_DEPTH)
        lines.append(lines[-1].branch(at))
    elif word == ")" and len(lines) > 1:
        lines[-2].take(lines.pop())
    elif word == ")":
        raise refusal("record_variation_close")
    elif word == "[Game":
        raise refusal("record_second")
    else:
        lines[-1].play(word)


def _given(end: Position, results: Sequence[tuple[str, int]]) -> str:
    """The result, given several times with lines of text; refused if they contradict."""
    outcome = end.outcome()
    known = UNFINISHED if outcome is None else result_text(outcome.payoffs)
    for result, line in results:
        if not is_result(result, end.game.players):
            raise bad_record(line, result, refusal("record_no_result", given=result))
        if known == UNFINISHED:
            known = result
        elif result not in (UNFINISHED, known):
            raise bad_record(line, result, refusal("record_result", given=result, true=known))
    return known if outcome is None else UNFINISHED


def _read_start(tags: dict[str, str], places: dict[str, int]) -> tuple[Position, int | None]:
    """The position that the tags describe, and its seed if it has one."""
    if "Game" not in tags:
        raise bad_record(1, "", refusal("record_game"))
    tag = "Game"
    try:
        package = package_of(tags["Game"])
        options = options_from_text(package, tags.get("Options", ""))
        tag = "RulesVersion"
        if tag in tags:
            options = options_of_version(package, tags[tag], options)
        tag = "Options"
        chosen = game(tags["Game"], **options)
        tag = "Setup" if "Setup" in tags else "Seed"
        if tag == "Setup":
            return chosen.position(tags["Setup"]), None
        seed = tags.get("Seed", "0")
        if not re.fullmatch("[0-9]{1,20}", seed):
            raise refusal("bad_seed", seed=seed)
        return chosen.start(int(seed)), int(seed)
    except Refusal as wrong:
        raise bad_record(places.get(tag, 1), tags.get(tag, ""), wrong) from wrong
