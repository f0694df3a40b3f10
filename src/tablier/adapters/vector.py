"""Thousands to millions of boards of one game as arrays, on the CPU with threads.

`tablier.adapters.gpu` has the same on a GPU. Every board is played on for ever: the step that ends
a game also begins the next one, so the observation after it is that of the new game (`rewards` and
`dones` speak of the old one). Game number k on board i is `game.start(seed + i + boards * k)`, or
begins where and as late as that seed says if there are `starts` or `random_plies`.
"""

import os
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tablier.adapters import boards as kernels
from tablier.adapters.dlpack import Shared
from tablier.adapters.starting import states_of
from tablier.game import Game
from tablier.games import games, package_of
from tablier.kernels.specialise import specialise
from tablier.kernels.stand_ins import planes as stand_in
from tablier.planes import DTYPE
from tablier.position import Position

FEWEST = 256  # boards that are worth a thread
TURN = Lock()  # not every kind of Numba's threads can work for two callers at a time
PROCESS = os.getpid()  # a fork of it has none of its threads
KEPT = ("games", "rewards", "dones")  # in a snapshot beside the states: all else follows
NOTHING = np.zeros((0, 0, 0, 0), DTYPE)  # what is seen of boards that nobody observes
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


class Starts(NamedTuple):
    """Where games begin."""

    states: Any  # to begin at: one of the first n of them; with n = 0 it is the game's own start
    n: int
    plies: int  # at most so many random moves are made before


@dataclass(frozen=True)
class Saved:
    """All that makes boards play on as they would have: `VectorEnv.save`. It can be pickled."""

    game: Game
    seed: int
    moment: int
    states: bytes
    arrays: dict[str, Any]
    starts: bytes
    plies: int


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


def kernels_of(game: Game, observe: bool = True) -> Any:
    """The functions of boards.py, compiled for this game and kept on disk."""
    rules = cast(ModuleType, game.rules)
    nothing = not observe and not has_planes(game.package)
    return specialise(kernels, rules, (stand_in, stand_in if nothing else planes_of(game)))


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
        observe: bool = True,
        last_observations: bool = False,
        starts: Any = None,
        random_plies: int = 0,
    ) -> None:
        """`starts` are positions, texts or states to begin at, one of them drawn for each game.

        With `random_plies`, each game begins after 0 to so many random moves. Without `observe`,
        no planes are written, and `observations` is empty.
        """
        if boards < 1:
            raise ValueError(f"There has to be at least one board, not {boards}.")
        if threads is not None and threads < 1:
            raise ValueError(f"There has to be at least one thread, not {threads}.")
        if random_plies < 0:
            raise ValueError(f"Random moves are at least 0 before a game, not {random_plies}.")
        self.game = game
        self.observe = observe
        self.moment: int = 0
        self.seed: np.uint64 = np.uint64(0)
        self.threads: int = threads or os.cpu_count() or 1
        self.options: NDArray[np.int32] = game.option_numbers
        self.begin_at(None if starts is None else states_of(game, starts), random_plies)
        self.arrays: Boards = self.lay_out(boards, boards * observe, boards * last_observations)
        self.samples: list[NDArray[np.int64]] = [  # of now and of next
            self.array((boards,), np.int64) for _ in range(2)
        ]
        self.payoffs: NDArray[np.float64] = np.zeros((self.threads, CACHE_LINE))
        self.kernels: Any = kernels_of(game, observe or last_observations)
        self.reset(seed)

    def lay_out(self, n: int, n_seen: int, n_last: int) -> Boards:
        """The arrays for that many boards."""
        rules = self.game.rules
        is_seen = n_seen or n_last or has_planes(self.game.package)
        shape = planes_of(self.game).SHAPE if is_seen else (1, 1, 1)
        number = np.int16 if rules.ACTIONS <= 2**15 else np.int32
        return Boards(
            states=self.array((n,), rules.STATE),
            games=self.array((n,), np.int64),
            choices=self.array((n, rules.WIDTH), number),
            counts=self.array((n,), np.int32),
            masks=self.array((n, rules.ACTIONS), np.bool_),
            observations=self.array((n_seen, *shape), DTYPE),
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
        return self.arrays.observations if self.observe else NOTHING

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

    def reset(
        self, seed: int | None = None, *, which: Any = None, positions: Any = None
    ) -> NDArray[np.uint8]:
        """Begin a new game on every board; the same seed plays the same games. → observations.

        `which` are the boards to begin anew, as a mask or by their numbers: their next games begin
        and the others go on. `positions` are where: one for all of them, or one for each.
        """
        if seed is not None and which is not None:
            raise ValueError("A seed is for all boards: give either a seed or which boards.")
        chosen = np.arange(len(self)) if which is None else self.numbers(which)
        plans = np.full(len(self), kernels.KEPT)
        plans[chosen] = kernels.FIRST if which is None else kernels.NEXT
        placed = np.zeros(1, self.game.rules.STATE)
        if positions is not None:
            placed = states_of(self.game, positions)
            plans[chosen] = self.places(len(placed), len(chosen))
        if seed is not None:
            self.game.start(seed)  # refuses what is no seed
            self.seed = np.uint64(seed)
        self.moment = 0 if which is None else self.moment
        self.run_reset(plans, placed)
        return self.observations

    def numbers(self, which: Any) -> NDArray[np.int64]:
        """The numbers of the boards that a mask or a list of numbers chooses."""
        found, n = np.asarray(which), len(self)
        if found.dtype == np.bool_ and found.shape == (n,):
            return np.flatnonzero(found)
        is_list = found.ndim == 1 and (found.dtype.kind in "iu" or not found.size)
        if not is_list or (found.size and not (found.min() >= 0 and found.max() < n)):
            shown = f"{found.dtype} of shape {found.shape}"
            raise ValueError(
                f"Boards are chosen by a mask of {n} or by numbers from 0 to {n - 1}, not {shown}."
            )
        return found.astype(np.int64)

    def places(self, given: int, wanted: int) -> NDArray[np.int64]:
        """Which of the positions given goes to each of the boards wanted."""
        if given not in (1, wanted):
            raise ValueError(f"There are {wanted} boards to begin at {given} positions.")
        return np.arange(wanted) if given == wanted else np.zeros(wanted, np.int64)

    def begin_at(self, states: Any, plies: int) -> None:
        """From now on, begin games at one of these states (None: at the start), and so late."""
        given = np.zeros(1, self.game.rules.STATE) if states is None else states
        n = 0 if states is None else len(states)
        self.starts: Starts = Starts(self.there(given), n, int(plies))

    def save(self) -> Saved:
        """A snapshot, dice included: after `restore`, here or elsewhere, all goes on the same."""
        kept = {name: self.here(getattr(self.arrays, name)).copy() for name in KEPT}
        states, starts = self.states().tobytes(), self.here(self.starts.states)[: self.starts.n]
        begins = starts.tobytes(), self.starts.plies
        return Saved(self.game, int(self.seed), self.moment, states, kept, *begins)

    def restore(self, saved: Saved) -> NDArray[np.uint8]:
        """Go back to a snapshot of as many boards of the same game. → observations."""
        n = len(saved.arrays["games"])
        if saved.game != self.game or n != len(self):
            raise ValueError(f"The snapshot is of {n} boards of {saved.game.name}: not of these.")
        self.seed, self.moment = np.uint64(saved.seed), saved.moment
        self.begin_at(self.read(saved.starts) if saved.starts else None, saved.plies)
        self.run_reset(np.arange(n), self.read(saved.states))
        for name in KEPT:
            self.write(getattr(self.arrays, name), saved.arrays[name])
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

    def shared(self, array: Any) -> Shared:
        """One of the arrays for `from_dlpack` of any library, without a copy."""
        return Shared(array)

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

    def there(self, array: Any) -> Any:
        """An array that lies where the boards are."""
        return array

    def here(self, array: Any) -> Any:
        """An array on the CPU."""
        return array

    def read(self, data: bytes) -> Any:
        """States from their bytes."""
        return np.frombuffer(bytearray(data), self.game.rules.STATE)

    def write(self, array: Any, values: Any) -> None:
        """Overwrite an array where the boards are."""
        array[...] = values

    def run_reset(self, plans: Any, placed: Any) -> None:
        """Begin games as planned, where the boards are."""
        given = plans, placed, self.sample(), self.options, self.seed, self.moment, self.starts
        if self.parts == 1:
            self.kernels.reset(self.arrays, 0, len(self), *given)
        else:
            with TURN:
                self.kernels.reset_all(self.arrays, self.parts, *given)

    def run_step(self, actions: Any) -> None:
        """Play checked actions, where the boards are."""
        given = self.options, self.seed, self.moment, self.starts
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
