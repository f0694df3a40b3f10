"""One board of a game, changed in place by compiled rules, for the adapters of single games."""

from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.adapters.kernels import ILLEGAL
from tablier.adapters.parameters import planes_of
from tablier.adapters.vector import kernels_of
from tablier.extras import extra
from tablier.game import Game
from tablier.pictures.svg import picture
from tablier.planes import DTYPE
from tablier.position import Position, _made

with extra("research"):
    from gymnasium.spaces import Box, Dict


class Board:
    """A mutable position with its legal actions."""

    def __init__(self, position: Position) -> None:
        self.game: Game = position.game
        self.kernels: Any = kernels_of(self.game)
        self.shape: tuple[int, ...] = planes_of(self.game).SHAPE
        self._lock = Lock()  # held while the state is changed or read
        self.states: NDArray[Any] = np.frombuffer(bytearray(position.data), self.game.rules.STATE)
        self._choices: NDArray[np.int32] = np.empty(self.game.rules.WIDTH, np.int32)
        n = self.kernels.look(self.states, self._choices)
        self.legal: NDArray[np.int32] = self._choices[:n]
        """The legal actions, ascending; none when the game is over."""

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (self.position, len(self.legal) > 0)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.states["turn"][0])

    @property
    def position(self) -> Position:
        """The position on the board, as a value."""
        with self._lock:
            return _made(self.game, self.states.tobytes(), None)

    def play(self, action: int) -> tuple[float, ...] | None:
        """Play an action, if it is legal; what each seat gets if that ends the game."""
        payoff = np.zeros(self.game.rules.PLAYERS)
        with self._lock:
            n = self.kernels.play_one(self.states, int(action), payoff, self._choices)
            if n == ILLEGAL:
                raise ValueError(f"Action {action} is not legal here.")
            self.legal = self._choices[:n]
        return None if n else tuple(payoff[: self.game.players].tolist())

    def close(self) -> None:
        """End the game otherwise than by the rules: nothing is legal any more."""
        self.legal = self._choices[:0]

    def planes(self, seat: int) -> NDArray[np.uint8]:
        """The planes as that seat sees them."""
        out = np.empty(self.shape, DTYPE)
        with self._lock:
            self.kernels.see(self.states, seat, out)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Which actions are legal for that seat now: 1 and 0; none unless it is to move."""
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if seat == self.seat:
            mask[self.legal] = 1
        return mask

    def rendered(self, mode: str) -> Any:
        """The board as text (ansi), as SVG or as pixels (rgb_array)."""
        if mode == "ansi":
            return self.game.drawing.text(self.position.state)
        drawn = picture(self.position)
        if mode == "svg":
            return drawn
        from tablier.pictures.png import rgb  # noqa: PLC0415 - what it needs may not be installed

        return rgb(drawn)


def masked_space(game: Game) -> Dict:
    """The space of planes and a mask of legal actions."""
    planes = Box(0, 255, planes_of(game).SHAPE, DTYPE)
    return Dict({"observation": planes, "action_mask": Box(0, 1, (game.rules.ACTIONS,), np.int8)})


def again(position: Position, is_open: bool) -> Board:
    """Unpickle a board."""
    board = Board(position)
    if not is_open:
        board.close()
    return board
