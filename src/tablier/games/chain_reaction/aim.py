"""How far a player of Chain Reaction is from winning: a turn scores once, two points at most."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.games.chain_reaction.rules import LIMIT, NO_PIECE
from tablier.portable import rule
from tablier.position import Position
from tablier.reasons import changed

MOST_POINTS = 2  # of one turn
STAKES = ((2, 2), (1, 2))  # points that both still need, the player to move first


@rule
def turns_needed(state, seat):
    """How many turns the seat needs at least to win, the present one included if it is its own."""
    missing = max(0, np.int64(state.target) - np.int64(state.score[seat]))
    # Whoever puts a piece back in the other's turn, after a penalty, has all of its own before it.
    spent = state.returning != NO_PIECE and state.turn == seat and state.turns & 1 == seat
    return -(-missing // MOST_POINTS) + (missing > 0 and spent)


@rule
def is_won(state, seat):  # noqa: ARG001
    """Has the seat won for certain, although the game goes on?"""
    return False


@rule
def by_aim(state):
    """Has the game, which is over, ended by its aim, and not by a limit?"""
    return state.standing != LIMIT


def stakes(position: Position) -> Iterator[Position]:
    """The position as it is, then with scores near the end, where the next points decide."""
    yield position
    for missing in STAKES:

        def change(state: Any, missing: tuple[int, int] = missing) -> None:
            state.score[state.turn] = state.target - missing[0]
            state.score[1 - state.turn] = state.target - missing[1]

        yield changed(position, change)
