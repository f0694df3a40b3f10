"""Stand-in for a game's aim.py: nothing is known of an aim before the game is over."""

from tablier.portable import rule


@rule
def turns_needed(state, seat):  # noqa: ARG001
    """How many turns the seat needs at least to win, the present one included if it is its own."""
    return 0


@rule
def is_won(state, seat):  # noqa: ARG001
    """Has the seat won for certain, although the game goes on?"""
    return False


@rule
def by_aim(state):  # noqa: ARG001
    """Has the game, which is over, ended by its aim, and not by a limit?"""
    return True
