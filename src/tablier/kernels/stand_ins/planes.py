"""Stands in for a game's planes where a kernel is written; `specialise` puts its own here."""

from typing import Any

from tablier.portable import rule

PLANES: tuple[Any, ...] = ()
SHAPE = (1, 1, 1)


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
