"""Positions of Connect Four with the exact value of every move, in positions.txt.

A line has the moves that lead to a position and, for each column, what a stone there is worth to
the mover: + wins, = draws, - loses, and . is a full column. In every one of them some moves keep
the value and others do not. `benchmarks/connect_four_positions.py` made them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tablier.position import Position
from yardsticks import yardstick
from yardsticks.connect_four.solver import CLOSED, DRAW, LOSS, WIN

FILE = Path(__file__).with_name("positions.txt")
LETTERS = {WIN: "+", DRAW: "=", LOSS: "-", CLOSED: "."}
VALUES = {letter: value for value, letter in LETTERS.items()}
NO_MOVES = "start"


@dataclass(frozen=True)
class Known:
    """A position and what each of its columns is worth."""

    moves: str
    values: tuple[int, ...]

    @property
    def ply(self) -> int:
        """How many stones there are."""
        return len(self.moves)

    @property
    def keeping(self) -> frozenset[int]:
        """The columns that keep the value of the position."""
        best = max(each for each in self.values if each != CLOSED)
        return frozenset(i for i, each in enumerate(self.values) if each == best)

    @property
    def matters(self) -> bool:
        """Are there moves of different values?"""
        return len({*self.values} - {CLOSED}) > 1

    def __str__(self) -> str:
        return f"{self.moves or NO_MOVES} {''.join(LETTERS[each] for each in self.values)}"


def position_of(moves: str) -> Position:
    """The position after these moves."""
    return yardstick("connect_four").start().play_all(list(moves))


def parse(line: str) -> Known:
    """The position of a line."""
    moves, values = line.split()
    return Known("" if moves == NO_MOVES else moves, tuple(VALUES[each] for each in values))


def read(path: Path = FILE) -> list[Known]:
    """All positions of a file."""
    return [parse(line) for line in path.read_text("ascii").splitlines()]


def write(known: Iterable[Known], path: Path = FILE) -> None:
    """Write a file, the positions with the fewest stones first."""
    lines = [str(each) for each in sorted(known, key=lambda each: (each.ply, each.moves))]
    path.write_text("\n".join(lines) + "\n", "ascii")
