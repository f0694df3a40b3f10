"""The list of all games by the names of their folders, and the lookup of a game by its name."""

from functools import lru_cache

from tablier.arguments import expect
from tablier.game import Game, Value, load, options_from_text
from tablier.texts import refusal, untranslated

GAMES = (
    "chain_reaction",
    "labyrinthe",
    "moguli",
    "mole_hill",
)  # fmt: skip


def games(*, drafts: bool = False) -> tuple[str, ...]:
    """The names of all games that are fully translated; on request, of the drafts too.

    >>> "mole-hill" in games()
    True
    """
    expect(bool, drafts=drafts)
    known = {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in GAMES}
    return tuple(name for name in known if drafts or not untranslated(known[name]))


def package_of(name: str) -> str:
    """The package of the game of that name, which may be a draft; a `Refusal` if there is none."""
    expect(str, name=name)
    if name not in games(drafts=True):
        raise refusal("no_game", game=name, known=", ".join(games()))
    return f"{__name__}.{name.replace('-', '_')}"


def game(name: str, /, **options: Value) -> Game:
    """The game of that name with these options, the rest at their defaults.

    >>> game("mole-hill", centre_start="plain").options["centre_start"]
    'plain'
    """
    chosen = load(package_of(name), options)
    return _shared(chosen.package, chosen.chosen)


def game_from_text(name: str, options: str = "") -> Game:
    """The game of that name with options as records and the command line write them.

    >>> game_from_text("mole-hill", "centre_start=plain").options["centre_start"]
    'plain'
    """
    return game(name, **options_from_text(package_of(name), options))


@lru_cache(maxsize=64)
def _shared(package: str, chosen: tuple[tuple[str, Value], ...]) -> Game:
    """Equal games share one object: its cached properties can take a megabyte."""
    return Game(package, chosen)
