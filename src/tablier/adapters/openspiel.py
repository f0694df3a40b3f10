"""The games in OpenSpiel: importing this registers them as `python_tablier_<game>`.

Options are parameters: `pyspiel.load_game("python_tablier_moguli(cylinder=True)")`. The number of
players is part of the name where there is a choice (`python_tablier_labyrinthe_4p`): OpenSpiel
assumes that every number between the minimum and the maximum is possible. Where the start of a game
is random, a chance node comes first: its outcomes are the seeds 0 … `seeds` − 1.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tablier.adapters.kernels import ILLEGAL
from tablier.adapters.parameters import games_with_planes, planes_of, text_of
from tablier.adapters.vector import kernels_of
from tablier.extras import extra
from tablier.game import Game, Value, load
from tablier.games import package_of
from tablier.planes import DTYPE
from tablier.position import Position

with extra("research"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

SEEDS = 256
BEFORE_THE_START = "Before the start"
Key = tuple[str, tuple[tuple[str, Value], ...]]
"""A package and its options: unlike a `Game`, plain data that is quick to copy."""

Kind = pyspiel.GameType


@cache
def game_of(key: Key) -> Game:
    """The game of a key."""
    return load(key[0], dict(key[1]))


@cache
def kernels(key: Key) -> Any:
    """The compiled loops of a game."""
    return kernels_of(game_of(key))


@cache
def begins_by_chance(key: Key) -> bool:
    """Is the start of a game random?"""
    return len({game_of(key).start(seed) for seed in range(8)}) > 1


@cache
def first_data(key: Key, seed: int) -> bytes:
    """The position that a seed gives."""
    return game_of(key).start(seed).data


def describe(key: Key) -> Any:
    """The type of a game, which OpenSpiel needs before it is loaded."""
    game = game_of(key)
    title, chance = game.title(), begins_by_chance(key)
    options = {name: value for name, value in game.chosen if name != "players"}
    return Kind(
        short_name=short_name(game),
        long_name=f"{title} ({game.players} players)" if "players" in game.options else title,
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC
        if chance
        else Kind.ChanceMode.DETERMINISTIC,
        information=Kind.Information.PERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=options | ({"seeds": SEEDS} if chance else {}),
    )


def short_name(game: Game) -> str:
    """The name in OpenSpiel."""
    default = game.rules.OPTIONS.get("players", (game.players,))[0]
    name = f"python_tablier_{game.name.replace('-', '_')}"
    return name if game.players == default else f"{name}_{game.players}p"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, as OpenSpiel sees it; `register` makes one for each name."""

    defaults: Key

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        key, parameters = self.defaults, params or {}
        self.seeds = int(parameters.get("seeds", SEEDS)) if begins_by_chance(key) else 0
        if self.seeds < begins_by_chance(key):
            raise ValueError(f"seeds has to be at least 1, not {self.seeds}.")
        options = {name: value for name, value in parameters.items() if name != "seeds"}
        game = load(key[0], dict(key[1]) | options)
        self.key = (game.package, game.chosen)
        moves = planes_of(game).longest(game.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=self.seeds,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=moves,
        )
        super().__init__(describe(key), info, dict(parameters))

    def new_initial_state(self, state: str | None = None) -> "SpielState":
        """The beginning of a game, or the position of that text: `str(state)` has one."""
        new = SpielState(self)
        if state is not None and state != str(new):
            new.put(game_of(self.key).position(text_of(state)))
        return new

    def max_chance_nodes_in_history(self) -> int:
        """One at most, at the start."""
        return min(1, self.seeds)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What makes tensors and strings of a state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.key, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def loaded(text: str) -> Any:
    """The game of that name and parameters: pickles call this, so that this module is imported."""
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node before it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles all that a state holds, so it is plain data.
        self.key, self.seeds = game.key, game.seeds
        self.data = b""
        self.seat = int(pyspiel.PlayerId.CHANCE)
        self.payoffs = (0.0,) * self.game.players
        if not game.seeds:
            self._apply_action(0)

    def put(self, position: Position) -> None:
        """Start at this position, without a chance node."""
        outcome = position.outcome()
        self.data, self.seat = position.data, position.turn
        if outcome is not None:
            self.seat, self.payoffs = int(pyspiel.PlayerId.TERMINAL), outcome.payoffs

    @property
    def game(self) -> Game:
        """Whose rules apply."""
        return game_of(self.key)

    @property
    def states(self) -> Any:
        """The state that the rules know, as an array of one, to change."""
        return np.frombuffer(bytearray(self.data), self.game.rules.STATE)

    def current_player(self) -> int:
        """The seat to move, or chance, or nobody."""
        return self.seat

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.seat == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """What each seat has got so far: nothing before the end."""
        return list(self.payoffs)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All seeds, equally likely."""
        return [(seed, 1 / self.seeds) for seed in range(self.seeds)]

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        choices = self.choices()
        n = kernels(self.key).look(self.states, choices)
        return choices[:n].tolist()  # type: ignore[no-any-return]

    def choices(self) -> Any:
        """An array for the legal actions."""
        return np.empty(self.game.rules.WIDTH, np.int32)

    def _apply_action(self, action: int) -> None:
        if not self.data:
            self.data = first_data(self.key, action)
            self.seat = int(self.states["turn"][0])
            return
        states, payoff = self.states, np.zeros(self.game.rules.PLAYERS)
        n = kernels(self.key).play_one(states, action, payoff, self.choices())
        if n == ILLEGAL:
            raise ValueError(f"Action {action} is not legal here.")
        self.data, self.seat = states.tobytes(), int(states["turn"][0])
        if n == 0:
            self.seat = int(pyspiel.PlayerId.TERMINAL)
            self.payoffs = tuple(payoff[: self.game.players].tolist())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return self.game.notation.TOKENS[action]

    def __str__(self) -> str:
        return self.game.notation.write(self.states[0]) if self.data else BEFORE_THE_START


class Observer:
    """Planes as one tensor, with a view of each by its name."""

    def __init__(self, key: Key, params: Any) -> None:
        if params:
            raise ValueError(f"Observations of Tablier's games have no parameters, not {params}.")
        planes = planes_of(game_of(key))
        self.bytes = np.zeros(planes.SHAPE, DTYPE)
        self.tensor = np.zeros(self.bytes.size, np.float32)
        views = self.tensor.reshape(planes.SHAPE)
        self.dict = dict(zip(planes.CHANNELS, views, strict=True))

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state from the seat of that player."""
        if player not in range(state.game.players):
            last = state.game.players - 1
            raise ValueError(f"There is no player {player!r}; players are 0 to {last}.")
        self.bytes.fill(0)
        if state.data:
            kernels(state.key).see(state.states, player, self.bytes)
        self.tensor[:] = self.bytes.ravel()

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002
        """The text of the position."""
        return str(state)


def register(key: Key) -> None:
    """Register a game by a class, which OpenSpiel keeps until after functions are destroyed."""
    if short_name(game_of(key)) not in pyspiel.registered_names():
        pyspiel.register_game(describe(key), type("SpielGame", (SpielGame,), {"defaults": key}))


def every_key() -> list[Key]:
    """The games with planes, each once for every number of players it can have."""
    found: list[Key] = []
    for name in games_with_planes():
        package = package_of(name)
        numbers = load(package, {}).rules.OPTIONS.get("players", (None, (None,)))[1]
        found += [(package, () if n is None else (("players", n),)) for n in numbers]
    return found


for _key in every_key():
    register(_key)
