"""Solver: exact answers about wins in so many turns, as puzzles ask for them."""

from dataclasses import dataclass, field

from tablier.position import Position
from tablier.search.prover import ANY, DEEPEST, Prover, exhausted

ALL = 100_000_000  # positions that are looked at for all questions together


@dataclass
class Solver:
    """Remembers what it has proven."""

    prover: Prover | None
    """Is asked if it takes too long without a memory."""
    most: int
    """Positions that are looked at for one question, without a memory."""
    has_given_up: bool = False
    """Has a question taken too long?"""
    _seen: int = 0
    _known: dict[tuple[bytes, int, int, int], bool | None] = field(default_factory=dict)

    def wins(
        self, position: Position, seat: int, turns: int, moves: int = DEEPEST - 1
    ) -> bool | None:
        """Does the seat win in so many of its turns? None if that takes too long to find out."""
        key = (position.data, seat, turns, moves)
        if key not in self._known:
            self._known[key] = self._find_out(position, seat, turns, moves)
            self.has_given_up |= self._known[key] is None and moves == DEEPEST - 1
        return self._known[key]

    def _find_out(self, position: Position, seat: int, turns: int, moves: int) -> bool | None:
        left = min(self.most, ALL - self._seen)
        found, seen = exhausted(position, seat, turns, left, moves)
        self._seen += seen
        if found is None and moves == DEEPEST - 1 and self.prover is not None:
            return self.prover.wins(position, seat, turns)
        return found

    def fewest(self, position: Position, seat: int, most: int) -> int | None:
        """The fewest turns in which the seat wins; None if it is not known to win in `most`."""
        for turns in range(1, most + 1):
            wins = self.wins(position, seat, turns)
            if wins is not False:
                return turns if wins else None
        return None

    def winners(
        self, position: Position, seat: int, turns: int, most: int | None = None
    ) -> tuple[str, ...] | None:
        """The moves of the seat after which it wins in so many turns, this one included.

        None if one of them takes too long, or if there are more than `most`.
        """
        found: list[str] = []
        for token in position.legal_moves:
            after = position.play(token)
            wins = self.wins(after, seat, turns_after(position, after, turns))
            if wins is None:
                return None
            found += [token] if wins else []
            if most is not None and len(found) > most:
                return None
        return tuple(found)

    def quickest(self, position: Position, seat: int, turns: int) -> tuple[str, ...]:
        """Those of the winning moves that need the fewest moves of both."""
        for moves in range(DEEPEST - 1):
            found = tuple(
                token
                for token, after in ((each, position.play(each)) for each in position.legal_moves)
                if self.wins(after, seat, turns_after(position, after, turns), moves)
            )
            if found:
                return found
        return ()


def turns_after(before: Position, after: Position, turns: int) -> int:
    """The turns that are left after a move of the seat that has so many."""
    return turns - (before.turn != after.turn and turns < ANY)
