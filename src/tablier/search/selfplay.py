"""Self-play with an evaluator: many games at once, as arrays to learn from.

`tablier train` has its own, for small nets in the search; this is for nets of any kind.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.arguments import expect
from tablier.game import Game
from tablier.portable import as_bytes
from tablier.search.analysis import not_within
from tablier.search.batched import GUMBEL, BatchedSearch
from tablier.search.evaluator import Evaluator, leaves_of
from tablier.search.thread_pool import ThreadPool
from tablier.texts import refusal

Samples = dict[str, NDArray[Any]]
"""Arrays by name; the first axis is the position."""
LONGEST = 5000  # moves of a game; then the last search says who gains


def selfplay(
    game: Game,
    evaluator: Evaluator,
    *,
    games: int,
    simulations: int = 64,
    trees: int = 256,
    root: str = GUMBEL,
    noise: float = 0.25,
    opening: int = 20,
    random_plies: int = 0,
    seed: int = 0,
    planes: bool = True,
    threads: int | None = None,
) -> Iterator[Samples]:
    """Play games of a search against itself; positions come in batches as games end.

    Each batch has `states`, `planes` (with `planes=False` not), `masks` of the legal actions,
    `policy` (what the search would play), `root` (what it expects, by seat), `outcome` (payoffs at
    the end of the game, by seat), `seats` to move, `action` (what was played), `game` and `ply`.

    `trees` games are played at a time. With `root="puct"`, `noise` is mixed into the priors and the
    first `opening` moves are drawn by their visits; a Gumbel search does neither. Each game begins
    after 0 to `random_plies` random moves. The same seed gives the same games.

    >>> import numpy as np
    >>> import tablier
    >>> game = tablier.game("mole-hill")
    >>> def evaluator(batch):
    ...     return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.zeros(len(batch))
    >>> for batch in tablier.selfplay(game, evaluator, games=2, simulations=2, trees=1):
    ...     print(batch["game"][0], batch["policy"].shape[1], len(batch["planes"]) > 20)
    0 173 True
    1 173 True
    """
    expect(Game, game=game)
    expect(int, games=games, trees=trees, opening=opening, random_plies=random_plies, seed=seed)
    expect(Callable, evaluator=evaluator)
    expect(float, noise=noise)
    expect(str, root=root)
    expect(bool, planes=planes)
    game.start(seed)  # refuses what is no seed
    if games < 1:
        raise refusal("bad_budget", name="games", value=games)
    for name, value in {"opening": opening, "random_plies": random_plies}.items():
        if not 0 <= value <= LONGEST:
            raise not_within("no_whole_amount", name, value, 0, LONGEST)
    if not 0 <= noise <= 1:
        raise not_within("no_amount", "noise", noise, 0, 1)
    noise = 0.0 if root == GUMBEL else noise
    search = BatchedSearch(
        game,
        min(trees, games),
        simulations=simulations,
        root=root,
        noise=noise,
        seed=seed,
        threads=threads,
    )
    return _played(Games(search, games, seed, opening, random_plies), evaluator, planes)


def _played(run: "Games", evaluator: Evaluator, planes: bool) -> Iterator[Samples]:
    run.begin()
    while run.is_going:
        run.move(evaluator)
        if len(samples := run.finished()):
            yield completed(run.search.game, samples, planes)


class Games:
    """Games in progress, one a tree, and their positions until they end."""

    search: BatchedSearch
    games: int
    seed: int
    opening: int
    plies: int
    begun: int
    game: NDArray[np.int64]
    """The number of the game at each tree; −1: none."""
    ply: NDArray[np.int64]

    def __init__(self, search: BatchedSearch, games: int, seed: int, opening: int, plies: int):
        n = len(search)
        self.search, self.games, self.seed = search, games, seed
        self.opening, self.plies = opening, plies
        self.begun = 0
        self.game = np.full(n, -1)
        self.ply = np.zeros(n, np.int64)
        self._steps: list[Samples] = []
        self._ended: dict[int, NDArray[np.float32]] = {}

    def begin(self) -> None:
        """Begin the first games."""
        self._begin(np.arange(len(self.search)))

    @property
    def is_going(self) -> bool:
        """Is there a game that has not ended?"""
        return bool((self.game >= 0).any())

    def _begin(self, free: NDArray[np.int64]) -> None:
        """Begin the next games at these trees, as long as there are some to play."""
        n = min(len(free), self.games - self.begun)
        self.game[free[n:]] = -1
        numbers = np.arange(self.begun, self.begun + n)
        self.begun += n
        self.game[free[:n]], self.ply[free[:n]] = numbers, 0
        seeds = (np.uint64(self.seed) + numbers.astype(np.uint64)).astype(np.uint64)
        begin(self.search, free[:n], seeds, self.plies)

    def move(self, evaluator: Evaluator) -> None:
        """Search all positions, note them, and play a move in each game."""
        search, going = self.search, self.game >= 0
        search.trees.limits[~going] = search.trees.done[~going]  # no more is searched there
        search.run(evaluator)
        chosen = np.where(going, search.choose(self.ply < self.opening), -1)
        noted = {
            "states": as_bytes(search.trees.roots),
            "policy": search.policy,
            "root": search.values,
            "action": chosen,
            "game": self.game,
            "ply": self.ply,
        }
        self._steps.append({name: array[going].copy() for name, array in noted.items()})
        search._advance(chosen)
        self.ply += going
        self._end(going)

    def _end(self, going: NDArray[np.bool_]) -> None:
        """Note who won where a game is over, and begin the next one there."""
        payoffs, over = outcomes(self.search)
        long = going & ~over & (self.ply >= LONGEST)
        payoffs[long] = self._steps[-1]["root"][long[going]]
        ended = np.flatnonzero(going & (over | long))
        self._ended |= {int(self.game[tree]): payoffs[tree] for tree in ended}
        if len(ended):
            self._begin(ended)

    def finished(self) -> Samples:
        """The positions of all games that have ended since the last call, by game and ply."""
        if not self._ended:
            return {}
        known = {
            name: np.concatenate([step[name] for step in self._steps]) for name in self._steps[0]
        }
        over = np.isin(known["game"], [*self._ended])
        self._steps = [{name: array[~over] for name, array in known.items()}]
        found = {name: array[over] for name, array in known.items()}
        order = np.lexsort((found["ply"], found["game"]))
        found = {name: array[order] for name, array in found.items()}
        found["outcome"] = np.array([self._ended[number] for number in found["game"].tolist()])
        self._ended = {}
        return found


def begin(
    search: BatchedSearch, chosen: NDArray[np.int64], seeds: NDArray[np.uint64], plies: int
) -> None:
    """Begin games with these seeds at some trees, after 0 to `plies` random moves."""
    actions = np.empty(search.game.rules.WIDTH, np.int32)
    given = search.trees, chosen, search.game.option_numbers, seeds, plies, actions
    search.kernel.begin(*given)
    search.trees.limits[:] = search.trees.done + search.simulations


def outcomes(search: BatchedSearch) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The payoffs of each seat where the game is over, and where that is."""
    n, rules = len(search), search.game.rules
    out, over = np.zeros((n, rules.PLAYERS), np.float32), np.zeros(n, np.bool_)
    search.kernel.write_outcomes(search.trees.roots, 0, n, search.payoffs[0], out, over)
    return out[:, : search.game.players], over


def completed(game: Game, samples: Samples, planes: bool) -> Samples:
    """The samples with what can be seen of their states."""
    states = samples["states"].view(game.rules.STATE)
    batch = leaves_of(game, states, ThreadPool(1), None)
    seen = {"planes": batch.planes} if planes else {}
    return {**samples, "states": states, "seats": batch.seats, "masks": batch.masks, **seen}
