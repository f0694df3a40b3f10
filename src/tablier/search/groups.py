"""Groups: trees of a `BatchedSearch` that are selected from and answered together; their arrays."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.planes import DTYPE
from tablier.portable import as_bytes
from tablier.search import forest
from tablier.search.answers import checked, wrong
from tablier.search.evaluator import Batch, leaves_of
from tablier.texts import refusal
from tablier.threads import numba_threads

if TYPE_CHECKING:
    from tablier.search.batched import BatchedSearch

DEEPEST = 200  # no line in a tree is longer


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


UNSAVED = ("nodes", "schedule")


def saved_arrays(arrays: Any, without: Collection[str] = ()) -> dict[str, bytes]:
    """The bytes of the arrays of a named tuple; their types may be such as cannot be pickled."""
    return {
        name: array.tobytes() for name, array in arrays._asdict().items() if name not in without
    }


def restore_arrays(arrays: Any, saved: Mapping[str, bytes]) -> None:
    """Write these bytes into the arrays of that name."""
    for name, data in saved.items():
        array = getattr(arrays, name)
        array.reshape(-1).view(np.uint8)[:] = np.frombuffer(data, np.uint8)


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
        self._states = as_bytes(self._slots.states)

    def select(self) -> Batch:
        """The leaves of the group."""
        return self.step(*NOTHING)

    def answer(self, logits: Any, values: Any) -> None:
        """Take the answers to the leaves that were selected last."""
        self._step(*self._checked(logits, values), selects=False)

    def step(self, logits: Any, values: Any) -> Batch:
        """Take the answers to the leaves that were selected last, and select the next ones."""
        if self.batch is None:
            self.withdraw()  # what a Ctrl-C has left
            answers = logits, values
        else:
            answers = self._checked(logits, values)
        self._slots.observes[0] = self.batch is not None and self.batch.is_observed
        self._step(*answers, selects=True)
        np.cumsum(self._slots.counts[:-1], out=self._slots.begins[1:])
        self.batch = self._leaves()
        return self.batch

    def _leaves(self) -> Batch:
        """All leaves, one behind the other, with their planes if the last ones were looked at."""
        slots, search = self._slots, self.search
        states, planes = self._states, slots.planes
        if int(slots.counts.min()) == self.per_tree:
            states = states.copy()  # the next leaves are written over these
        else:
            there = (np.arange(self.per_tree) < slots.counts[:, None]).ravel()
            states = states[there]
            planes = planes[there] if slots.observes[0] else planes
        known = planes if slots.observes[0] else None
        return leaves_of(search.game, states.view(search.game.rules.STATE), search.pool, known)

    def withdraw(self) -> None:
        """Forget the leaves that wait."""
        self.batch = None
        if self._slots.counts.any():
            given = self.search.trees, self.first, self.last, self._slots, self.per_tree
            self.search.kernel.withdraw(*given)

    @property
    def waiting(self) -> dict[str, bytes]:
        """The slots, if leaves wait in them."""
        return {} if self.batch is None else saved_arrays(self._slots)

    def wait_again(self, waiting: Mapping[str, bytes]) -> None:
        """Wait for the answers to the same leaves as another group."""
        restore_arrays(self._slots, waiting)
        self.batch = self._leaves()

    def _step(self, logits: Any, values: Any, selects: bool) -> None:
        search = self.search
        given = (
            *(search.trees, self.first, self.last, self._slots, self.per_tree),
            *(logits, values, search.game.players, selects),
        )
        records = search.plan_record, search.root_record
        batch, self.batch = self.batch, None  # until it is done: a Ctrl-C may end it anywhere
        parts = search.pool.parts(self.last - self.first)
        if parts == 1:
            scratch = search.states[:1], search.weights[0], search.payoffs[0]
            found = [search.kernel.step(*given, *scratch, *records)]
        else:
            problems = np.zeros((parts, 2), np.int64)
            scratch = search.states, search.weights, search.payoffs
            with numba_threads():
                search.kernel.step_all(*given, *scratch, *records, problems)
            found = [*map(tuple, problems.tolist())]
        for problem, row in found:
            if problem != forest.FINE:
                self.batch = batch
                raise wrong(problem, row)

    def _checked(self, logits: Any, values: Any) -> tuple[Any, Any]:
        """The answers as the kernel takes them, if they are such."""
        if self.batch is None:
            raise refusal("nothing_asked")
        return checked(self.search.game, len(self.batch), logits, values)


NOTHING = np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)
