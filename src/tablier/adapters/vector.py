"""Thousands to millions of boards of one game as arrays, on the CPU with threads.

`tablier.adapters.gpu` has the same on a GPU. The step that ends a game also starts the next one on
its board, so the observation after it is that of the new game; `rewards` and `dones` are those of
the old one. Game number k on board i is `game.start(seed + i + boards * k)`; with `starts` or
`random_plies`, that seed draws the start and the number of random moves.
"""

import os
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tablier.adapters import kernels
from tablier.adapters.dlpack import Shared
from tablier.adapters.parameters import planes_of, states_of
from tablier.game import Game
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import planes as stand_in
from tablier.planes import DTYPE
from tablier.position import Position, _made
from tablier.threads import Turns, numba_threads, usable_cores

BOARDS_PER_THREAD = 256  # at least: fewer are not worth a thread
PROCESS_ID = os.getpid()  # a forked process has none of these threads
SNAPSHOT = ("games", "rewards", "dones")  # with the states; the rest is derived from them
NO_OBSERVATIONS = np.zeros((0, 0, 0, 0), DTYPE)
CACHE_LINE = 8  # numbers; two threads that write to the same one slow each other down


class Boards(NamedTuple):
    """The arrays of all boards; the first axis is the board."""

    states: NDArray[Any]
    games: NDArray[np.int64]  # begun so far
    choices: NDArray[Any]  # the legal actions, ascending; the rest is unused
    counts: NDArray[np.int32]  # how many those are
    masks: NDArray[np.bool_]
    observations: NDArray[np.uint8]
    last_observations: NDArray[np.uint8]  # at the end of the previous game; may be empty
    seats: NDArray[np.int8]  # to move
    rewards: NDArray[np.float32]  # by seat
    dones: NDArray[np.bool_]


class Starts(NamedTuple):
    """Where games start."""

    states: Any  # one of the first n is drawn; with n = 0 games start as the rules say
    n: int
    plies: int  # the most random moves that are played first


@dataclass(frozen=True)
class Saved:
    """A snapshot of all boards, by `VectorEnv.save`; it can be pickled."""

    game: Game
    seed: int
    moment: int
    states: bytes
    arrays: dict[str, Any]
    starts: bytes
    plies: int


def kernels_of(game: Game, observe: bool = True) -> Any:
    """The functions of kernels.py, compiled for this game and cached on disk."""
    rules = cast(ModuleType, game.rules)
    blind = not observe and game.planes is None
    return specialise(kernels, rules, (stand_in, stand_in if blind else planes_of(game)))


class VectorEnv:
    """Many boards of one game, in arrays that each step overwrites.

    Threads that share it wait for each other; the arrays are those of the last step of any of them.

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
        """`starts` are positions, texts or states; one of them is drawn for each game.

        With `random_plies`, each game starts after 0 to that many random moves. Without `observe`,
        no planes are written, and `observations` is empty.
        """
        if boards < 1:
            raise ValueError(f"There has to be at least one board, not {boards}.")
        if threads is not None and threads < 1:
            raise ValueError(f"There has to be at least one thread, not {threads}.")
        if random_plies < 0:
            raise ValueError(f"Random moves are at least 0 before a game, not {random_plies}.")
        self.game = game
        self.turns: Turns = Turns()
        self.observe = observe
        self.moment: int = 0
        self.seed: np.uint64 = np.uint64(0)
        self.threads: int = threads or usable_cores()
        self.options: NDArray[np.int32] = game.option_numbers
        self._set_starts(None if starts is None else states_of(game, starts), random_plies)
        self.arrays: Boards = self.allocate(boards, boards * observe, boards * last_observations)
        self.samples: list[NDArray[np.int64]] = [  # of now and of next
            self.array((boards,), np.int64) for _ in range(2)
        ]
        self.payoffs: NDArray[np.float64] = np.zeros((self.threads, CACHE_LINE))
        self.kernels: Any = kernels_of(game, observe or last_observations)
        self.reset(seed)

    def allocate(self, n: int, n_seen: int, n_last: int) -> Boards:
        """The arrays for n boards, n_seen of them with observations."""
        rules = self.game.rules
        is_seen = n_seen or n_last or self.game.planes is not None
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

    def shown(self, array: Any) -> Any:
        """An array that the next step trusts, for people to read."""
        shown = array.view()
        shown.flags.writeable = False
        return shown

    def array(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros on the device of the boards."""
        return np.zeros(shape, dtype)

    def __len__(self) -> int:
        return len(self.arrays.games)

    def __reduce__(self) -> tuple[Any, ...]:
        last = len(self.arrays.last_observations) > 0
        return again, (type(self), self.threads, self.observe, last, self.save())

    @property
    def observations(self) -> NDArray[np.uint8]:
        """Every board as its seat to move sees it: (boards, channels, rows, columns)."""
        return self.arrays.observations if self.observe else NO_OBSERVATIONS

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, read-only: (boards, actions), True and False."""
        masks: NDArray[np.bool_] = self.shown(self.arrays.masks)
        return masks

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
        """Start a new game on every board; the same seed gives the same games. → observations.

        `which`, a mask or numbers, limits that to some boards. `positions` are where to start: one
        for all of these boards, or one for each.
        """
        if seed is not None and which is not None:
            raise ValueError("A seed is for all boards: give either a seed or which boards.")
        chosen = np.arange(len(self)) if which is None else self.board_numbers(which)
        plans = np.full(len(self), kernels.UNCHANGED)
        plans[chosen] = kernels.FIRST if which is None else kernels.NEXT
        placed = np.zeros(1, self.game.rules.STATE)
        if positions is not None:
            placed = states_of(self.game, positions)
            plans[chosen] = self.position_indices(len(placed), len(chosen))
        if seed is not None:
            self.game.start(seed)  # refuses what is no seed
        with self.turns:
            self.seed = self.seed if seed is None else np.uint64(seed)
            self.moment = 0 if which is None else self.moment
            self._run_reset(plans, placed)
            return self.observations

    def board_numbers(self, which: Any) -> NDArray[np.int64]:
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

    def position_indices(self, given: int, wanted: int) -> NDArray[np.int64]:
        """The index of the position for each of the boards."""
        if given not in (1, wanted):
            raise ValueError(f"There are {wanted} boards to begin at {given} positions.")
        return np.arange(wanted) if given == wanted else np.zeros(wanted, np.int64)

    def _set_starts(self, states: Any, plies: int) -> None:
        """From now on, start games at one of these states (None: as the rules say)."""
        given = np.zeros(1, self.game.rules.STATE) if states is None else states
        n = 0 if states is None else len(states)
        self.starts: Starts = Starts(self.to_device(given), n, int(plies))

    def save(self) -> Saved:
        """A snapshot with the random state: after `restore`, games continue identically."""
        with self.turns:
            kept = {name: self.to_host(getattr(self.arrays, name)).copy() for name in SNAPSHOT}
            states = self.states().tobytes()
            starts = self.to_host(self.starts.states)[: self.starts.n]
            begins = starts.tobytes(), self.starts.plies
            return Saved(self.game, int(self.seed), self.moment, states, kept, *begins)

    def restore(self, saved: Saved) -> NDArray[np.uint8]:
        """Restore a snapshot of as many boards of the same game. → observations."""
        n = len(saved.arrays["games"])
        size = n * self.game.rules.STATE.itemsize
        if saved.game != self.game or n != len(self) or len(saved.states) != size:
            raise ValueError(f"The snapshot is of {n} boards of {saved.game.name}: not of these.")
        with self.turns:
            self.seed, self.moment = np.uint64(saved.seed), saved.moment
            self._set_starts(self.read(saved.starts) if saved.starts else None, saved.plies)
            self._run_reset(np.arange(n), self.read(saved.states))
            for name in SNAPSHOT:
                self.write(getattr(self.arrays, name), saved.arrays[name])
            return self.observations

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action on every board. → observations, rewards, dones.

        An illegal action loses the game for the seat that tried it.
        """
        with self.turns:
            actions = self.prepared(actions)
            self.moment += 1
            self._run_step(actions)
            return self.observations, self.rewards, self.dones

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every board; the same until the next step.

        The array is overwritten by the step after the next one.
        """
        return self.samples[self.moment % 2]

    def shared(self, array: Any) -> Shared:
        """One of the arrays for `from_dlpack` of any library, without a copy."""
        return Shared(array)

    def position(self, board: int) -> Position:
        """The position on one board."""
        with self.turns:
            return _made(self.game, self.states()[board].tobytes(), None)

    def states(self) -> NDArray[Any]:
        """The states of all boards on the CPU, read-only."""
        states: NDArray[Any] = self.shown(self.arrays.states)
        return states

    def prepared(self, actions: Any) -> Any:
        """The actions as the kernels take them."""
        return np.ascontiguousarray(self.validated(np.asarray(actions)), np.int64)

    def validated(self, actions: Any) -> Any:
        """The actions, if they are one integer for each board."""
        if tuple(actions.shape) != (len(self),) or actions.dtype.kind not in "iu":
            shown = f"{actions.dtype} of shape {tuple(actions.shape)}"
            raise ValueError(f"Actions are {len(self)} whole numbers, one a board, not {shown}.")
        return actions

    def to_device(self, array: Any) -> Any:
        """An array on the device of the boards."""
        return array

    def to_host(self, array: Any) -> Any:
        """An array on the CPU."""
        return array

    def read(self, data: bytes) -> Any:
        """States from their bytes."""
        return np.frombuffer(bytearray(data), self.game.rules.STATE)

    def write(self, array: Any, values: Any) -> None:
        """Overwrite an array on the device of the boards."""
        array[...] = values

    def _run_reset(self, plans: Any, placed: Any) -> None:
        """Start games as planned, on the device of the boards."""
        given = plans, placed, self.sample(), self.options, self.seed, self.moment, self.starts
        if self.parts == 1:
            self.kernels.reset(self.arrays, 0, len(self), *given)
        else:
            with numba_threads():
                self.kernels.reset_all(self.arrays, self.parts, *given)

    def _run_step(self, actions: Any) -> None:
        """Play prepared actions, on the device of the boards."""
        given = self.options, self.seed, self.moment, self.starts
        if self.parts == 1:
            samples, payoff = self.sample(), self.payoffs[0]
            self.kernels.step(self.arrays, 0, len(self), actions, samples, payoff, *given)
        else:
            with numba_threads():
                samples, payoffs = self.sample(), self.payoffs
                self.kernels.step_all(self.arrays, self.parts, actions, samples, payoffs, *given)

    @property
    def parts(self) -> int:
        """The number of threads among which the boards are divided."""
        threads = self.threads if os.getpid() == PROCESS_ID else 1
        return max(1, min(threads, len(self) // BOARDS_PER_THREAD))


def again(
    kind: type[VectorEnv], threads: int, observe: bool, last_observations: bool, saved: Saved
) -> VectorEnv:
    """Unpickle boards."""
    boards = len(saved.arrays["games"])
    env = kind(
        saved.game, boards, threads=threads, observe=observe, last_observations=last_observations
    )
    env.restore(saved)
    return env
