"""Levels 1 to 10: the same scale in each game, from gentle to as strong as we can.

A level is a number of simulations, so its strength does not depend on the machine; level 10 thinks
for a time as well. Weak levels look at little, see less at first sight and let good moves share;
they do not throw dice for blunders.
"""

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from tablier.arguments import expect
from tablier.game import Game
from tablier.texts import Refusal, Sentence

if TYPE_CHECKING:
    from tablier.search.player import Player

STEP = 50  # Elo; a finer figure would promise more than was measured


@dataclass(frozen=True)
class Level:
    """How much a level looks at, what it sees at first sight, and how soft its choice is."""

    simulations: int
    insight: float
    """As in `tree.Plan`: a beginner has to try moves to see what they are worth."""
    softness: float
    """As in `player.soften`."""
    seconds: float | None = None


LEVELS = (
    Level(12, insight=0.0, softness=0.9),
    Level(18, insight=0.1, softness=0.9),
    Level(40, insight=0.25, softness=0.8),
    Level(100, insight=0.4, softness=0.6),
    Level(250, insight=0.6, softness=0.45),
    Level(700, insight=0.8, softness=0.3),
    Level(2_000, insight=1.0, softness=0.15),
    Level(7_000, insight=1.0, softness=0.0),
    Level(25_000, insight=1.0, softness=0.0),
    Level(10_000_000, insight=1.0, softness=0.0, seconds=2.0),
)


def rating(game: Game, level: int) -> int | None:
    """About how strong a level of the game is, as measured: random play is 0, in steps of 50.

    None if nobody has measured it. The figures, their date and their command are in the game's
    ladder.json, which `tablier ladder GAME --out …` writes.
    """
    expect(Game, game=game)
    expect(int, level=level)
    measured = _measured(game.package).get(f"level:{level}")
    return None if measured is None else STEP * round(measured / STEP)


@cache
def _measured(package: str) -> dict[str, float]:
    path = files(package).joinpath("ladder.json")
    if not path.is_file():
        return {}
    rungs = json.loads(path.read_text("utf-8"))["entrants"]
    return {rung["name"]: rung["rating"] for rung in rungs}


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
    chosen = LEVELS[level - 1]
    player = Player(
        game,
        net=False,  # the ladders were measured without
        simulations=chosen.simulations,
        seconds=chosen.seconds,
        softness=chosen.softness,
        threads=threads,
        seed=seed,
    )
    return replace(player, plan=replace(player.way, insight=chosen.insight))
