"""The plain second opinion to proof.py: every line of so many turns, without memory or guesses.

Use it through `specialise`: it compiles this file anew for the rules of a game.
"""

from tablier.kernels.stand_ins.aim import by_aim, is_won, turns_needed
from tablier.kernels.stand_ins.rules import legal, outcome, play
from tablier.portable import rule

WINS, FAILS, OPEN = 1, -1, 0


@rule
def decide(states, actions, payoff, depth, seat, turns, seen, most):
    """Does the seat win states[depth] in so many of its turns whatever the others do, or fail?

    The lower states are scratch, and `actions` has a row of scratch for each. It gives up, and
    answers OPEN, once it has `seen` more than `most` positions, or is out of scratch.
    """
    seen[0] += 1
    if outcome(states[depth], payoff):
        return WINS if payoff[seat] >= 1 and by_aim(states[depth]) else FAILS
    if is_won(states[depth], seat):
        return WINS
    mine = states[depth].turn == seat
    if turns_needed(states[depth], seat) > turns or (mine and turns == 0):
        return FAILS
    if depth == 0 or seen[0] > most:
        return OPEN
    aim = WINS if mine else FAILS
    worst = -aim
    for i in range(legal(states[depth], actions[depth])):
        states[depth - 1] = states[depth]
        play(states[depth - 1], actions[depth, i])
        left = turns - (mine and states[depth - 1].turn != seat)
        found = decide(states, actions, payoff, depth - 1, seat, left, seen, most)
        if found == aim:
            return aim
        if found == OPEN:
            worst = OPEN
    return worst
