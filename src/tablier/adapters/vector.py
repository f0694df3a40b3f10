"""Thousands to millions of boards of one game as arrays, on the CPU with threads.

`tablier.adapters.gpu` has the same on a GPU. Every board is played on for ever: the step that ends
a game also begins the next one, so the observation after it is that of the new game (`rewards` and
`dones` speak of the old one). Game number k on board i is `game.start(seed + i + boards * k)`.
"""

import os
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tablier.adapters import boards as kernels
from tablier.adapters import stand_in
from tablier.game import Game
from tablier.games import games, package_of
from tablier.planes import DTYPE
from tablier.position import Position
from tablier.search.specialise import specialise

FEWEST = 256  # boards that are worth a thread
TURN = Lock()  # not every kind of Numba's threads can work for two callers at a time
PROCESS = os.getpid()  # a fork of it has none of its threads
CACHE_LINE = 8  # numbers; two threads that write to one wait for each other


class Boards(NamedTuple):
    """What is known of all boards, an array each; the first axis is the board."""

    states: NDArray[Any]
    games: NDArray[np.int64]  # begun so far
    choices: NDArray[Any]  # the legal actions, ascending; behind them is scratch
    counts: NDArray[np.int32]  # how many those are
    masks: NDArray[np.bool_]
    observations: NDArray[np.uint8]
    last_observations: NDArray[np.uint8]  # at the end of the game before; empty if not wanted
    seats: NDArray[np.int8]  # to move
    rewards: NDArray[np.float32]  # by seat
    dones: NDArray[np.bool_]


def planes_of(game: Game) -> Any:
    """The game's planes.py."""
    if not has_planes(game.package):
        raise ValueError(f"{game.title()} has no planes.py, so there is nothing to observe.")
    return import_module(f"{game.package}.planes")


def has_planes(package: str) -> bool:
    """Says a game how a neural net sees it?"""
    return find_spec(f"{package}.planes") is not None


def games_with_planes() -> list[str]:
    """The names of the games that learning environments know."""
    return [name for name in games(drafts=True) if has_planes(package_of(name))]


def kernels_of(game: Game) -> Any:
    """The functions of boards.py, compiled for this game and kept on disk."""
    rules = cast(ModuleType, game.rules)
    return specialise(kernels, rules, (stand_in, planes_of(game)))


class VectorEnv:
    """Many boards of one game, in arrays that the next step overwrites.

    >>> import tablier
    >>> env = VectorEnv(tablier.game("mole-hill"), boards=1000, seed=7)
    >>> observations, rewards, dones = env.step(env.sample())
    >>> observations.shape, rewards.shape, int(dones.sum())
    ((1000, 13, 7, 9), (1000, 2), 0)
    """

    def __init__(
        self,
        game: Game,
        boards: int,
        seed: int = 0,
        *,
        threads: int | None = None,
        last_observations: bool = False,
    ) -> None:
        if boards < 1:
            raise ValueError(f"There has to be at least one board, not {boards}.")
        if threads is not None and threads < 1:
            raise ValueError(f"There has to be at least one thread, not {threads}.")
        self.game = game
        self.threads: int = threads or os.cpu_count() or 1
        self.options: NDArray[np.int32] = game.option_numbers
        self.arrays: Boards = self.lay_out(boards, boards if last_observations else 0)
        self.samples: list[NDArray[np.int64]] = [  # of now and of next
            self.array((boards,), np.int64) for _ in range(2)
        ]
        self.payoffs: NDArray[np.float64] = np.zeros((self.threads, CACHE_LINE))
        self.kernels: Any = kernels_of(game)
        self.reset(seed)

    def lay_out(self, n: int, n_last: int) -> Boards:
        """The arrays for that many boards."""
        rules, shape = self.game.rules, planes_of(self.game).SHAPE
        number = np.int16 if rules.ACTIONS <= 2**15 else np.int32
        return Boards(
            states=self.array((n,), rules.STATE),
            games=self.array((n,), np.int64),
            choices=self.array((n, rules.WIDTH), number),
            counts=self.array((n,), np.int32),
            masks=self.array((n, rules.ACTIONS), np.bool_),
            observations=self.array((n, *shape), DTYPE),
            last_observations=self.array((n_last, *shape), DTYPE),
            seats=self.array((n,), np.int8),
            rewards=self.array((n, self.game.players), np.float32),
            dones=self.array((n,), np.bool_),
        )

    def array(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros where the boards are."""
        return np.zeros(shape, dtype)

    def __len__(self) -> int:
        return len(self.arrays.games)

    @property
    def observations(self) -> NDArray[np.uint8]:
        """Every board as its seat to move sees it: (boards, channels, rows, columns)."""
        return self.arrays.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal: (boards, actions), True and False."""
        return self.arrays.masks

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat to move on every board."""
        return self.arrays.seats

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat got by the last step: (boards, seats); 0 while a game goes on."""
        return self.arrays.rewards

    @property
    def dones(self) -> NDArray[np.bool_]:
        """On which boards the last step ended a game."""
        return self.arrays.dones

    def reset(self, seed: int | None = None) -> NDArray[np.uint8]:
        """Begin a new game on every board; the same seed plays the same games. → observations."""
        if seed is not None:
            self.game.start(seed)  # refuses what is no seed
            self.seed: np.uint64 = np.uint64(seed)
        self.moment: int = 0
        self.run_reset()
        return self.observations

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action on every board. → observations, rewards, dones.

        An action that is not legal loses the game for the seat that tried it.
        """
        actions = self.checked(actions)
        self.moment += 1
        self.run_step(actions)
        return self.observations, self.rewards, self.dones

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every board; the same again until the next step.

        The array holds them until the step after the next one.
        """
        return self.samples[self.moment % 2]

    def position(self, board: int) -> Position:
        """The position on one board, to look at."""
        return Position(self.game, self.states()[board].tobytes())

    def states(self) -> NDArray[Any]:
        """The states of all boards on the CPU."""
        return self.arrays.states

    def checked(self, actions: Any) -> Any:
        """The actions as the kernels take them."""
        return np.ascontiguousarray(self.looked_at(np.asarray(actions)), np.int64)

    def looked_at(self, actions: Any) -> Any:
        """The same actions, which have to be one whole number for each board."""
        if tuple(actions.shape) != (len(self),) or actions.dtype.kind not in "iu":
            shown = f"{actions.dtype} of shape {tuple(actions.shape)}"
            raise ValueError(f"Actions are {len(self)} whole numbers, one a board, not {shown}.")
        return actions

    def run_reset(self) -> None:
        """Begin the first games, where the boards are."""
        given = self.sample(), self.options, self.seed
        if self.parts == 1:
            self.kernels.reset(self.arrays, 0, len(self), *given)
        else:
            with TURN:
                self.kernels.reset_all(self.arrays, self.parts, *given)

    def run_step(self, actions: Any) -> None:
        """Play checked actions, where the boards are."""
        given = self.options, self.seed, self.moment
        if self.parts == 1:
            samples, payoff = self.sample(), self.payoffs[0]
            self.kernels.step(self.arrays, 0, len(self), actions, samples, payoff, *given)
        else:
            with TURN:
                samples, payoffs = self.sample(), self.payoffs
                self.kernels.step_all(self.arrays, self.parts, actions, samples, payoffs, *given)

    @property
    def parts(self) -> int:
        """Among how many threads the boards are shared out."""
        threads = self.threads if os.getpid() == PROCESS else 1
        return max(1, min(threads, len(self) // FEWEST))
