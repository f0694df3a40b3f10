"""A small net, as whole numbers: the inputs that are on, two layers, a value a seat, logits.

Use it through `kernel_of`: it compiles this file anew for the rules and inputs of a game. All sums
are of whole numbers that cannot overflow (`quantised` sees to it), so every machine gets the same
result in any order. Fractions come at the very end, from functions with the same bits everywhere.
"""

import numpy as np

from tablier.elementary import exp_within
from tablier.elementary import tanh as elementary_tanh
from tablier.kernels.stand_ins.inputs import (
    INPUTS,
    MOST,
    NOTES,
    PER_ACTION,
    PHASES,
    ROWS,
    VERSION,
    inputs,
    phase,
    rows,
    seat,
)
from tablier.kernels.stand_ins.rules import PLAYERS
from tablier.portable import kernel, record

H1, H2 = 64, 32
VALUES = 1 if PLAYERS == 2 else PLAYERS  # of two seats, one gains what the other loses
SIZES = (VERSION, INPUTS, MOST, ROWS, PER_ACTION, PHASES, VALUES, H1, H2)

FEW = 200  # inputs of weights up to 127, and a bias, add up to a number of 16 bits
SUM = "i2" if MOST <= FEW else "i4"
BIASES = (
    ("second_bias", "i4", (PHASES, H2)),
    ("value_bias", "i4", VALUES),
    ("row_bias", "i4", ROWS),
    ("first_bias", SUM, H1),
)
SCALES = (
    ("value_factor", "i8"),  # brings a sum to a number in 1 / ONE
    ("logit_factor", "i8"),  # the same, and from e to 2 as the base
    ("shift", "i4"),  # bits of the second layer's sums that are dropped
)
FIRST = ("first", "i1", (INPUTS, H1))
PACKED = record(  # in a file a weight is a byte
    *(*SCALES, *BIASES, FIRST),
    ("second", "i1", (PHASES, H2, H1)),
    ("value", "i1", (VALUES, H2)),
    ("rows", "i1", (ROWS, H2)),
)
NET = record(  # here those that are multiplied have 16 bits, as instructions for pairs take them
    FIRST,  # at the very beginning: a row is a line of the processor's cache
    ("second", "i2", (PHASES, H2, H1)),
    ("value", "i2", (VALUES, H2)),
    ("rows", "i2", (ROWS, H2)),
    *(*BIASES, *SCALES),
)
SCRATCH = record(
    ("layer_1", SUM, H1),
    ("layer_2", "i2", H2),
    ("on", "i4", MOST),
    ("chosen", "i4", PER_ACTION),
    *NOTES,
)
CAP = 2**15 - 1  # of what a layer hands on

FRACTION, FACTOR = 16, 24  # bits
ONE = 1 << FRACTION
LEAST = 30.0  # no weight is below 2 ** −LEAST of the greatest
LN_2 = 0.6931471805599453


@kernel
def evaluate_position(net, scratch, state, values):
    """Write what each seat can expect, from −1 to 1."""
    run_layers(net, scratch, state)
    for i in range(VALUES):
        value = tanh(value_sum(net, scratch, i) * net.value_factor >> FACTOR)
        values[seat(state, i)] = value
        if VALUES == 1:
            values[1 - state.turn] = -value


@kernel
def weigh_moves(net, scratch, state, actions, n, weights):
    """Write the weight of each of the n legal actions: the greatest one gets 1."""
    run_layers(net, scratch, state)
    best = np.float32(-np.inf)
    for i in range(n):
        weights[i] = logit_sum(net, scratch, state, actions[i]) * net.logit_factor >> FACTOR
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = power(best - weights[i])


@kernel
def run_layers(net, scratch, state):
    """Both layers of a state: what comes of them lies in `scratch.layer_2`."""
    first, second = scratch.layer_1, scratch.layer_2
    n = inputs(state, scratch, scratch.on)
    for j in range(H1):
        first[j] = net.first_bias[j]
    for i in range(0, n - 3, 4):  # four rows at a time are added as whole vectors
        a, b = net.first[np.uint64(scratch.on[i])], net.first[np.uint64(scratch.on[i + 1])]
        c, d = net.first[np.uint64(scratch.on[i + 2])], net.first[np.uint64(scratch.on[i + 3])]
        for j in range(H1):
            first[j] += np.int16(a[j]) + b[j] + c[j] + d[j]
    for i in range(n - n % 4, n):
        row = net.first[np.uint64(scratch.on[i])]
        for j in range(H1):
            first[j] += row[j]
    for j in range(H1):
        first[j] = min(max(first[j], 0), CAP)
    part = np.uint64(phase(state))
    for k in range(H2):
        weights = net.second[part, np.uint64(k)]
        total = np.int32(net.second_bias[part, np.uint64(k)])
        for j in range(H1):
            total = np.int32(total + np.int32(first[j]) * np.int32(weights[j]))
        second[k] = min(max(total, 0) >> net.shift, CAP)


@kernel
def value_sum(net, scratch, i):
    """Value number `i` as a sum, after `run_layers`."""
    total = np.int32(net.value_bias[i])
    for k in range(H2):
        total = np.int32(total + np.int32(scratch.layer_2[k]) * np.int32(net.value[i, k]))
    return np.int64(total)


@kernel
def logit_sum(net, scratch, state, action):
    """The logit of a legal action as a sum, after `run_layers` of that state."""
    rows(state, scratch, action, scratch.chosen)
    total = np.int32(0)
    for i in range(PER_ACTION):
        total = np.int32(total + net.row_bias[np.uint64(scratch.chosen[i])])
    for k in range(H2):
        weight = np.int16(0)
        for i in range(PER_ACTION):
            weight = np.int16(weight + net.rows[np.uint64(scratch.chosen[i]), np.uint64(k)])
        total = np.int32(total + np.int32(scratch.layer_2[k]) * np.int32(weight))
    return np.int64(total)


@kernel
def tanh(number):
    """The tanh of a number in 1 / ONE."""
    return np.float32(elementary_tanh(number * (1.0 / ONE)))


@kernel
def power(number):
    """2 to the power of minus a whole number in 1 / ONE that is not negative."""
    return np.float32(exp_within(max(np.float64(number) * (-LN_2 / ONE), -LN_2 * LEAST)))
