"""How far a player of Le Jeu du Labyrinthe is from winning: one pawn a turn enters the centre."""

import numpy as np

from tablier.games.labyrinthe.blocks import (
    CENTRE_PLACES,
    COLUMNS,
    ROWS,
    SIZE,
    is_central,
    without_own,
)
from tablier.games.labyrinthe.rules import (
    LIMIT,
    NEITHER,
    PAWN,
    PAWN_FIRST,
    PAWNS,
    TO_WIN,
    in_centre,
    pawn_targets,
    pawns_inside,
)
from tablier.portable import NONE, rule


@rule
def turns_needed(state, seat):
    """How many turns the seat needs at least to win, the present one included if it is its own."""
    missing = max(0, TO_WIN - pawns_inside(state, seat))
    return missing + (missing > 0 and state.turn == seat and is_spent(state))


@rule
def is_spent(state):
    """Can the player to move bring no pawn into the centre in this turn any more?"""
    if state.done == PAWN:
        return True
    if state.done == NEITHER and state.order != PAWN_FIRST:  # a block may open a way
        return False
    for i in range(PAWNS):
        square = np.int64(state.pawns[state.turn * PAWNS + i])
        if not in_centre(square) and can_enter(state, square):
            return False
    return True


@rule
def can_enter(state, square):
    """Can the pawn on this square, outside the centre, slide into it?"""
    column, row = square // SIZE, square % SIZE
    along_row = pawn_targets(state, ROWS, square) & without_own(CENTRE_PLACES, column)
    along_column = pawn_targets(state, COLUMNS, square) & without_own(CENTRE_PLACES, row)
    return (is_central(row) and along_row != NONE) or (is_central(column) and along_column != NONE)


@rule
def is_won(state, seat):  # noqa: ARG001
    """Has the seat won for certain, although the game goes on?"""
    return False


@rule
def by_aim(state):
    """Has the game, which is over, ended by its aim, and not by a limit?"""
    return state.over != LIMIT
