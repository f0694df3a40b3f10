"""The games, one line each: the folder's name."""

from tablier.game import Game, Value, load
from tablier.texts import Refusal, Sentence

GAMES = (
    "chain_reaction",
    "labyrinthe",
    "moguli",
    "mole_hill",
)  # fmt: skip


def games() -> tuple[str, ...]:
    """The names of all games.

    >>> games()
    ('chain-reaction', 'labyrinthe', 'moguli', 'mole-hill')
    """
    return tuple(folder.replace("_", "-") for folder in GAMES)


def package_of(name: str) -> str:
    """The package of the game of that name."""
    if name not in games():
        said = {"game": name, "known": ", ".join(games())}
        raise Refusal(Sentence("no_game", values=said))
    return f"{__name__}.{name.replace('-', '_')}"


def game(name: str, /, **options: Value) -> Game:
    """The game of that name with these options, the rest at their defaults.

    >>> game("mole-hill", centre_start="plain").options["centre_start"]
    'plain'
    """
    return load(package_of(name), options)
