"""Well-known games on the contract of `tablier.game`, to be measured against other libraries.

They are not offered to players, so they have no drawings and no rulebooks and speak English alone.
"""

from tablier.game import Game, load
from tablier.texts import texts

NAMES = ("connect_four", "othello")  # as OpenSpiel and Pgx call them


def yardstick(name: str) -> Game:
    """The game of that name."""
    return load(f"yardsticks.{name}", {})


def title(game: Game) -> str:
    """The name of any game; one without translations is no draft here."""
    return str(texts(game.package, "en")["name"])
