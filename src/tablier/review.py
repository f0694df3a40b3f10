"""Review: a finished game as the search sees it: evaluations, mistakes, turning points, accuracy.

Every position is evaluated once. What a move cost is what its player's win probability fell by;
with four players it is the expected share of the point. As on lichess, 5, 10 and 15 percentage
points make an inaccuracy, a mistake and a blunder, and the accuracy of a move and of a player
comes from lichess's formulas.

>>> import tablier
>>> record = tablier.Record(tablier.game("mole-hill").start(), ("a1", "a1|a2", "b1"))
>>> found = tablier.review(record, simulations=100)
>>> [move.token for move in found.moves], len(found.evaluations)
(['a1', 'a1|a2', 'b1'], 4)
"""

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from tablier.arguments import expect
from tablier.payoffs import share_of
from tablier.position import Position
from tablier.reasons import Explanation, explain
from tablier.record import Record
from tablier.search.advice import REVIEW_SIMULATIONS, reviewer
from tablier.texts import refusal
from tablier.threads import Stop, never

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis
    from tablier.search.player import Player

Judgement = Literal["inaccuracy", "mistake", "blunder"]
JUDGEMENTS: tuple[tuple[float, Judgement], ...] = (
    (0.15, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
"""How much of the win probability a move has to cost, the worst first."""
MOST_TURNING_POINTS = 8
DIGITS = 4  # of a value that is kept
LONGEST_LINE = 12  # moves that are kept of a line
SCALE, SLOPE, OFFSET, BONUS = 103.1668100711649, 0.04354415386753951, -3.166924740191411, 1.0
"""Of lichess's accuracy of a move; the bonus is for what an imperfect analysis gets wrong."""
LEAST_WINDOW, MOST_WINDOW = 2, 8  # positions
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0
Progress = Callable[[int, int], None]
"""Is told how many positions are done, and of how many."""


class Evaluation(Struct, frozen=True):
    """What a search thinks of a position; this is kept with a game, all else follows from it.

    >>> Evaluation((0.5, -0.5), ("e4",)).share(0)
    0.75
    """

    values: tuple[float, ...]
    """What each seat can expect with best play, from −1 to 1."""
    line: tuple[str, ...] = ()
    """The best play; none at the end of a game."""
    proven: bool = False

    def share(self, seat: int) -> float:
        """The win probability of a seat: its expected share of the point."""
        expect(int, seat=seat)
        last = len(self.values) - 1
        if not 0 <= seat <= last:
            raise refusal("no_whole_amount", name="seat", least=0, most=last, value=seat)
        return share_of(self.values[seat], len(self.values))

    @property
    def leader(self) -> int:
        """The seat that can expect most."""
        return self.values.index(max(self.values))


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game, and what it cost.

    >>> before, after = Evaluation((0.5, -0.5), ("e4",)), Evaluation((0.25, -0.25))
    >>> move = ReviewedMove(0, 0, "d4", before, after)
    >>> move.best, move.loss, move.judgement
    ('e4', 0.125, 'mistake')
    """

    ply: int
    """How many moves were played before it."""
    seat: int
    token: str
    before: Evaluation
    after: Evaluation

    @property
    def best(self) -> str:
        """The move that the search prefers."""
        return self.before.line[0]

    @property
    def loss(self) -> float:
        """By how much the win probability of the player fell, from 0 to 1."""
        if self.token == self.best:
            return 0.0
        return max(0.0, self.before.share(self.seat) - self.after.share(self.seat))

    @property
    def judgement(self) -> Judgement | None:
        """What lichess would call it, if it cost enough."""
        return next((name for least, name in JUDGEMENTS if self.loss >= least - 1e-9), None)

    @property
    def accuracy(self) -> float:
        """From 0 to 100."""
        found = SCALE * math.exp(-SLOPE * 100 * self.loss) + OFFSET + BONUS
        return min(100.0, max(0.0, found))

    @property
    def is_turning_point(self) -> bool:
        """A mistake or worse, or an inaccuracy that gives the lead away."""
        if self.judgement in (None, "inaccuracy"):
            return self.judgement is not None and self.before.leader != self.after.leader
        return True


@dataclass(frozen=True)
class Review:
    """All moves of a game, judged.

    >>> import tablier
    >>> record = tablier.Record(tablier.game("mole-hill").start(), ("a1", "a1|a2"))
    >>> [move.ply for move in tablier.review(record, simulations=50).moves]
    [0, 1]
    """

    record: Record
    evaluations: tuple[Evaluation, ...]
    """Of the start and of the position after each move."""

    @cached_property
    def moves(self) -> tuple[ReviewedMove, ...]:
        """The moves in their order."""
        known = zip(self.record.tokens, self.record.positions(), strict=False)
        return tuple(
            ReviewedMove(ply, position.turn, token, *self.evaluations[ply : ply + 2])
            for ply, (token, position) in enumerate(known)
        )

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        """The moves that mattered most, in their order."""
        found = [move for move in self.moves if move.is_turning_point]
        worst = sorted(found, key=lambda move: -move.loss)[:MOST_TURNING_POINTS]
        return tuple(sorted(worst, key=lambda move: move.ply))

    @property
    def accuracies(self) -> tuple[float | None, ...]:
        """The accuracy of each seat, from 0 to 100; None if it has not moved."""
        return tuple(self._accuracy(seat) for seat in range(self.record.game.players))

    def _accuracy(self, seat: int) -> float | None:
        """The mean of two means: by how much was at stake, and the harmonic one."""
        shares = [100 * each.share(seat) for each in self.evaluations]
        weights = volatility(shares)
        own = [move for move in self.moves if move.seat == seat]
        if not own:
            return None
        found = [move.accuracy for move in own]
        at_stake = [weights[move.ply] for move in own]
        weighted = math.fsum(map(operator.mul, found, at_stake)) / math.fsum(at_stake)
        harmonic = len(found) / math.fsum(1 / max(1.0, each) for each in found)
        return (weighted + harmonic) / 2

    def explain(self, move: ReviewedMove) -> Explanation:
        """Why the move that the search prefers is good."""
        expect(ReviewedMove, move=move)
        line = move.before.line
        before = self.record.start.play_all(self.record.tokens[: move.ply])
        return explain(before, line[0], line[1:])

    def json(self) -> dict[str, Any]:
        """The same as plain values."""
        players = range(self.record.game.players)
        return {
            "accuracies": self.accuracies,
            "shares": [[each.share(seat) for seat in players] for each in self.evaluations],
            "moves": [
                {
                    "ply": move.ply,
                    "seat": move.seat,
                    "move": move.token,
                    "best": move.best,
                    "pv": list(move.before.line),
                    "proven": move.before.proven,
                    "loss": round(move.loss, DIGITS),
                    "judgement": move.judgement,
                    "accuracy": round(move.accuracy, 1),
                }
                for move in self.moves
            ],
            "turningPoints": [move.ply for move in self.turning_points],
        }


def volatility(shares: Sequence[float]) -> list[float]:
    """How much was at stake at each move, as lichess weighs it: how far percentages around it vary.

    >>> volatility([50.0, 50.0, 50.0, 90.0])
    [0.5, 0.5, 12.0]
    """
    size = min(max(len(shares) // 10, LEAST_WINDOW), MOST_WINDOW, len(shares))
    first = [shares[:size]] * max(0, size - 2)
    windows = [*first, *(shares[i : i + size] for i in range(len(shares) - size + 1))]
    return [min(MOST_WEIGHT, max(LEAST_WEIGHT, deviation(each))) for each in windows]


def deviation(numbers: Sequence[float]) -> float:
    """How far these numbers are from their mean: the root of the mean square."""
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((each - mean) ** 2 for each in numbers) / len(numbers))


def review(
    record: Record,
    *,
    simulations: int = REVIEW_SIMULATIONS,
    player: "Player | None" = None,
    watch: Progress | None = None,
) -> Review:
    """Review a game with so many simulations a position, or with a player of your own.

    `watch` may raise to stop.

    >>> import tablier
    >>> record = tablier.Record(tablier.game("mole-hill").start(), ("a1", "a1|a2"))
    >>> len(tablier.review(record, simulations=50).accuracies)
    2
    """
    expect(Record, record=record)
    expect(int, simulations=simulations)
    expect(Callable, None, watch=watch)
    expect("Player", None, player=player)
    judge = reviewer(record.game, simulations) if player is None else player
    found: list[Evaluation] = []
    for position in record.positions():
        found.append(evaluate(position, judge))
        if watch is not None:
            watch(len(found), len(record) + 1)
    return Review(record, tuple(found))


def evaluate(position: Position, player: "Player", stop: Stop = never) -> Evaluation:
    """What a player thinks of a position; of one that is over, how it ended."""
    return ended(position) or found_by(player.analyse(position, stop))


def ended(position: Position) -> Evaluation | None:
    """How a position ended, if it has."""
    outcome = position.outcome()
    return None if outcome is None else Evaluation(outcome.payoffs, (), True)


def found_by(found: "Analysis") -> Evaluation:
    """What a search has found, as it is kept."""
    values = tuple(round(value, DIGITS) for value in found.values)
    return Evaluation(values, found.moves[0].line[:LONGEST_LINE], found.proven)
