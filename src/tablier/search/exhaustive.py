"""The plain second opinion to proof.py: every line of so many turns, without memory or guesses.

It begins with the moves that were the answer elsewhere; that changes only how long it takes.

Use it through `specialise`: it compiles this file anew for the rules of a game.
"""

from tablier.kernels.stand_ins.aim import by_aim, is_won, turns_needed
from tablier.kernels.stand_ins.rules import legal, outcome, play
from tablier.portable import kernel

WINS, FAILS, OPEN = 1, -1, 0
KILLERS = (8, 2, 4, 4)  # by turns left, whose turn, and moves made in it: the last answers


@kernel
def decide(states, actions, payoff, depth, seat, turns, made, killers, seen, most):
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
    n = legal(states[depth], actions[depth])
    killer = killers[min(turns, KILLERS[0] - 1), int(mine), min(made, KILLERS[2] - 1)]
    bring_forward(actions[depth], n, killer)
    for i in range(n):
        goes_on = play_copy(states, depth, actions[depth, i])
        left, then = turns - (mine and not goes_on), made + 1 if goes_on else 0
        found = decide(states, actions, payoff, depth - 1, seat, left, then, killers, seen, most)
        if found == aim:
            learn(killer, actions[depth, i])
            return aim
        if found == OPEN:
            worst = OPEN
    return worst


@kernel
def play_copy(states, depth, action):
    """The state below becomes that after the action; does the turn go on?"""
    states[depth - 1] = states[depth]
    play(states[depth - 1], action)
    return states[depth - 1].turn == states[depth].turn


@kernel
def bring_forward(actions, n, killer):
    """Those of the n actions that are killers come first."""
    first = 0
    for known in killer:
        for i in range(first, n):
            if actions[i] == known:
                actions[i], actions[first] = actions[first], actions[i]
                first += 1
                break


@kernel
def learn(killer, action):
    """The action becomes the first killer; if it was none, the last one is forgotten."""
    before = action
    for i in range(len(killer)):
        killer[i], before = before, killer[i]
        if before == action:
            break
