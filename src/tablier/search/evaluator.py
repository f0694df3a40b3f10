"""Evaluator: anything that judges positions in batches: a net in any library, or a function.

A search gives it a `Batch` of leaves and takes logits and values; nothing else is known of it.
"""

from collections.abc import Iterable
from dataclasses import astuple
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from tablier.arguments import expect
from tablier.game import Game
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import features as no_features
from tablier.kernels.stand_ins import planes as no_planes
from tablier.nets import Net, net_of
from tablier.planes import DTYPE, scale_of
from tablier.position import Position, positions_in
from tablier.search import batch_judge, forest, judge, mcts
from tablier.search.thread_pool import ThreadPool
from tablier.search.tree import kernels_of, with_net
from tablier.texts import refusal


def forest_of(game: Game) -> Any:
    """The functions of `forest.py`, compiled for this game."""
    tree = kernels_of(game, no_features, None).tree
    own = game.planes or no_planes
    return specialise(forest, cast(ModuleType, game.rules), (no_planes, own), (mcts, tree))


def node_of(game: Game) -> "np.dtype[Any]":
    """The type of a node of its trees."""
    found: np.dtype[Any] = kernels_of(game, no_features, None).tree.NODE
    return found


Positions = Position | Iterable[Position] | NDArray[Any]
"""A position, several, or an array of states."""


class Batch:
    """Positions to evaluate, as arrays; the first axis is the position.

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> batch = tablier.Batch(game, [game.start(), game.start().play("e4")])
    >>> len(batch), batch.planes.shape, batch.masks.sum(1)
    (2, (2, 13, 7, 9), array([ 63, 110]))
    """

    def __init__(self, game: Game, positions: Positions):
        """An array of states, of type `game.rules.STATE`, is copied, and each state is checked."""
        expect(Game, game=game)
        self._fill(game, states_of(game, positions))

    def _fill(
        self,
        game: Game,
        states: NDArray[Any],
        pool: ThreadPool | None = None,
        planes: NDArray[np.uint8] | None = None,
    ) -> "Batch":
        """Hold states that are positions; the pool looks at them, or their planes are known."""
        self.game: Game = game
        self.is_observed: bool = False
        """Has somebody looked at the planes?"""
        self._states = states
        self._pool = pool or ThreadPool(1)
        self._known = planes
        self._kernel = forest_of(game)
        return self

    def __len__(self) -> int:
        return len(self._states)

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (self.game, self._states.tobytes())

    @property
    def states(self) -> NDArray[Any]:
        """The states, of type `game.rules.STATE`: a structured array, read-only."""
        states = self._states.view()
        states.flags.writeable = False
        return states

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seats to move."""
        return self._states["turn"].astype(np.int64)

    @cached_property
    def planes(self) -> NDArray[np.uint8]:
        """The planes as the seats to move see them: (positions, channels, rows, columns)."""
        if self.game.planes is None:
            raise refusal("no_planes", game=self.game.name)
        self.is_observed = True
        if self._known is not None:
            return self._known
        out = np.empty((len(self), *self.game.planes.SHAPE), DTYPE)
        self._pool.run(
            self._kernel.observe, 0, len(self), lambda a, b, _: (self._states, a, b, out)
        )
        return out

    @property
    def scaled(self) -> NDArray[np.float32]:
        """The planes as 32-bit floats from 0 to 1, each on its scale."""
        return np.asarray(self.planes * scale_of(self.game.planes), np.float32)

    @cached_property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal: (positions, actions)."""
        out = np.empty((len(self), self.game.rules.ACTIONS), np.bool_)
        actions = [np.empty(self.game.rules.WIDTH, np.int32) for _ in range(self._pool.threads)]
        self._pool.run(
            self._kernel.write_masks,
            *(0, len(self), lambda a, b, i: (self._states, a, b, actions[i], out)),
        )
        return out


def leaves_of(
    game: Game, states: NDArray[Any], pool: ThreadPool, planes: NDArray[np.uint8] | None
) -> Batch:
    """A batch that the threads of a pool look at, or whose planes are known."""
    return Batch.__new__(Batch)._fill(game, states, pool, planes)


def again(game: Game, data: bytes) -> Batch:
    """Unpickle a batch."""
    return Batch.__new__(Batch)._fill(game, np.frombuffer(bytearray(data), game.rules.STATE))


def states_of(game: Game, positions: Positions) -> NDArray[Any]:
    """The states of positions, or of an array of states that are such."""
    if isinstance(positions, np.ndarray) and positions.dtype == game.rules.STATE:
        if positions.ndim != 1:
            raise refusal("states_shape", shape=str(positions.shape))
        positions = positions_in(game, positions)
    expect(Position, Iterable, positions=positions)
    several = [positions] if isinstance(positions, Position) else list(positions)
    for position in several:
        expect(Position, position=position)
        if position.game.package != game.package:
            raise refusal("other_game", theirs=position.game.name, ours=game.name)
    data = b"".join(position.data for position in several)
    return np.frombuffer(bytearray(data), game.rules.STATE)


Answer = tuple[Any, Any]
"""Logits and values."""


class Evaluator(Protocol):
    """What judges positions: a function, or an object that can be called.

    It returns two arrays, or what NumPy can make arrays of: logits (positions, actions), of which
    those of legal actions are used, and values from −1 to 1: by seat (positions, players), or, with
    two players, for the seat to move alone (positions,).

    >>> import numpy as np
    >>> import tablier
    >>> def knows_nothing(batch):
    ...     return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.zeros(len(batch))
    >>> evaluator: tablier.Evaluator = knows_nothing
    >>> game = tablier.game("mole-hill")
    >>> player = tablier.Player(game, evaluator=evaluator, simulations=20)
    >>> player.choose(game.start()) in game.start().legal_moves
    True
    """

    def __call__(self, batch: Batch, /) -> Answer:
        """The logits and values of these positions."""


class NetEvaluator:
    """The small net of a game as an evaluator, or one from a file of `tablier train`."""

    def __init__(self, game: Game, net: Net | None = None):
        expect(Game, game=game)
        expect(Net, None, net=net)
        found = net or net_of(game)
        if found is None:
            raise refusal("no_net", game=game.name)
        own = kernels_of(game, no_features, found).judge
        self.plan: tuple[Any, ...] = astuple(with_net(found.plan, game.players))
        self._net, self._scratch = found.weights, own.SCRATCH
        self._kernel: Any = specialise(batch_judge, cast(ModuleType, game.rules), (judge, own))
        self._game = game

    def __call__(self, batch: Batch, /) -> Answer:
        """What the net says."""
        rules = self._game.rules
        if batch.game.package != self._game.package:
            raise refusal("other_game", theirs=batch.game.name, ours=self._game.name)
        logits = np.full((len(batch), rules.ACTIONS), -np.inf, np.float32)
        values = np.empty((len(batch), rules.PLAYERS), np.float32)
        actions, weights = np.empty(rules.WIDTH, np.int32), np.empty(rules.WIDTH, np.float32)
        payoff, state = np.empty(rules.PLAYERS), np.zeros(1, rules.STATE)
        self._kernel.judge_all(
            *(
                self._net,
                np.zeros(1, self._scratch),
                batch._states,
                state,
                actions,
                weights,
                payoff,
            ),
            *(logits, values),
        )
        return logits, values[:, : self._game.players]
