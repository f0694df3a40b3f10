"""Puzzles: positions with exactly one winning move, and a book of answers to the solver's moves.

They are stored in puzzles.json of a game, which `tablier puzzles GAME --find N --out …` writes.

>>> import tablier
>>> first = tablier.puzzles("chain-reaction")[0]
>>> first.try_(first.winning()[0]).verdict
'right'
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from tablier.arguments import expect
from tablier.game import Game, load, options_text
from tablier.games import game
from tablier.position import Position
from tablier.texts import refusal

FILE = "puzzles.json"
OTHERS = "*"
"""In a page: all other moves that do not win."""
Verdict = Literal["begun", "right", "wrong", "solved"]


@dataclass(frozen=True)
class Page:
    """The entry of a book for one position where the solver has to move."""

    right: Mapping[str, str]
    """The moves that win, the main one first, each with the answer to it."""
    wrong: Mapping[str, str]
    """Refutations, each with the moves that it refutes, or with OTHERS."""

    def refutation(self, token: str) -> str:
        """The refutation of a move that does not win."""
        lines = {moves: line for line, moves in self.wrong.items()}
        own = (line for moves, line in lines.items() if token in moves.split())
        return next(own, lines.get(OTHERS, ""))


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
    """A position that can be won in exactly one way, with its book.

    The keys of the book are the moves that the solver has made so far.

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
    book: Mapping[str, Page]

    @property
    def game(self) -> Game:
        """The game that it belongs to."""
        return self.position.game

    @property
    def id(self) -> str:
        """A short hash of the position and its options."""
        said = f"{options_text(self.game)} {self.position}"
        return hashlib.sha256(said.encode()).hexdigest()[:8]

    @property
    def seat(self) -> int:
        """Who is to move and win."""
        return self.position.turn

    def try_(self, *tokens: str) -> Try:
        """Play these moves of the solver; the book answers each of them.

        Raises `IllegalMove` for an illegal move, and a `Refusal` for moves after one that loses.
        """
        found = Try("begun", (), (), self.position)
        for i, token in enumerate(tokens):
            expect(str, token=token)
            if found.verdict in ("wrong", "solved"):
                raise refusal("puzzle_over", token=token)
            found = self._go_on(found, self.book[" ".join(tokens[:i])], token)
        return found

    def _go_on(self, so_far: Try, page: Page, token: str) -> Try:
        after = so_far.position.play(token)
        is_right = token in page.right
        line = tuple((page.right[token] if is_right else page.refutation(token)).split())
        end = after.play_all(line)
        verdict: Verdict = "wrong" if not is_right else "right" if end.legal_actions else "solved"
        return Try(verdict, (*so_far.tokens, token, *line), line, end)

    def winning(self, *tokens: str) -> tuple[str, ...]:
        """The moves that win after these of the solver, the main one first."""
        for token in tokens:
            expect(str, token=token)
        page = self.book.get(" ".join(tokens))
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
        book = {key: {"right": page.right, "wrong": page.wrong} for key, page in self.book.items()}
        rules = self.game.rules.OPTIONS
        unusual = {name: value for name, value in self.game.chosen if value != rules[name][0]}
        head = {"position": str(self.position), "options": unusual, "level": self.level}
        return {**head, "moves": self.moves, "left": self.left, "book": book}


def puzzles(name: str, /) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where there are none.

    >>> [puzzle.number for puzzle in puzzles("chain-reaction")][:3]
    [1, 2, 3]
    """
    expect(str, name=name)
    return _puzzles(name)


@cache
def _puzzles(name: str) -> tuple[Puzzle, ...]:
    chosen = game(name)
    path = files(chosen.package).joinpath(FILE)
    if not path.is_file():
        return ()
    return tuple(read(chosen, json.loads(path.read_text("utf-8"))["puzzles"]))


def read(chosen: Game, rows: Sequence[Mapping[str, Any]]) -> Iterator[Puzzle]:
    """The puzzles of a game from the entries of puzzles.json."""
    for number, row in enumerate(rows, 1):
        book = {key: Page(**page) for key, page in row["book"].items()}
        position = load(chosen.package, row["options"]).position(row["position"])
        yield Puzzle(number, position, row["level"], row["moves"], row["left"], book)


def puzzle(name: str, number: int) -> Puzzle:
    """One puzzle of a game, by its number from 1."""
    known = puzzles(name)
    expect(int, number=number)
    if not 1 <= number <= len(known):
        raise refusal("no_puzzle", game=name, number=number, n=len(known))
    return known[number - 1]
