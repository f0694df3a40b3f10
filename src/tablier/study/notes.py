"""Notes on a game for its study: study.toml in the game's folder, if there is one."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from tablier.game import Game


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of the board that shows where something was done."""

    title: str
    moves: str = ".*"
    """The tokens that it counts, as a regular expression."""
    spot: int = -1
    """Which spot of a move's click path it is counted at; the last one, if nothing is said."""


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    """What cannot be seen from the rules."""

    moves: int = 100
    """Of a game between players of level 5, about."""
    turns: int = 60
    microseconds: float = 20.0
    """Of one simulation, about."""
    level_10: float = 2.0
    """Seconds a turn that level 10 gets here; at the table it has 2."""
    score: str = "score"
    """What the first number of a tally counts."""
    variants: Mapping[str, Sequence[int]] = {}
    """Values to try of options that are numbers; of all others, every value is tried."""
    endings: Mapping[str, Sequence[str]] = {}
    """How games end, in words, and the sentences that say so."""
    maps: Sequence[Map] = (Map("Where moves end"),)


def notes_on(game: Game) -> Notes:
    """The notes on this game."""
    path = files(game.package).joinpath("study.toml")
    return msgspec.toml.decode(path.read_text("utf-8"), type=Notes) if path.is_file() else Notes()
