"""A game in progress at the terminal: every step gives a new value, so nothing is ever lost."""

from dataclasses import dataclass, replace
from functools import cached_property

from tablier.position import Position
from tablier.record import Record
from tablier.record_text import UNFINISHED

SEEDS = 2**64


@dataclass(frozen=True)
class Match:
    """A record as far as it goes, and how many of its moves are taken back at the moment."""

    whole: Record
    taken_back: int = 0

    @cached_property
    def record(self) -> Record:
        """The record up to the position on the table."""
        if self.taken_back == 0:
            return self.whole
        n = len(self.whole.tokens) - self.taken_back
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
        """The position on the table."""
        return self.record.end

    @property
    def is_over(self) -> bool:
        """Has the game ended by its rules?"""
        return not self.position.legal_actions

    def played(self, token: str) -> "Match":
        """The match after this move; `IllegalMove` says why if it is not legal."""
        self.position.play(token)
        tokens = (*self.record.tokens, token)
        if self.taken_back and tokens == self.whole.tokens[: len(tokens)]:
            return self.forward()
        return Match(replace(self.record, tokens=tokens, given=UNFINISHED))

    def back(self, n: int) -> "Match":
        """The match without its last `n` moves, or as many as there are."""
        return Match(self.whole, min(self.taken_back + n, len(self.whole.tokens)))

    def forward(self) -> "Match":
        """The match after the move that was taken back last."""
        return Match(self.whole, self.taken_back - 1)

    def again(self) -> "Match":
        """A new match from the same start; where chance has a say, with the next seed."""
        if self.record.seed is None:
            return Match(Record(self.record.start))
        seed = (self.record.seed + 1) % SEEDS
        return Match(Record(self.record.game.start(seed), seed=seed))
