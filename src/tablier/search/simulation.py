"""Monte Carlo tree search: simulations, which grow the tree of `mcts.py` as a judge advises.

Use it through `tree.kernels_of`: it compiles this file anew for the rules of a game and for what
judges its positions, features or a net.
"""

import numpy as np

from tablier.kernels.stand_ins.rules import PLAYERS, legal, outcome, play
from tablier.portable import kernel
from tablier.search.judge import evaluate_position, weigh_moves
from tablier.search.mcts import (
    DEEPEST,
    INSTEAD,
    PASSED,
    back_up,
    dice_of,
    expand,
    play_out,
    promising_children,
    prove,
    rarity,
    wished,
)


@kernel
def search(
    nodes, used, root, state, actions, weights, payoff, path, net, scratch, plan, seed, first, last
):
    """Run simulations number `first` to `last` − 1; return how many nodes are used then.

    Each walks down the tree, grows it by children of one node, plays on to the end, and notes the
    end. All in one function: whatever calls the rules and the judge takes a second to compile.

    `root` is the position searched, `net` is for the judge; `state`, `actions`, `weights`,
    `payoff`, `path` and `scratch` are scratch. A proven root needs no more simulations.
    """
    for i in range(first, last):
        if nodes[0].proven:
            break
        dice = dice_of(seed, i)
        state[0] = root[0]
        node, depth, n, rest = np.uint64(0), 0, 0, nodes[0].rest
        path[0, PASSED] = 0
        while nodes[node].proven == 0:
            child, path[depth, INSTEAD] = promising_children(nodes, node, plan[0], rest)
            if child == 0 or depth == DEEPEST or (node == 0 and rest > 0):
                n = legal(state[0], actions)
                if n == 0:
                    prove(nodes, node, state, payoff)
                    break
                size = wished(nodes[node], n, node == 0)
                if depth == DEEPEST or waits(nodes, used, node, size, plan[0].patience):
                    if rest == 0:
                        break
                    rest = np.float32(0)  # it has to do with the children that it has
                    continue
                if nodes[node].children == 0:
                    nodes[node].shuffle = i
                weigh_moves(net[0], scratch[0], state[0], actions, n, weights)
                used = expand(
                    nodes, used, node, state[0].turn, actions, n, weights, plan[0].insight,
                    dice_of(seed, nodes[node].shuffle), size,
                )  # fmt: skip
                rest = nodes[node].rest
                continue
            node = child
            rest = nodes[node].rest
            play(state[0], np.int64(nodes[node].action))
            depth += 1
            path[depth, PASSED] = node
        if nodes[node].proven:
            tell(nodes, node, payoff)
        elif play_out(state, actions, n, plan[0].horizon, dice) > 0:
            evaluate_position(net[0], scratch[0], state[0], payoff)
        else:
            outcome(state[0], payoff)
        back_up(nodes, path, depth, payoff)
    return used


@kernel
def waits(nodes, used, node, n, patience):
    """Has a node no room for n children, or too few visits to get them?"""
    return used + n > len(nodes) or nodes[node].visits < patience * rarity(nodes, used)


@kernel
def tell(nodes, node, payoff):
    """Write the payoffs of a proven node."""
    for seat in range(PLAYERS):
        payoff[seat] = nodes[node].value[seat]
