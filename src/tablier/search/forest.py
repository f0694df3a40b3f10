"""Many trees at once, compiled: the search of `simulation.py`, cut in two where a leaf is judged.

Use it through `evaluator.forest_of`: it compiles this file anew for the rules of a game. `trees` is
a `groups.Trees` and `slots` a `groups.Slots`.

`select` walks down every tree to leaves that nobody has judged, and `answer` takes what an
evaluator says of them. A node gets all its children with its answer, while in `simulation.py` it
gets some at its second visit; they are shuffled at the second visit here too, so both look at the
same moves.

While a leaf waits, all nodes on its path count one visit more, and it counts as lost: the next walk
down the same tree goes elsewhere. Once the answers are there, nothing of that is left.
"""

import numpy as np
from numba import njit, prange

from tablier.kernels.stand_ins.planes import planes
from tablier.kernels.stand_ins.rules import ACTIONS, PLAYERS, legal, outcome, play, start
from tablier.portable import draw, kernel, record
from tablier.search.choices import (
    A_MOVE_BY_VISITS,
    TINY,
    best_child,
    considered_child,
    drawn_child,
    improved,
    most_visited,
    tries,
)
from tablier.search.mcts import (
    INSTEAD,
    NOWHERE,
    PASSED,
    back_up,
    dice_of,
    other,
    promising_children,
    prove,
    put,
    rarity,
    take_root,
    tempered,
    visit,
)
from tablier.search.noise import disturb, gumbel

ROOT = record(
    ("gumbel", "i4"),  # 1: moves at the root are chosen by sequential halving
    ("considered", "i4"),  # the most moves that it begins with
    ("noise", "f8"),  # the part of the priors at the root that is noise
    ("keeps", "i4"),  # 1: a tree is kept when a move is played
)
ALL_HAVE = np.float32(0)  # children: no move is left without one
UNSHUFFLED = -1  # turn of the first child, until the children are shuffled
WAITS = 1  # turn of a leaf that waits for its answer
A_ROUND = np.uint64(0xD1B54A32D192ED03)
LOST = np.float32(-1)
FINE, NO_NUMBER, NO_MOVE, TOO_LARGE = 0, 1, 2, 3
LARGEST = np.float32(1.001)  # value of an evaluator, which may round


# Roots


@kernel
def plant(trees, first, last, states):
    """Make these states the roots of empty trees."""
    for t in range(first, last):
        trees.roots[t] = states[t]
        clear(trees, t)


@kernel
def clear(trees, t):
    """Make node 0 the root of an empty tree."""
    put(trees.nodes[t, 0], 0, 0)
    trees.used[t] = 1
    trees.ready[t] = 0
    trees.rounds[t] += 1


@kernel
def begin(trees, chosen, options, seeds, plies, actions):
    """Begin new games at some trees, each after 0 to `plies` random moves that do not end it."""
    for i in range(len(chosen)):
        t = chosen[i]
        start(trees.roots[t], options, seeds[i])
        for ply in range(draw(seeds[i], A_MOVE_BY_VISITS, plies + 1)):
            n = legal(trees.roots[t], actions)
            if n > 1:
                play(trees.roots[t], actions[draw(seeds[i], A_MOVE_BY_VISITS + 1 + ply, n)])
        clear(trees, t)


@kernel
def advance(trees, first, last, actions, spare, root):
    """Play an action at every root and keep the part of the tree below it; −1 leaves it alone."""
    for t in range(first, last):
        if actions[t] >= 0:
            nodes = trees.nodes[t]
            child = child_of(nodes, actions[t])
            play(trees.roots[t], actions[t])
            if child == NOWHERE or not root[0].keeps:
                clear(trees, t)
            else:
                take_part(trees, t, nodes, child, spare)


@kernel
def take_part(trees, t, nodes, child, spare):
    """Make the child the root."""
    used = take_root(nodes, child, spare)
    for i in range(used):
        nodes[i] = spare[i]
    trees.used[t] = used
    trees.ready[t] = 0
    trees.rounds[t] += 1


@kernel
def child_of(nodes, action):
    """The root's child for that action, if it has one."""
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        if nodes[child].action == action:
            return np.int64(child)
    return np.int64(NOWHERE)


# Questions and answers

together = njit(parallel=True, nogil=True, cache=True)


@together
def step_all(
    trees, first, last, slots, per_tree, logits, values, seats, selects, states, weights, payoffs,
    plan, root, wrong,
):  # fmt: skip
    """`step` with a thread for each part; what is wrong with each is in `wrong`."""
    parts, n = len(wrong), last - first
    for part in prange(parts):
        begin, end = first + n * part // parts, first + n * (part + 1) // parts
        wrong[part, 0], wrong[part, 1] = step(
            trees, begin, end, slots, per_tree, logits, values, seats, selects,
            states[part : part + 1], weights[part], payoffs[part], plan, root,
        )  # fmt: skip


@kernel
def step(
    trees, first, last, slots, per_tree, logits, values, seats, selects, state, weights, payoff,
    plan, root,
):  # fmt: skip
    """Take the answers to the leaves of these trees that wait, then, if wished, select new ones.

    Returns what is wrong with an answer, and in which row: its tree and those behind it still wait.
    """
    for t in range(first, last):
        i = t - slots.first[0]
        nodes = trees.nodes[t]
        if slots.counts[i] > 0:
            wrong, row = check(slots, i, per_tree, logits, values)
            if wrong != FINE:
                return wrong, row
            answer(
                trees, t, nodes, slots, i, per_tree, logits, values, seats, weights, payoff, plan
            )
            slots.counts[i] = 0
        if selects:
            select(trees, t, nodes, slots, i, per_tree, state, payoff, plan, root)
    return FINE, np.int64(0)


@kernel
def select(trees, t, nodes, slots, i, per_tree, state, payoff, plan, root):
    """Walk down a tree to at most so many leaves; `slots.counts` says how many there are.

    Walks that end where the outcome is certain are noted at once.
    """
    begin = i * per_tree
    count = 0
    while count < per_tree and trees.done[t] < trees.limits[t] and nodes[0].proven == 0:
        dice = dice_of(trees.seeds[t], trees.done[t])
        if nodes[0].children > 0 and trees.ready[t] == 0:
            get_ready(trees, t, nodes, root[0], dice)
        k = begin + count
        path = slots.paths[k]
        state[0] = trees.roots[t]
        depth, n = walk(
            nodes, state, slots.actions[k], payoff, path, plan[0], root[0], trees.bases[t],
            trees.schedule, dice,
        )  # fmt: skip
        leaf = nodes[path[depth, PASSED]]
        if leaf.proven:
            release(nodes, slots, begin, count)
            note(nodes, path, depth, leaf, payoff)
            hold(nodes, slots, begin, count)
        elif leaf.children == 0 and leaf.turn == WAITS:
            break
        else:
            keep(slots, k, state, n, depth)
            if per_tree > 1:
                hold(nodes, slots, k, 1)
            count += 1
        trees.done[t] += 1
    slots.counts[i] = count


@kernel
def note(nodes, path, depth, leaf, payoff):
    """Note a certain outcome along the path that leads to it."""
    for seat in range(PLAYERS):
        payoff[seat] = leaf.value[seat]
    back_up(nodes, path, depth, payoff)


@kernel
def keep(slots, k, state, n, depth):
    """Put a leaf at its place."""
    slots.states[k] = state[0]
    if slots.observes[0]:
        planes(state[0], slots.planes[k])
    slots.legal[k] = n
    slots.depths[k] = depth


@kernel
def get_ready(trees, t, nodes, root, dice):
    """What happens to a root once, before the first walk to its children."""
    trees.ready[t] = 1
    first, n = nodes[0].first, nodes[0].children
    if nodes[first].turn == UNSHUFFLED:
        shuffle(nodes, first, n, dice)
    own = own_dice(trees, t)
    if root.gumbel:
        for i in range(n):
            child = nodes[first + i]
            trees.bases[t, i] = gumbel(own, child.action) + np.log(max(child.prior, TINY))
    elif root.noise > 0:
        disturb(nodes, root.noise, own)


@kernel
def own_dice(trees, t):
    """The dice of the root that a tree has now."""
    return trees.seeds[t] + np.uint64(trees.rounds[t]) * A_ROUND


@kernel
def walk(nodes, state, actions, payoff, path, plan, root, bases, schedule, dice):
    """Walk down to a leaf, or to where the outcome is certain; how deep, and how many legal moves.

    It ends as well where a line gets as long as `path`.
    """
    node = np.uint64(0)
    depth = 0
    n = 0
    path[0, PASSED] = 0
    while nodes[node].proven == 0:
        if nodes[node].children == 0 or depth == len(path) - 1:
            n = legal(state[0], actions)
            if n == 0:
                prove(nodes, node, state, payoff)
            break
        first = nodes[node].first
        if nodes[first].turn == UNSHUFFLED:
            shuffle(nodes, first, nodes[node].children, dice)
        if depth == 0 and root.gumbel:
            node = considered_child(nodes, bases, schedule, root)
            path[0, INSTEAD] = NOWHERE
        else:
            node, path[depth, INSTEAD] = promising_children(nodes, node, plan, ALL_HAVE)
        play(state[0], nodes[node].action)
        depth += 1
        path[depth, PASSED] = node
    return depth, n


@kernel
def shuffle(nodes, first, n, dice):
    """Bring children that nobody has tried into a random order, the same as `mcts.shuffle`."""
    for i in range(n):
        a, b = nodes[first + i], nodes[first + other(i, n, dice)]
        a.turn = 0
        action, prior = a.action, a.prior
        a.action, a.prior, a.share = b.action, b.prior, b.prior
        b.action, b.prior, b.share = action, prior, prior


@kernel
def hold(nodes, slots, begin, count):
    """Count one visit more on the paths of waiting leaves, and count the leaves as lost."""
    for k in range(begin, begin + count):
        for depth in range(slots.depths[k] + 1):
            visit(nodes[slots.paths[k, depth, PASSED]])
        leaf = nodes[slots.paths[k, slots.depths[k], PASSED]]
        if leaf.children == 0:
            leaf.turn = WAITS
        if leaf.visits == 1:
            for seat in range(PLAYERS):
                leaf.value[seat] = LOST


@kernel
def release(nodes, slots, begin, count):
    """Take back what `hold` did."""
    for k in range(begin, begin + count):
        for depth in range(slots.depths[k] + 1):
            node = nodes[slots.paths[k, depth, PASSED]]
            node.visits -= 2
            visit(node)
        leaf = nodes[slots.paths[k, slots.depths[k], PASSED]]
        if leaf.children == 0:
            leaf.turn = 0
        if leaf.visits == 0:
            for seat in range(PLAYERS):
                leaf.value[seat] = 0


@kernel
def check(slots, i, per_tree, logits, values):
    """What is wrong with the answers to the leaves of a tree, and in which row."""
    for j in range(slots.counts[i]):
        k, row = i * per_tree + j, slots.begins[i] + j
        wrong = FINE
        for seat in range(values.shape[1]):
            value = values[row, seat]
            wrong = NO_NUMBER if np.isnan(value) else wrong
            wrong = TOO_LARGE if abs(value) > LARGEST else wrong
        best = -np.inf
        for a in range(slots.legal[k]):
            logit = logits[row, slots.actions[k, a]]
            wrong = NO_NUMBER if np.isnan(logit) else wrong
            best = max(best, logit)
        if wrong == FINE and not np.isfinite(best):
            wrong = NO_MOVE
        if wrong != FINE:
            return wrong, row
    return FINE, np.int64(0)


@kernel
def answer(trees, t, nodes, slots, i, per_tree, logits, values, seats, weights, payoff, plan):
    """Take what an evaluator says of the leaves of a tree."""
    begin, row = i * per_tree, slots.begins[i]
    if per_tree > 1:
        release(nodes, slots, begin, slots.counts[i])
    for j in range(slots.counts[i]):
        k = begin + j
        read_values(values[row + j], slots.states[k].turn, seats, payoff)
        depth = certain(nodes, slots.paths[k], slots.depths[k], payoff)
        if depth == 0:
            for seat in range(PLAYERS):
                trees.raw[t, seat] = payoff[seat]
        if depth == slots.depths[k]:
            node = slots.paths[k, depth, PASSED]
            trees.used[t] = expand(
                nodes, trees.used[t], node, slots.states[k].turn, slots.actions[k], slots.legal[k],
                logits[row + j], weights, plan[0],
                dice_of(own_dice(trees, t), node),
            )  # fmt: skip
        back_up(nodes, slots.paths[k], depth, payoff)


@kernel
def withdraw(trees, first, last, slots, per_tree):
    """Forget the leaves of these trees that wait."""
    for t in range(first, last):
        i = t - slots.first[0]
        if per_tree > 1:
            release(trees.nodes[t], slots, i * per_tree, slots.counts[i])
        trees.done[t] -= slots.counts[i]
        slots.counts[i] = 0


@kernel
def read_values(values, turn, seats, payoff):
    """What each seat can expect: given by seat, or, with two seats, for the mover alone."""
    for seat in range(PLAYERS):
        payoff[seat] = 0
    if len(values) == seats:
        for seat in range(seats):
            payoff[seat] = values[seat]
    else:
        payoff[turn] = values[0]
        payoff[1 - turn] = -values[0]


@kernel
def certain(nodes, path, depth, payoff):
    """How deep to note it: where a node has been proven meanwhile, its payoffs count instead."""
    for i in range(depth):
        node = nodes[path[i, PASSED]]
        if node.proven:
            for seat in range(PLAYERS):
                payoff[seat] = node.value[seat]
            return np.int64(i)
    return np.int64(depth)


@kernel
def expand(nodes, used, node, turn, actions, n, logits, weights, plan, dice):
    """Give the node its children, if there is room; return how many nodes are used then."""
    if nodes[node].children > 0 or used + n > len(nodes):
        return used
    if nodes[node].visits + 1 < plan.patience * rarity(nodes, used):
        return used
    best = logits[actions[0]]
    for i in range(1, n):
        best = max(best, logits[actions[i]])
    for i in range(n):
        weights[i] = np.exp(logits[actions[i]] - best)
    total = tempered(weights, n, plan.insight, dice)
    for i in range(n):
        put(nodes[used + i], actions[i], weights[i] / total)
    nodes[used].turn = UNSHUFFLED
    nodes[node].first = used
    nodes[node].children = n
    nodes[node].turn = turn
    return used + n


# Results


@kernel
def count_visits(trees, first, last, out):
    """Write how often each action was tried at the roots."""
    for t in range(first, last):
        nodes = trees.nodes[t]
        for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
            out[t, nodes[child].action] = nodes[child].visits


@kernel
def write_policies(trees, first, last, out, weights, root):
    """Write what a net should learn of the roots' moves: shares that add up to 1."""
    for t in range(first, last):
        nodes = trees.nodes[t]
        begin, n, seat = nodes[0].first, nodes[0].children, nodes[0].turn
        if n == 0:
            continue
        sure = nodes[0].proven and nodes[0].value[seat] > 0
        if root[0].gumbel and not nodes[0].proven:
            improved(nodes, trees.raw[t], weights)
        else:
            for i in range(n):
                weights[i] = 0 if sure else tries(nodes, begin + i, seat)
        total = 0.0
        for i in range(n):
            total += weights[i]
        if total == 0:
            out[t, nodes[best_child(nodes)].action] = 1
        for i in range(n):
            if total > 0:
                out[t, nodes[begin + i].action] = weights[i] / total


@kernel
def choose(trees, first, last, by_visits, root, out):
    """Write the action to play at each root, drawn by visits where that is wished; −1 at an end."""
    for t in range(first, last):
        nodes = trees.nodes[t]
        out[t] = -1
        if nodes[0].children > 0:
            child = best_child(nodes)
            if root[0].gumbel and not nodes[0].proven:
                child = most_visited(nodes, trees.bases[t])
            elif by_visits[t] and not nodes[0].proven:
                child = drawn_child(nodes, child, own_dice(trees, t))
            out[t] = nodes[child].action


# Views of states


@kernel
def observe(states, first, last, out):
    """Write the planes of these states."""
    for i in range(first, last):
        planes(states[i], out[i])


@kernel
def write_masks(states, first, last, actions, out):
    """Write which actions are legal."""
    for i in range(first, last):
        for action in range(ACTIONS):
            out[i, action] = False
        for j in range(legal(states[i], actions)):
            out[i, actions[j]] = True


@kernel
def write_outcomes(states, first, last, payoff, out, over):
    """Write which games are over, and what each seat got."""
    for i in range(first, last):
        for seat in range(PLAYERS):
            payoff[seat] = 0
        over[i] = outcome(states[i], payoff)
        for seat in range(PLAYERS):
            out[i, seat] = payoff[seat]
