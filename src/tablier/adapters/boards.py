"""Loops over many boards: the same functions on the CPU and on a GPU, where each loop is of one.

Use them through `vector.kernels_of`: it compiles this file anew for the rules of a game. `boards`
is a `vector.Boards`. Only the loops take all of it: handing it to a function takes about 10 ns.
States are changed where they lie: Numba copies a record byte by byte on a GPU.
"""

import numpy as np

from tablier.adapters.stand_in import planes
from tablier.portable import draw, rule
from tablier.search.rules import legal, outcome, play, start

SHORT = 64  # actions


@rule
def reset(boards, first, last, options, seed):
    """Begin the first game on each of these boards."""
    for i in range(first, last):
        state = boards.states[i]
        start(state, options, seed_of(seed, i, 0, len(boards.games)))
        boards.games[i] = 1
        boards.dones[i] = False
        for seat in range(boards.rewards.shape[1]):
            boards.rewards[i, seat] = 0
        for action in range(boards.masks.shape[1]):
            boards.masks[i, action] = False
        boards.counts[i] = show(state, boards.choices[i], 0, boards.masks[i])
        planes(state, boards.observations[i])
        boards.seats[i] = state.turn


@rule
def step(boards, first, last, actions, payoff, options, seed):
    """Play an action on each of these boards; where that ends a game, the next one begins."""
    for i in range(first, last):
        state = boards.states[i]
        over = move(state, boards.masks[i], actions[i], payoff, boards.rewards.shape[1])
        boards.dones[i] = over
        for seat in range(boards.rewards.shape[1]):
            boards.rewards[i, seat] = payoff[seat] if over else 0
        if over:
            if i < len(boards.last_observations):
                planes(state, boards.last_observations[i])
            start(state, options, seed_of(seed, i, boards.games[i], len(boards.games)))
            boards.games[i] += 1
        n = boards.counts[i]
        boards.counts[i] = show(state, boards.choices[i], n, boards.masks[i])
        planes(state, boards.observations[i])
        boards.seats[i] = state.turn


@rule
def choose(boards, first, last, actions, seed, moment):
    """Write a random legal action for each of these boards, by the dice of that moment."""
    for i in range(first, last):
        k = draw(~np.uint64(seed) - np.uint64(i), moment, boards.counts[i])
        actions[i] = boards.choices[i, k]


# One board alone, as an array of one state: Numba takes an array 5 µs faster than a record.


@rule
def look(states, choices):
    """Write the legal actions; return how many there are."""
    return legal(states[0], choices)


@rule
def see(states, out):
    """Write the planes."""
    planes(states[0], out)


@rule
def play_one(states, action, payoff, choices):
    """Play a legal action and `look`: no choice means over, and then there are payoffs."""
    play(states[0], action)
    outcome(states[0], payoff)
    return legal(states[0], choices)


@rule
def seed_of(seed, i, game, n):
    """The seed of a game on board i of n."""
    return np.uint64(seed) + np.uint64(i) + np.uint64(n) * np.uint64(game)


@rule
def move(state, mask, action, payoff, seats):
    """Play the action, in place; is the game over then? An action that is not legal loses it."""
    if 0 <= action < len(mask) and mask[action]:
        play(state, action)
        return outcome(state, payoff)
    for seat in range(seats):
        payoff[seat] = -1 if seat == state.turn else 1 / (seats - 1)
    return True


@rule
def show(state, choices, n, mask):
    """Write the legal actions over the n of before, and the mask; return how many there are."""
    wipe(mask, choices, n)
    n = legal(state, choices)
    for k in range(n):
        mask[np.uint64(choices[np.uint64(k)])] = True
    return n


@rule
def wipe(mask, choices, n):
    """Make the mask False everywhere; these n choices are where it is not."""
    # A short one as a whole (6 ns of 22 are left for Connect Four), a long one where it is needed.
    if len(mask) <= SHORT:
        for action in range(len(mask)):
            mask[np.uint64(action)] = False
    else:
        for k in range(n):
            mask[np.uint64(choices[np.uint64(k)])] = False
