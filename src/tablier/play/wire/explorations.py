"""Explorations and opening books as they cross the wire; see `protocol`."""

from msgspec import Struct

from tablier.play.wire.protocol import Value


class ExploredMove(Struct, frozen=True):
    """A node of a tree of moves: the move that leads to it, and what is said there."""

    parent: int
    """The number of the node before it; −1 for the start, which comes first."""
    token: str = ""
    words: str = ""
    before: str = ""
    """What is said before the move, where it begins a variation."""
    marks: list[str] = []
    """Each a letter for the colour and a spot."""
    arrows: list[str] = []
    """Each a letter for the colour and two spots with `>` between them."""
    shares: list[float] = []
    """The part of the point that each seat can expect; empty if nobody has said."""
    proven: bool = False
    turn: int = 0
    """Who is to move now."""
    legal: int = 0
    """How many moves are legal now."""
    outcome: list[float] = []
    """The part of the point that each seat got, once the game is over."""


class Explored(Struct, frozen=True):
    """A game with all its variations. The first that follows a node goes on with its line."""

    game: str
    nodes: list[ExploredMove]
    options: dict[str, Value] = {}
    start: str | None = None
    """The text of the first position."""
    seed: str | None = None
    """The seed of the start, up to 2**64 − 1; then the text is not asked for."""
    tags: dict[str, str] = {}
    given: str = "*"
    """The result, where the rules do not say it."""


class PlayedMove(Struct, frozen=True):
    """A move of an opening book."""

    token: str
    games: int
    points: list[float]
    """What each seat got in these games, all together."""


class BookInfo(Struct, frozen=True):
    """An opening book: what was played in strong games and here, from all sides."""

    games: int
    positions: dict[str, list[PlayedMove]]
    """By the key of the position; of symmetric moves one stands for all."""


class RecordText(Struct, frozen=True):
    """A record."""

    record: str
