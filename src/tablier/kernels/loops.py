"""Compiled loops over a game's rules, written once for every game.

Use them through `specialise`, which compiles this file for the rules of a game.
"""

from tablier.kernels.stand_ins.rules import legal, play
from tablier.portable import draw, kernel


@kernel
def perft(states, actions, depth):
    """Count the lines of `depth` moves from states[depth]; the lower states are overwritten.

    `actions` has a row for each depth, which is overwritten too.
    """
    n = legal(states[depth], actions[depth])
    if depth <= 1:
        return n
    lines = 0
    for i in range(n):
        states[depth - 1] = states[depth]
        play(states[depth - 1], actions[depth, i])
        lines += perft(states, actions, depth - 1)
    return lines


@kernel
def playout(state, actions, seed):
    """Play random legal moves to the end of the game, in place; return how many."""
    plies = 0
    n = legal(state, actions)
    while n > 0:
        play(state, actions[draw(seed, plies, n)])
        plies += 1
        n = legal(state, actions)
    return plies


@kernel
def playouts(start, state, actions, seed, games):
    """Play that many random games from `start`; return the moves of all of them together."""
    plies = 0
    for i in range(games):
        state[0] = start[0]
        plies += playout(state[0], actions, seed + i)
    return plies
