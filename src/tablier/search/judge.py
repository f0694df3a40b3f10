"""Judge: what a search asks about a position, answered by a game's features.

`nets/kernel.py` has the same names and answers with a net; a search is compiled for one of them.
"""

from tablier.kernels.stand_ins.features import evaluate, weigh
from tablier.portable import kernel, record

NET = PACKED = SCRATCH = record(("unused", "i2"))


@kernel
def evaluate_position(net, scratch, state, values):  # noqa: ARG001
    """Write what each seat can expect, from −1 to 1."""
    evaluate(state, values)


@kernel
def weigh_moves(net, scratch, state, actions, n, weights):  # noqa: ARG001
    """Write how promising each of the n legal actions looks: positive numbers of any sum."""
    weigh(state, actions, n, weights)
