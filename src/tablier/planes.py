"""Planes: a position as a stack of pictures for nets, `planes(state, out)` in a game's planes.py.

`out` has the game's SHAPE: channels, height, width. Row 0 is row 1 of the board and column 0 is
column a, as the action numbers have them, so the board is never turned; what is the mover's own is
told by the channel. Numbers are bytes (`DTYPE`): most planes hold 0 and 1, a byte is a quarter of a
float to write, to keep and to send, and a net converts it where it runs. Every cell is written.
"""

import numpy as np

from tablier.portable import ONE, rule

DTYPE = np.uint8
DIGIT = 256
ZERO = 128  # what 0 is written as where a number can be negative


@rule
def mark(bits, rows, columns, plane):
    """Write a set of squares that are numbered up the columns: 1 inside, 0 outside."""
    # Bounds that are known when this is compiled into its caller, and unsigned places: 3 × faster.
    for row in range(rows):
        for column in range(columns):
            inside = bits >> np.uint64(column * rows + row) & ONE
            plane[np.uint64(row), np.uint64(column)] = inside


@rule
def fill(number, rows, columns, plane):
    """Write the same number everywhere."""
    for row in range(rows):
        for column in range(columns):
            plane[np.uint64(row), np.uint64(column)] = number


@rule
def fill_digits(number, rows, columns, out, channel):
    """Write a number below 65,536 into two planes, the 256s and the rest; below 0 counts as 0."""
    number = max(number, 0)
    fill(number // DIGIT, rows, columns, out[channel])
    fill(number % DIGIT, rows, columns, out[channel + 1])


@rule
def signed(number):
    """A byte for a number that can be negative: 128 is 0; what is too far off is cut."""
    return min(max(number + ZERO, 0), DIGIT - 1)
