"""Loops over many boards: the same functions on the CPU and on a GPU, where each loop is of one.

Use them through `vector.kernels_of`: it compiles this file anew for the rules of a game. `boards`
is a `vector.Boards`. Only the loops take all of it: handing it to a function takes about 10 ns.
States are changed where they lie: Numba copies a record byte by byte on a GPU. Places in arrays are
unsigned: Numba looks up whether a signed one counts from the end.
"""

import numpy as np
from numba import njit, prange

from tablier.kernels.stand_ins.planes import planes
from tablier.kernels.stand_ins.rules import ACTIONS, WIDTH, legal, outcome, play, start
from tablier.payoffs import forfeit
from tablier.portable import NONE, draw, has, rule

SHORT = 64  # actions, one bit each
LAST = np.uint64(SHORT - 1)


KEPT, NEXT, FIRST = -1, -2, -3  # plans for a board: left alone, its next game, its first one again
SALT = np.uint64(0x2545F4914F6CDD1D)  # other dice than those of `start` and of samples


@rule
def reset(boards, first, last, plans, placed, samples, options, seed, moment, starts):
    """Begin a game on each of these boards that is not KEPT; a plan from 0 is a state placed."""
    for board in range(first, last):
        i = np.uint64(board)
        plan = plans[i]
        if plan != KEPT:
            if plan == FIRST:
                boards.games[i] = 0
            if plan >= 0:
                boards.states[i] = placed[plan]
            else:
                dice = seed_of(seed, i, boards.games[i], len(boards.games))
                begin(boards.states, i, boards.choices[i], options, dice, starts)
            boards.games[i] += 1
            boards.dones[i] = False
            for seat in range(boards.rewards.shape[1]):
                boards.rewards[i, seat] = 0
            for action in range(boards.masks.shape[1]):
                boards.masks[i, action] = False
            state = boards.states[i]
            n = show(state, boards.choices[i], 0, boards.masks[i])
            boards.counts[i] = n
            if i < len(boards.observations):
                planes(state, boards.observations[i])
            boards.seats[i] = state.turn
            samples[i] = choose(boards.choices[i], n, seed, i, moment)


@rule
def step(boards, first, last, actions, samples, payoff, options, seed, moment, starts):
    """Play an action on each of these boards; where that ends a game, the next one begins.

    `samples` are random legal actions for the next step. They cost a few nanoseconds here, and a
    pass over all boards of its own elsewhere.
    """
    for board in range(first, last):
        i = np.uint64(board)
        state = boards.states[i]
        over = move(state, boards.masks[i], actions[i], payoff, boards.rewards.shape[1])
        boards.dones[i] = over
        for seat in range(boards.rewards.shape[1]):
            boards.rewards[i, seat] = payoff[seat] if over else 0
        if over:
            if i < len(boards.last_observations):
                planes(state, boards.last_observations[i])
            if ACTIONS > SHORT:  # a long mask is cleared before `begin` overwrites the choices
                mark(boards.masks[i], boards.choices[i], boards.counts[i], False)
                boards.counts[i] = 0
            dice = seed_of(seed, i, boards.games[i], len(boards.games))
            begin(boards.states, i, boards.choices[i], options, dice, starts)
            boards.games[i] += 1
        n = show(state, boards.choices[i], boards.counts[i], boards.masks[i])
        boards.counts[i] = n
        if i < len(boards.observations):
            planes(state, boards.observations[i])
        boards.seats[i] = state.turn
        samples[i] = choose(boards.choices[i], n, seed, i, moment)


@rule
def begin(states, i, choices, options, seed, starts):
    """Begin a game on board i, where and as late as `starts` wants it: a `vector.Starts`.

    A game that is over before all random moves were made begins again for the rest of them.
    """
    set_up(states, i, options, seed, starts)
    if starts.plies > 0:
        dice, state = seed ^ SALT, states[i]
        for ply in range(draw(dice, 1, starts.plies + 1)):
            play(state, np.int64(choices[draw(dice, ply + 2, legal(state, choices))]))
            if legal(state, choices) == 0:
                set_up(states, i, options, seed, starts)


@rule
def set_up(states, i, options, seed, starts):
    """Put the start of a game on board i: its own, or one of those given."""
    if starts.n > 0:
        states[i] = starts.states[draw(seed ^ SALT, 0, starts.n)]
    else:
        start(states[i], options, seed)


# All boards, on a CPU. Numba's threads wait for work without Python's help: handing a part to a
# thread of Python takes hundreds of microseconds, and the lock that they share.

together = njit(parallel=True, nogil=True, cache=True)


@together
def reset_all(boards, parts, plans, placed, samples, options, seed, moment, starts):
    """`reset` boards, a thread for each part."""
    n = len(boards.games)
    for part in prange(parts):
        first, last = n * part // parts, n * (part + 1) // parts
        reset(boards, first, last, plans, placed, samples, options, seed, moment, starts)


@together
def step_all(boards, parts, actions, samples, payoffs, options, seed, moment, starts):
    """`step` on all boards, a thread for each part."""
    n = len(boards.games)
    for part in prange(parts):
        first, last, payoff = n * part // parts, n * (part + 1) // parts, payoffs[part]
        step(boards, first, last, actions, samples, payoff, options, seed, moment, starts)


# One board alone, as an array of one state: Numba takes an array 5 µs faster than a record.


@rule
def look(states, choices):
    """Write the legal actions; return how many there are."""
    return legal(states[0], choices)


@rule
def see(states, seat, out):
    """Write the planes as that seat sees them."""
    mover = states[0].turn
    states[0].turn = seat
    planes(states[0], out)
    states[0].turn = mover


@rule
def play_one(states, action, payoff, choices):
    """Play a legal action and `look`: no choice means over, and then there are payoffs."""
    play(states[0], action)
    outcome(states[0], payoff)
    return legal(states[0], choices)


@rule
def choose(choices, n, seed, i, moment):
    """One of the n choices on board i, by the dice of that moment."""
    return choices[np.uint64(draw(~np.uint64(seed) - i, moment, n))]


@rule
def seed_of(seed, i, game, n):
    """The seed of a game on board i of n."""
    return np.uint64(seed) + i + np.uint64(n) * np.uint64(game)


@rule
def move(state, mask, action, payoff, seats):
    """Play the action, in place; is the game over then? An action that is not legal loses it."""
    if 0 <= action < ACTIONS and mask[action]:
        play(state, action)
        return outcome(state, payoff)
    forfeit(payoff, seats, state.turn)
    return True


@rule
def show(state, choices, n, mask):
    """Write the legal actions over the n of before, and the mask; return how many there are."""
    if ACTIONS <= SHORT:
        n = legal(state, choices)
        write(mask, choices, n)
        return n
    mark(mask, choices, n, False)
    n = legal(state, choices)
    mark(mask, choices, n, True)
    return n


@rule
def write(mask, choices, n):
    """Write a short mask as a whole: without a branch it takes 6 ns less for Connect Four."""
    bits = NONE
    for k in range(WIDTH):
        bits |= np.uint64(k < n) << (np.uint64(choices[np.uint64(k)]) & LAST)  # scratch behind n
    for action in range(ACTIONS):
        mask[np.uint64(action)] = has(bits, action)


@rule
def mark(mask, choices, n, is_legal):
    """Write the mask of these n choices alone: a long one costs much."""
    for k in range(n):
        mask[np.uint64(choices[np.uint64(k)])] = is_legal
