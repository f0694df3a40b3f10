"""Lessons: short steps that teach a game by playing it, each a position with a goal.

They are stored in lessons.toml of a game: `needed`, the clauses that a beginner needs, and
[[steps]], the fields of `Step`. Their words are in [lessons] of texts/: by the name of the step,
`title`, `task` (what to do) and `done` (what was learnt).

>>> import tablier
>>> first = tablier.lessons("mole-hill")[0]
>>> first.try_(*first.solution).verdict
'solved'
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from tablier.arguments import expect
from tablier.game import Game, Value, load
from tablier.games import game
from tablier.position import Position
from tablier.puzzle import Try
from tablier.texts import refusal, texts


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What to achieve: conditions on a move and the position after it, which must all hold."""

    plays: tuple[str, ...] = ()
    """The move is one of these."""
    holds: Mapping[str, str] = {}
    """By spot, the kind of piece that lies there."""
    lacks: Mapping[str, str] = {}
    """By spot, a kind of piece that does not lie there."""
    tally: Mapping[str, int] = {}
    """Values of the learner's tally (see `Notation.tally`), each with the least that it must be."""
    status: tuple[str, ...] = ()
    """The key of `Notation.status` is one of these."""
    allows: tuple[str, ...] = ()
    """Moves that must be legal."""
    forbids: tuple[str, ...] = ()
    """Moves that must not be legal."""
    wins: bool = False
    """The learner has won."""

    def is_met(self, seat: int, after: Position) -> bool:
        """Has the last move of that seat achieved it?"""
        game, state, legal = after.game, after.frozen_state, after.legal_moves
        lie = {(mark.spot, mark.piece) for mark in game.drawing.marks(state)}
        tally = game.notation.tally(state)[seat].values
        end = after.outcome()
        return (
            (not self.plays or after.last_move in self.plays)
            and lie.issuperset(self.holds.items())
            and lie.isdisjoint(self.lacks.items())
            and all(int(str(tally.get(name, 0))) >= n for name, n in self.tally.items())
            and (not self.status or game.notation.status(state).key in self.status)
            and all(token in legal for token in self.allows)
            and not any(token in legal for token in self.forbids)
            and (not self.wins or (end is not None and end.winner == seat))
        )


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step as lessons.toml has it."""

    name: str
    """The key of its words."""
    position: str
    goal: Goal
    solution: tuple[str, ...]
    """Moves of the learner that achieve the goal; there may be other ways, in as many moves."""
    teaches: tuple[str, ...]
    """The clauses of the rulebook that it teaches."""
    marks: tuple[str, ...] = ()
    """Spots to be marked on the board."""
    replies: tuple[str, ...] = ()
    """What the others play after each move of the learner; without, their first legal move."""
    options: Mapping[str, Value] = {}


class StoredLessons(Struct, frozen=True, forbid_unknown_fields=True):
    """lessons.toml."""

    needed: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A step of the lessons of a game: a position, and a goal to achieve in a few moves.

    >>> import tablier
    >>> lesson = tablier.lessons("mole-hill")[0]
    >>> lesson.number, lesson.position.turn == lesson.seat, len(lesson.solution)
    (1, True, 1)
    """

    number: int
    position: Position
    step: Step

    @property
    def game(self) -> Game:
        """The game that it teaches."""
        return self.position.game

    @property
    def id(self) -> str:
        """A short hash of what there is to do."""
        said = f"{self.game.name} {msgspec.json.encode(self.step, order='deterministic').decode()}"
        return hashlib.sha256(said.encode()).hexdigest()[:8]

    @property
    def seat(self) -> int:
        """Who is to move."""
        return self.position.turn

    @property
    def solution(self) -> tuple[str, ...]:
        """The learner's moves that solve it, without the replies."""
        return self.step.solution

    def words(self, lang: str = "en") -> dict[str, str]:
        """Its `title`, `task` and `done` in that language."""
        found: dict[str, str] = texts(self.game.package, lang)["lessons"][self.step.name]
        return found

    def try_(self, *tokens: str) -> Try:
        """Play these moves of the learner, with the replies to them.

        They are "right" while moves are left, "wrong" when all are used up. Raises `IllegalMove`
        for an illegal move, and a `Refusal` for moves after the last one.
        """
        found = Try("begun", (), (), self.position)
        for i, token in enumerate(tokens):
            expect(str, token=token)
            if found.verdict in ("wrong", "solved"):
                raise refusal("lesson_over", token=token)
            found = self._go_on(found, token, i)
        return found

    def _go_on(self, so_far: Try, token: str, i: int) -> Try:
        after = so_far.position.play(token)
        tokens = (*so_far.tokens, token)
        if self.step.goal.is_met(self.seat, after):
            return Try("solved", tokens, (), after)
        if i + 1 == len(self.solution):
            return Try("wrong", tokens, (), after)
        line = self._reply(after, "".join(self.step.replies[i : i + 1]).split())
        end = after.play_all(line)
        return Try("wrong" if end.is_over else "right", (*tokens, *line), line, end)

    def _reply(self, position: Position, wanted: Sequence[str]) -> tuple[str, ...]:
        """The moves of the others until the learner is to move again."""
        line: tuple[str, ...] = ()
        while not position.is_over and position.turn != self.seat:
            ready = (token for token in wanted[len(line) :] if token in position.legal_moves)
            line += (next(ready, position.legal_moves[0]),)
            position = position.play(line[-1])
        return line

    def winning(self, *tokens: str) -> tuple[str, ...]:
        """The next move of the solution after these of the learner; none beside the solution."""
        for token in tokens:
            expect(str, token=token)
        n = len(tokens)
        return self.solution[n : n + 1] if tokens == self.solution[:n] else ()


def lessons(name: str, /) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order; none where there are none.

    >>> [lesson.number for lesson in lessons("mole-hill")][:3]
    [1, 2, 3]
    """
    expect(str, name=name)
    return _lessons(name)


@cache
def _lessons(name: str) -> tuple[Lesson, ...]:
    package = game(name).package
    return tuple(read(package, stored_lessons(package)))


def read(package: str, stored: StoredLessons) -> Iterator[Lesson]:
    """The lessons of the game in that package, from what is stored."""
    for number, step in enumerate(stored.steps, 1):
        position = load(package, step.options).position(step.position)
        yield Lesson(number, position, step)


def stored_lessons(package: str) -> StoredLessons:
    """The lessons of the game in that package, as they are stored."""
    path = files(package).joinpath("lessons.toml")
    text = path.read_text("utf-8") if path.is_file() else ""
    return msgspec.toml.decode(text, type=StoredLessons)


def lesson(name: str, number: int) -> Lesson:
    """One lesson of a game, by its number from 1."""
    known = lessons(name)
    expect(int, number=number)
    if not 1 <= number <= len(known):
        raise refusal("no_lesson", game=name, number=number, n=len(known))
    return known[number - 1]
