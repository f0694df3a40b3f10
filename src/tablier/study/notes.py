"""Notes on a game for its study: study.toml in the game's folder, if there is one."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from tablier.game import Game


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """A heat map: which moves it counts, and at which of their spots."""

    title: str
    moves: str = ".*"
    """The tokens that it counts, as a regular expression."""
    spot: int = -1
    """Which spot of a move's click path it is counted at."""


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a study needs beside the rules."""

    moves: int = 100
    """Of a game between players of level 5, about."""
    turns: int = 60
    microseconds: float = 20.0
    """Of one simulation, about."""
    level_10: float = 2.0
    """Seconds a turn that level 10 has here; in play it has 2."""
    variant_levels: Sequence[str] = ("6", "7")
    """Levels that play with other options."""
    score: str = "score"
    """What the first number of a tally counts."""
    variants: Mapping[str, Sequence[int]] = {}
    """Values to try of options that are numbers; of all others, every value is tried."""
    without_net: Sequence[str] = ()
    """Options that the net has not seen and in which features.py plays better: it judges them."""
    endings: Mapping[str, Sequence[str]] = {}
    """The ways a game can end, each with the keys of its sentences."""
    maps: Sequence[Map] = (Map("Where moves end"),)


def notes_on(game: Game) -> Notes:
    """The notes on this game."""
    path = files(game.package).joinpath("study.toml")
    return msgspec.toml.decode(path.read_text("utf-8"), type=Notes) if path.is_file() else Notes()
