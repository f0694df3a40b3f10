"""Games for tests of other things: every one there is, for every number of players, or a short one.

Outside a game's own folder no test keeps a list of games: what it needs of each is asked here.
"""

from collections.abc import Sequence

from tablier import game, games
from tablier.game import Game, Value

Options = dict[str, Value]


def choices(names: Sequence[str] = games()) -> list[tuple[str, Options]]:
    """Each game with its usual options, and again for every other number of players it allows."""
    return [(name, options) for name in names for options in ({}, *other_numbers(game(name)))]


def other_numbers(usual: Game) -> list[Options]:
    """The numbers of players that are not the usual one, as options."""
    _, numbers = usual.rules.OPTIONS.get("players", (None, ()))
    return [{"players": n} for n in numbers if n != usual.players]


def limited(name: str, turns: int) -> Options:
    """The option that ends the game after so many turns, if it has one."""
    return {"turn_limit": turns} if "turn_limit" in game(name).rules.OPTIONS else {}


def short(name: str, turns: int, **options: Value) -> Game:
    """The game with these options, no longer than so many turns where that can be chosen."""
    return game(name, **options, **limited(name, turns))


def called(choice: object) -> str:
    """What a parameter is called in the name of a test."""
    return "".join(map(str, choice.values())) if isinstance(choice, dict) else str(choice)
