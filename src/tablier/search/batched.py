"""Batched search: many trees that grow together, judged by an evaluator in batches.

It is the search of `mcts.py` with its proofs; `forest.py` has the compiled loops.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tablier.arguments import expect
from tablier.game import Game
from tablier.planes import DTYPE
from tablier.search import forest
from tablier.search.analysis import not_within
from tablier.search.evaluator import (
    Batch,
    Evaluator,
    Positions,
    as_bytes,
    forest_of,
    leaves_of,
    node_of,
    states_of,
)
from tablier.search.thread_pool import Arguments, ThreadPool
from tablier.search.tree import GOLDEN, PLAN, Plan
from tablier.texts import refusal
from tablier.threads import NUMBA_THREADS

USUAL = Plan(exploration=1.5, urgency=0.2, patience=1, horizon=0)
"""How a search with an evaluator goes about it, unless told otherwise."""
PUCT, GUMBEL = ROOTS = "puct", "gumbel"
DEEPEST = 200  # no line in a tree is longer
CONSIDERED = 16  # moves that a Gumbel search begins with
CACHE_LINE = 8  # numbers; two threads that write to the same one slow each other down
MOST = {"simulations": 1_000_000, "memory": 1 << 46, "threads": 1024}
KEPT = 2  # times the nodes of a search: for what is left of the one before


class Trees(NamedTuple):
    """The arrays of all trees; the first axis is the tree."""

    nodes: NDArray[Any]
    used: NDArray[np.int64]
    roots: NDArray[Any]
    done: NDArray[np.int64]  # simulations so far
    limits: NDArray[np.int64]  # simulations after which it ends
    seeds: NDArray[np.uint64]
    rounds: NDArray[np.int64]  # positions that were looked at
    ready: NDArray[np.uint8]
    bases: NDArray[np.float32]  # of a Gumbel search: noise and logit of each move at the root
    raw: NDArray[np.float32]  # what the evaluator said of the root, by seat
    schedule: NDArray[np.int32]  # of a Gumbel search, see `schedule`; not by tree


class Slots(NamedTuple):
    """Leaves that wait for their answers: so many places for each tree of a group."""

    first: NDArray[np.int64]  # tree of the group
    counts: NDArray[np.int64]  # leaves of each tree
    begins: NDArray[np.int64]  # row of the first of them in the batch
    observes: NDArray[np.uint8]  # 1: planes are written
    states: NDArray[Any]
    planes: NDArray[np.uint8]
    actions: NDArray[np.int32]
    legal: NDArray[np.int32]
    depths: NDArray[np.int32]
    paths: NDArray[np.int32]


class Group:
    """Trees that are selected from and answered together: those from `first` to `last` − 1."""

    search: "BatchedSearch"
    first: int
    last: int
    per_tree: int
    batch: Batch | None
    """The leaves that wait."""

    def __init__(self, search: "BatchedSearch", first: int, last: int, per_tree: int):
        rules, n = search.game.rules, (last - first) * per_tree
        shape = (1, 1, 1) if search.game.planes is None else search.game.planes.SHAPE
        self.search, self.first, self.last, self.per_tree = search, first, last, per_tree
        self.batch = None
        self._slots = Slots(
            first=np.array([first]),
            counts=np.zeros(last - first, np.int64),
            begins=np.zeros(last - first, np.int64),
            observes=np.zeros(1, np.uint8),
            states=np.zeros(n, rules.STATE),
            planes=np.empty((n, *shape), DTYPE),
            actions=np.empty((n, rules.WIDTH), np.int32),
            legal=np.zeros(n, np.int32),
            depths=np.zeros(n, np.int32),
            paths=np.empty((n, DEEPEST + 1, 2), np.int32),
        )

    def select(self) -> Batch:
        """The leaves of the group."""
        return self.step(*NOTHING)

    def answer(self, logits: Any, values: Any) -> None:
        """Take the answers to the leaves that were selected last."""
        self._step(*self._checked(logits, values), selects=False)
        self.batch = None

    def step(self, logits: Any, values: Any) -> Batch:
        """Take the answers to the leaves that were selected last, and select the next ones."""
        answers = (logits, values) if self.batch is None else self._checked(logits, values)
        self._slots.observes[0] = self.batch is not None and self.batch.is_observed
        self._step(*answers, selects=True)
        np.cumsum(self._slots.counts[:-1], out=self._slots.begins[1:])
        self.batch = self._leaves()
        return self.batch

    def _leaves(self) -> Batch:
        """All leaves, one behind the other, with their planes if the last ones were looked at."""
        slots, search = self._slots, self.search
        states, planes = slots.states, slots.planes
        if int(slots.counts.min()) < self.per_tree:
            there = (np.arange(self.per_tree) < slots.counts[:, None]).ravel()
            states = as_bytes(states)[there].view(states.dtype)
            planes = planes[there] if slots.observes[0] else planes
        return leaves_of(search.game, states, search.pool, planes if slots.observes[0] else None)

    def withdraw(self) -> None:
        """Forget the leaves that wait."""
        if self.batch is not None:
            given = self.search.trees, self.first, self.last, self._slots, self.per_tree
            self.search.kernel.withdraw(*given)
            self.batch = None

    def _step(self, logits: Any, values: Any, selects: bool) -> None:
        search = self.search
        given = (
            *(search.trees, self.first, self.last, self._slots, self.per_tree),
            *(logits, values, search.game.players, selects),
        )
        records = search.plan_record, search.root_record
        parts = search.pool.parts(self.last - self.first)
        if parts == 1:
            scratch = search.states[:1], search.weights[0], search.payoffs[0]
            found = [search.kernel.step(*given, *scratch, *records)]
        else:
            wrong = np.zeros((parts, 2), np.int64)
            scratch = search.states, search.weights, search.payoffs
            with NUMBA_THREADS:
                search.kernel.step_all(*given, *scratch, *records, wrong)
            found = [*map(tuple, wrong.tolist())]
        for problem, row in found:
            if problem != forest.FINE:
                raise refusal(f"evaluator_{WRONG[problem]}", row=row)

    def _checked(self, logits: Any, values: Any) -> tuple[Any, Any]:
        """The answers as the kernel takes them, if they are such."""
        if self.batch is None:
            raise refusal("nothing_asked")
        n, actions = len(self.batch), self.search.game.rules.ACTIONS
        players = self.search.game.players
        logits, values = _floats("logits", logits), _floats("values", values)
        if logits.shape != (n, actions):
            raise _wrong_shape("logits", logits, f"({n}, {actions})")
        values = values[:, None] if values.ndim == 1 and players == 2 else values
        widths = (1, 2) if players == 2 else (players,)
        if values.shape not in [(n, width) for width in widths]:
            raise _wrong_shape("values", values, " or ".join(f"({n}, {width})" for width in widths))
        return logits, values


NOTHING = np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)
WRONG = {forest.NO_NUMBER: "no_number", forest.NO_MOVE: "no_move", forest.TOO_LARGE: "too_large"}


def _floats(name: str, given: Any) -> NDArray[np.float32]:
    try:
        return np.ascontiguousarray(given, np.float32)
    except (TypeError, ValueError) as error:
        raise refusal("evaluator_no_array", name=name, reason=str(error)) from error


def _wrong_shape(name: str, found: NDArray[Any], wanted: str) -> Exception:
    return refusal("evaluator_shape", name=name, shape=str(found.shape), wanted=wanted)


class BatchedSearch:
    """Many trees of one game, each of a position of its own, with so many simulations for each.

    >>> import numpy as np
    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> def evaluator(batch):
    ...     return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.zeros(len(batch))
    >>> search = tablier.BatchedSearch(game, trees=3, simulations=20)
    >>> search.look_at([game.start(), game.start().play("e4"), game.start().play("a1")])
    >>> while len(leaves := search.select()):
    ...     search.answer(*evaluator(leaves))
    >>> search.visits.sum(1), search.policy.shape
    (array([19, 19, 19]), (3, 173))

    The first simulation is the evaluation of the position itself. `run` does the same as the loop.
    """

    game: Game
    simulations: int
    plan: Plan
    root: str
    trees: Trees
    kernel: Any
    pool: ThreadPool
    plan_record: NDArray[Any]
    root_record: NDArray[Any]
    states: NDArray[Any]  # this and the following: room for each thread
    payoffs: NDArray[np.float64]
    weights: NDArray[np.float32]
    spares: list[NDArray[Any]]

    def __init__(
        self,
        game: Game,
        trees: int,
        *,
        simulations: int,
        plan: Plan = USUAL,
        noise: float = 0.0,
        root: str = PUCT,
        considered: int = CONSIDERED,
        seed: int = 0,
        memory: int = 2_000_000_000,
        threads: int | None = None,
    ):
        """`noise` is the part of the priors at the roots that is Dirichlet noise.

        With `root="gumbel"`, moves at the root are chosen by sequential halving, from so many that
        are `considered` at first. `memory` bounds the nodes of all trees, in bytes.
        """
        expect(Game, game=game)
        expect(int, trees=trees, simulations=simulations, considered=considered, memory=memory)
        expect(int, seed=seed)
        expect(int, None, threads=threads)
        expect(float, noise=noise)
        expect(str, root=root)
        expect(Plan, plan=plan)
        counts = {"trees": trees, "simulations": simulations, "considered": considered}
        counts |= {"memory": memory, "threads": 1 if threads is None else threads}
        _check(counts, root, noise)
        considered = min(considered, game.rules.WIDTH)
        self.game, self.simulations, self.plan, self.root = game, simulations, plan, root
        self.kernel = forest_of(game)
        self.pool = ThreadPool(threads or os.cpu_count() or 1)
        self.root_record = np.zeros(1, forest.ROOT)
        self.root_record[0] = (root == GUMBEL, considered, noise, root == PUCT)
        self.plan_record = np.zeros(1, PLAN)
        self.plan_record[0] = astuple(plan)
        self._make(trees, seed, memory)
        self._groups: dict[tuple[int, int, int], Group] = {}
        self._asked: Group | None = None

    def _make(self, n: int, seed: int, memory: int) -> None:
        """Make the arrays; the nodes take no memory before they are used."""
        rules, node = self.game.rules, node_of(self.game)
        most = KEPT * self.simulations * rules.WIDTH
        room = max(rules.WIDTH + 1, min(most, memory // n // node.itemsize))
        considered = int(self.root_record[0].considered)
        self.trees = Trees(
            nodes=np.zeros((n, room), node),
            used=np.ones(n, np.int64),
            roots=np.zeros(n, rules.STATE),
            done=np.zeros(n, np.int64),
            limits=np.zeros(n, np.int64),
            seeds=np.array([(seed + i) * GOLDEN % 2**64 for i in range(n)], np.uint64),
            rounds=np.zeros(n, np.int64),
            ready=np.zeros(n, np.uint8),
            bases=np.zeros((n, rules.WIDTH if self.root == GUMBEL else 1), np.float32),
            raw=np.zeros((n, rules.PLAYERS), np.float32),
            schedule=schedules(considered, self.simulations if self.root == GUMBEL else 1),
        )
        threads = self.pool.threads
        self.states = np.zeros(threads, rules.STATE)
        self.payoffs = np.zeros((threads, max(CACHE_LINE, rules.PLAYERS)))
        self.weights = np.zeros((threads, rules.WIDTH + CACHE_LINE), np.float32)
        self.spares = [np.zeros(room, node) for _ in range(threads)]

    def __len__(self) -> int:
        return len(self.trees.used)

    def look_at(self, positions: Positions) -> None:
        """Search these positions from now on, one a tree: positions, or an array of states.

        What the trees knew is forgotten; `advance` keeps it.
        """
        states = states_of(self.game, positions)
        if len(states) != len(self):
            raise refusal("not_one_each", given=len(states), trees=len(self))
        self.withdraw()
        self._each("plant", lambda a, b, _: (self.trees, a, b, states))
        self._go_on()

    def advance(self, actions: ArrayLike) -> None:
        """Play an action at every tree (−1: leave it as it is) and search what comes of it.

        The part of the tree below the action is kept, but not by a Gumbel search. The caller
        guarantees that the actions are legal.
        """
        expect(Iterable, actions=actions)
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise refusal("not_one_each", given=chosen.size, trees=len(self))
        self.withdraw()
        self._each(
            "advance", lambda a, b, i: (self.trees, a, b, chosen, self.spares[i], self.root_record)
        )
        self._go_on()

    def _go_on(self) -> None:
        self.trees.limits[:] = self.trees.done + self.simulations

    def withdraw(self) -> None:
        """Forget the leaves that wait for an answer."""
        for group in self._groups.values():
            group.withdraw()

    def select(self, per_tree: int = 1) -> Batch:
        """Leaves to evaluate, at most so many of each tree; none when all is done.

        Call `answer` before the next `select`. With several leaves of a tree, each counts as lost
        until it is answered, so that they differ.
        """
        expect(int, per_tree=per_tree)
        if self._asked is not None and self._asked.batch is not None:
            raise refusal("not_answered")
        self._asked = self._group(0, len(self), per_tree)
        return self._asked.select()

    def answer(self, logits: Any, values: Any) -> None:
        """What an evaluator says of the leaves that were selected last; see `Evaluator`."""
        if self._asked is None:
            raise refusal("nothing_asked")
        self._asked.answer(logits, values)

    def run(self, evaluator: Evaluator, per_tree: int = 1) -> None:
        """Search until all simulations are done or all positions are proven.

        The evaluator is called in one thread, while the others walk down the other half of the
        trees. What it raises comes through; the search can go on afterwards.
        """
        expect(Callable, evaluator=evaluator)
        expect(int, per_tree=per_tree)
        self.withdraw()
        half = len(self) // 2
        bounds = (0, half, len(self)) if self.pool.threads > 1 and half >= 64 else (0, len(self))
        groups = [self._group(a, b, per_tree) for a, b in pairwise(bounds)]
        try:
            if len(groups) == 1:
                self._run_alone(groups[0], evaluator)
            else:
                self._run_by_turns(groups, evaluator)
        finally:
            self.withdraw()

    def _run_alone(self, group: Group, evaluator: Evaluator) -> None:
        batch = group.select()
        while len(batch):
            batch = group.step(*answered(evaluator, batch))

    def _run_by_turns(self, groups: list[Group], evaluator: Evaluator) -> None:
        """While the evaluator judges the leaves of one group, select those of the other."""
        with ThreadPoolExecutor(1) as pool:
            waiting: list[tuple[Group, Future[tuple[Any, Any]]]] = []
            for group in groups:
                if len(batch := group.select()):
                    waiting.append((group, pool.submit(answered, evaluator, batch)))
            while waiting:
                group, future = waiting.pop(0)
                if len(batch := group.step(*future.result())):
                    waiting.append((group, pool.submit(answered, evaluator, batch)))

    def _group(self, first: int, last: int, per_tree: int) -> Group:
        """Some of the trees, with room for so many leaves of each."""
        if per_tree < 1:
            raise refusal("bad_budget", name="per_tree", value=per_tree)
        key = first, last, per_tree
        if key not in self._groups:
            self._groups[key] = Group(self, *key)
        return self._groups[key]

    def _each(self, name: str, given: Arguments) -> None:
        """Call a function of the kernel for all trees, each thread for a part of them."""
        self.pool.run(getattr(self.kernel, name), 0, len(self), given)

    # Results

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each action was tried: (trees, actions)."""
        out = np.zeros((len(self), self.game.rules.ACTIONS), np.int64)
        self._each("count_visits", lambda a, b, _: (self.trees, a, b, out))
        return out

    @property
    def policy(self) -> NDArray[np.float32]:
        """What a net should learn of the moves: (trees, actions), each row adds up to 1.

        It is the visits, without moves that are proven to lose; of a proven win the best move
        alone. After a Gumbel search, it is the improved policy. At the end of a game, all is 0.
        """
        out = np.zeros((len(self), self.game.rules.ACTIONS), np.float32)
        self._each(
            "write_policies",
            lambda a, b, i: (self.trees, a, b, out, self.weights[i], self.root_record),
        )
        return out

    @property
    def values(self) -> NDArray[np.float32]:
        """What each seat can expect: (trees, players)."""
        found: NDArray[np.float32] = self.trees.nodes["value"][:, 0, : self.game.players]
        return found.copy()

    @property
    def proven(self) -> NDArray[np.bool_]:
        """Whose outcome is certain: then the values are exact."""
        return np.asarray(self.trees.nodes["proven"][:, 0] != 0)

    def choose(self, by_visits: ArrayLike = False) -> NDArray[np.int64]:
        """The action to play at each tree; −1 where the game is over.

        Where `by_visits` says so, it is drawn by the visits, unless all is proven. In a Gumbel
        search chance is part of the choice anyway.
        """
        expect(bool, Iterable, by_visits=by_visits)
        given = np.asarray(by_visits, np.bool_)
        if given.shape not in ((), (len(self),)):
            raise refusal("not_one_each", given=given.size, trees=len(self))
        drawn = np.broadcast_to(given, (len(self),)).copy()
        out = np.empty(len(self), np.int64)
        self._each("choose", lambda a, b, _: (self.trees, a, b, drawn, self.root_record, out))
        return out


def _check(counts: dict[str, int], root: str, noise: float) -> None:
    """Refuse settings that make no sense."""
    for name, value in counts.items():
        if value < 1:
            raise refusal("bad_budget", name=name, value=value)
        if value > MOST.get(name, value):
            raise not_within("no_whole_amount", name, value, 1, MOST[name])
    if root not in ROOTS:
        raise refusal("bad_option", option="root", value=root, known=", ".join(ROOTS))
    if not 0 <= noise <= 1:
        raise refusal("no_amount", name="noise", value=noise, least=0, most=1)


def answered(evaluator: Evaluator, batch: Batch) -> tuple[Any, Any]:
    """What the evaluator says, if it is a pair."""
    found: Any = evaluator(batch)
    if not isinstance(found, tuple):
        raise refusal("evaluator_no_pair", found=type(found).__name__)
    if len(found) != 2:
        raise refusal("evaluator_no_pair", found=f"tuple[{len(found)}]")
    return found


def schedules(most: int, simulations: int) -> NDArray[np.int32]:
    """For each number of considered moves up to `most`, their schedule."""
    rows = (np.fromiter(schedule(n, simulations), np.int32, simulations) for n in range(most + 1))
    return np.stack([*rows])


def schedule(moves: int, simulations: int) -> Iterator[int]:
    """Sequential halving: how often the move has been visited that each simulation visits.

    All moves are visited equally often, then the better half of them, and so on; each round has
    about as many simulations.

    >>> [*schedule(4, 12)]
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    rounds, left = max(1, math.ceil(math.log2(max(moves, 1)))), max(moves, 1)
    done, visits = 0, 0
    while done < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            for _ in range(min(left, simulations - done)):
                yield visits
                done += 1
            visits += 1
        left = max(min(2, moves), left // 2, 1)
