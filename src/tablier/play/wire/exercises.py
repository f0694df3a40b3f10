"""Exercises, which are puzzles or lessons, as they cross the wire; see `protocol`."""

from msgspec import Struct

from tablier.play.wire.protocol import MoveAdvice, PositionView, Refusal
from tablier.puzzle import Verdict
from tablier.shapes import Leg


class PuzzleInfo(Struct, frozen=True):
    """A position that only few first moves win."""

    id: str
    """Stays the same as long as the puzzle does."""
    number: int
    seat: int
    """Who is to move and win."""
    level: int
    """The weakest computer player that finds the first move."""
    rating: int | None
    moves: int
    """How many moves the solver has to make against the best defence."""
    left: int | None
    """How many turns are left, this one included, if the game ends so soon."""
    turns: int | None
    """It has to be won in so many turns of the solver; null: at all."""
    first: int
    """How many first moves win."""
    themes: list[str]
    """What its solution is about: keys of `themes` of the game."""
    retired: bool
    """Is it listed no longer?"""


class Tried(Struct, frozen=True):
    """The moves that somebody makes in a puzzle or a lesson, without the answers to them."""

    tokens: list[str] = []
    path: list[str] = []
    """If given, spots that lead to no legal move, to be told why."""
    hint: bool = False
    """Shall the next move be told?"""


class PuzzleStep(Struct, frozen=True):
    """A move in a puzzle or a lesson, and the position after it."""

    token: str
    seat: int
    route: list[Leg]
    position: PositionView


class PuzzleView(Struct, frozen=True):
    """What becomes of the moves tried: the position, and how it came from the one before."""

    puzzle: PuzzleInfo
    verdict: Verdict
    position: PositionView
    steps: list[PuzzleStep]
    """The last move tried and the answer to it."""
    hint: MoveAdvice | None = None
    refusal: Refusal | None = None


class LessonInfo(Struct, frozen=True):
    """A step of the lessons of a game: a position with a goal."""

    id: str
    """Stays the same as long as what is to do does."""
    number: int
    seat: int
    title: str
    task: str
    """What is to do, in words."""
    done: str
    """What was learnt, in words."""
    moves: int
    """How many moves there are to do it in."""
    teaches: list[str]
    """The clauses of the rulebook that it teaches."""
    marks: list[str]
    """Spots that are marked on the board."""


class LessonView(Struct, frozen=True):
    """What becomes of the moves tried in a lesson; "wrong" when all moves are used up."""

    verdict: Verdict
    position: PositionView
    steps: list[PuzzleStep]
    """The last move tried and the answer to it."""
    hint: MoveAdvice | None = None
    refusal: Refusal | None = None
