"""The games as PettingZoo's AEC environments, by its conventions.

`env("mole-hill")`, or `pettingzoo.make("aec", "tablier/mole-hill-v1")` once this is imported. Every
agent sees the board from its own seat; the mask of those who are not to move is 0.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier import payoffs
from tablier.adapters.board import Board, masked_space
from tablier.adapters.parameters import (
    check_render_mode,
    checked,
    environment_ids,
    game_from,
    position_of,
)
from tablier.extras import extra
from tablier.game import Game, Value
from tablier.position import Position
from tablier.threads import Turns

with extra("research"):
    import pettingzoo
    from gymnasium.spaces import Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger

Observation = dict[str, Any]
RENDER_MODES = ("human", "ansi", "svg")
OF_THE_API_TEST = {"options": 1}  # PettingZoo's `api_test` resets every environment with these


def env(
    game: str | Game, render_mode: str | None = None, **options: Value
) -> pettingzoo.AECEnv[str, Observation, int]:
    """The game of that name with these options; an illegal action loses the game."""
    raw = raw_env(game, render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(Forfeit(raw)))


class Forfeit(wrappers.BaseWrapper[str, Observation, int]):  # type: ignore[misc]
    """An illegal action forfeits the game."""

    def step(self, action: int) -> None:
        """Play the action, or end the game if it is not legal."""
        if self.unwrapped.is_legal(action):
            super().step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            self.unwrapped.forfeit()


class raw_env(pettingzoo.AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801
    """The environment without wrappers: the caller has to play legal actions only."""

    def __init__(self, game: str | Game, render_mode: str | None = None, **options: Value) -> None:
        EzPickle.__init__(self, game, render_mode, **options)
        super().__init__()
        check_render_mode(render_mode, RENDER_MODES)
        self.game = game_from(game, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tablier_{self.game.name.replace('-', '_')}_v{self.game.rules.VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.observation_spaces = {agent: masked_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.actions) for agent in self.possible_agents}
        self.starts = np.random.default_rng()
        self.turns = Turns()

    def observation_space(self, agent: str) -> Any:
        """Planes and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all actions."""
        return self.action_spaces[agent]

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.game.rules.ACTIONS

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of that seed; without one, the seeds follow from the last one given.

        The option `position`, a position or its text, is where to begin instead.
        """
        wishes = {} if options == OF_THE_API_TEST else checked(options, "position")
        with self.turns:
            self._begin(self.start(seed, wishes.get("position")))

    def _begin(self, position: Position) -> None:
        self.board = Board(position)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.board.seat]

    def start(self, seed: int | None, given: Position | str | None) -> Position:
        """The position of that seed, or the one that is given."""
        if seed is not None:
            self.starts = np.random.default_rng(seed)
        if given is not None:
            return position_of(self.game, given)
        return self.game.start(int(self.starts.integers(2**63)) if seed is None else seed)

    def observe(self, agent: str) -> Observation:
        """The planes as this agent sees them, and which actions are legal for it now."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.board.planes(seat), "action_mask": self.board.mask(seat)}

    def step(self, action: int) -> None:
        """Play a legal action for the agent that is selected."""
        with self.turns:
            self._step(action)

    def _step(self, action: int) -> None:
        mover = self.agent_selection
        if self.terminations[mover]:
            self._was_dead_step(action)
            return
        if not self.is_legal(action):
            raise ValueError(f"Action {action} is not legal here.")
        self._cumulative_rewards[mover] = 0.0
        gets = self.board.play(action)
        self.agent_selection = self.possible_agents[self.board.seat]
        if gets is not None:
            self.end(gets)
        if self.render_mode == "human":
            self.render()

    def is_legal(self, action: int | None) -> bool:
        """May the agent that is selected do this now? Whose game is over does nothing (None)."""
        return self.terminations[self.agent_selection] or action in self.board.legal

    def forfeit(self) -> None:
        """The agent that is selected gives the game up."""
        with self.turns:
            self._cumulative_rewards[self.agent_selection] = 0.0
            self.board.close()
            self.end(payoffs.lost(self.game.players, {self.board.seat}))

    def end(self, gets: Sequence[float]) -> None:
        """The game is over, and each agent gets what its seat gets."""
        self.rewards = dict(zip(self.agents, gets, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.board.position

    def render(self) -> str | None:
        """The board as text or as SVG; for people it is printed."""
        if self.render_mode == "human":
            print(self.board.rendered("ansi"))
            return None
        return str(self.board.rendered(self.render_mode or "ansi"))


def register() -> None:
    """Register the games with PettingZoo, as `tablier/<game>-v<version of its rules>`."""
    for name, known in environment_ids().items():
        if known not in pettingzoo.aec_registry:
            pettingzoo.register("aec", known, f"{__name__}:env", kwargs={"game": name})


register()
