"""The games in Gymnasium: importing this registers them as `tablier/<game>-v<version>`.

`gymnasium.make("tablier/mole-hill-v1", opponent=5)` is one agent against opponents, see single.py.
`gymnasium.make_vec("tablier/mole-hill-v1", 64)` is many boards at once, the `VectorEnv` here: a
view for one agent that plays all seats: every step is the mover's, and so is its reward. What all
seats got is in `infos["rewards"]`, who is to move next in `infos["seats"]`. A step that ends a game
also begins the next one (`AutoresetMode.SAME_STEP`).
"""

from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from tablier.adapters import vector
from tablier.adapters.board import masked_space
from tablier.adapters.parameters import check_render_mode, checked, environment_ids, game_from
from tablier.adapters.single import Env
from tablier.extras import extra
from tablier.game import Game, Value
from tablier.threads import Turns

with extra("research"):
    import gymnasium
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

__all__ = ["Env", "Observations", "VectorEnv"]


class Observations(TypedDict):
    """What the movers see on all boards, and what is legal for them."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


class VectorEnv(gymnasium.vector.VectorEnv[Observations, Any, NDArray[Any]]):
    """The boards of `vector.VectorEnv`, by Gymnasium's conventions."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        threads: int | None = None,
        render_mode: str | None = None,
        starts: Any = None,
        random_plies: int = 0,
        **options: Value,
    ) -> None:
        """`starts` and `random_plies` say where games begin, as in `vector.VectorEnv`."""
        check_render_mode(render_mode, ["ansi"])
        self.game: Game = game_from(game, options)
        self.boards: vector.VectorEnv = vector.VectorEnv(
            self.game,
            num_envs,
            threads=threads,
            last_observations=True,
            starts=starts,
            random_plies=random_plies,
        )
        self.num_envs: int = num_envs
        self.turns: Turns = Turns()
        self.render_mode: str | None = render_mode
        self.metadata: dict[str, Any] = {
            "autoreset_mode": AutoresetMode.SAME_STEP,
            "render_modes": ["ansi"],
        }
        self.single_action_space: gymnasium.Space[Any] = Discrete(self.game.rules.ACTIONS)
        self.single_observation_space: gymnasium.Space[Any] = masked_space(self.game)
        self.action_space: gymnasium.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: gymnasium.Space[Any] = batch_space(
            self.single_observation_space, num_envs
        )

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a new game on every board.

        The options are Gymnasium's `reset_mask`, which chooses boards, and `positions` to begin at.
        """
        given = checked(options, "reset_mask", "positions")
        if seed is not None and not isinstance(seed, int):
            raise ValueError("One seed serves all boards: give a whole number.")
        which = given.get("reset_mask")
        follows = seed is None and which is None  # then from the last seed given
        with self.turns:
            chosen = int(self.np_random.integers(2**63)) if follows else seed
            self.boards.reset(chosen, which=which, positions=given.get("positions"))
            self._np_random = np.random.default_rng(seed) if seed is not None else self._np_random
            return self.seen(), self.infos()

    def save(self) -> tuple[vector.Saved, dict[str, Any]]:
        """A snapshot with the random state."""
        with self.turns:
            return self.boards.save(), dict(self.np_random.bit_generator.state)

    def restore(self, saved: tuple[vector.Saved, dict[str, Any]]) -> Observations:
        """Restore a snapshot: games continue identically."""
        with self.turns:
            self.boards.restore(saved[0])
            self.np_random.bit_generator.state = saved[1]
            return self.seen()

    def step(
        self, actions: Any
    ) -> tuple[
        Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action on every board."""
        with self.turns:
            movers = self.boards.seats.copy()
            _, rewards, dones = self.boards.step(actions)
            mine = np.take_along_axis(rewards, movers[:, None], 1)[:, 0].astype(np.float64)
            infos = self.infos() | (self.last(dones) if dones.any() else {})
            return self.seen(), mine, dones.copy(), np.zeros_like(dones), infos

    def seen(self) -> Observations:
        """What the movers see now, as arrays of the caller's own."""
        masks = self.boards.masks.view(np.int8)
        return {"observation": self.boards.observations.copy(), "action_mask": masks.copy()}

    def infos(self) -> dict[str, Any]:
        """Who is to move, and what all seats got."""
        every = np.ones(self.num_envs, bool)
        seats, rewards = self.boards.seats.copy(), self.boards.rewards.copy()
        return {"seats": seats, "_seats": every, "rewards": rewards, "_rewards": every}

    def last(self, dones: Any) -> dict[str, Any]:
        """What was seen at the end of the games that have just ended, as Gymnasium hands it on."""
        found = np.full(self.num_envs, None)
        planes = self.boards.arrays.last_observations
        nothing = np.zeros(self.game.rules.ACTIONS, np.int8)
        for board in np.flatnonzero(dones):
            found[board] = {"observation": planes[board].copy(), "action_mask": nothing}
        return {"final_obs": found, "_final_obs": dones.copy()}

    def render(self) -> tuple[str, ...] | None:
        """All boards as text."""
        if self.render_mode is None:
            return None
        drawing = self.game.drawing
        return tuple(drawing.text(self.boards.position(i).state) for i in range(self.num_envs))


def register() -> None:
    """Register the games with Gymnasium, as `tablier/<game>-v<version of its rules>`."""
    for name, known in environment_ids().items():
        if known not in gymnasium.registry:
            entries = f"{Env.__module__}:Env", f"{__name__}:VectorEnv"
            gymnasium.register(
                known, entries[0], vector_entry_point=entries[1], kwargs={"game": name}
            )


register()
