"""A random game in compiled code, with what a study counts in it; see `specialise`."""

import numpy as np

from tablier.kernels.stand_ins.rules import legal, play
from tablier.portable import draw, kernel


@kernel
def random_game(state, actions, seed):
    """Play random moves to the end, in place: moves, turns, legal moves, their logarithms."""
    moves, turns, seat, choices, tree = 0, 0, -1, 0, 0.0
    n = legal(state, actions)
    while n > 0:
        if state.turn != seat:
            seat = int(state.turn)
            turns += 1
        choices += n
        tree += np.log10(n)
        play(state, actions[draw(seed, moves, n)])
        moves += 1
        n = legal(state, actions)
    return moves, turns, choices, tree
