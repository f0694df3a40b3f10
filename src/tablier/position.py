"""Position: the value people use in Python. It is immutable and speaks tokens."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tablier.texts import Refusal, Sentence, say

if TYPE_CHECKING:
    from tablier.game import Game


class IllegalMove(Refusal):
    """A move that the rules do not allow here; nothing has changed."""


class BadPosition(Refusal):
    """A text that is not a position of the game."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    payoffs: tuple[float, ...]
    """What each seat gets: 1 for a win, −1 for a loss, 0 for a draw; they sum to 0."""
    reason: str
    """The key of the sentence that says why."""
    said: Sentence
    package: str

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or None."""
        best = max(self.payoffs)
        return self.payoffs.index(best) if best > 0 and self.payoffs.count(best) == 1 else None

    def sentence(self, lang: str = "en") -> str:
        """Who won and why, in that language."""
        return say(self.said, lang, self.package)


@dataclass(frozen=True)
class Position:
    """A position of a game: plain bytes, with the game that can read them.

    >>> import tablier
    >>> opening = tablier.game("mole-hill").start()
    >>> opening.play("e4").play("a1|a2").turn
    0
    """

    game: "Game"
    data: bytes

    @property
    def state(self) -> Any:
        """A copy of the record that the rules work on; change it as you like."""
        return np.frombuffer(bytearray(self.data), self.game.rules.STATE)[0]

    @property
    def turn(self) -> int:
        """The seat to move, 0 for the first player; after the end, the one that would be next."""
        return int(self.state.turn)

    @cached_property
    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of all legal moves, ascending; none when the game is over."""
        out = np.empty(self.game.rules.WIDTH, np.int32)
        n = self.game.rules.legal(self.state, out)
        return tuple(out[:n].tolist())

    @cached_property
    def legal_moves(self) -> tuple[str, ...]:
        """The tokens of all legal moves, sorted; none when the game is over."""
        tokens = self.game.notation.TOKENS
        return tuple(sorted(tokens[action] for action in self.legal_actions))

    def play(self, token: str) -> "Position":
        """The position after this move; `IllegalMove` says why if it is not legal."""
        action = self.game.actions.get(token)
        if action is None or action not in self.legal_actions:
            raise IllegalMove(self._why_not(token), self.game.package)
        return self.after(action)

    def play_all(self, tokens: Iterable[str]) -> "Position":
        """The position after these moves, one after the other."""
        position = self
        for token in tokens:
            position = position.play(token)
        return position

    def after(self, action: int) -> "Position":
        """The position after a legal action, by its number; legality is the caller's duty."""
        data = bytearray(self.data)
        self.game.rules.play(np.frombuffer(data, self.game.rules.STATE)[0], action)
        return Position(self.game, bytes(data))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        payoff = np.zeros(self.game.rules.PLAYERS)
        if not self.game.rules.outcome(self.state, payoff):
            return None
        said = self.game.notation.status(self.state)
        payoffs = tuple(payoff[: self.game.players].tolist())
        return Outcome(payoffs, said.key, said, self.game.package)

    def status(self, lang: str = "en") -> str:
        """What the player to move has to do, or how the game ended, in that language."""
        return say(self.game.notation.status(self.state), lang, self.game.package)

    def _why_not(self, token: str) -> Sentence:
        if not self.legal_actions:
            return Sentence("game_over", values={"token": token})
        return self.game.notation.explain(self.state, token)

    def __str__(self) -> str:
        return self.game.notation.write(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self}>"
