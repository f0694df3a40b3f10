"""Self-play: whole games of one searcher against itself, as samples to learn from."""

import random
from dataclasses import astuple, dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, cast

import numpy as np

from tablier.game import Game, Value, load
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import features as no_features
from tablier.nets import Net
from tablier.nets.kernels import setting_of
from tablier.search import mcts, simulation
from tablier.search.player import features_of
from tablier.search.tree import PLAN, Plan, kernels_of
from tablier.training import kernel
from tablier.training.samples import ENTRY, Kind, Samples

LONGEST = 3_000  # moves of a game
MOST_ENTRIES = 300_000
A_SIMULATION = 300  # nodes for which there is room
USUAL = 0.6  # of the games are played with the options as they were chosen


@dataclass(frozen=True)
class SelfPlaySettings:
    """How games of self-play are played: the fields of `kernel.SETTINGS`."""

    simulations: int = 200
    fewer: int = 50
    full: float = 0.4
    noise: float = 0.25
    opening: int = 20
    random: int = 4


@dataclass
class SelfPlay:
    """Plays games with a net, or, as long as there is none, with the hand-written knowledge."""

    game: Game
    settings: SelfPlaySettings
    net: Net | None = None

    def __post_init__(self) -> None:
        features, rules = features_of(self.game), self.game.rules
        kernels = kernels_of(self.game, features, self.net)
        self._kernel: Any = specialise(
            *(kernel, cast(ModuleType, rules), (no_features, features)),
            *((mcts, kernels.tree), (simulation, kernels.simulation)),
        )
        size = self.settings.simulations * A_SIMULATION
        judge, node = kernels.judge, kernels.tree.NODE
        self._nodes, self._spare = np.zeros(size, node), np.zeros(size, node)
        self._root, self._state = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
        self._actions = np.empty(rules.WIDTH, np.int32)
        self._weights, self._payoff = np.empty(rules.WIDTH, np.float32), np.empty(rules.PLAYERS)
        self._path = np.empty((mcts.DEEPEST + 1, 2), np.int32)
        self._net, self._scratch = np.zeros(1, judge.NET), np.zeros(1, judge.SCRATCH)
        self._plan, self._settings = np.zeros(1, PLAN), np.zeros(1, self._kernel.SETTINGS)
        self._plan[0] = astuple(Plan(*(features.PLAN if self.net is None else self.net.plan)))
        self._settings[0] = astuple(self.settings)
        if self.net is not None:
            self._net = self.net.weights
        self._samples = Samples(
            np.zeros(LONGEST, rules.STATE),
            np.zeros(LONGEST, self._kernel.SAMPLE),
            np.zeros(MOST_ENTRIES, ENTRY),
        )

    @cached_property
    def kind(self) -> Kind:
        """The types of its samples."""
        return Kind(self.game.rules.STATE, self._kernel.SAMPLE)

    def play(self, seed: int) -> Samples:
        """The samples of the game of that seed, seen in one of the symmetric ways."""
        dice = random.Random(f"game {seed}")
        game = load(self.game.package, drawn_options(self.game, dice))
        plies, entries = self._kernel.play_game(
            *(self._nodes, self._spare, self._root, self._state, self._actions, self._weights),
            *(self._payoff, self._path, self._net, self._scratch, self._plan, self._settings),
            *(game.option_numbers, np.uint64(dice.getrandbits(64)), *self._samples),
        )
        states, samples, visits = self._samples
        played = Samples(states[:plies], samples[:plies], visits[:entries])
        return seen_otherwise(game, played, dice.randrange(len(game.symmetries)))


def drawn_options(game: Game, dice: random.Random) -> dict[str, Value]:
    """The options for a game: as chosen, or now and then others that the inputs are made for."""
    chosen = dict(game.options)
    if dice.random() >= USUAL:
        for name, values in setting_of(game, "VARIED").items():
            chosen[name] = dice.choice(values)
    return chosen


def seen_otherwise(game: Game, samples: Samples, number: int) -> Samples:
    """The samples as they are in the symmetric game of that number; a copy."""
    symmetry = game.symmetries[number]
    entries, known = samples.entries.copy(), samples.samples.copy()
    entries["action"] = symmetry.actions[entries["action"]]
    seats = np.arange(game.rules.PLAYERS)
    seats[symmetry.seats] = np.arange(len(symmetry.seats))
    for name in ("outcome", "last", "root"):
        known[name] = known[name][:, seats]
    return Samples(symmetry._states(samples.states), known, entries)
