"""Self-play, compiled: whole games without a step in Python.

Use it through `selfplay.SelfPlay`, which compiles this file anew for the rules and the search of a
game. A game depends on its seed, its options, the net and the settings alone.
"""

import numpy as np

from tablier.kernels.stand_ins.features import evaluate
from tablier.kernels.stand_ins.rules import PLAYERS, legal, outcome, play, start
from tablier.portable import draw, kernel, record
from tablier.search.choices import A_MOVE_BY_VISITS, best_child, drawn_child, tries
from tablier.search.mcts import put, take_root
from tablier.search.noise import chance, disturb
from tablier.search.simulation import search

SAMPLE = record(
    ("outcome", "f4", PLAYERS),  # payoffs at the end of the game
    ("last", "f4", PLAYERS),  # what the hand-written knowledge says of the last position
    ("root", "f4", PLAYERS),  # what the search expected here
    ("first", "i8"),  # number of the first entry
    ("entries", "i4"),  # how many actions were looked at
    ("full", "i4"),  # 1: the search was long enough to learn the policy from
)
SETTINGS = record(
    ("simulations", "i4"),  # of a full search
    ("fewer", "i4"),  # of the others
    ("full", "f8"),  # the part of the searches that are full
    ("noise", "f8"),  # the part of the priors at the root that is noise
    ("opening", "i4"),  # at most so many moves of a game are drawn by their visits
    ("random", "i4"),  # at most so many moves at the beginning are any
)
A_MOVE = np.uint64(0xD1B54A32D192ED03)
A_CHANCE = 900_000  # where numbers are drawn
MOST_VISITS = 65_535


@kernel
def play_game(
    nodes, spare, root, state, actions, weights, payoff, path, net, scratch, plan, settings,
    options, seed, states, samples, entries,
):  # fmt: skip
    """Play a game to its end; write its samples, return how many there are and their entries.

    It is broken off where `states` or `entries` are full: then the last search says who gains.
    """
    start(root[0], options, seed)
    begin(root[0], actions, settings[0].random, seed)
    opening = draw(seed, A_MOVE_BY_VISITS, settings[0].opening + 1)
    clear(nodes)
    used, ply, written = 1, 0, 0
    while ply < len(states) and written + len(actions) < len(entries):
        if legal(root[0], actions) == 0:
            break
        dice = np.uint64(seed) + np.uint64(ply + 1) * A_MOVE
        full = chance(dice, A_CHANCE) < settings[0].full
        used = think(
            nodes, used, root, state, actions, weights, payoff, path, net, scratch, plan,
            settings[0], full, dice,
        )  # fmt: skip
        states[ply] = root[0]
        written = note(nodes, samples[ply], entries, written, full)
        child = choose(nodes, ply < opening, dice)
        play(root[0], nodes[child].action)
        used = take_root(nodes, child, spare)
        nodes, spare = spare, nodes
        ply += 1
    close(root[0], samples, ply, payoff)
    return ply, written


@kernel
def begin(state, actions, most, seed):
    """Make some random moves, none of which may end the game."""
    for i in range(draw(seed, A_CHANCE, most + 1)):
        n = legal(state, actions)
        if n > 1:
            play(state, actions[draw(seed, A_CHANCE + 1 + i, n)])


@kernel
def clear(nodes):
    """Make node 0 the root of an empty tree."""
    put(nodes[0], 0, 0)


@kernel
def think(
    nodes,
    used,
    root,
    state,
    actions,
    weights,
    payoff,
    path,
    net,
    scratch,
    plan,
    settings,
    full,
    dice,
):
    """Search until the root has its visits; what is left of the last search counts."""
    aim = settings.simulations if full else settings.fewer
    done = 0
    while lacks_children(nodes[0], done) and nodes[0].proven == 0:
        used = search(
            nodes, used, root, state, actions, weights, payoff, path, net, scratch, plan, dice,
            done, done + 1,
        )  # fmt: skip
        done += 1
    if full and settings.noise > 0:
        disturb(nodes, settings.noise, dice)
    more = max(aim - nodes[0].visits, aim // 4)
    return search(
        nodes, used, root, state, actions, weights, payoff, path, net, scratch, plan, dice,
        done, done + more,
    )  # fmt: skip


@kernel
def lacks_children(root, done):
    """Is there a move of the root without a child? The next simulation gives it one, if it can."""
    return root.children == 0 or (root.rest > 0 and done == 0)


@kernel
def choose(nodes, by_visits, dice):
    """The child to play: the best, or any by its visits that is not certain to lose."""
    best = best_child(nodes)
    if not by_visits or nodes[0].proven:
        return best
    return drawn_child(nodes, best, dice)


@kernel
def note(nodes, sample, entries, written, full):
    """Write down what the search says of its root; return how many entries there are then.

    Of a root that is certain, the best move alone is worth learning.
    """
    first, n, seat = nodes[0].first, nodes[0].children, np.int64(nodes[0].turn)
    sample.first = written
    sample.full = full or nodes[0].proven
    for i in range(PLAYERS):
        sample.root[i] = nodes[0].value[i]
    sure = nodes[0].proven and nodes[0].value[seat] > 0
    best = best_child(nodes)
    for child in range(first, first + n):
        visits = tries(nodes, child, seat)
        if (child == best) if sure else visits > 0:
            entries[written].action = nodes[child].action
            entries[written].visits = max(1, min(visits, MOST_VISITS))
            written += 1
    sample.entries = written - sample.first
    return written


@kernel
def close(state, samples, n, payoff):
    """Write the end of the game into all its samples."""
    if not outcome(state, payoff):
        for seat in range(PLAYERS):
            payoff[seat] = samples[n - 1].root[seat]
    for i in range(n):
        for seat in range(PLAYERS):
            samples[i].outcome[seat] = payoff[seat]
    evaluate(state, payoff)
    for i in range(n):
        for seat in range(PLAYERS):
            samples[i].last[seat] = payoff[seat]
