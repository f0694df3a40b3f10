"""The games, one line each: the folder's name."""

from tablier.arguments import expect
from tablier.game import Game, Value, load
from tablier.texts import Refusal, Sentence, untranslated

GAMES = (
    "chain_reaction",
    "labyrinthe",
    "moguli",
    "mole_hill",
)  # fmt: skip


def games(*, drafts: bool = False) -> tuple[str, ...]:
    """The names of the games on the shelf; on request with the drafts, which go by name alone.

    >>> "mole-hill" in games()
    True
    """
    expect(bool, drafts=drafts)
    known = {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in GAMES}
    return tuple(name for name in known if drafts or not untranslated(known[name]))


def package_of(name: str) -> str:
    """The package of the game of that name, which may be a draft."""
    expect(str, name=name)
    if name not in games(drafts=True):
        said = {"game": name, "known": ", ".join(games())}
        raise Refusal(Sentence("no_game", values=said))
    return f"{__name__}.{name.replace('-', '_')}"


def game(name: str, /, **options: Value) -> Game:
    """The game of that name with these options, the rest at their defaults.

    >>> game("mole-hill", centre_start="plain").options["centre_start"]
    'plain'
    """
    return load(package_of(name), options)
