"""A judge of positions, for many of them: logits and values, as evaluators give them.

Use it through `specialise`: it compiles this file anew for the rules of a game and a judge.
"""

import numpy as np

from tablier.kernels.stand_ins.rules import PLAYERS, legal
from tablier.portable import kernel
from tablier.search.judge import evaluate_position, weigh_moves


@kernel
def judge_all(net, scratch, states, state, actions, weights, payoff, logits, values):
    """Write the logits of the legal actions of all states, and their values by seat."""
    for i in range(len(states)):
        state[0] = states[i]
        n = legal(state[0], actions)
        evaluate_position(net[0], scratch[0], state[0], payoff)
        for seat in range(PLAYERS):
            values[i, seat] = payoff[seat]
        weigh_moves(net[0], scratch[0], state[0], actions, n, weights)
        for j in range(n):
            logits[i, actions[j]] = np.log(weights[j])
