"""The tree of a Monte Carlo tree search over a game's rules, written once for every game.

Use it through `tree.kernels_of`: it compiles this file anew for the rules of a game. What depends
on who judges positions as well is in `simulation.py`. The tree is an array of nodes, node 0 is its
root, and the children of a node lie side by side; when it gets more of them, they move. Values are
kept for every seat, so that two and four players are the same to it. A node whose outcome is
certain is *proven*: it holds the exact payoffs, and certainty travels up the tree.
"""

import math

import numpy as np

from tablier.elementary import power
from tablier.kernels.stand_ins.rules import PLAYERS, legal, outcome, play
from tablier.portable import draw, kernel, record

NODE = record(
    ("value", "f4", PLAYERS),  # mean over the visits; once proven, the exact payoffs
    ("prior", "f4"),  # how promising the move that leads here looked; sums to 1 among siblings
    ("visits", "i4"),
    ("reach", "f4"),  # √visits, and
    ("share", "f4"),  # prior / (1 + visits): how much to favour a child that was seldom tried
    ("first", "i4"),  # index of the first child
    ("rest", "f4"),  # prior of the best move that has no child yet; 0: all have one
    ("shuffle", "i4"),  # number of the simulation that gave the node its first children
    ("children", "i2"),  # how many; 0 until the node is expanded
    ("action", "i2"),  # the move that leads here
    ("turn", "i2"),  # seat to move here, once expanded
    ("proven", "i2"),  # 1: the outcome is certain
)
FEW = 4  # children that a node gets at first,
TIMES = 4  # and so many times as many whenever it needs more
LEAST = np.float32(1e-30)  # prior of a move without a child; its weight may be 0
DEEPEST = 1000  # no line in the tree is longer
CERTAIN_WIN = 1.0
NOWHERE = -1
GLANCES = 1 << 20
A_SIMULATION = np.uint64(0x632BE59BD9B4E019)  # between the dice of two
PASSED, INSTEAD = 0, 1  # columns of a path: nodes passed, and proven children to count instead
ABOVE_ZERO = np.float32(8)  # added to scores: the bits of positive numbers are in their order
BY_SCORE, LAST = np.int64(32), np.int64(2**31 - 1)


@kernel
def rarity(nodes, used):
    """How many times as patient to be with the memory that is left: 2 at the half, 10 at the last
    tenth. So the tree goes on growing where it matters and never has to be thinned out.
    """
    free = len(nodes) - used
    return 1 if used < free else len(nodes) // free


@kernel
def prove(nodes, node, state, payoff):
    """The game is over here: the node holds its payoffs."""
    outcome(state[0], payoff)
    for seat in range(PLAYERS):
        nodes[node].value[seat] = payoff[seat]
    nodes[node].proven = 1


@kernel
def wished(node, n, is_root):
    """How many of n legal moves have children after the next step: few, more, at the root all.

    Most positions are passed a few times, and most of their moves never. Moves without a child are
    less promising than all others that nobody has tried, so the search does not miss them.
    """
    few = max(FEW, TIMES * np.int64(node.children))
    return n if is_root or n <= 2 * few else few


@kernel
def expand(nodes, used, node, turn, actions, n, weights, insight, dice, size):
    """Give the node `size` children, for the most promising of its n legal actions with weights.

    Equals are in a random order. Children that it has are moved, with what is known of them.
    Returns how many nodes are used then.
    """
    total = tempered(weights, n, insight, dice)
    shuffle(actions, weights, n, dice)
    parent, had = nodes[node], np.int64(nodes[node].children)
    for i in range(had):
        nodes[used + i] = nodes[parent.first + i]
    n = leave_out(nodes, parent.first, had, actions, weights, n)
    for i in range(size - had):
        if had + n > size:
            bring_best(actions, weights, i, n)
        put(nodes[used + had + i], actions[i], weights[i] / total)
    parent.rest = 0
    for i in range(size - had, n):
        parent.rest = max(parent.rest, weights[i] / total, LEAST)
    parent.first = used
    parent.children = size
    parent.turn = turn
    return used + size


@kernel
def shuffle(actions, weights, n, dice):
    """Bring n actions with their weights into a random order."""
    for i in range(n):
        j = other(i, n, dice)
        actions[i], actions[j] = actions[j], actions[i]
        weights[i], weights[j] = weights[j], weights[i]


@kernel
def leave_out(nodes, first, children, actions, weights, n):
    """Take the actions that have children out of n actions; return how many are left."""
    left = 0
    for i in range(n):
        is_new = True
        for child in range(first, first + children):
            is_new = is_new and nodes[child].action != actions[i]
        if is_new:
            actions[left] = actions[i]
            weights[left] = weights[i]
            left += 1
    return left


@kernel
def bring_best(actions, weights, begin, n):
    """Move the action of the greatest weight to place `begin`; the others keep their order."""
    best = begin
    for i in range(begin + 1, n):
        if weights[i] > weights[best]:
            best = i
    action, weight = actions[best], weights[best]
    for i in range(best, begin, -1):
        actions[i] = actions[i - 1]
        weights[i] = weights[i - 1]
    actions[begin] = action
    weights[begin] = weight


@kernel
def tempered(weights, n, insight, dice):
    """The sum of the weights as they are seen: the less insight, the less they say themselves and
    the more what happens to catch the eye.
    """
    if insight < 1:
        for i in range(n):
            weights[i] = power(weights[i], insight) * power(glance(dice, i), 1 - insight)
    total = 0.0
    for i in range(n):
        total += weights[i]
    return total


@kernel
def dice_of(seed, i):
    """The dice of simulation number i."""
    return np.uint64(seed) + np.uint64(i) * A_SIMULATION


@kernel
def glance(dice, i):
    """How much move number `i` happens to catch the eye, from just above 0 to 1."""
    return (draw(dice, 2_000_000 + i, GLANCES) + 1) / GLANCES


@kernel
def other(i, n, dice):
    """Which of n things takes place number i when they are shuffled, at that place or behind."""
    return i + draw(dice, 1_000_000 + i, n - i)


@kernel
def put(child, action, prior):
    """Make it the node of a move that nobody has tried."""
    child.action = action
    child.prior = prior
    child.visits = 0
    child.reach = 0
    child.share = child.prior
    child.first = 0
    child.rest = 0
    child.shuffle = 0
    child.children = 0
    child.turn = 0
    child.proven = 0
    for seat in range(PLAYERS):
        child.value[seat] = 0.0


@kernel
def promising_children(nodes, node, plan, rest):
    """The child to look at next: good so far, promising, or seldom tried; and one to count instead.

    Nothing is left to find out about a proven child. If one is the best of all, the node counts as
    if it had been chosen, but the look goes to the best of those that are not proven. `rest` is the
    prior of a move without a child; where that is to be looked at, the answer is 0, the root.
    """
    parent = nodes[node]
    seat = np.uint64(parent.turn)
    untried = parent.value[seat] - np.float32(plan.urgency)
    spread = np.float32(plan.exploration) * parent.reach
    first = np.uint64(parent.first)
    best = proven = np.int64(NOWHERE)
    for i in range(parent.children):
        child = nodes[first + np.uint64(i)]
        score = child.value[seat] if child.visits > 0 else untried
        if child.proven:
            proven = max(proven, rank(score, i))
        else:
            best = max(best, rank(score + spread * child.share, i))
    hidden = rank(untried + spread * rest, 0) if rest > 0 else np.int64(NOWHERE)
    if best == NOWHERE or hidden >> BY_SCORE > best >> BY_SCORE:
        return np.uint64(0), NOWHERE
    instead = NOWHERE
    if proven >> BY_SCORE > best >> BY_SCORE:
        instead = parent.first + number(proven)
    return first + np.uint64(number(best)), instead


@kernel
def rank(score, i):
    """A whole number that is the greater the better the score; of equals the first is greater.

    The greatest of them is found without a branch, which nobody could foresee.
    """
    bits = np.float32(score + ABOVE_ZERO).view(np.int32)
    return np.int64(bits) << BY_SCORE | (LAST - i)


@kernel
def number(ranked):
    """Which one has that rank."""
    return LAST - (ranked & LAST)


@kernel
def play_out(state, actions, n, horizon, dice):
    """Play random moves to the end, or as many as the horizon allows; return how many are legal."""
    ply = 0
    while n > 0 and ply < horizon:
        play(state[0], np.int64(actions[draw(dice, ply, n)]))
        ply += 1
        n = legal(state[0], actions)
    return n


@kernel
def back_up(nodes, path, depth, payoff):
    """Note the payoffs along the path, and what has become certain."""
    path[depth, INSTEAD] = NOWHERE
    for i in range(depth, -1, -1):
        node = nodes[np.uint64(path[i, PASSED])]
        if node.proven == 0 and i < depth and nodes[np.uint64(path[i + 1, PASSED])].proven:
            settle(nodes, node, path[i + 1, PASSED])
        if path[i, INSTEAD] != NOWHERE:
            instead = nodes[np.uint64(path[i, INSTEAD])]
            visit(instead)
            for seat in range(PLAYERS):
                payoff[seat] = instead.value[seat]
        visit(node)
        if node.proven == 0:
            share = np.float32(1) / np.float32(node.visits)
            for seat in range(PLAYERS):
                node.value[seat] += (np.float32(payoff[seat]) - node.value[seat]) * share


@kernel
def visit(node):
    """Count a visit; what choosing needs of it is worked out here, where nobody waits for it."""
    node.visits += 1
    node.reach = math.sqrt(np.float32(node.visits))
    node.share = node.prior / np.float32(1 + node.visits)


@kernel
def settle(nodes, node, child):
    """Prove the node if this proven child wins for its mover, or if all its moves are proven."""
    seat = node.turn
    if nodes[child].value[seat] < CERTAIN_WIN:
        if node.rest != 0:
            return
        for other in range(node.first, node.first + node.children):
            if nodes[other].proven == 0:
                return
            if nodes[other].value[seat] > nodes[child].value[seat]:
                child = other
    for i in range(PLAYERS):
        node.value[i] = nodes[child].value[i]
    node.proven = 1


@kernel
def line(nodes, node, out):
    """Write the best moves below a node, as far as they were looked at; return how many."""
    n = 0
    while n < len(out) and nodes[node].children > 0:
        seat = nodes[node].turn
        first = nodes[node].first
        best = first
        for child in range(first + 1, first + nodes[node].children):
            if hope(nodes, child, seat) > hope(nodes, best, seat):
                best = child
        if nodes[best].visits == 0:
            break
        out[n] = nodes[best].action
        n += 1
        node = best
    return n


@kernel
def hope(nodes, child, seat):
    """How well a move has done: what is proven to win first, then what was passed most often."""
    sure = nodes[child].value[seat] * nodes[child].proven
    result = 1 if sure > 0.5 else -1 if sure < -0.5 else 0
    return result * 1e12 + nodes[child].visits


@kernel
def take_root(nodes, node, spare):
    """Copy the tree below a node into `spare`, the node first; return how many nodes it has."""
    spare[0] = nodes[node]
    used = 1
    i = 0
    while i < used:
        first = spare[i].first
        n = spare[i].children
        if n > 0:
            for j in range(n):
                spare[used + j] = nodes[first + j]
            spare[i].first = used
            used += n
        i += 1
    return used


@kernel
def find(nodes, node, states, raw, wanted, depth, least):
    """The node of the position whose bytes are wanted, at most `depth` moves below; else −1.

    states[depth] is the node's own position; the lower ones are scratch, `raw` their bytes. Nodes
    with fewer than `least` visits are passed over.
    """
    same = True
    for i in range(len(wanted)):
        same = same and raw[depth, i] == wanted[i]
    if same:
        return node
    if depth > 0:
        first = nodes[node].first
        for child in range(first, first + nodes[node].children):
            if nodes[child].visits >= least:
                states[depth - 1] = states[depth]
                play(states[depth - 1], np.int64(nodes[child].action))
                found = find(nodes, child, states, raw, wanted, depth - 1, least)
                if found >= 0:
                    return found
    return -1
