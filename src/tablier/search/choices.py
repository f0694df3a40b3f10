"""Choices at the root of a tree: by visits, and as a Gumbel search makes them.

The latter follows I. Danihelka et al., "Policy improvement by planning with Gumbel" (2022): noise
and logit of a move stand in `bases`, and sequential halving says how often which moves are visited.
"""

import numpy as np

from tablier.portable import draw, kernel
from tablier.search.mcts import NOWHERE, hope

A_MOVE_BY_VISITS = 950_000  # where numbers are drawn
CALM = 50.0  # visits that a value counts for in addition when moves are compared
TINY = 1e-30


@kernel
def considered_child(nodes, bases, schedule, root):
    """The child whose turn it is in sequential halving: the best of those visited so often."""
    first, n = nodes[0].first, nodes[0].children
    simulation = min(max(nodes[0].visits - 1, 0), schedule.shape[1] - 1)
    wanted = schedule[min(n, root.considered), simulation]
    factor = sharpness(nodes, first, n)
    best, found = -np.inf, np.int64(NOWHERE)
    for i in range(n):
        score = bases[i] + factor * nodes[first + i].value[nodes[0].turn]
        if nodes[first + i].visits == wanted and score > best:
            best, found = score, np.int64(first + i)
    return np.uint64(found if found != NOWHERE else most_visited(nodes, bases))


@kernel
def sharpness(nodes, first, n):
    """How much a value from −1 to 1 counts beside a logit: the more, the more visits there are."""
    most = 0
    for child in range(first, first + n):
        most = max(most, nodes[child].visits)
    return 0.5 * (CALM + most)


@kernel
def most_visited(nodes, bases):
    """The child of the root that a Gumbel search chooses: the best of those visited most often."""
    first, n = nodes[0].first, nodes[0].children
    factor = sharpness(nodes, first, n)
    found = first
    for i in range(n):
        one, best = nodes[first + i], nodes[found]
        gain = bases[i] - bases[found - first]
        gain += factor * (one.value[nodes[0].turn] - best.value[nodes[0].turn])
        if one.visits > best.visits or (one.visits == best.visits and gain > 0):
            found = first + i
    return np.int64(found)


@kernel
def improved(nodes, raw, weights):
    """Write the improved policy: the logits plus what the values say; untried moves get a mean."""
    first, n, seat = nodes[0].first, nodes[0].children, nodes[0].turn
    factor = sharpness(nodes, first, n)
    known = seen = visits = 0.0
    for child in range(first, first + n):
        if nodes[child].visits > 0:
            known += nodes[child].prior * nodes[child].value[seat]
            seen += nodes[child].prior
            visits += nodes[child].visits
    mixed = (raw[seat] + visits * known / max(seen, TINY)) / (1 + visits)
    best = -np.inf
    for i in range(n):
        child = nodes[first + i]
        value = child.value[seat] if child.visits > 0 else mixed
        weights[i] = np.log(max(child.prior, TINY)) + factor * value
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = np.exp(weights[i] - best)


@kernel
def tries(nodes, child, seat):
    """The visits of a child; none if it is certain to be worse than nothing."""
    if nodes[child].proven and nodes[child].value[seat] < 0:
        return 0
    return np.int64(nodes[child].visits)


@kernel
def best_child(nodes):
    """The child of the root that has done best."""
    first, seat = nodes[0].first, nodes[0].turn
    best = first
    for child in range(first, first + nodes[0].children):
        if hope(nodes, child, seat) > hope(nodes, best, seat):
            best = child
    return np.int64(best)


@kernel
def drawn_child(nodes, best, dice):
    """A child of the root, drawn by its visits; the best if none was tried."""
    first, n, seat = nodes[0].first, nodes[0].children, nodes[0].turn
    total = 0
    for child in range(first, first + n):
        total += tries(nodes, child, seat)
    if total > 0:
        left = draw(dice, A_MOVE_BY_VISITS, total)
        for child in range(first, first + n):
            left -= tries(nodes, child, seat)
            if left < 0:
                return np.int64(child)
    return best
