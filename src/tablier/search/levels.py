"""Levels 1 to 10: from gentle to as strong as we can, in every game about equally far apart.

A level is a number of simulations, so its strength does not depend on the machine; level 10 thinks
for a time as well. Weak levels look at little, see less at first sight and let good moves share:
what does not catch the eye they overlook. They do not throw dice for blunders. Like people, they
have good days and bad days: the seed of a game says how good this one is.

How much is gained by looking further differs from game to game. So a game has levels of its own in
its folder, which `tablier levels GAME --out levels.json` finds; `LEVELS` are those of all others.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from tablier.arguments import expect
from tablier.game import Game, Value, all_options
from tablier.texts import refusal

if TYPE_CHECKING:
    from tablier.search.player import Player

STEP = 50  # Elo; a finer figure would promise more than was measured
FILE = "levels.json"
GOLDEN = 0x9E3779B97F4A7C15  # times 0, 1, 2 …, modulo 2 ** 64: evenly spread in any order
SWING = 1.25  # levels between a usual day and the best or the worst one
DIGITS = 2  # of a number of simulations


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

    return levels_for(game, net_of(game) is not None)


def levels_for(game: Game, net: bool) -> tuple[Level, ...]:
    """The levels of the game for players with a net, or for those without one."""
    own = _own(game.package)
    return own.levels if own is not None and own.net == net else LEVELS


def form(seed: int) -> float:
    """How good a day the game with this seed falls on, from −1 to 1; 0 is a usual one."""
    return ((seed * GOLDEN + 2**63) % 2**64) / 2**63 - 1


def on_the_day(levels: Sequence[Level], level: int, form: float) -> Level:
    """How a level plays in this form: better or worse than usual by up to `SWING` levels.

    The first has no worse days, the last but one no better, and the last is always the same.
    """
    if level == len(levels):
        return levels[-1]
    place = min(max(level + SWING * form, 1), len(levels) - 1)
    low = min(int(place), len(levels) - 2)
    return between(levels[low - 1], levels[low], place - low)


def between(low: Level, high: Level, part: float) -> Level:
    """The level that is this part of the way from one to the other; beyond 1, further on."""
    simulations = low.simulations * (high.simulations / low.simulations) ** part
    return replace(
        low,
        simulations=int(float(f"{simulations:.{DIGITS}g}")),
        insight=round(low.insight + part * (high.insight - low.insight), 3),
        softness=round(low.softness + part * (high.softness - low.softness), 3),
    )


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
    ratings = {rung["name"]: rung["rating"] for rung in ladder["entrants"]}
    return all_options(package, ladder["options"]), ratings


def player(game: Game, *, level: int, threads: int = 1, seed: int = 0) -> "Player":
    """The computer player of that level, from 1 (gentle) to 10 (strongest).

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> tablier.player(game, level=3).choose(game.start()) in game.start().legal_moves
    True
    """
    from tablier.search.player import Player  # noqa: PLC0415 - ratings need no search

    expect(Game, game=game)
    expect(int, level=level, seed=seed)
    if not 1 <= level <= len(LEVELS):
        raise refusal("no_level", level=level, most=len(LEVELS))
    chosen = on_the_day(levels_of(game), level, form(seed))
    player = Player(
        game,
        simulations=chosen.simulations,
        seconds=chosen.seconds,
        softness=chosen.softness,
        threads=threads,
        seed=seed,
    )
    return replace(player, plan=replace(player.way, insight=chosen.insight))
