"""Batched search: many trees that grow together, judged by an evaluator in batches.

It is the search of `mcts.py` with its proofs; `forest.py` has the compiled loops.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tablier.arguments import expect
from tablier.game import Game
from tablier.portable import as_bytes
from tablier.position import _made
from tablier.search import forest
from tablier.search.analysis import not_within
from tablier.search.answers import answered
from tablier.search.evaluator import (
    Batch,
    Evaluator,
    Positions,
    forest_of,
    leaves_of,
    node_of,
    states_of,
)
from tablier.search.groups import UNSAVED, Group, Trees, restore_arrays, saved_arrays
from tablier.search.halving import schedules
from tablier.search.thread_pool import Arguments, ThreadPool
from tablier.search.tree import GOLDEN, PLAN, Plan
from tablier.texts import refusal
from tablier.threads import Turns, usable_cores

USUAL = Plan(exploration=1.5, urgency=0.2, patience=1, horizon=0)
"""How a search with an evaluator goes about it, unless told otherwise."""
PUCT, GUMBEL = ROOTS = "puct", "gumbel"
CONSIDERED = 16  # moves that a Gumbel search begins with
CACHE_LINE = 8  # numbers; two threads that write to the same one slow each other down
MOST = {"simulations": 1_000_000, "memory": 1 << 46, "threads": 1024}
KEPT = 2  # times the nodes of a search: for what is left of the one before


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
    Threads that share a search wait for each other; its evaluator must not use it.
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
        self.pool = ThreadPool(threads or usable_cores())
        self.root_record = np.zeros(1, forest.ROOT)
        self.root_record[0] = (root == GUMBEL, considered, noise, root == PUCT)
        self.plan_record = np.zeros(1, PLAN)
        self.plan_record[0] = astuple(plan)
        self._given = seed, memory, noise, considered
        self._make(trees, seed, memory)
        self._turns = Turns()
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

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy goes on alike: it has all nodes, and waits for the same answers."""
        seed, memory, noise, considered = self._given
        settings = {
            **{"game": self.game, "trees": len(self), "simulations": self.simulations},
            **{"plan": self.plan, "noise": noise, "root": self.root, "considered": considered},
            **{"seed": seed, "memory": memory, "threads": self.pool.threads},
        }
        with self._turns:
            nodes = as_bytes(self.trees.nodes)[:, : self.trees.used.max()].copy()
            arrays = saved_arrays(self.trees, UNSAVED)
            waiting = {key: group.waiting for key, group in self._groups.items() if group.waiting}
            asked = next((key for key, group in self._groups.items() if group is self._asked), None)
        return again, (settings, nodes, arrays, waiting, asked)

    def look_at(self, positions: Positions) -> None:
        """Search these positions from now on, one a tree: positions, or an array of states.

        What the trees knew is forgotten; `advance` keeps it. Positions are quicker than states,
        each of which is checked.
        """
        states = states_of(self.game, positions)
        if len(states) != len(self):
            raise refusal("not_one_each", given=len(states), trees=len(self))
        with self._turns:
            self._withdraw()
            self._each("plant", lambda a, b, _: (self.trees, a, b, states))
            self._go_on()

    def advance(self, actions: ArrayLike) -> None:
        """Play an action at every tree (−1: leave it as it is) and search what comes of it.

        The part of the tree below the action is kept, but not by a Gumbel search. If an action is
        illegal, `IllegalMove` says why, and none is played.
        """
        expect(Iterable, actions=actions)
        given = np.asarray(actions)
        if given.shape != (len(self),):
            raise refusal("not_one_each", given=given.size, trees=len(self))
        if given.dtype.kind not in "iu":
            raise refusal("no_actions", given=str(given.dtype))
        chosen = given.astype(np.int64)  # a copy: nobody changes it once it is checked
        with self._turns:
            self._check_legal(chosen)
            self._advance(chosen)

    def _check_legal(self, chosen: NDArray[np.int64]) -> None:
        """Raise `IllegalMove` for the first tree at which that action is illegal."""
        masks = leaves_of(self.game, self.trees.roots, self.pool, None).masks
        known = (chosen >= -1) & (chosen < masks.shape[1])
        rows = np.arange(len(self))
        for tree in np.flatnonzero(~known | ((chosen >= 0) & ~masks[rows, chosen * known])):
            _made(self.game, self.trees.roots[tree].tobytes(), None).after(int(chosen[tree]))

    def _advance(self, chosen: NDArray[np.int64]) -> None:
        """`advance` for actions that are known to be legal."""
        self._withdraw()
        self._each(
            "advance", lambda a, b, i: (self.trees, a, b, chosen, self.spares[i], self.root_record)
        )
        self._go_on()

    def _go_on(self) -> None:
        self.trees.limits[:] = self.trees.done + self.simulations

    def withdraw(self) -> None:
        """Forget the leaves that wait for an answer."""
        with self._turns:
            self._withdraw()

    def _withdraw(self) -> None:
        for group in self._groups.values():
            group.withdraw()

    def select(self, per_tree: int = 1) -> Batch:
        """Leaves to evaluate, at most so many of each tree; none when all is done.

        Call `answer` before the next `select`. With several leaves of a tree, each counts as lost
        until it is answered, so that they differ.
        """
        expect(int, per_tree=per_tree)
        with self._turns:
            if self._asked is not None and self._asked.batch is not None:
                raise refusal("not_answered")
            self._asked = self._group(0, len(self), per_tree)
            return self._asked.select()

    def answer(self, logits: Any, values: Any) -> None:
        """What an evaluator says of the leaves that were selected last; see `Evaluator`."""
        with self._turns:
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
        with self._turns:
            self._withdraw()
            half = len(self) // 2
            in_two = self.pool.threads > 1 and half >= 64
            bounds = (0, half, len(self)) if in_two else (0, len(self))
            groups = [self._group(a, b, per_tree) for a, b in pairwise(bounds)]
            try:
                if len(groups) == 1:
                    self._run_alone(groups[0], evaluator)
                else:
                    self._run_by_turns(groups, evaluator)
            finally:
                self._withdraw()

    def _run_alone(self, group: Group, evaluator: Evaluator) -> None:
        batch = group.select()
        while len(batch):
            batch = group.step(*answered(evaluator, batch))

    def _run_by_turns(self, groups: list[Group], evaluator: Evaluator) -> None:
        """While the evaluator judges the leaves of one group, select those of the other."""

        def judged(batch: Batch) -> tuple[Any, Any]:
            with self._turns.helped():
                return answered(evaluator, batch)

        with ThreadPoolExecutor(1) as pool:
            waiting: list[tuple[Group, Future[tuple[Any, Any]]]] = []
            for group in groups:
                if len(batch := group.select()):
                    waiting.append((group, pool.submit(judged, batch)))
            while waiting:
                group, future = waiting.pop(0)
                if len(batch := group.step(*future.result())):
                    waiting.append((group, pool.submit(judged, batch)))

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
        with self._turns:
            self._each("count_visits", lambda a, b, _: (self.trees, a, b, out))
        return out

    @property
    def policy(self) -> NDArray[np.float32]:
        """What a net should learn of the moves: (trees, actions), each row adds up to 1.

        It is the visits, without moves that are proven to lose; of a proven win the best move
        alone. After a Gumbel search, it is the improved policy. At the end of a game, all is 0.
        """
        out = np.zeros((len(self), self.game.rules.ACTIONS), np.float32)
        with self._turns:
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
        with self._turns:
            self._each("choose", lambda a, b, _: (self.trees, a, b, drawn, self.root_record, out))
        return out


def again(
    settings: dict[str, Any],
    nodes: NDArray[Any],
    arrays: dict[str, bytes],
    waiting: dict[tuple[int, int, int], dict[str, bytes]],
    asked: tuple[int, int, int] | None,
) -> BatchedSearch:
    """Unpickle a search."""
    search = BatchedSearch(**settings)
    as_bytes(search.trees.nodes)[:, : nodes.shape[1]] = nodes
    restore_arrays(search.trees, arrays)
    for key, slots in waiting.items():
        search._group(*key).wait_again(slots)
    search._asked = None if asked is None else search._group(*asked)
    return search


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
