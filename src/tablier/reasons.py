"""Reasons: why a move is good, as facts that the rules or a search have established.

A reason is a `Sentence`: a key of [reasons] in texts/ with its values, a phrase whose subject is
the move. Reasons for all games are here; those of a game are in its reasons.py, which has one
function `reasons(choice)`. It works by the rules alone, so that it can be used without a search.

>>> import tablier
>>> explain(tablier.game("mole-hill").start(), "e1").sentence()
'Takes a red flower (two points).'
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from tablier.arguments import expect
from tablier.game import Game, optional_module
from tablier.payoffs import of_winner
from tablier.position import Position, _made
from tablier.texts import All, Sentence, say

MOST = 3  # reasons that are told
MUCH = 0.15  # of the win rate: by so much a move is better than all others, or a threat is real
SURE = 0.999  # a proven win rate is at least this, or at most 1 less it
ALTERNATIVES = 4  # moves whose replies are compared


@dataclass(frozen=True)
class Idea:
    """A move as a search sees it."""

    token: str
    winrate: float
    """Of the mover, from 0 to 1."""
    proven: bool
    line: tuple[str, ...]
    """The move and the best play after it."""


@dataclass(frozen=True)
class Choice:
    """A move in a position, and how play goes on after it as far as is known."""

    before: Position
    token: str
    line: tuple[str, ...] = ()
    """The best play after the move."""

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.before.turn

    @cached_property
    def after(self) -> Position:
        """The position after the move."""
        return self.before.play(self.token)

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """The moves of the line that belong to the same turn."""
        position, tokens = self.after, []
        for token in self.line:
            if position.turn != self.seat or token not in position.legal_moves:
                break
            position = position.play(token)
            tokens.append(token)
        return tuple(tokens)

    @cached_property
    def turn_end(self) -> Position:
        """The position after the moves of this turn, as far as the line goes."""
        return self.after.play_all(self.rest)


@dataclass(frozen=True)
class Explanation:
    """Why a move is good: reasons, the weightiest first; maybe none.

    >>> import tablier
    >>> [each.key for each in tablier.explain(tablier.game("mole-hill").start(), "e1").reasons]
    ['red_flower']
    """

    game: Game
    reasons: tuple[Sentence, ...]

    def sentence(self, lang: str = "en") -> str:
        """All reasons as one sentence; empty if there are none."""
        phrases = [say(each, lang, self.game.package, table="reasons") for each in self.reasons]
        if not phrases:
            return ""
        words = All(tuple(phrases)).spoken(lang)
        return f"{words[:1].upper()}{words[1:]}."


def explain(position: Position, move: str, line: Sequence[str] = ()) -> Explanation:
    """What the rules say for a move; `line` is the best play after it, if it is known.

    An `Analysis` explains its moves itself, with what the search has found out.

    >>> import tablier
    >>> tablier.explain(tablier.game("mole-hill").start(), "e1").sentence("fr")
    'Prend une fleur rouge (deux points).'
    """
    expect(Position, position=position)
    expect(str, move=move)
    expect(Iterable, line=line)
    choice = Choice(position, move, tuple(line))
    return explained(choice, ())


def explained(choice: Choice, ideas: Sequence[Idea]) -> Explanation:
    """What the rules and these ideas of a search, the best first, say for a move."""
    game = choice.before.game
    ended = list(endings(choice))
    if ended:
        return Explanation(game, tuple(ended))
    found = [*proofs(choice, ideas), *single(choice), *own_reasons(choice), *threats(choice, ideas)]
    found += [*only_good(choice, ideas), *no_good(choice, ideas)]
    return Explanation(game, tuple(found[:MOST] or preferred(choice, ideas)))


def own_reasons(choice: Choice) -> Iterator[Sentence]:
    """What the game's own reasons.py says, if it has one."""
    part = optional_module(choice.before.game, "reasons")
    return iter(()) if part is None else cast(Iterator[Sentence], part.reasons(choice))


# By the rules alone


def endings(choice: Choice) -> Iterator[Sentence]:
    """The move ends the game, and well enough."""
    outcome = choice.after.outcome()
    if outcome is None:
        return
    if outcome.payoffs[choice.seat] >= of_winner(1, len(outcome.payoffs)):
        yield Sentence("wins")
    elif outcome.winner is None:
        yield Sentence("ends")


def single(choice: Choice) -> Iterator[Sentence]:
    """There is nothing else to choose."""
    if len(choice.before.legal_actions) == 1:
        yield Sentence("only_legal")


# By a search


def proofs(choice: Choice, ideas: Sequence[Idea]) -> Iterator[Sentence]:
    """The search has proven what comes of the move."""
    idea = next((each for each in ideas if each.token == choice.token), None)
    if idea is not None and idea.proven and idea.winrate >= SURE:
        is_whole = played(choice.after, choice.line).is_over
        n = len(choice.line) + 1
        yield Sentence("proven_in", values={"n": n}) if is_whole else Sentence("proven")


def no_good(choice: Choice, ideas: Sequence[Idea]) -> Iterator[Sentence]:
    """The best move loses, and so do all."""
    is_best = bool(ideas) and ideas[0].token == choice.token
    if is_best and ideas[0].proven and ideas[0].winrate <= 1 - SURE:
        yield Sentence("all_lose")


def threats(choice: Choice, ideas: Sequence[Idea]) -> Iterator[Sentence]:
    """The reply that worse moves allow and this one does not."""
    if not ideas or ideas[0].token != choice.token or choice.turn_end.is_over:
        return
    others = [idea for idea in ideas[1 : 1 + ALTERNATIVES] if len(idea.line) > 1]
    worse = [idea for idea in others if idea.winrate <= ideas[0].winrate - MUCH]
    replies = Counter(filter(None, (reply(choice.before, idea) for idea in worse)))
    if len(worse) < 2 or not replies:
        return
    (token, times), *_ = replies.most_common(1)
    end, is_usual = choice.turn_end, 2 * times > len(others)
    if is_usual and end.turn != choice.seat and token not in end.legal_moves:
        yield Sentence("stops_reply", values={"token": token})


def reply(before: Position, idea: Idea) -> str | None:
    """The first move of somebody else in a line."""
    position = before
    for token in idea.line:
        if position.turn != before.turn:
            return token
        if token not in position.legal_moves:
            break
        position = position.play(token)
    return None


def only_good(choice: Choice, ideas: Sequence[Idea]) -> Iterator[Sentence]:
    """The second-best move is much worse, and so are all others that were looked at."""
    if len(ideas) < 2 or ideas[0].token != choice.token or ideas[0].proven:
        return
    if all(idea.winrate <= ideas[0].winrate - MUCH for idea in ideas[1:]):
        yield Sentence("only_good")


def preferred(choice: Choice, ideas: Sequence[Idea]) -> Iterator[Sentence]:
    """What can be said of the best move in any case, where there is nothing else to say."""
    if ideas and ideas[0].token == choice.token:
        yield Sentence("preferred", values={"n": round(100 * ideas[0].winrate)})


# For games


def played(position: Position, tokens: Sequence[str]) -> Position:
    """The position after these moves, up to the first that is not legal."""
    for token in tokens:
        if token not in position.legal_moves:
            break
        position = position.play(token)
    return position


def changed(position: Position, change: Callable[[Any], object]) -> Position:
    """The position after a change of its state, such as that the other side is to move."""
    data = bytearray(position.data)
    change(np.frombuffer(data, position.game.rules.STATE)[0])
    return _made(position.game, bytes(data), None)


def counted(key: str, n: int) -> Sentence:
    """The phrase for a number: `key_one` for 1, else `key` with n."""
    return Sentence(f"{key}_one") if n == 1 else Sentence(key, values={"n": n})
