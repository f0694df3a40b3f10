"""Advice: how long a search thinks that helps people, in the browser and in the terminal."""

from typing import TYPE_CHECKING

from tablier.game import Game
from tablier.position import Position
from tablier.threads import Stop, never

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis
    from tablier.search.player import Player

MEMORY = 64_000_000  # bytes of a search tree
HINT_SIMULATIONS, HINT_SECONDS = 20_000, 2.0  # whichever is used up first
ANALYSIS_SECONDS = 3.0  # if nobody says how long
LONGEST_ANALYSIS = 60.0  # seconds, at a table
ANALYSIS_ROUND = 0.4  # seconds between two results of an analysis
SHARED_ANALYSIS = 5.0  # seconds after which an analysis ends if somebody else waits
REVIEW_SIMULATIONS = 3_000  # for each position of a game
BUDGETS = {
    "memory": MEMORY,
    "hint": {"simulations": HINT_SIMULATIONS, "seconds": HINT_SECONDS},
    "review": {"simulations": REVIEW_SIMULATIONS},
}
"""The same for pages, which think themselves."""


def hint(position: Position, stop: Stop = never) -> "Analysis":
    """What a strong player thinks of the position."""
    from tablier.search.player import Player  # noqa: PLC0415 - the times alone need no search

    simulations, seconds = HINT_SIMULATIONS, HINT_SECONDS
    player = Player(position.game, simulations=simulations, seconds=seconds, memory=MEMORY)
    return player.analyse(position, stop)


def analyst(game: Game) -> "Player":
    """A player that analyses one round at a time and keeps its tree."""
    from tablier.search.player import Player  # noqa: PLC0415

    return Player(game, seconds=ANALYSIS_ROUND, memory=MEMORY)


def reviewer(game: Game, simulations: int = REVIEW_SIMULATIONS) -> "Player":
    """A player that looks at one position of a game after the other."""
    from tablier.search.player import Player  # noqa: PLC0415

    return Player(game, simulations=simulations, memory=MEMORY)
