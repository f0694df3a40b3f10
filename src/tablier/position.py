"""Position: an immutable value; moves are tokens."""

from bisect import bisect_left
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from tablier.arguments import expect
from tablier.notebook import Pictured
from tablier.texts import Reader, Refusal, Sentence, refusal, say

if TYPE_CHECKING:
    from tablier.game import Game, Rules
    from tablier.shapes import Mark

T = TypeVar("T")
Step: TypeAlias = "tuple[bytes, int, Step | None]"
"""A move that was played: the bytes before it, its action, and the move before it, if known.

Bytes only: a position with cached legal moves takes ten times as much memory.
"""


if TYPE_CHECKING:
    lazy = cached_property
else:

    class lazy(cached_property):  # noqa: N801 - as Python names the other one
        """A cached property without the lock of Python's own until 3.12: half of its time."""

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            """Make the value; the next time it is found in the instance itself."""
            if instance is None:
                return self
            made = instance.__dict__[self.attrname] = self.func(instance)
            return made


class IllegalMove(Refusal):
    """A move that the rules do not allow here; nothing has changed.

    >>> import tablier
    >>> game = tablier.game("mole-hill", centre_start="plain")
    >>> position = game.start().play("e4").play("e4|f4")
    >>> try:
    ...     position.play("f4")
    ... except tablier.IllegalMove as illegal:
    ...     print(illegal)
    ...     print(illegal.sentence("fr"))
    A rod lies between e4 and f4 (§4.3).
    Un bâton sépare e4 de f4 (§4.3).
    """


class BadPosition(Refusal):
    """A text, or bytes, that are not a position of the game.

    >>> import tablier
    >>> try:
    ...     tablier.game("mole-hill").position("e9 - g 1 -")
    ... except tablier.BadPosition as wrong:
    ...     print(wrong)
    ‘e9’ is not a square of the garden; they are a1 to i7 (§8.2).
    """


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> import tablier
    >>> position = tablier.game("mole-hill").position("c4,b3,a2,b2,b1 c4|c5 m 2 9")
    >>> outcome = position.play("a1").outcome()
    >>> outcome.winner, outcome.payoffs
    (0, (1.0, -1.0))
    >>> outcome.sentence()
    'Player 1 wins 9 to 1 (§7.2).'
    """

    payoffs: tuple[float, ...]
    """The payoff of each seat: with two seats 1 for a win, −1 for a loss, 0 for a draw; sum 0."""
    reason: str
    """The key of the sentence that says why."""
    said: Sentence
    package: str

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or None."""
        best = max(self.payoffs)
        return self.payoffs.index(best) if best > 0 and self.payoffs.count(best) == 1 else None

    def sentence(self, lang: str = "en", to: Reader | None = None) -> str:
        """Who won and why, in that language, addressed to that reader."""
        return say(self.said, lang, self.package, to)


@dataclass(frozen=True)
class Position(Pictured):
    """A position of a game: the game and the bytes of the state.

    It is immutable: `play` returns a new one. A notebook shows it as a picture with its last move.

    >>> import tablier
    >>> opening = tablier.game("mole-hill").start()
    >>> position = opening.play("e4").play("a1|a2")
    >>> position.turn, position.last_move
    (0, 'a1|a2')
    >>> "d4" in position.legal_moves, len(position.legal_moves)
    (True, 62)
    >>> position == tablier.game("mole-hill").position(str(position))
    True
    """

    game: "Game"
    data: bytes
    came_by: "Step | None" = field(default=None, compare=False, repr=False)
    """The moves that led here, the last one first; they do not count for equality.

    `Position(position.game, position.data)` is the same position without them.
    """

    def __post_init__(self) -> None:
        if not hasattr(self.game, "rules"):
            expect("Game", game=self.game)
        expect(bytes, data=self.data)
        size = self.game.rules.STATE.itemsize
        if len(self.data) != size:
            given = len(self.data)
            raise ValueError(f"A position of {self.game.name} has {size} bytes, not {given}.")
        if not _is_readable(self):
            raise BadPosition(Sentence("no_position", values={"game": self.game.name}))

    @property
    def state(self) -> Any:
        """A copy of the state that the rules work on; change it as you like."""
        return np.frombuffer(bytearray(self.data), self.game.rules.STATE)[0]

    @lazy
    def frozen_state(self) -> Any:
        """The state itself, read-only, made once: `state` is a new copy each time."""
        states = np.frombuffer(self.data, self.game.rules.STATE)
        state = states[0]
        # Fields of the array: those of the state would be a reference cycle.
        state.cached_fields, state.kept = _read(states), {}
        return state

    @property
    def record(self) -> Any:
        """The former name of `frozen_state`."""
        return self.frozen_state

    @lazy
    def turn(self) -> int:
        """The seat to move, 0 for the first player; after the end, the seat that would be next."""
        return int(self.frozen_state.cached_fields.turn)

    @lazy
    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of all legal moves, ascending; none when the game is over."""
        game, work = self.game, _workspace(self)
        n = game.rules.legal(work.state, work.actions)
        found = tuple(work.actions[:n].tolist())
        game.workspaces.append(work)
        return found

    @lazy
    def legal_moves(self) -> tuple[str, ...]:
        """The tokens of all legal moves, sorted; none when the game is over."""
        tokens = self.game.notation.TOKENS
        return tuple(sorted(tokens[action] for action in self.legal_actions))

    @lazy
    def marks(self) -> "Sequence[Mark]":
        """The pieces on the board, as the game draws them, drawn once."""
        return self.game.drawing.marks(self.frozen_state)

    def planes(self, out: "NDArray[np.uint8] | None" = None) -> "NDArray[np.uint8]":
        """The position as the seat to move sees it, for neural nets: in `out`, or in a new array.

        >>> import tablier
        >>> tablier.game("mole-hill").start().planes().shape
        (13, 7, 9)
        """
        expect(np.ndarray, None, out=out)
        if self.game.planes is None:
            raise refusal("no_planes", game=self.game.name)
        shape = self.game.planes.SHAPE
        planes = np.empty(shape, np.uint8) if out is None else np.asarray(out)
        if planes.shape != shape or planes.dtype != np.uint8 or not planes.flags.carray:
            found = f"{planes.dtype} {planes.shape}"
            raise refusal("no_room_for_planes", shape=str(shape), found=found)
        work = _workspace(self)
        self.game.planes.planes(work.state, planes)
        self.game.workspaces.append(work)
        return planes if out is None else out

    @property
    def is_over(self) -> bool:
        """Is the game over? Then there are no legal moves, and `outcome()` is not None."""
        return not self.legal_actions

    def play(self, token: str) -> "Position":
        """The position after this move; raises `IllegalMove` with the reason if it is illegal."""
        if type(token) is not str:  # a call of `expect` would take a tenth of the time of a move
            expect(str, token=token)
        action = self.game.actions.get(token)
        if action is None or not self._is_legal(action):
            raise IllegalMove(self._why_not(token), self.game.package)
        return self._after(action)

    def _is_legal(self, action: int) -> bool:
        legal = self.legal_actions
        place = bisect_left(legal, action)
        return place < len(legal) and legal[place] == action

    def play_all(self, tokens: Iterable[str]) -> "Position":
        """The position after these moves, one after the other."""
        expect(Iterable, tokens=tokens)
        position = self
        for token in tokens:
            position = position.play(token)
        return position

    def after(self, action: int) -> "Position":
        """The position after an action, by its number; raises `IllegalMove` if it is illegal."""
        if type(action) is not int:
            expect(int, action=action)
        if not self._is_legal(action):
            is_one = 0 <= action < self.game.rules.ACTIONS
            token = self.game.notation.TOKENS[action] if is_one else str(action)
            raise IllegalMove(self._why_not(token), self.game.package)
        return self._after(int(action))

    def _after(self, action: int) -> "Position":
        """The same where the caller knows that the action is legal."""
        game, work = self.game, _workspace(self)
        game.rules.play(work.state, action)
        data = bytes(work.memory)
        game.workspaces.append(work)
        return _made(game, data, (self.data, action, self.came_by))

    @property
    def last_move(self) -> str | None:
        """The token of the move that led here, or None if the position was not reached by one."""
        return None if self.came_by is None else self.game.notation.TOKENS[self.came_by[1]]

    @property
    def previous(self) -> "Position | None":
        """The position before the last move; None if that is not known."""
        return None if self.came_by is None else _made(self.game, self.came_by[0], self.came_by[2])

    def without_moves(self) -> "Position":
        """The same position without the moves that led here; what was computed of it is kept.

        >>> import tablier
        >>> position = tablier.game("mole-hill").start().play("e4").without_moves()
        >>> position.last_move, position.turn
        (None, 1)
        """
        position = object.__new__(Position)
        position.__dict__.update(self.__dict__, came_by=None)
        return position

    @property
    def moves(self) -> tuple[str, ...]:
        """The tokens of all known moves that led here, the first one first."""
        tokens = self.game.notation.TOKENS
        return tuple(tokens[action] for _, action, _ in self._steps())[::-1]

    def back(self, n: int = 1) -> "Position":
        """The position `n` moves ago; a `Refusal` if fewer are known.

        >>> import tablier
        >>> position = tablier.game("mole-hill").start().play_all(["e4", "e4|f4", "d4"])
        >>> position.back(2) == position.previous.previous, position.back(2).moves
        (True, ('e4',))
        """
        expect(int, n=n)
        known = len(self.moves)
        if not 0 <= n <= known:
            raise refusal("no_whole_amount", name="n", least=0, most=known, value=n)
        position: Position | None = self
        for _ in range(n):
            position = position and position.previous
        assert position is not None
        return position

    def symmetric(self) -> tuple["Position", ...]:
        """All positions that are equivalent by the symmetries of the game, itself first.

        The smallest of them can serve as a canonical form.

        >>> import tablier
        >>> [str(position) for position in tablier.game("mole-hill").start().play("a1").symmetric()]
        ['a1 - g 1 -', 'i1 - g 1 -', 'a7 - g 1 -', 'i7 - g 1 -']
        >>> len(tablier.game("mole-hill").start().play("e4").symmetric())
        1
        """
        alike = (symmetry._position(self) for symmetry in self.game.symmetries)
        return tuple(dict.fromkeys(alike))

    def _steps(self) -> Iterator[Step]:
        step = self.came_by
        while step is not None:
            yield step
            step = step[2]

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        payoff = np.zeros(self.game.rules.PLAYERS)
        if not self.game.rules.outcome(self.state, payoff):
            return None
        said = self.game.notation.status(self.frozen_state)
        payoffs = tuple(payoff[: self.game.players].tolist())
        return Outcome(payoffs, said.key, said, self.game.package)

    def status(self, lang: str = "en", to: Reader | None = None) -> str:
        """What the player to move has to do, or how the game ended, addressed to that reader.

        Without a reader the sentence names the player.
        """
        return say(self.game.notation.status(self.frozen_state), lang, self.game.package, to)

    def warning(self, lang: str = "en") -> str | None:
        """An end that comes nearer by itself, such as a turn limit, or None.

        >>> import tablier
        >>> start = tablier.game("chain-reaction", turn_limit=4).start()
        >>> start.warning() is None
        True
        >>> start.play_all(["c3b4", "c6b5", "d3d4"]).warning()
        'Turns left until the turn limit: 1 (§7.4).'
        """
        expect(str, lang=lang)
        found = self.game.warning(self.frozen_state) if self.legal_actions else None
        return None if found is None else say(found, lang, self.game.package)

    def _why_not(self, token: str) -> Sentence:
        if not self.legal_actions:
            return Sentence("game_over", values={"token": token})
        return self.game.notation.explain(self.state, token)

    def __str__(self) -> str:
        return self.game.notation.write(self.frozen_state)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self}>"

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but cached properties."""
        steps = [(data, action) for data, action, _ in self._steps()]
        return {"game": self.game, "data": self.data, "steps": steps}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The chain of steps is pickled as a list, since pickle limits how deep it can be."""
        came_by: Step | None = None
        for data, action in reversed(state["steps"]):
            came_by = (data, action, came_by)
        self.__dict__.update(game=state["game"], data=state["data"], came_by=came_by)


def _made(game: "Game", data: bytes, came_by: "Step | None") -> Position:
    """A position without validation."""
    position = object.__new__(Position)
    position.__dict__.update(game=game, data=data, came_by=came_by)
    return position


def positions_in(game: "Game", states: "NDArray[Any]") -> list[Position]:
    """The positions of an array of states; raises `BadPosition` if one of them is none."""
    clean = np.zeros(states.shape, game.rules.STATE)
    for name in game.rules.STATE.names or ():  # what is between the fields may be anything
        clean[name] = states[name]
    return [Position(game, state.tobytes()) for state in clean]


def _is_readable(position: Position) -> bool:
    """Are the bytes those of a position with a text? Rules are sure to work with such alone."""
    game = position.game
    with suppress(Exception):  # whatever a game does with bytes that make no sense
        return game.position(game.notation.write(position.frozen_state)).data == position.data
    return False


class Workspace:
    """Memory in which rules change a state and list actions: making it would take longer."""

    def __init__(self, rules: "Rules"):
        self.memory: bytearray = bytearray(rules.STATE.itemsize)
        self.state: Any = np.frombuffer(self.memory, rules.STATE)[0]
        self.actions: NDArray[np.int32] = np.empty(rules.WIDTH, np.int32)


def _workspace(position: Position) -> Workspace:
    """One that nobody else uses, with the state of a position; the game gets it back."""
    try:
        work = position.game.workspaces.pop()
    except IndexError:  # other threads have them all
        work = Workspace(position.game.rules)
    work.memory[:] = position.data
    return work


def fields(state: Any) -> Any:
    """All fields of a state as a named tuple of Python numbers: as fast as reading two fields.

    >>> import tablier
    >>> fields(tablier.game("mole-hill").start().play("e4").state).hills
    1
    """
    return state.cached_fields or _read(state)


def once(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """The same function of a state; what it returns is kept with a state that is read-only.

    >>> import tablier
    >>> hills = once(lambda state: [int(state.hills)])
    >>> position = tablier.game("mole-hill").start()
    >>> hills(position.frozen_state) is hills(position.frozen_state)
    True
    >>> hills(position.state) is hills(position.state)
    False
    """

    @wraps(function)
    def found(state: Any) -> T:
        kept = state.kept
        if kept is None:
            return function(state)
        if function not in kept:
            kept[function] = function(state)
        return cast(T, kept[function])

    return found


def _read(state: Any) -> Any:
    return _named(state.dtype.names)._make(state.item())


@cache
def _named(names: tuple[str, ...]) -> Any:
    return namedtuple("Fields", names)
