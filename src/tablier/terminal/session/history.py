"""The history of a game at the terminal: immutable, with moves that can be undone and redone."""

from dataclasses import dataclass, replace
from functools import cached_property

from tablier.position import Position
from tablier.record import Record
from tablier.record_text import UNFINISHED

SEEDS = 2**64


@dataclass(frozen=True)
class History:
    """A record with all its moves, and how many of them are undone at the moment."""

    whole: Record
    undone: int = 0

    @cached_property
    def record(self) -> Record:
        """The record up to the present position."""
        if self.undone == 0:
            return self.whole
        n = len(self.whole.tokens) - self.undone
        comments = {ply: said for ply, said in self.whole.comments.items() if ply <= n}
        variations = {ply: lines for ply, lines in self.whole.variations.items() if ply < n}
        return replace(
            self.whole,
            tokens=self.whole.tokens[:n],
            comments=comments,
            variations=variations,
            given=UNFINISHED,
        )

    @cached_property
    def position(self) -> Position:
        """The present position."""
        return self.record.end

    @property
    def is_over(self) -> bool:
        """Has the game ended by its rules?"""
        return not self.position.legal_actions

    def played(self, token: str) -> "History":
        """The history with this move; `IllegalMove` says why if it is not legal."""
        self.position.play(token)
        tokens = (*self.record.tokens, token)
        if self.undone and tokens == self.whole.tokens[: len(tokens)]:
            return self.forward()
        return History(replace(self.record, tokens=tokens, given=UNFINISHED))

    def back(self, n: int) -> "History":
        """The history with `n` more moves undone, or as many as there are."""
        return History(self.whole, min(self.undone + n, len(self.whole.tokens)))

    def forward(self) -> "History":
        """The history with one more move redone."""
        return History(self.whole, self.undone - 1)

    def again(self) -> "History":
        """A new game from the same start; where the start is random, with the next seed."""
        if self.record.seed is None:
            return History(Record(self.record.start))
        seed = (self.record.seed + 1) % SEEDS
        return History(Record(self.record.game.start(seed), seed=seed))
