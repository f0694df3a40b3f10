"""A tree that an evaluator judges, for a player: several leaves at a time once it has grown."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tablier.search.batched import USUAL, BatchedSearch
from tablier.search.evaluator import Batch, Evaluator
from tablier.search.groups import UNSAVED, restore_arrays, saved_arrays
from tablier.search.tree import Plan, Tree

PART = 8  # at most one leaf waits for so many visits


def plan_of(evaluator: Evaluator) -> Plan:
    """How to search with it: as its attribute `plan` says, if it has one."""
    found = getattr(evaluator, "plan", None)
    return USUAL if found is None else Plan(*found)


@dataclass
class EvaluatedTree(Tree):
    """As `Tree`, but judged by an evaluator, which gets up to `batch` leaves in one call."""

    evaluator: Evaluator | None = None
    batch: int = 1

    @cached_property
    def _search(self) -> BatchedSearch:
        return BatchedSearch(self.game, 1, simulations=1, plan=self.plan, seed=self.seed, threads=1)

    def known(self) -> dict[str, Any]:
        """What it has found out, and what its search has drawn."""
        own = saved_arrays(self._search.trees, UNSAVED) if "_search" in vars(self) else None
        return {**super().known(), "search": own}

    def recall(self, known: dict[str, Any]) -> None:
        """Go on where another tree was."""
        super().recall(known)
        if known["search"] is not None:
            restore_arrays(self._search.trees, known["search"])

    def grow(self, simulations: int) -> None:
        """Run so many more simulations; if the evaluator raises, what was done counts."""
        search = self._search
        search.trees = trees = search.trees._replace(nodes=self._nodes[None])
        trees.used[0], trees.roots[0], trees.done[0] = self._used, self._root[0], self._done
        trees.limits[0] = self._done + simulations
        self._used = 0
        visits = int(self._nodes[0].visits)
        try:
            search.run(self._judge, max(1, min(self.batch, visits // PART)))
        finally:
            self._used, self._done = int(trees.used[0]), int(trees.done[0])

    def _judge(self, batch: Batch) -> tuple[Any, Any]:
        assert self.evaluator is not None
        return self.evaluator(batch)
