"""Clicks: how clicks on spots become a move, by the click paths of a position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from tablier.position import Position
from tablier.texts import Refusal, refusal

Path = tuple[str, ...]


@dataclass(frozen=True)
class Clicks:
    """The clicks so far among the paths of all legal moves.

    >>> import tablier
    >>> clicks = clicks_of(tablier.game("chain-reaction").start())
    >>> clicks.add("c3").token, clicks.add("c3").add("c4").token
    ('', 'c3c4')
    """

    tokens: Mapping[Path, str]
    """The token of each legal move, by its path."""
    made: Path = ()

    @property
    def given(self) -> Path:
        """The clicks that all moves begin with, which are made automatically."""
        paths = sorted(path[:-1] for path in self.tokens)
        pairs = zip(paths[0], paths[-1], strict=False) if paths else ()
        return tuple(spot for spot, other in takewhile(lambda pair: pair[0] == pair[1], pairs))

    @property
    def ahead(self) -> list[str]:
        """The spots that can be clicked next, each once."""
        n = len(self.made)
        return list(dict.fromkeys(path[n] for path in self._open if len(path) > n))

    @property
    def token(self) -> str:
        """The move that these clicks are, or "" while they are none."""
        return self.tokens.get(self.made, "")

    @property
    def leads_nowhere(self) -> bool:
        """Is there no legal move with these clicks?"""
        return not self._open

    @property
    def _open(self) -> list[Path]:
        n = len(self.made)
        return [path for path in self.tokens if path[:n] == self.made]

    def add(self, spot: str) -> "Clicks":
        """The clicks after a click on a spot: one more, one less, or a new start."""
        further = replace(self, made=(*self.made, spot))
        if not further.leads_nowhere:
            return further
        if self.made[-1:] == (spot,):
            return self.back()
        anew = replace(self, made=(spot,))
        return further if anew.leads_nowhere or not self.made else anew

    def back(self) -> "Clicks":
        """Without the last click, unless it was given."""
        return replace(self, made=max(self.made[:-1], self.given, key=len))


@lru_cache(maxsize=16)
def clicks_of(position: Position) -> Clicks:
    """The state of clicks in a position before the first one."""
    tokens, actions = position.game.notation.TOKENS, position.legal_actions
    paths = position.game.paths(position.state, actions)
    found = {path: tokens[action] for path, action in zip(paths, actions, strict=True)}
    clicks = Clicks(found)
    return replace(clicks, made=clicks.given)


def why_not(position: Position, made: Sequence[str]) -> Refusal:
    """Why these clicks lead to no legal move."""
    token = _meant(position, tuple(made))
    if token is None:
        return refusal("no_such_clicks")
    try:
        position.play(token)
    except Refusal as wrong:
        return wrong
    return refusal("is_legal", token=token)


def _meant(position: Position, made: Path) -> str | None:
    """The move with these clicks, else the first that begins with them, be they legal or not."""
    game, near = position.game, None
    paths = game.paths(position.state, range(game.rules.ACTIONS))
    for path, token in zip(paths, game.notation.TOKENS, strict=True):
        if path == made:
            return token
        if near is None and made and path[: len(made)] == made:
            near = token
    return near
