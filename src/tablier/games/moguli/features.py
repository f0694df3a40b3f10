"""Knowledge for the search in Moguli: the progress of pawns, and of the best next move.

Random pawns never come home, so positions are evaluated without playouts. Few of the many turnings
matter: each one is tried, and the gain of the best move after it is measured, for both players.

"Proof" gives the score of all knowledge against all but this piece, with the 95 % interval over
pairs of games: 400 games at 100 simulations a move. Against a search that knows nothing, both with
0.01 s a move: 0.97 (0.907 … 0.997) over 100 games.
"""

import numpy as np

from tablier.elementary import exp, tanh
from tablier.games.moguli.paths import BOARD, ROW_1, ROWS, SQUARES, turned_tile
from tablier.games.moguli.rules import PASS, SWAP, TURNINGS, ends_of, must_be_left, survey
from tablier.portable import NONE, ONE, count, rule

PLAN = (1.0, 0.05, 1, 0)
"""How a search with this knowledge plays best: the fields of `tree.Plan`."""

# Tried one by one with earlier weights, at 150 simulations: against it, urgency 0.1 scored 0.117 ±
# 0.033 and exploration 0.5 scored 0.145 ± 0.038 over 300 games. Before that, against urgency 0 and
# exploration 2, patience 2 scored 0.122 ± 0.042 and urgency 0.05 scored 0.517 ± 0.060 over 200.

FIRST = 0
_UP = [ROW_1 << np.uint64(row) for row in range(ROWS)]
LINES = np.array([_UP, _UP[::-1]])  # the rows as each seat passes them on its way
LAST_LINE = ROWS - 1

# Of a pawn on each of its lines. Proof of all but the last: 0.850 ± 0.025
WORTH = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0])
# How much of the best gain counts that a move could make now: for the mover, for the other one.
# Proof of both, with earlier weights: 0.660 ± 0.038
MINE, YOURS = 0.5, 0.25
SLOPE = 0.6  # a fit to the results of 700 games at 150 simulations gave 0.63 for a pawn home
# Left out since it did not help: that four pawns of the first player at home have all but won, and
# less weight for a gain that has to wait for the next turn (without both and a smaller weight of
# the pass: 0.491 ± 0.041); hopes that fade with each turn without a move (0.502 ± 0.058 over 200).

ZEAL = 5.0  # how steeply weights rise with gains. Proof, against 0: 0.966 ± 0.016
# How much a gain taken from the opponent counts beside an own one. Proof, with earlier weights:
# 0.588 ± 0.039. All of it scored 0.375 ± 0.056 against half of it over 200 games.
CARE = 0.5


@rule
def evaluate(state, values):
    """Write what each seat can hope for, from −1 to 1."""
    paths = survey(state, state.north, state.east)
    lead = prospect(state, FIRST, paths) - prospect(state, 1 - FIRST, paths)
    values[FIRST] = tanh(SLOPE * lead)
    values[1 - FIRST] = -values[FIRST]


@rule
def prospect(state, seat, paths):
    """How far the seat has come, and what its next move may add."""
    total = 0.0
    for line in range(ROWS):
        total += WORTH[line] * count(state.pawns[seat] & LINES[seat, line])
    if state.turn != seat:
        return total + YOURS * best_gain(state, seat, paths)
    return total if state.moved else total + MINE * best_gain(state, seat, paths)


@rule
def best_gain(state, seat, paths):
    """§4, §6.1, §8.4 The most that one move of the seat gains if the tiles lie like this."""
    start = LINES[seat, 0]
    own = state.pawns[seat]
    movable = own & paths[3] & ~LINES[seat, LAST_LINE]
    if own & start != NONE and must_be_left(state, seat):
        movable &= start
    best = 0.0
    for line in range(LAST_LINE):
        here = movable & LINES[seat, line]
        while here != NONE:
            pawn = here & (~here + ONE)
            here ^= pawn
            ends = ends_of(state, pawn, BOARD, paths)
            best = max(best, WORTH[farthest(ends, seat)] - WORTH[line])
    return best


@rule
def farthest(ends, seat):
    """The line of the end that is nearest to home."""
    line = LAST_LINE
    while line > 0 and ends & LINES[seat, line] == NONE:
        line -= 1
    return line


@rule
def weigh(state, actions, n, weights):
    """Write how promising each of the n legal actions looks: positive numbers of any sum."""
    if state.phase == SWAP:
        for i in range(n):
            weights[i] = 1
        return
    danger = best_gain(state, 1 - state.turn, survey(state, state.north, state.east))
    for i in range(n):
        if actions[i] < TURNINGS:
            weights[i] = exp(ZEAL * gain_of_turning(state, actions[i], danger))
        elif actions[i] < PASS:
            weights[i] = exp(ZEAL * gain_of_move(state.turn, actions[i] - TURNINGS))
        else:
            weights[i] = 1


@rule
def gain_of_turning(state, action, danger):
    """What the next move gains after it, and what it takes from the opponent's best."""
    seat = state.turn
    north, east = turned_tile(state.north, state.east, action // 3, action % 3 + 1)
    paths = survey(state, north, east)
    averted = danger - best_gain(state, 1 - seat, paths)
    return best_gain(state, seat, paths) + CARE * averted


@rule
def gain_of_move(seat, move):
    """How much nearer to home the pawn comes."""
    pawn, end = move // (SQUARES - 1), move % (SQUARES - 1)
    end += end >= pawn
    return WORTH[line_of(seat, end)] - WORTH[line_of(seat, pawn)]


@rule
def line_of(seat, square):
    """How many rows a square is from the seat's start row."""
    return square % ROWS if seat == FIRST else LAST_LINE - square % ROWS
