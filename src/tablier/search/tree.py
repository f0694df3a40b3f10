"""Tree: a search in progress, with all its memory; it can be stopped, and goes on where it was."""

import time
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np

from tablier.arguments import expect
from tablier.game import Game
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import features as no_features
from tablier.nets import Net
from tablier.nets.kernels import kernel_of
from tablier.nets.net import Plan as NetPlan
from tablier.portable import as_bytes, record
from tablier.position import Position
from tablier.search import judge, mcts, simulation
from tablier.search.analysis import not_within
from tablier.threads import Stop, never

PULSE = 0.005  # seconds between two looks at the clock and at whether to stop
REMEMBER = 12  # moves that may have been played since the last search, to find its tree again
WORTH_KEEPING = 1000  # a part of a tree that is so many times smaller is not looked for
LINE = 40  # moves that are told of a line
GOLDEN = 0x9E3779B97F4A7C15
RANGES = {
    "exploration": (0, 1000),
    "urgency": (0, 6),  # a score is above −8: see `mcts.rank`
    "patience": (0, 1_000_000),
    "horizon": (0, 1_000_000),
    "insight": (0, 1),
}
"""The least and the most of each field of a plan."""


@dataclass(frozen=True)
class Plan:
    """How a search goes about it."""

    exploration: float
    """How much a move that was seldom tried is favoured."""
    urgency: float
    """How far below its parent's value an untried move is expected to be."""
    patience: int
    """Visits before a position gets its moves into the tree."""
    horizon: int
    """Moves of a playout before it is cut short and evaluated."""
    insight: float = 1.0
    """How much it sees at first sight of what makes a move good: 0 takes all moves for alike."""

    def __post_init__(self) -> None:
        expect(float, exploration=self.exploration, urgency=self.urgency, insight=self.insight)
        expect(int, patience=self.patience, horizon=self.horizon)
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                key = "no_whole_amount" if name in ("patience", "horizon") else "no_amount"
                raise not_within(key, name, value, least, most)


def with_net(plan: NetPlan, players: int) -> Plan:
    """The plan of a net, which is for two seats, among so many.

    The more seats, the closer together is what they can hope for: more exploration would drown it.
    """
    exploration, urgency, patience, horizon = plan
    return Plan(exploration * 2 / players, urgency, patience, horizon)


PLAN = record(*((field.name, "i4" if field.type is int else "f8") for field in fields(Plan)))
"""The same for the kernel."""
PLAIN = Plan(*no_features.PLAN)
"""The plan of a search that knows nothing of the game."""


class Kernels(NamedTuple):
    """What is compiled for a game: `judge.py` or `nets/kernel.py`, `mcts.py`, `simulation.py`."""

    judge: Any
    tree: Any
    simulation: Any


def kernels_of(game: Game, features: ModuleType, net: Net | None) -> Kernels:
    """The kernels of a game; these features judge, or a net. The tree is the same for all."""
    rules = cast(ModuleType, game.rules)
    own = specialise(judge, rules, (no_features, features)) if net is None else kernel_of(game)
    tree = specialise(mcts, rules)
    return Kernels(own, tree, specialise(simulation, rules, (judge, own), (mcts, tree)))


@dataclass
class Tree:
    """The search tree of one position. `memory` bounds its nodes, in bytes."""

    game: Game
    plan: Plan = PLAIN
    knowledge: ModuleType = no_features
    seed: int = 0
    memory: int = 256_000_000
    net: Net | None = None
    """What judges positions; without it, `knowledge` does."""
    clock: Callable[[], float] = time.monotonic
    """What a budget of seconds is measured by."""

    def __post_init__(self) -> None:
        expect(Game, game=self.game)
        expect(Plan, plan=self.plan)
        expect(ModuleType, knowledge=self.knowledge)
        expect(Net, None, net=self.net)
        expect(int, seed=self.seed, memory=self.memory)
        rules = self.game.rules
        self.kernels: Kernels = kernels_of(self.game, self.knowledge, self.net)
        own = self.kernels.judge
        self._net = np.zeros(1, own.NET) if self.net is None else self.net.weights
        self._scratch = np.zeros(1, own.SCRATCH)
        self._nodes = np.zeros(self._capacity(), self.kernels.tree.NODE)
        self._spare = np.empty_like(self._nodes)  # takes no memory before it is used
        self._state, self._root = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
        self._actions = np.empty(rules.WIDTH, np.int32)
        self._weights, self._payoff = np.empty(rules.WIDTH, np.float32), np.empty(rules.PLAYERS)
        self._path = np.empty((mcts.DEEPEST + 1, 2), np.int32)
        self._moves = np.empty(LINE, np.int32)
        self._plan = np.zeros(1, PLAN)
        self._plan[0] = astuple(self.plan)
        self._used, self._done = 0, 0
        self._speed = 0.0  # simulations a second, the most that was reached
        self._compile()

    def _compile(self) -> None:
        """Call every kernel once: compiling takes seconds, and must not run within a budget."""
        self.grow(0)
        self.line(0)
        self._find(bytes(self._root.itemsize))
        self.kernels.tree.take_root(self._nodes, 0, self._spare)

    def _capacity(self) -> int:
        """Half of the memory: the other half is for taking over a part of the tree."""
        return max(1024, self.memory // 2 // int(self.kernels.tree.NODE.itemsize))

    def look_at(self, position: Position) -> None:
        """Search this position from now on, keeping what is known of it already."""
        found = self._find(position.data) if self._used else -1
        used, self._used = self._used, 0  # as in `grow`
        if found > 0:
            used = int(self.kernels.tree.take_root(self._nodes, found, self._spare))
            self._nodes, self._spare = self._spare, self._nodes
        elif found < 0:
            self._nodes[0] = np.zeros(1, self.kernels.tree.NODE)[0]
            used = 1
        self._root = np.frombuffer(bytearray(position.data), self.game.rules.STATE)
        self._used = used

    def _find(self, data: bytes) -> int:
        """The node of the position with these bytes, or −1."""
        wanted = np.frombuffer(data, np.uint8)
        states = np.zeros(REMEMBER + 1, self.game.rules.STATE)
        states[REMEMBER] = self._root[0]
        raw = states.view(np.uint8).reshape(REMEMBER + 1, -1)
        least = max(2, int(self._nodes[0].visits) // WORTH_KEEPING)
        return int(self.kernels.tree.find(self._nodes, 0, states, raw, wanted, REMEMBER, least))

    def known(self) -> dict[str, Any]:
        """What it has found out, as plain data: another tree goes on alike after `recall`."""
        return {
            "nodes": self.nodes.tobytes(),
            "root": self._root.tobytes(),
            "done": self._done,
            "speed": self._speed,
        }

    def recall(self, known: dict[str, Any]) -> None:
        """Go on where a tree of the same position and the same settings was."""
        nodes = np.frombuffer(known["nodes"], as_bytes(self._nodes).dtype)
        as_bytes(self._nodes)[: len(nodes)] = nodes
        self._root = np.frombuffer(bytearray(known["root"]), self.game.rules.STATE)
        self._used, self._done, self._speed = len(nodes), known["done"], known["speed"]

    def grow(self, simulations: int) -> None:
        """Run so many more simulations."""
        last, used = self._done + simulations, self._used
        self._used = 0  # if a Ctrl-C ends it, nothing is known of what the kernel has written
        self._used = int(
            self.kernels.simulation.search(
                *(self._nodes, used, self._root, self._state, self._actions),
                *(self._weights, self._payoff, self._path),
                *(self._net, self._scratch, self._plan),
                *(np.uint64(self.seed * GOLDEN % 2**64), self._done, last),
            )
        )
        self._done = last

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        stop: Stop = never,
        to_choose: bool = False,
    ) -> None:
        """Grow until the simulations are run, time is over, it is told to stop, or all is known.

        It looks up every few milliseconds; the number of simulations is kept exactly. If it is only
        `to_choose` a move in a time, it ends as soon as no other move can overtake the first.
        """
        pulse, left = 16, simulations
        end = None if seconds is None else self.clock() + seconds
        while not self.is_decided and not stop():
            now = self.clock()
            if left == 0 or (end is not None and now >= end):
                return
            if to_choose and end is not None and self._is_ahead(end - now):
                return
            portion = pulse if left is None else min(pulse, left)
            self.grow(portion)
            left = None if left is None else left - portion
            took = self.clock() - now
            self._measure(portion, took)
            pulse = max(1, min(2 * pulse, int(portion * PULSE / max(took, 1e-9))))

    def _is_ahead(self, seconds: float) -> bool:
        """Can no other move overtake the first in that time?"""
        return self._speed > 0 and self.lead() > self._speed * seconds

    def _measure(self, simulations: int, seconds: float) -> None:
        """Remember the speed. The first few simulations of a search say nothing of it."""
        if seconds > PULSE / 5:
            self._speed = max(self._speed, simulations / seconds)

    @property
    def nodes(self) -> Any:
        """All nodes, the root first, as records of type `mcts.NODE`; also those left behind."""
        return self._nodes[: self._used]

    @property
    def visits(self) -> Any:
        """How often each node was passed."""
        return self.nodes["visits"]

    @property
    def priors(self) -> Any:
        """How promising the move to each node looked at first."""
        return self.nodes["prior"]

    def lead(self) -> float:
        """How many visits the first move is ahead of the second; a single move is far ahead."""
        moves = self.children(0)
        visits = self.visits[moves.start : moves.stop]
        if len(visits) < 2:
            return np.inf if len(visits) else 0.0
        second, first = np.partition(visits, -2)[-2:]
        return float(first - second)

    @property
    def is_decided(self) -> bool:
        """Is the outcome of the position certain?"""
        return bool(self._nodes[0].proven)

    def children(self, node: int) -> range:
        """The indices of a node's children."""
        first = int(self._nodes[node].first)
        return range(first, first + int(self._nodes[node].children))

    def line(self, node: int) -> list[int]:
        """The best moves below a node, as far as they were looked at."""
        n = self.kernels.tree.line(self._nodes, node, self._moves)
        return [int(action) for action in self._moves[:n]]
