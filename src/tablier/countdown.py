"""Countdowns: when a limit that ends a game by itself is near enough to be announced."""

from tablier.texts import Sentence


def is_near(left: int, limit: int) -> bool:
    """Is that the last quarter of a limit, or its last turn?

    >>> [left for left in range(9) if is_near(left, 8)]
    [0, 1, 2]
    >>> [left for left in range(3) if is_near(left, 2)]
    [0, 1]
    """
    return left <= max(1, limit // 4)


def turn_limit_near(played: int, limit: int, clause: str) -> Sentence | None:
    """A warning of a turn limit, which that clause of the rulebook sets; None while it is far.

    >>> turn_limit_near(99, 400, "7.4")
    >>> turn_limit_near(390, 400, "7.4").values
    {'left': 10}
    """
    left = limit - played
    return Sentence("turn_limit_near", clause, {"left": left}) if is_near(left, limit) else None
