"""Symmetries: reflections, rotations and renamings that leave the rules of a game unchanged.

A game's symmetries.py says where the points of its board go, and builds `Symmetry` objects from
that alone. Points have two numbers each: a square in column x and row y (from 0) is (2x, 2y), so
that what lies between two squares has a point as well: (2x + 1, 2y) is the east side of a square.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tablier.position import Position, _made, positions_in

if TYPE_CHECKING:
    from tablier.game import Game

Point = tuple[int, int]
Move = Callable[[Point], Point]
"""Where a point of the board goes."""
Numbers = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """One of `game.symmetries`: transforms positions, planes, policies and payoffs.

    Arrays may have batch axes first; results are new arrays.

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> [symmetry.name for symmetry in game.symmetries]
    ['identity', 'mirror', 'flip', 'half turn']
    >>> mirror = game.symmetries[1]
    >>> position = game.start().play("a1").play("a1|b1")
    >>> mirror.position(position) == game.start().play("i1").play("h1|i1")
    True
    >>> game.notation.TOKENS[mirror.actions[game.actions["a1|b1"]]]
    'h1|i1'
    """

    name: str
    actions: Numbers
    """The action that each action becomes: `policy[..., symmetry.actions]` brings a policy for the
    symmetric position back to the position itself."""
    cells: Numbers
    """The place that each cell of the planes goes to, all channels in one row; empty without
    planes."""
    change: Callable[[NDArray[Any]], None] = field(repr=False)
    """Replaces the states of an array by the symmetric ones."""
    seats: Numbers
    """The seat that each seat becomes."""
    values: Mapping[int, NDArray[np.uint8]] = field(default_factory=dict, repr=False)
    """By channel: what each of the 256 numbers becomes, where that is another one."""
    game: "Game | None" = field(default=None, repr=False)
    """Whose positions it transforms: `Game.symmetries` says so."""

    def position(self, position: Position) -> Position:
        """The symmetric position, without its history."""
        if self.game is not None and position.game != self.game:
            return self._position(Position(self.game, position.data))
        return self._position(position)

    def _position(self, position: Position) -> Position:
        """The same for one that is known to be of this game."""
        states = np.frombuffer(position.data, position.game.rules.STATE)
        return _made(position.game, self._states(states).tobytes(), None)

    def states(self, states: NDArray[Any]) -> NDArray[Any]:
        """The symmetric states of an array of states; `BadPosition` if one of them is none."""
        if self.game is not None:
            if states.dtype != self.game.rules.STATE:
                raise ValueError(f"States of {self.game.name} are no {states.dtype}.")
            data = b"".join(each.data for each in positions_in(self.game, states.ravel()))
            return self._states(np.frombuffer(data, states.dtype))
        return self._states(states)

    def _states(self, states: NDArray[Any]) -> NDArray[Any]:
        """The same for states that are known to be positions."""
        changed = np.frombuffer(bytearray(states.tobytes()), states.dtype)  # the padding as well
        self.change(changed)
        return changed

    def planes(self, planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The planes of the symmetric positions: (…, channels, rows, columns)."""
        if planes.dtype != np.uint8 or np.prod(planes.shape[-3:]) != len(self.cells):
            shown = f"{planes.dtype} of shape {planes.shape}"
            raise ValueError(f"Planes are bytes, as the game's planes.py writes them, not {shown}.")
        flat = planes.reshape(*planes.shape[:-3], -1)
        moved = flat[..., self.cells_back].reshape(planes.shape)
        for channel, becomes in self.values.items():
            moved[..., channel, :, :] = becomes[moved[..., channel, :, :]]
        return moved

    def policy(self, policy: NDArray[Any]) -> NDArray[Any]:
        """What a policy, a mask or anything else by action is in the symmetric position."""
        return policy[..., self.actions_back]

    def payoffs(self, payoffs: NDArray[Any]) -> NDArray[Any]:
        """What payoffs, or anything else by seat, are in the symmetric position."""
        return payoffs[..., np.argsort(self.seats)]

    @cached_property
    def actions_back(self) -> Numbers:
        """The action that becomes each action."""
        return np.argsort(self.actions).astype(np.int32)

    @cached_property
    def cells_back(self) -> Numbers:
        """The place that each cell of the planes comes from."""
        return np.argsort(self.cells).astype(np.int32)


def identity(game: "Game") -> Symmetry:
    """The identity, which every game has."""
    n_cells = 0 if game.planes is None else int(np.prod(game.planes.SHAPE))
    return Symmetry(
        name="identity",
        actions=np.arange(game.rules.ACTIONS, dtype=np.int32),
        cells=np.arange(n_cells, dtype=np.int32),
        change=lambda _: None,
        seats=np.arange(game.players, dtype=np.int32),
    )


# For symmetries.py


def order(things: Iterable[Hashable], moved: Callable[[Any], Hashable]) -> Numbers:
    """The number that each of these things becomes; they are numbered as they come.

    Things that would leave the board (such as the rim of a row of sides) take the numbers left
    over.

    >>> order([0, 1, 2, 3], lambda number: 2 - number).tolist()
    [2, 1, 0, 3]
    """
    listed = list(things)
    numbers = {thing: number for number, thing in enumerate(listed)}
    found = [numbers.get(moved(thing)) for thing in listed]
    left_over = iter(sorted(set(range(len(listed))) - set(found)))
    return np.array([next(left_over) if each is None else each for each in found], np.int32)


def board(columns: int, rows: int, side: Point = (0, 0)) -> list[Point]:
    """The points of all squares, numbered up the columns, or of what lies at one side of each."""
    return [(2 * x + side[0], 2 * y + side[1]) for x in range(columns) for y in range(rows)]


def cells(shape: tuple[int, ...], move: Move, sides: Mapping[int, Point] | None = None) -> Numbers:
    """`Symmetry.cells` for planes of that shape; some channels show sides of the squares.

    Channels of sides change places where the move turns one side into the other.
    """
    shown = sides or {}
    places = [
        (channel if channel not in shown else -1, add((2 * column, 2 * row), shown.get(channel)))
        for channel in range(shape[0])
        for row in range(shape[1])
        for column in range(shape[2])
    ]
    return order(places, lambda place: (place[0], move(place[1])))


def add(point: Point, side: Point | None) -> Point:
    """The point of a side of a square, or of the square itself."""
    return point if side is None else (point[0] + side[0], point[1] + side[1])


def becomes(changes: Mapping[int, int]) -> NDArray[np.uint8]:
    """One of `Symmetry.values`: these numbers change, the others stay."""
    table = np.arange(256, dtype=np.uint8)
    table[list(changes)] = list(changes.values())
    return table


def permuted(sets: NDArray[Any], numbers: Numbers) -> NDArray[np.uint64]:
    """Sets of squares as bits: square i of each goes to numbers[i]."""
    little = np.ascontiguousarray(sets, "<u8")[..., None].view(np.uint8)
    bits = np.unpackbits(little, axis=-1, bitorder="little")
    moved = np.zeros_like(bits)
    moved[..., numbers] = bits[..., : len(numbers)]
    return np.packbits(moved, axis=-1, bitorder="little").view("<u8")[..., 0].astype(np.uint64)
