"""Loops over many boards: the same functions on the CPU and on a GPU, with one board a GPU thread.

Use them through `vector.kernels_of`, which compiles this file for the rules of a game. `boards` is
a `vector.Boards`. Only the loops take all of it: passing it to a function takes about 10 ns. States
are changed in place: on a GPU, Numba copies a record byte by byte. Indices are unsigned: Numba
checks whether a signed one is negative.
"""

import numpy as np
from numba import njit, prange

from tablier.kernels.stand_ins.planes import planes
from tablier.kernels.stand_ins.rules import ACTIONS, WIDTH, legal, outcome, play, start
from tablier.payoffs import forfeit
from tablier.portable import NONE, draw, has, kernel

SHORT = 64  # actions, one bit each
LAST = np.uint64(SHORT - 1)
ILLEGAL = -1  # what `play_one` returns for such an action
UNCHANGED, NEXT, FIRST = -1, -2, -3  # plans for a board: as it is, its next or its first game
SALT = np.uint64(0x2545F4914F6CDD1D)  # for other random numbers than `start` and samples


@kernel
def reset(boards, first, last, plans, placed, samples, options, seed, moment, starts):
    """Start games on these boards by their plans; a plan from 0 is the index of a state placed."""
    for board in range(first, last):
        i = np.uint64(board)
        plan = plans[i]
        if plan != UNCHANGED:
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


@kernel
def step(boards, first, last, actions, samples, payoff, options, seed, moment, starts):
    """Play an action on each of these boards; where that ends a game, the next one starts.

    `samples` are random legal actions for the next step: here they take a few nanoseconds,
    elsewhere another pass over all boards.
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


@kernel
def begin(states, i, choices, options, seed, starts):
    """Start a game on board i by `starts`, a `vector.Starts`.

    A game that ends during its random moves is started again for the rest of them.
    """
    set_up(states, i, options, seed, starts)
    if starts.plies > 0:
        dice, state = seed ^ SALT, states[i]
        for ply in range(draw(dice, 1, starts.plies + 1)):
            play(state, np.int64(choices[draw(dice, ply + 2, legal(state, choices))]))
            if legal(state, choices) == 0:
                set_up(states, i, options, seed, starts)


@kernel
def set_up(states, i, options, seed, starts):
    """Put the start of a game on board i: its own, or one of those given."""
    if starts.n > 0:
        states[i] = starts.states[draw(seed ^ SALT, 0, starts.n)]
    else:
        start(states[i], options, seed)


# All boards, on a CPU, by Numba's threads: starting work in a Python thread takes hundreds of
# microseconds, and the GIL.

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


# One board, as an array of one state: Numba unboxes an array 5 µs faster than a record.


@kernel
def look(states, choices):
    """Write the legal actions; return how many there are."""
    return legal(states[0], choices)


@kernel
def see(states, seat, out):
    """Write the planes as that seat sees them."""
    mover = states[0].turn
    states[0].turn = seat
    planes(states[0], out)
    states[0].turn = mover


@kernel
def play_one(states, action, payoff, choices):
    """Play an action and `look`; if the game is over, also write the payoffs."""
    if not is_among(choices, legal(states[0], choices), action):
        return ILLEGAL
    play(states[0], action)
    outcome(states[0], payoff)
    return legal(states[0], choices)


@kernel
def choose(choices, n, seed, i, moment):
    """A random one of the n choices on board i."""
    return choices[np.uint64(draw(~np.uint64(seed) - i, moment, n))]


@kernel
def seed_of(seed, i, game, n):
    """The seed of a game on board i of n."""
    return np.uint64(seed) + i + np.uint64(n) * np.uint64(game)


@kernel
def move(state, mask, action, payoff, seats):
    """Play the action, in place; is the game over then? An illegal action loses it."""
    if 0 <= action < ACTIONS and mask[action]:
        play(state, action)
        return outcome(state, payoff)
    forfeit(payoff, seats, state.turn)
    return True


@kernel
def is_among(choices, n, action):
    """Is the action one of the n choices?"""
    found = False
    for k in range(n):
        found |= choices[np.uint64(k)] == action
    return found


@kernel
def show(state, choices, n, mask):
    """Replace the n legal actions of before, and the mask; return how many there are now."""
    if ACTIONS <= SHORT:
        n = legal(state, choices)
        write(mask, choices, n)
        return n
    mark(mask, choices, n, False)
    n = legal(state, choices)
    mark(mask, choices, n, True)
    return n


@kernel
def write(mask, choices, n):
    """Write all of a short mask: without a branch, which takes 6 ns less for Connect Four."""
    bits = NONE
    for k in range(WIDTH):
        bits |= np.uint64(k < n) << (np.uint64(choices[np.uint64(k)]) & LAST)  # scratch behind n
    for action in range(ACTIONS):
        mask[np.uint64(action)] = has(bits, action)


@kernel
def mark(mask, choices, n, is_legal):
    """Write the mask at these n choices only: all of a long mask would take too long."""
    for k in range(n):
        mask[np.uint64(choices[np.uint64(k)])] = is_legal
