"""The bodies of puzzles, beside those of `protocol`; the browser's types are made of both."""

from typing import Literal

from msgspec import Struct

from tablier.server.wire.protocol import MoveAdvice, PositionView, Refusal
from tablier.shapes import Leg


class PuzzleInfo(Struct, frozen=True):
    """A position that can be won in exactly one way."""

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


class Tried(Struct, frozen=True):
    """The moves that somebody makes in a puzzle, without the answers to them."""

    tokens: list[str] = []
    path: list[str] = []
    """If given, spots that lead to no legal move, to be told why."""
    hint: bool = False
    """Shall the next move be told?"""


class PuzzleStep(Struct, frozen=True):
    """A move in a puzzle, and the position after it."""

    token: str
    seat: int
    route: list[Leg]
    position: PositionView


class PuzzleView(Struct, frozen=True):
    """What becomes of the moves tried: the position, and how it came from the one before."""

    puzzle: PuzzleInfo
    verdict: Literal["begun", "right", "wrong", "solved"]
    position: PositionView
    steps: list[PuzzleStep]
    """The last move tried and the answer to it."""
    hint: MoveAdvice | None = None
    refusal: Refusal | None = None
