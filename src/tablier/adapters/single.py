"""One agent against opponents, as Gymnasium's environment: `gymnasium.make("tablier/moguli-v1")`.

A step is the agent's move and all that the others answer. Observations are floats: the planes on
their scales, as the agent's seat sees them. The reward comes at the end, see tablier/payoffs.py.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier import payoffs
from tablier.adapters.board import Board
from tablier.adapters.opponents import ActionChooser, Opponent, each_of, new_opponent
from tablier.adapters.parameters import (
    check_render_mode,
    checked,
    game_from,
    planes_of,
    position_of,
)
from tablier.adapters.vector import VectorEnv
from tablier.arena.entrants import RANDOM
from tablier.extras import extra
from tablier.game import Game, Value
from tablier.planes import scale_of
from tablier.position import Position
from tablier.threads import Turns

with extra("research"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete

Observation = NDArray[np.float32]
Info = dict[str, Any]
PICTURES = all(find_spec(package) for package in ("resvg_py", "cssselect2", "tinycss2", "PIL"))
RENDER_MODES = ("ansi", "svg", *(("rgb_array",) if PICTURES else ()))


class Env(gymnasium.Env[Observation, Any]):
    """A game in which one seat is the agent's.

    `opponent` is one for all other seats or a list with one for each, see opponents.py. Without a
    `seat` the agent has another one by chance in every game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012
    game: Game
    seat: int
    """The agent's seat in this game."""
    board: Board
    opponents: list[Opponent]
    scale: Observation

    def __init__(
        self,
        game: str | Game,
        opponent: Opponent | Sequence[Opponent] = RANDOM,
        seat: int | None = None,
        *,
        render_mode: str | None = None,
        starts: Any = None,
        random_plies: int = 0,
        **options: Value,
    ) -> None:
        """`starts` and `random_plies` say where games begin, as in `vector.VectorEnv`."""
        check_render_mode(render_mode, RENDER_MODES)
        self.game = game_from(game, options)
        self.render_mode: str | None = render_mode
        self.opponents = each_of(opponent, self.game)
        self.turns: Turns = Turns()
        self.usual_seat: int | None = self.checked_seat(seat)
        self.elsewhere: VectorEnv | None = None
        if starts is not None or random_plies:
            self.elsewhere = VectorEnv(
                self.game, 1, observe=False, starts=starts, random_plies=random_plies
            )
        planes = planes_of(self.game)
        self.scale = scale_of(planes)
        self.observation_space: gymnasium.Space[Any] = Box(0, 1, planes.SHAPE, np.float32)
        self.action_space: gymnasium.Space[Any] = Discrete(self.game.rules.ACTIONS)

    def checked_seat(self, seat: int | None) -> int | None:
        """The seat, if it exists."""
        if seat is not None and seat not in range(self.game.players):
            last = self.game.players - 1
            raise ValueError(f"There is no seat {seat!r}; seats are 0 to {last}, None for any.")
        return seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start the game of that seed; without one, seeds follow from the last one given.

        Options are for this game alone: `position` (or its text), `seat`, and `seed`, of the start
        alone.
        """
        wishes = checked(options, "position", "seat", "seed")
        with self.turns:
            return self._reset(seed, wishes)

    def _reset(self, seed: int | None, wishes: Info) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63)), int(self.np_random.integers(self.game.players))
        chosen = self.checked_seat(wishes.get("seat", self.usual_seat))
        self.seat = drawn[1] if chosen is None else chosen
        first = wishes.get("seed", drawn[0] if seed is None else seed)
        given = wishes.get("position")
        self.begin(self.start(first) if given is None else position_of(self.game, given))
        return self.seen(), self.info()

    def start(self, seed: int) -> Position:
        """Where the game of that seed begins."""
        if self.elsewhere is None:
            return self.game.start(seed)
        self.elsewhere.reset(seed)
        return self.elsewhere.position(0)

    def begin(self, position: Position) -> None:
        """Create the opponents, and let them play until it is the agent's turn."""
        self.board = Board(position)
        seats = [seat for seat in range(self.game.players) if seat != self.seat]
        self.others: dict[int, ActionChooser] = {
            seat: new_opponent(opponent, self.game, self.np_random)
            for seat, opponent in zip(seats, self.opponents, strict=True)
        }
        if self.answer() is not None:
            raise ValueError(f"The game was over before seat {self.seat} was to move.")

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Play the agent's action and the answers to it; an illegal action forfeits the game."""
        with self.turns:
            return self._step(action)

    def _step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        if not len(self.board.legal):
            raise ValueError("The game is over: reset begins the next one.")
        gets = self.played(number_of(action))
        reward = 0.0 if gets is None else gets[self.seat]
        return self.seen(), reward, gets is not None, False, self.info()

    def played(self, action: int) -> tuple[float, ...] | None:
        """What all seats get if the game ends with this action or with the answers to it."""
        if action not in self.board.legal:
            self.board.close()
            return payoffs.lost(self.game.players, {self.seat})
        gets = self.board.play(action)
        return self.answer() if gets is None else gets

    def answer(self) -> tuple[float, ...] | None:
        """The others play until it is the agent's turn; what all get if the game ends before."""
        gets = None
        while gets is None and self.board.seat != self.seat:
            gets = self.board.play(self.others[self.board.seat](self.board))
        return gets

    def seen(self) -> Observation:
        """What the agent sees."""
        return self.board.planes(self.seat) * self.scale

    def info(self) -> Info:
        """The agent's seat, and which actions are legal for it."""
        return {"seat": self.seat, "action_mask": self.board.mask(self.seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for it."""
        return self.board.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The board as text, as SVG or as pixels."""
        return None if self.render_mode is None else self.board.rendered(self.render_mode)


def number_of(action: Any) -> int:
    """The action, if it is an integer."""
    number = np.asarray(action)
    if number.shape != () or number.dtype.kind not in "iu":
        raise ValueError(f"An action is a whole number, not {action!r}.")
    return int(number)
