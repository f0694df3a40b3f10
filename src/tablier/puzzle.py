"""Puzzles: positions with a win that is hard to find, and the answers to the solver's moves.

They are stored in puzzles.json of a game, which `tablier puzzles GAME --choose …` writes. A puzzle
keeps its number for ever: new ones are added behind the others, and one that is retired is no
longer listed, but still found by its number.

>>> import tablier
>>> first = tablier.puzzles("chain-reaction")[0]
>>> first.try_(first.winning()[0]).verdict
'right'
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from tablier.arguments import expect
from tablier.game import Game, load, options_text
from tablier.games import game, games
from tablier.position import Position
from tablier.texts import refusal

FILE = "puzzles.json"
OTHERS = "*"
"""In a page: all other moves that do not win."""
FIRST_DAY = date(2026, 11, 16)
"""Of the puzzles of the day."""
Verdict = Literal["begun", "right", "slow", "wrong", "solved"]


@dataclass(frozen=True)
class Page:
    """The answers in one position where the solver has to move."""

    right: Mapping[str, str]
    """The moves that win, the main one first, each with the answer to it."""
    wrong: Mapping[str, str]
    """Refutations, each with the moves that it refutes, or with OTHERS."""
    slow: tuple[str, ...] = ()
    """The moves that win too, but not as quickly as others."""

    def refutation(self, token: str) -> str:
        """The refutation of a move that does not win."""
        lines = {moves: line for line, moves in self.wrong.items()}
        own = (line for moves, line in lines.items() if token in moves.split())
        return next(own, lines.get(OTHERS, ""))

    def json(self) -> dict[str, Any]:
        """The page as stored in puzzles.json."""
        slow = {"slow": " ".join(self.slow)} if self.slow else {}
        return {"right": self.right, "wrong": self.wrong, **slow}


@dataclass(frozen=True)
class Try:
    """The result of the solver's moves."""

    verdict: Verdict
    tokens: tuple[str, ...]
    """All moves since the puzzle began, with the answers to them."""
    line: tuple[str, ...]
    """The last of them, which answer the last move tried."""
    position: Position
    """The position after all of them."""


@dataclass(frozen=True)
class Puzzle:
    """A position that only few first moves win, with the answers to all moves.

    >>> import tablier
    >>> puzzle = tablier.puzzles("chain-reaction")[0]
    >>> puzzle.winning()[0] in puzzle.position.legal_moves, puzzle.solution()[0] in puzzle.winning()
    (True, True)
    """

    number: int
    position: Position
    level: int
    """The weakest computer player that finds the first move."""
    moves: int
    """The number of the solver's moves against the best known defence."""
    left: int | None
    """The turns left, this one included, if the turn limit is near."""
    answers: Mapping[str, Page] = field(repr=False)
    """A page for each position that the solver can reach, by the moves made so far."""
    turns: int | None = None
    """It has to be won in so many turns of the solver; None: at all."""
    themes: tuple[str, ...] = ()
    """What its solution is about: keys of [themes] in the texts of the game."""
    added: str = "2026-11-15"
    """The date since when it is there, or the moment."""
    retired: bool = False
    """Is it kept only for those who have its number?"""
    has_day: bool = True
    """Is it a puzzle of the day, once in a round? One that is retired later keeps its day."""
    first_id: str | None = None
    """Its id, if the game had other options when it was added."""

    @property
    def game(self) -> Game:
        """The game that it belongs to."""
        return self.position.game

    @property
    def id(self) -> str:
        """A short hash of the position and its options; it never changes."""
        if self.first_id is not None:
            return self.first_id
        said = f"{options_text(self.game)} {self.position}"
        return hashlib.sha256(said.encode()).hexdigest()[:8]

    @property
    def seat(self) -> int:
        """Who is to move and win."""
        return self.position.turn

    @property
    def task(self) -> str:
        """The key of the sentence that says what is to do."""
        return self.within("task")

    def within(self, key: str) -> str:
        """The key of a sentence about winning: in so many turns, or at all."""
        expect(str, key=key)
        return key if self.turns is None else f"{key}_{self.turns}"

    @property
    def book(self) -> Mapping[str, Page]:
        """The former name of `answers`."""
        return self.answers

    def try_(self, *tokens: str) -> Try:
        """Play these moves of the solver; each of them is answered.

        Raises `IllegalMove` for an illegal move, and a `Refusal` for moves after one that loses.
        """
        found = Try("begun", (), (), self.position)
        for i, token in enumerate(tokens):
            expect(str, token=token)
            if found.verdict in ("slow", "wrong", "solved"):
                raise refusal("puzzle_over", token=token)
            found = self._go_on(found, tokens[: i + 1])
        return found

    def _go_on(self, so_far: Try, tokens: Sequence[str]) -> Try:
        page, token = self.answers[" ".join(tokens[:-1])], tokens[-1]
        after = so_far.position.play(token)
        line: tuple[str, ...] = ()
        verdict: Verdict = "slow"
        if token in page.right:
            line = tuple(page.right[token].split())
            verdict = "right" if " ".join(tokens) in self.answers else "solved"
        elif token not in page.slow:
            verdict, line = "wrong", tuple(page.refutation(token).split())
        return Try(verdict, (*so_far.tokens, token, *line), line, after.play_all(line))

    def winning(self, *tokens: str) -> tuple[str, ...]:
        """The moves that win after these of the solver, the main one first."""
        for token in tokens:
            expect(str, token=token)
        page = self.answers.get(" ".join(tokens))
        return () if page is None else tuple(page.right)

    def solution(self) -> tuple[str, ...]:
        """The main line, with the moves of both."""
        return self.try_(*self._own_moves()).tokens

    def _own_moves(self) -> Iterator[str]:
        own: tuple[str, ...] = ()
        while winning := self.winning(*own):
            own += winning[:1]
            yield winning[0]

    def json(self) -> dict[str, Any]:
        """The puzzle as stored in puzzles.json."""
        rules = self.game.rules.OPTIONS
        unusual = {name: value for name, value in self.game.chosen if value != rules[name][0]}
        known = {} if self.first_id is None else {"id": self.first_id}
        head = {"position": str(self.position), "options": unusual, "level": self.level}
        told = {"moves": self.moves, "left": self.left, "turns": self.turns}
        kept = {"themes": [*self.themes], "added": self.added}
        retired = {"retired": True, "has_day": self.has_day} if self.retired else {}
        answers = {key: page.json() for key, page in self.answers.items()}
        return {**known, **head, **told, **kept, **retired, "answers": answers}


def puzzles(name: str, /) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where there are none.

    >>> [puzzle.level for puzzle in puzzles("chain-reaction")][:3]
    [1, 1, 1]
    """
    expect(str, name=name)
    listed = (each for each in _puzzles(name) if not each.retired)
    return tuple(sorted(listed, key=lambda each: (each.level, each.number)))


def puzzle(name: str, number: int) -> Puzzle:
    """One puzzle of a game, by its number from 1; also one that is not listed any more."""
    expect(str, name=name)
    known = _puzzles(name)
    expect(int, number=number)
    if not 1 <= number <= len(known):
        raise refusal("no_puzzle", game=name, number=number, n=len(known))
    return known[number - 1]


@cache
def _puzzles(name: str) -> tuple[Puzzle, ...]:
    return tuple(read(game(name), _rows(name)))


@cache
def _rows(name: str) -> tuple[Mapping[str, Any], ...]:
    path = files(game(name).package).joinpath(FILE)
    return tuple(json.loads(path.read_text("utf-8"))["puzzles"]) if path.is_file() else ()


def read(chosen: Game, rows: Sequence[Mapping[str, Any]]) -> Iterator[Puzzle]:
    """The puzzles of a game from the entries of puzzles.json."""
    for number, row in enumerate(rows, 1):
        position = load(chosen.package, row["options"]).position(row["position"])
        told = (number, position, row["level"], row["moves"], row["left"], read_answers(row))
        more = {name: row[name] for name in ("turns", "added", "retired") if name in row}
        themes, first_id = tuple(row.get("themes", ())), row.get("id")
        yield Puzzle(*told, themes=themes, has_day=has_day(row), first_id=first_id, **more)


def has_day(row: Mapping[str, Any]) -> bool:
    """Is the puzzle of this entry one of those of the day? Those retired at first never were."""
    return bool(row.get("has_day", not row.get("retired")))


def read_answers(row: Mapping[str, Any]) -> dict[str, Page]:
    """The answers of an entry in puzzles.json, or of one of the time when they were its book."""
    pages = row["answers"] if "answers" in row else row["book"]
    return {key: read_page(page) for key, page in pages.items()}


def read_page(row: Mapping[str, Any]) -> Page:
    """A page from its entry in puzzles.json."""
    return Page(row["right"], row["wrong"], tuple(row.get("slow", "").split()))


def puzzle_numbers(name: str) -> range:
    """The numbers of all puzzles of a game, those that are not listed any more among them."""
    return range(1, len(_rows(name)) + 1)


def puzzle_count(name: str) -> int:
    """How many puzzles of a game are listed; faster than reading them."""
    return sum(not row.get("retired") for row in _rows(name))


# The puzzle of the day


def daily_numbers(name: str) -> tuple[int, ...]:
    """The numbers of a game's puzzles in the order in which they are puzzles of the day.

    Those that are added later come behind the others, and those that are retired later keep their
    place, so that no day gets another puzzle.
    """
    dated = [(number, row) for number, row in enumerate(_rows(name), 1) if has_day(row)]
    mixed = sorted(dated, key=lambda each: (each[1].get("added", ""), _mixed(each[1]["position"])))
    return tuple(number for number, _ in mixed)


def _mixed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def daily_puzzle(day: date | None = None, /) -> Puzzle:
    """The puzzle of a day, of each game in turn; by default of today (UTC).

    >>> daily_puzzle(FIRST_DAY).game.name
    'chain-reaction'
    """
    expect(date, None, day=day)
    return puzzle(*daily_number(day))


def daily_number(day: date | None = None) -> tuple[str, int]:
    """The game and the number of that puzzle."""
    number = ((day or datetime.now(UTC).date()) - FIRST_DAY).days
    names = [name for name in sorted(games()) if _rows(name)]
    name = names[number % len(names)]
    numbers = daily_numbers(name)
    return name, numbers[number // len(names) % len(numbers)]
