"""Prover: does a seat win a position whatever the others do, within so many of its turns?

The answer is exact, or none. Where a game has an aim.py, that says what is decided early.

>>> import tablier
>>> end = tablier.game("mole-hill").position("c4,b3,a2,b2,b1,a1 c4|c5 g 2 9")
>>> Prover(end.game).wins(end, 0)
True
"""

from dataclasses import dataclass
from types import ModuleType
from typing import Any, cast

import numpy as np

from tablier.game import Game, optional_module
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import aim as no_aim
from tablier.position import Position
from tablier.search import exhaustive, proof

DEEPEST = 200  # moves ahead
ANY = proof.ANY  # turns: as many as the game has
ROOM = 1 << 20  # positions in the table


@dataclass
class Prover:
    """Proof-number search with a transposition table; a question may add `effort` positions."""

    game: Game
    effort: int = 20_000

    def __post_init__(self) -> None:
        rules = self.game.rules
        self._kernel = kernel_of(proof, self.game)
        self._table = np.zeros(2 * ROOM, self._kernel.ENTRY)
        self._states = np.zeros(DEEPEST, rules.STATE)
        word = np.uint64 if rules.STATE.itemsize % 8 == 0 else np.uint8
        self._words = self._states.view(word).reshape(DEEPEST, -1)
        self._actions = np.empty((DEEPEST, rules.WIDTH), np.int32)
        self._keys = np.empty((DEEPEST, rules.WIDTH), np.uint64)
        self._payoff, self._used = np.zeros(rules.PLAYERS), np.zeros(1, np.int64)

    def wins(
        self, position: Position, seat: int, turns: int = ANY, effort: int | None = None
    ) -> bool | None:
        """Does the seat win with best play in so many of its turns, the present one included?

        None if that takes too much effort to find out.
        """
        known, _ = self.known(position, seat, turns)
        if known is not None:
            return known
        self._make_room()
        self._put(position)
        self._kernel.prove(
            *(self._states, self._words, self._actions, self._keys, self._table, self._used),
            *(
                self._payoff,
                0,
                seat,
                turns,
                proof.FAR,
                proof.FAR,
                int(self._used[0]) + (effort or self.effort),
            ),
        )
        return self.known(position, seat, turns)[0]

    def known(self, position: Position, seat: int, turns: int = ANY) -> tuple[bool | None, int]:
        """What the table has: does the seat win, and after how many moves, as far as was seen."""
        self._put(position)
        certain = self._kernel.result(self._states[0], self._payoff, seat, turns)
        if certain:
            return bool(certain == proof.WON), 0
        proofs, disproofs, length = self._kernel.verdict(self._table, self._words[0], seat, turns)
        return (True if proofs == 0 else False if disproofs == 0 else None), length

    def _put(self, position: Position) -> None:
        self._states[0] = np.frombuffer(position.data, self.game.rules.STATE)[0]

    def _make_room(self) -> None:
        if self._used[0] + self.effort > ROOM:
            self._table[:] = np.zeros(1, self._kernel.ENTRY)[0]
            self._used[0] = 0


def kernel_of(kernel: ModuleType, game: Game) -> Any:
    """One of the two proofs, compiled for the game."""
    aim = optional_module(game, "aim") or no_aim
    return specialise(kernel, cast(ModuleType, game.rules), (no_aim, aim))


def exhausted(
    position: Position, seat: int, turns: int, most: int, moves: int = DEEPEST - 1
) -> tuple[bool | None, int]:
    """As `Prover.wins`, by looking at all lines; and at how many positions, `most` at most.

    Lines of more than so many moves of both are not looked at, and then the answer may be none.

    >>> import tablier
    >>> end = tablier.game("mole-hill").position("c4,b3,a2,b2,b1,a1 c4|c5 g 2 9")
    >>> exhausted(end, 0, 1, 100)
    (True, 1)
    """
    rules, kernel = position.game.rules, kernel_of(exhaustive, position.game)
    states, seen = np.zeros(moves + 1, rules.STATE), np.zeros(1, np.int64)
    actions, payoff = np.empty((moves + 1, rules.WIDTH), np.int32), np.zeros(rules.PLAYERS)
    states[-1] = np.frombuffer(position.data, rules.STATE)[0]
    killers = np.full(exhaustive.KILLERS, -1, np.int32)
    found = kernel.decide(states, actions, payoff, moves, seat, turns, 0, killers, seen, most)
    return {exhaustive.WINS: True, exhaustive.FAILS: False}.get(found), int(seen[0])
