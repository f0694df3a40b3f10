"""Jobs of a study and the rows of their results, as plain data.

A job is identified by its key. Entrants are described as in `arena.entrants`, and there is one more
here: `ally:250,2` searches 250 simulations and plays for itself and the second seat behind it,
`ally:250,0` for itself alone.
"""

from typing import Any

from msgspec import Struct

from tablier.arena.entrants import RANDOM

PARTS = ("strength", "ladder", "variants", "multiplayer", "openings")
STRENGTH, LADDER, VARIANTS, MULTIPLAYER, OPENINGS = PARTS


class Job(Struct, frozen=True):
    """One game to be played, or in the part `openings` one start to be searched."""

    part: str
    options: str
    """Options that differ from the default, as `name=value name=value`."""
    entrants: tuple[str, ...]
    """Who has each seat; of a start, who searches it."""
    seed: int
    opening: int = 0
    """How many moves are drawn at random before the entrants play."""
    varied: int = 0
    """How many first moves of each player are varied, so that games differ from the beginning."""
    cost: float = 0.0
    """Seconds of one processor that it will take, about."""

    @property
    def key(self) -> str:
        """Identifies it among all jobs of the game."""
        return f"{self.part} [{self.options}] {' '.join(self.entrants)} #{self.seed}"

    @property
    def columns(self) -> dict[str, Any]:
        """What its row has of it."""
        return {name: getattr(self, name) for name in JobRow.__struct_fields__}

    @property
    def is_random(self) -> bool:
        """Are all players random ones?"""
        return set(self.entrants) == {RANDOM}


class JobRow(Struct, frozen=True, omit_defaults=True):
    """What every row has: the columns of its job."""

    key: str
    part: str
    options: str
    entrants: tuple[str, ...]
    seed: int


class GameRow(JobRow, frozen=True, tag="game"):
    """The result of a game."""

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
    """For each move of a player that searches: the seat, and its evaluation in thousandths."""
    tokens: str = ""
    hopeless: int = 0
    """Moves of players whose game was lost."""
    kingmaking: int = 0
    """Those among them that decided which rival wins."""


class Move(Struct, frozen=True, array_like=True):
    """A first move as a search saw it."""

    token: str
    visits: int
    value: float
    """Its evaluation for the first player, from −1 to 1."""


class StartRow(JobRow, frozen=True, tag="start"):
    """The result of a search of a start."""

    value: float
    """The evaluation for the first player."""
    moves: tuple[Move, ...]
    seconds: float


Row = GameRow | StartRow
