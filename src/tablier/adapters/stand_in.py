"""Stands in for a game's planes and start where `boards.py` is written; see `vector.kernels_of`."""

from tablier.portable import rule


@rule
def start(state, options, seed):  # noqa: ARG001
    """Set every field of the state to the beginning of a game."""
    state.turn = 0


@rule
def planes(state, out):
    """Write the position as the seat to move sees it."""
