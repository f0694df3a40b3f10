"""Stands in for a game's planes where `boards.py` is written; `specialise` puts its own here."""

from tablier.portable import rule


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
