"""Whether a block can have come before the pawn in the first turn of the game (§2.2)."""

from typing import Any

from tablier.games.labyrinthe.blocks import COLUMNS, LENGTH, ROWS, SIZE, place_of, put_block
from tablier.games.labyrinthe.rules import block_waits, pawn_can_move


def can_come_first(state: Any) -> bool:
    """Can the block that has just moved be the first move of this turn?

    Where it had to wait, only if no pawn of the mover could slide while it lay elsewhere in its
    rows or columns. What is on its way there is not looked at: nothing possible is refused.
    """
    block = int(state.moved)
    return not block_waits(state) or any(
        shuts_in(state, block, axis, place)
        for axis in (ROWS, COLUMNS)
        for place in range(SIZE + 1 - int(LENGTH[axis, block]))
    )


def shuts_in(state: Any, block: int, axis: int, place: int) -> bool:
    """Could no pawn of the mover slide if the block lay there?"""
    now = place_of(state, axis, block)
    put_block(state, axis, block, place)
    is_shut = not pawn_can_move(state)
    put_block(state, axis, block, now)
    return is_shut
