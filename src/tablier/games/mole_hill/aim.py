"""What the second round of Mole Hill can still bring the mole: points within its reach.

The first score is the one to beat. Nothing is said of the first round.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.games.mole_hill.rules import (
    HILLS,
    LIGHT_HILLS,
    RED_FLOWERS,
    WHITE_FLOWERS,
    mole_moves,
    score,
    within_reach,
)
from tablier.portable import count, rule
from tablier.position import Position
from tablier.reasons import changed

NEVER = 10_000  # turns
FORESEEN = 11  # hills


@rule
def most_points(state):
    """The points that the mole has in this round at its end, at most."""
    reach = within_reach(state)
    hills = min(HILLS, np.int64(state.hills) + count(reach))
    dark = max(0, hills - LIGHT_HILLS) - max(0, np.int64(state.hills) - LIGHT_HILLS)
    return score(state) + dark + 2 * count(reach & RED_FLOWERS) + count(reach & WHITE_FLOWERS)


@rule
def turns_needed(state, seat):
    """How many turns the seat needs at least to win: none, or NEVER if it cannot win any more."""
    if state.second == 0:
        return 0
    if seat == 1:
        return NEVER if most_points(state) <= state.first_score else 0
    return NEVER if score(state) >= state.first_score else 0


@rule
def is_won(state, seat):
    """Has the seat won for certain, although the game goes on?"""
    if state.second == 0:
        return False
    return score(state) > state.first_score if seat == 1 else most_points(state) < state.first_score


@rule
def by_aim(state):  # noqa: ARG001
    """Has the game, which is over, ended by its aim, and not by a limit?"""
    return True


def stakes(position: Position) -> Iterator[Position]:
    """The position as one of the second round, with scores to beat, the hardest first.

    None while the end of the round is too far to be foreseen.
    """
    if position.state.hills < FORESEEN:
        return
    points = range(int(score(position.state)), int(most_points(position.state)) + 2)
    for first in reversed(points) if mole_moves(position.state) else points:

        def change(state: Any, first: int = first) -> None:
            state.turn = state.turn if state.second else 1 - int(state.turn)
            state.second, state.first_score = 1, first

        yield changed(position, change)
