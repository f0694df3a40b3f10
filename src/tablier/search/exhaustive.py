"""The plain second opinion to proof.py: every line of so many moves, without memory or guesses.

Use it through `specialise`: it compiles this file anew for the rules of a game.
"""

from tablier.kernels.stand_ins.rules import legal, outcome, play
from tablier.portable import rule

WINS, FAILS, OPEN = 1, -1, 0


@rule
def decide(states, actions, payoff, depth, seat, seen, most):
    """Does the seat win states[depth] whatever the others do, or fail, within `depth` moves?

    The lower states are scratch, and `actions` has a row of scratch for each. It gives up, and
    answers OPEN, once it has `seen` more than `most` positions.
    """
    seen[0] += 1
    if outcome(states[depth], payoff):
        return WINS if payoff[seat] >= 1 else FAILS
    if depth == 0 or seen[0] > most:
        return OPEN
    aim = WINS if states[depth].turn == seat else FAILS
    worst = -aim
    for i in range(legal(states[depth], actions[depth])):
        states[depth - 1] = states[depth]
        play(states[depth - 1], actions[depth, i])
        found = decide(states, actions, payoff, depth - 1, seat, seen, most)
        if found == aim:
            return aim
        if found == OPEN:
            worst = OPEN
    return worst
