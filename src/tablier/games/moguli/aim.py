"""How far a player of Moguli is from winning: one pawn comes home in a turn."""

from tablier.games.moguli.rules import ENOUGH, LIMIT, PAWNS, STILL, STUCK, pawns_home, start_row
from tablier.portable import NONE, ONE, rule


@rule
def turns_needed(state, seat):
    """How many turns the seat needs at least to win, the present one included if it is its own."""
    missing = max(0, ENOUGH - pawns_home(state, seat))
    return missing + (missing > 0 and state.turn == seat and is_spent(state))


@rule
def is_spent(state):
    """Can the player to move bring no pawn home in this turn any more?"""
    if state.moved or state.turnings == 0:
        return state.moved == 1
    home = start_row(1 - state.turn)
    own = state.pawns[state.turn]
    for i in range(PAWNS):
        pawn = own & (~own + ONE)
        own ^= pawn
        if pawn & home == NONE and state.ends[i] & home != NONE:
            return False
    return True


@rule
def is_won(state, seat):  # noqa: ARG001
    """Has the seat won for certain, although the game goes on?"""
    return False


@rule
def by_aim(state):
    """Has the game, which is over, ended by its aim, and not by a limit?"""
    return state.ended not in (STUCK, STILL, LIMIT)
