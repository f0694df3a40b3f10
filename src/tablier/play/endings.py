"""Endings: how a game ends that the rules do not end."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tablier import payoffs
from tablier.play.wire.protocol import Reason

NO_GAME = ("declined", "aborted")


@dataclass(frozen=True)
class Ending:
    """How a game ended that the rules did not end."""

    reason: Reason
    payoffs: tuple[float, ...]
    loser: int | None = None
    """The seat that lost, that left, or that did not want to play."""
    why: str = ""
    """The reason that a bot gave for declining, as a word of lichess."""


def restored(stored: Any) -> Ending | None:
    """The ending that was stored as a list of its fields, if one was."""
    return None if stored is None else Ending(stored[0], tuple(stored[1]), *stored[2:])


def lost(n: int, losers: Collection[int], reason: Reason) -> Ending:
    """Of so many these lose, and the others share the point."""
    return Ending(reason, payoffs.lost(n, losers), min(losers))


def even(n: int, reason: Reason, seat: int | None = None, why: str = "") -> Ending:
    """All get the same."""
    return Ending(reason, (0.0,) * n, seat, why)
