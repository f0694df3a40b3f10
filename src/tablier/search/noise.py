"""Noise at the root of a tree, so that self-play tries what it would not have thought of."""

import numpy as np

from tablier.portable import draw, kernel

CONCENTRATION = 10.0  # of the noise: that of one move is this by the number of moves
GRAIN = 1 << 30
A_NOISE = 2_000_000  # where numbers are drawn


@kernel
def disturb(nodes, part, dice):
    """Mix noise into the priors of the root's children: a draw from a Dirichlet distribution."""
    first, n = nodes[0].first, nodes[0].children
    total = 0.0
    for i in range(first, first + n):
        total += gamma(min(1.0, CONCENTRATION / n), dice, A_NOISE + 100 * (i - first))
    for i in range(first, first + n):
        drawn = gamma(min(1.0, CONCENTRATION / n), dice, A_NOISE + 100 * (i - first))
        nodes[i].prior = (1 - part) * nodes[i].prior + part * drawn / max(total, 1e-30)
        nodes[i].share = nodes[i].prior / np.float32(1 + nodes[i].visits)


@kernel
def gamma(shape, dice, i):
    """A draw from the gamma distribution of a shape up to 1 (J. H. Ahrens and U. Dieter, 1974)."""
    bound = 1 + shape / np.e
    for k in range(i, i + 98, 2):
        p, u = bound * chance(dice, k), chance(dice, k + 1)
        if p <= 1:
            x = p ** (1 / shape)
            if u <= np.exp(-x):
                return x
        else:
            x = -np.log((bound - p) / shape)
            if u <= x ** (shape - 1):
                return x
    return shape


@kernel
def gumbel(dice, i):
    """A draw from the standard Gumbel distribution."""
    return -np.log(-np.log(min(chance(dice, i), 1 - 1 / GRAIN)))


@kernel
def chance(dice, i):
    """Number i of the dice, above 0 and up to 1."""
    return (draw(dice, i, GRAIN) + 1) / GRAIN
