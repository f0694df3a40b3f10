"""The parameters of adapters: games, options and positions, parsed and validated."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.game import Game, Value
from tablier.games import game, games
from tablier.position import Position, positions_in


def game_from(given: str | Game, options: Mapping[str, Value]) -> Game:
    """A game given as a `Game`, or by its name and options."""
    if not isinstance(given, Game):
        return game(given, **options)
    if options:
        found = ", ".join(options)
        raise ValueError(f"Options go with the name of a game; a Game has its own, not: {found}.")
    return given


def planes_of(game: Game) -> Any:
    """The game's planes.py."""
    if game.planes is None:
        raise ValueError(f"{game.title()} has no planes.py, so there is nothing to observe.")
    return game.planes


def games_with_planes() -> list[str]:
    """The names of the games that learning environments know."""
    return [name for name in games(drafts=True) if game(name).planes is not None]


def environment_ids() -> dict[str, str]:
    """The ids under which Gymnasium and PettingZoo know these games, by name."""
    names = games_with_planes()
    return {name: f"tablier/{name}-v{game(name).rules.VERSION}" for name in names}


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    """Refuse a render mode that there is not."""
    if mode not in (None, *known):
        modes = ", ".join(known)
        raise ValueError(f"There is no render mode {mode!r}, only {modes}.")


def checked(options: Mapping[str, Any] | None, *known: str) -> dict[str, Any]:
    """The options of a reset, if all of them are known."""
    given = dict(options or {})
    unknown = [repr(name) for name in given if name not in known]
    if unknown:
        found = ", ".join(known)
        raise ValueError(f"reset has no option {', '.join(unknown)}; its options are: {found}.")
    return given


def position_of(game: Game, given: Position | str) -> Position:
    """A position to start at, given as such or as its text; the game must not be over."""
    if isinstance(given, Position) and given.game != game:
        raise ValueError("The position is of another game, or of one with other options.")
    position = given if isinstance(given, Position) else game.position(text_of(given))
    if not position.legal_actions:
        raise ValueError("The game is over in this position: nothing is left to play.")
    return position


def text_of(given: object) -> str:
    """The text of a position, if it is a string."""
    if not isinstance(given, str):
        raise ValueError(f"A position is given as such or as its text, not as {given!r}.")
    return given


def states_of(game: Game, given: Any) -> NDArray[Any]:
    """The states of one position or of many, given as positions, as texts or as states."""
    if isinstance(given, np.ndarray | np.void) and given.dtype == game.rules.STATE:
        given = positions_in(game, np.atleast_1d(given).ravel())
    many = [given] if isinstance(given, Position | str) else given
    if not isinstance(many, Iterable):
        raise ValueError(f"Positions are given as such, as texts or as states, not as {given!r}.")
    data = b"".join(position_of(game, each).data for each in many)
    if not data:
        raise ValueError("There has to be at least one position.")
    return np.frombuffer(bytearray(data), game.rules.STATE)
