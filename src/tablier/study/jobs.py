"""Jobs and rows: what a study wants to have played, and what came of it, as plain data.

A job is told from others by its key. Entrants are described as `arena.players` does, and there is
one more here: `ally:250,2` searches 250 simulations and plays for itself and the second seat
behind it, `ally:250,0` for itself alone.
"""

from collections.abc import Sequence

from msgspec import Struct

from tablier.arena.entrants import RANDOM

STRENGTH, LADDER, VARIANTS, COMPANY, OPENINGS = (
    "strength",
    "ladder",
    "variants",
    "company",
    "openings",
)
PARTS = (STRENGTH, LADDER, VARIANTS, COMPANY, OPENINGS)


class Job(Struct, frozen=True):
    """One game to be played, or in the part `openings` one start to be looked at."""

    part: str
    options: str
    """Options that differ from the default, as `name=value name=value`."""
    entrants: tuple[str, ...]
    """Who has each seat; of a start, who looks at it."""
    seed: int
    opening: int = 0
    """How many moves are drawn at random before the entrants play."""
    cost: float = 0.0
    """Seconds of one processor that it will take, about."""

    @property
    def key(self) -> str:
        """What tells it from all other jobs of the game."""
        return f"{self.part} [{self.options}] {' '.join(self.entrants)} #{self.seed}"

    @property
    def is_random(self) -> bool:
        """Does nobody think in it?"""
        return set(self.entrants) == {RANDOM}


class Played(Struct, frozen=True, tag="game", omit_defaults=True):
    """What came of a game."""

    key: str
    part: str
    options: str
    entrants: tuple[str, ...]
    seed: int
    opening: int
    moves: int
    turns: int
    """A turn is what one seat plays in a row."""
    choices: float
    """Legal moves of a position, the mean over the game."""
    tree: float
    """The decimal logarithm of all those numbers multiplied."""
    payoffs: tuple[float, ...]
    ending: str
    """The key of the sentence that says how it ended."""
    scores: tuple[float | None, ...]
    """The first number of each seat's tally at the end."""
    seconds: float
    """Of one processor."""
    course: tuple[tuple[int, int], ...] = ()
    """For each move of somebody who thinks: the seat, and what it expected, in thousandths."""
    tokens: str = ""
    hopeless: int = 0
    """Moves of somebody who could not expect anything any more."""
    kingmaking: int = 0
    """Those among them that could hand the prize to one rival or to another."""


class Move(Struct, frozen=True, array_like=True):
    """A first move with what a search made of it."""

    token: str
    visits: int
    value: float
    """What the first player expects after it, from −1 to 1."""


class Looked(Struct, frozen=True, tag="start", omit_defaults=True):
    """What came of a look at a start."""

    key: str
    part: str
    options: str
    entrants: tuple[str, ...]
    seed: int
    value: float
    """What the first player expects with best play."""
    moves: tuple[Move, ...]
    seconds: float


Row = Played | Looked


def games(rows: Sequence[Row]) -> list[Played]:
    """Those that are games."""
    return [row for row in rows if isinstance(row, Played)]
