"""Stand-in for a game's rules.py, which `specialise` replaces.

A game of one seat that is over at its start, so that kernels can be imported as they are.
"""

from tablier.portable import record, rule

STATE = record(("turn", "i2"))
ACTIONS = WIDTH = PLAYERS = 1


@rule
def start(state, options, seed):  # noqa: ARG001
    """Set every field of the state to the beginning of a game."""
    state.turn = 0


@rule
def legal(state, out):  # noqa: ARG001
    """Write the legal actions into `out`, ascending, and return how many there are."""
    return 0


@rule
def play(state, action):
    """Play a legal `action`, in place."""


@rule
def outcome(state, payoff):  # noqa: ARG001
    """Is the game over? Then the payoff of each seat is written."""
    return True
