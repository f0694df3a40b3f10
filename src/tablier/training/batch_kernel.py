"""The inputs and targets of a batch, compiled: what a net sees of positions, and should say.

Use it through `batches.Gatherer`, which compiles this file anew for the rules and inputs of a game.
"""

import numpy as np

from tablier.kernels.stand_ins.inputs import inputs, phase, rows, seat
from tablier.kernels.stand_ins.rules import legal
from tablier.portable import kernel


@kernel
def gather(
    chosen, states, samples, entries, state, scratch, actions, shares, mix,
    on, ends, phases, table, owners, targets, values,
):  # fmt: skip
    """Write the inputs and targets of the chosen samples, each behind the one before.

    `ends` has where the inputs of each sample end, `table` the rows of all legal actions, `owners`
    the sample that each is of. `shares` is scratch, a 0 for each action, and so is `state`: `rows`
    may try moves on it while other threads read the same sample. Returns how many samples, inputs
    and actions there are: it stops where there is no room for more.
    """
    n_on = n_rows = 0
    for b in range(len(chosen)):
        state[0] = states[chosen[b]]
        sample = samples[chosen[b]]
        n = legal(state[0], actions)
        if n_rows + n > len(table) or n_on + len(scratch[0].on) > len(on):
            return b, n_on, n_rows
        n_on = write_inputs(state[0], scratch[0], on, n_on)
        ends[b] = n_on
        phases[b] = phase(state[0])
        total = spread(sample, entries, shares)
        for i in range(n):
            rows(state[0], scratch[0], actions[i], table[n_rows])
            owners[n_rows] = b
            targets[n_rows] = shares[actions[i]] / total if sample.full else 0
            n_rows += 1
        wipe(sample, entries, shares)
        write_values(state[0], sample, mix, values[b])
    return len(chosen), n_on, n_rows


@kernel
def write_values(state, sample, mix, values):
    """Write the values to learn, of the mover first."""
    for i in range(len(values)):
        k = seat(state, i)
        values[i] = mix[0] * sample.outcome[k] + mix[1] * sample.last[k] + mix[2] * sample.root[k]


@kernel
def write_inputs(state, scratch, on, n_on):
    """Write the inputs of a state behind the others; return how many there are then."""
    n = inputs(state, scratch, scratch.on)
    for i in range(n):
        on[n_on + i] = scratch.on[i]
    return n_on + n


@kernel
def spread(sample, entries, shares):
    """Put the visits of a sample where their actions are; return how many there are."""
    total = np.float32(0)
    for i in range(sample.first, sample.first + sample.entries):
        shares[entries[i].action] = entries[i].visits
        total += np.float32(entries[i].visits)
    return max(total, np.float32(1))


@kernel
def wipe(sample, entries, shares):
    """Take the visits of a sample away again."""
    for i in range(sample.first, sample.first + sample.entries):
        shares[entries[i].action] = 0
