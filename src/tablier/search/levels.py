"""Levels 1 to 10: from gentle to as strong as we can, each as far above the last as in any game.

A level is a number of simulations, so its strength does not depend on the machine; level 10 thinks
for a time as well. Weak levels look at little, see less at first sight and let good moves share:
what does not catch the eye they overlook. They do not throw dice for blunders.

How far more simulations reach differs from game to game. So a game has levels of its own in its
folder, which `tablier levels GAME --out levels.json` finds; `LEVELS` are those of all others.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from tablier.arguments import expect
from tablier.game import Game, Value
from tablier.texts import Refusal, Sentence

if TYPE_CHECKING:
    from tablier.search.player import Player

STEP = 50  # Elo; a finer figure would promise more than was measured
FILE = "levels.json"


@dataclass(frozen=True)
class Level:
    """How much a level looks at, what it sees at first sight, and how soft its choice is."""

    simulations: int
    insight: float = 1.0
    """As in `tree.Plan`: a beginner overlooks moves that do not catch the eye."""
    softness: float = 0.0
    """As in `player.soften`."""
    seconds: float | None = None


LEVELS = (
    Level(12, insight=0.0, softness=0.9),
    Level(18, insight=0.1, softness=0.9),
    Level(40, insight=0.25, softness=0.8),
    Level(100, insight=0.4, softness=0.6),
    Level(250, insight=0.6, softness=0.45),
    Level(700, insight=0.8, softness=0.3),
    Level(2_000, softness=0.15),
    Level(7_000),
    Level(25_000),
    Level(10_000_000, seconds=2.0),
)


class FoundLevels(msgspec.Struct, frozen=True):
    """The levels of one game, as they are in its folder."""

    game: str
    options: Mapping[str, Value]
    net: bool
    """Were they found with a net? Then they are for players who use one."""
    date: str
    command: str
    levels: tuple[Level, ...]


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of the game: its own, unless its net steps aside, or those of all games."""
    from tablier.nets import net_of  # noqa: PLC0415 - ratings need no search

    own = _own(game.package)
    fits = own is not None and own.net == (net_of(game) is not None)
    return own.levels if own is not None and fits else LEVELS


@cache
def _own(package: str) -> FoundLevels | None:
    path = files(package).joinpath(FILE)
    return msgspec.json.decode(path.read_bytes(), type=FoundLevels) if path.is_file() else None


def rating(game: Game, level: int) -> int | None:
    """About how strong a level of the game is, as measured: random play is 0, in steps of 50.

    None if nobody has measured it with these options. The figures, their date and their command are
    in the game's ladder.json, which `tablier ladder GAME --out …` writes.
    """
    expect(Game, game=game)
    expect(int, level=level)
    options, ratings = _measured(game.package)
    measured = ratings.get(f"level:{level}") if options == game.options else None
    return None if measured is None else STEP * round(measured / STEP)


@cache
def _measured(package: str) -> tuple[Mapping[str, Value], Mapping[str, float]]:
    """The options with which the levels were measured, and their ratings."""
    path = files(package).joinpath("ladder.json")
    if not path.is_file():
        return {}, {}
    ladder = json.loads(path.read_text("utf-8"))
    return ladder["options"], {rung["name"]: rung["rating"] for rung in ladder["entrants"]}


def player(game: Game, *, level: int, threads: int = 1, seed: int = 0) -> "Player":
    """The computer player of that level, from 1 (gentle) to 10 (merciless).

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> tablier.player(game, level=3).choose(game.start()) in game.start().legal_moves
    True
    """
    from tablier.search.player import Player  # noqa: PLC0415 - ratings need no search

    expect(Game, game=game)
    expect(int, level=level)
    if not 1 <= level <= len(LEVELS):
        raise Refusal(Sentence("no_level", values={"level": level, "most": len(LEVELS)}))
    chosen = levels_of(game)[level - 1]
    player = Player(
        game,
        simulations=chosen.simulations,
        seconds=chosen.seconds,
        softness=chosen.softness,
        threads=threads,
        seed=seed,
    )
    return replace(player, plan=replace(player.way, insight=chosen.insight))
