"""Player: chooses moves in a game within a budget, and says what it thinks of a position.

>>> import tablier
>>> game = tablier.game("mole-hill")
>>> Player(game, simulations=200).choose(game.start()) in game.start().legal_moves
True
"""

import itertools
import operator
import time
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from tablier.arguments import expect
from tablier.game import Game, optional_module
from tablier.kernels.stand_ins import features as no_features
from tablier.nets import Net, net_of
from tablier.position import Position
from tablier.search.analysis import Analysis, MoveInfo, not_within
from tablier.search.evaluated_tree import EvaluatedTree, plan_of
from tablier.search.evaluator import Evaluator
from tablier.search.tree import GOLDEN, Plan, Tree, with_net
from tablier.texts import refusal
from tablier.threads import Stop, Turns, never

FURTHER = 0.25  # of the time for the first move of a turn, for each further one
SOFTEST = 1000.0
FNV = 0x100000001B3
MIX = ((0xBF58476D1CE4E5B9, 30), (0x94D049BB133111EB, 27), (1, 31))  # factors, after shifts
MOST = {"threads": 1024, "memory": 1 << 40}


@dataclass
class Player:
    """A computer player with its own memory. One game at a time: it remembers its tree.

    Threads that share it wait for each other.

    Its budget is a number of simulations (the same everywhere), seconds, or both: whatever is used
    up first.

    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> player = tablier.Player(game, simulations=300)
    >>> player.choose(game.start()) == tablier.Player(game, simulations=300).choose(game.start())
    True
    """

    game: Game
    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    seed: int = 0
    softness: float = 0.0
    """0 plays the best move found; more lets good moves have a share, see `soften`."""
    plan: Plan | None = None
    """How it searches; None for the way that suits its knowledge."""
    knowledge: bool = True
    """Use what the game's features.py knows; without it, playouts are random to the end."""
    memory: int = 256_000_000
    net: Net | bool = True
    """A net that it uses instead of features.py; True for that of the game, if it has one.

    The game's own steps aside where options are new to it; one that is given here does not.
    """
    evaluator: Evaluator | None = None
    """What judges positions in place of all these: a net in any library, or a function."""
    batch: int = 8
    """The most leaves that the evaluator gets in one call."""
    cpu_time: bool = False
    """Count its seconds in processor time: what else the machine does takes nothing from them."""

    def __post_init__(self) -> None:
        self._turns = Turns()
        self._expected: Position | None = None
        self.hope: float | None = None  # what its seat could expect at its last choice
        self._check_types()
        if self.simulations is None and self.seconds is None:
            raise refusal("no_budget")
        for name in ("simulations", "seconds", "threads", "memory", "batch"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise refusal("bad_budget", name=name, value=value)
        for name, most in MOST.items():
            if getattr(self, name) > most:
                raise not_within("no_whole_amount", name, getattr(self, name), 1, most)
        if not 0 <= self.softness <= SOFTEST:
            raise not_within("no_amount", "softness", self.softness, 0, SOFTEST)
        if self.evaluator is not None and self.threads > 1:
            raise refusal("not_together", first="evaluator", second="threads")
        if isinstance(self.net, Net):
            self._check_net(self.net)

    def _check_net(self, net: Net) -> None:
        if net.package != self.game.package:
            theirs = Game(net.package).name
            raise refusal("net_of_other_game", theirs=theirs, ours=self.game.name)
        if self.evaluator is not None or not self.knowledge:
            other = "knowledge=off" if self.evaluator is None else "evaluator"
            raise refusal("not_together", first=other, second="net")

    def _check_types(self) -> None:
        expect(Game, game=self.game)
        expect(int, None, simulations=self.simulations)
        expect(float, None, seconds=self.seconds)
        expect(int, threads=self.threads, seed=self.seed, memory=self.memory, batch=self.batch)
        expect(Callable, None, evaluator=self.evaluator)
        expect(float, softness=self.softness)
        expect(Plan, None, plan=self.plan)
        expect(bool, knowledge=self.knowledge, cpu_time=self.cpu_time)
        expect(Net, bool, net=self.net)

    @cached_property
    def _trees(self) -> list[Tree]:
        if self.evaluator is not None:
            own: dict[str, Any] = {"seed": self.seed, "memory": self.memory, "batch": self.batch}
            own["clock"] = self._clock
            return [EvaluatedTree(self.game, self.way, evaluator=self.evaluator, **own)]
        share, net, clock = self.memory // self.threads, self.net_used, self._clock
        seeds = range(self.seed, self.seed + self.threads)
        return [Tree(self.game, self.way, self.features, seed, share, net, clock) for seed in seeds]

    def __getstate__(self) -> dict[str, Any]:
        """Its settings and what its trees know, so that a copy goes on alike."""
        with self._turns:
            own = {name: value for name, value in vars(self).items() if name != "_trees"}
            trees = vars(self).get("_trees", [])
            return {**own, "known": [tree.known() for tree in trees]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make its trees anew, and let them know what they knew."""
        known = state.pop("known")
        vars(self).update(state)
        for tree, each in zip(self._trees if known else [], known, strict=True):
            tree.recall(each)

    @property
    def _clock(self) -> Callable[[], float]:
        return time.thread_time if self.cpu_time else time.monotonic

    @property
    def features(self) -> ModuleType:
        """What it knows of the game."""
        return features_of(self.game) if self.knowledge else no_features

    @property
    def net_used(self) -> Net | None:
        """The net that it uses, if any."""
        if not self.knowledge or self.net is False or self.evaluator is not None:
            return None
        return self.net if isinstance(self.net, Net) else net_of(self.game)

    @property
    def way(self) -> Plan:
        """How it searches: as told, or as suits its knowledge."""
        if self.evaluator is not None:
            return self.plan or plan_of(self.evaluator)
        net = self.net_used
        if net is None:
            return self.plan or Plan(*self.features.PLAN)
        return self.plan or with_net(net.plan, self.game.players)

    def choose(self, position: Position, stop: Stop = never) -> str:
        """The token of the move to play; `stop` is asked every few milliseconds.

        A budget of time is for the turn: a further move of it was looked at with the first one.
        """
        self._check(position, stop)
        with self._turns:
            return self._choose(position, stop)

    def _choose(self, position: Position, stop: Stop) -> str:
        seconds = self.seconds
        if seconds is not None and position == self._expected:
            seconds *= FURTHER
        analysis = self._think(position, stop, seconds, to_choose=True)
        token = soften(analysis, self.softness, chance(self.seed, position.data))
        after = position.play(token)
        self._expected = after if after.turn == position.turn else None
        self.hope = analysis.values[position.turn]
        return token

    def analyse(self, position: Position, stop: Stop = never) -> Analysis:
        """What it thinks of the position within its budget."""
        self._check(position, stop)
        with self._turns:
            return self._think(position, stop, self.seconds)

    def _check(self, position: Position, stop: Stop) -> None:
        expect(Position, position=position)
        expect(Callable, stop=stop)
        if position.game.package != self.game.package:
            raise refusal("other_game", theirs=position.game.name, ours=self.game.name)

    def _think(
        self, position: Position, stop: Stop, seconds: float | None, to_choose: bool = False
    ) -> Analysis:
        if not position.legal_actions:
            raise refusal("nothing_to_choose")
        begin = time.monotonic()
        for tree in self._trees:
            tree.look_at(position)
        share = None if self.simulations is None else -(-self.simulations // self.threads)

        only_to_choose, broken_off = to_choose and self.softness == 0, False

        def run(tree: Tree) -> None:
            with self._turns.helped():
                tree.run(share, seconds, lambda: broken_off or stop(), only_to_choose)

        if self.threads == 1:
            self._trees[0].run(share, seconds, stop, only_to_choose)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                try:
                    list(pool.map(run, self._trees))
                except BaseException:  # Ctrl-C, or what `stop` raises in one of the threads
                    broken_off = True
                    raise
        return merged(position, self._trees, time.monotonic() - begin, lines=not to_choose)


def features_of(game: Game) -> ModuleType:
    """The game's features.py, or the stand-in that knows nothing."""
    return optional_module(game, "features") or no_features


@dataclass(frozen=True)
class Found:
    """What one tree says of one move."""

    tree: Tree
    node: int
    visits: int
    values: Sequence[float]
    prior: float
    proven: bool


def merged(
    position: Position, trees: Sequence[Tree], seconds: float, lines: bool = True
) -> Analysis:
    """What all trees of one position say together; without `lines`, a line is its first move."""
    found: dict[int, list[Found]] = {action: [] for action in position.legal_actions}
    for tree in trees:
        for action, move in _moves(tree):
            found[action].append(move)
    infos = [_info(position, action, moves, lines) for action, moves in found.items()]
    infos.sort(key=lambda info: _rank(info, position.turn), reverse=True)
    certain = infos[0].proven and any(tree.is_decided for tree in trees)
    visits = sum(int(tree.visits[0]) for tree in trees)
    return Analysis(position, tuple(infos), infos[0].values, visits, certain, seconds)


def _moves(tree: Tree) -> Iterator[tuple[int, Found]]:
    """The moves from the position of the tree; its fields are read as whole columns."""
    nodes = tree.children(0)
    fields = ("action", "visits", "value", "prior", "proven")
    columns = (tree.nodes[name][nodes.start : nodes.stop].tolist() for name in fields)
    for node, action, visits, values, prior, proven in zip(nodes, *columns, strict=True):
        yield action, Found(tree, node, visits, values, prior, bool(proven))


def _info(position: Position, action: int, moves: Sequence[Found], lines: bool) -> MoveInfo:
    """The trees count by their visits, unless one of them is certain."""
    certain = next((move for move in moves if move.proven), None)
    counted = [certain] if certain else [move for move in moves if move.visits]
    total = sum(max(1, move.visits) for move in counted)
    values = tuple(
        sum(move.values[seat] * max(1, move.visits) for move in counted) / max(1, total)
        for seat in range(position.game.players)
    )
    best = max(moves, key=lambda move: move.visits, default=None)
    line = (action, *(best.tree.line(best.node) if best and lines else ()))
    tokens = position.game.notation.TOKENS
    prior = sum(move.prior for move in moves) / max(1, len(moves))
    return MoveInfo(
        token=tokens[action],
        visits=sum(move.visits for move in moves),
        values=values,
        prior=prior,
        proven=certain is not None,
        line=tuple(tokens[each] for each in line),
    )


def _rank(info: MoveInfo, turn: int) -> tuple[int, float, float]:
    """A certain win first, a certain loss last, between them the most visited."""
    value = info.values[turn]
    if info.proven and abs(value) > 0.999:
        return (1 if value > 0 else -1, value, info.visits)
    return (0, info.visits, value)


def soften(analysis: Analysis, softness: float, chance: float) -> str:
    """A move for a player who does not always find the best: good ones share by their visits.

    Only moves that are not much worse than the best take part, so a won game is not thrown away:
    worse by no more than this part of what the best one is better than the usual one. `chance`,
    from 0 to below 1, says which of them it is. Sums go from left to right, as they do in browsers
    (frontend/src/engine/choice.ts): both choose the same.
    """
    best, turn = analysis.moves[0], analysis.position.turn
    if softness <= 0 or (best.proven and best.values[turn] > 0.999):
        return best.token
    seen = [info for info in analysis.moves if info.visits or info is best]
    shares = [max(1, info.visits) for info in seen]
    values = [info.values[turn] for info in seen]
    usual = _sums(map(operator.mul, values, shares))[-1] / sum(shares)
    least = best.values[turn] - softness * max(0.0, min(1.0, best.values[turn] - usual))
    good = [info for info in seen if info.values[turn] >= least]
    sums = _sums(max(1, info.visits) ** (1 / (1 + softness)) for info in good)
    return good[min(bisect(sums, chance * sums[-1]), len(good) - 1)].token


def _sums(numbers: Iterable[float]) -> list[float]:
    """The sum of the first, of the first two, …"""
    return list(itertools.accumulate(numbers))


def chance(seed: int, data: bytes) -> float:
    """A number from 0 to below 1 for the choice of a player with that seed in this position.

    >>> chance(1, b"position"), chance(2, b"position")
    (0.008587253543297146, 0.7540953560700135)
    """
    bits = seed * GOLDEN % 2**64
    for byte in data:
        bits = (bits ^ byte) * FNV % 2**64  # as G. Fowler, L. C. Noll and K.-P. Vo hash
    for factor, shift in MIX:  # as S. Vigna ends
        bits = (bits ^ bits >> shift) * factor % 2**64
    return (bits >> 11) / 2**53
