"""What the net sees of Chain Reaction while a piece is to be put back."""

from typing import Any

import numpy as np
import pytest
from tests.games.chain_reaction.setting import at

from tablier import Position
from tablier.games.chain_reaction import inputs
from tablier.games.chain_reaction.notation import NUMBERS
from tablier.portable import plain, record

SEEN: Any = plain(inputs)  # plain Python: nothing is compiled for these tests
PIECES = "wc1 wd5 bd6 bc8"


def seen(position: Position) -> set[int]:
    """The inputs that are on."""
    out, notes = np.full(inputs.MOST, -1, np.int64), np.zeros(1, record(*inputs.NOTES))
    n = SEEN.inputs(position.state, notes[0], out)
    found = out[:n].tolist()
    assert len(set(found)) == n
    assert 0 <= min(found) <= max(found) < inputs.INPUTS
    return set(found)


def row(position: Position, token: str) -> int:
    """Where the piece goes, as the net sees that move."""
    out = np.full(inputs.PER_ACTION, -1, np.int64)
    notes = np.zeros(1, record(*inputs.NOTES))[0]
    SEEN.rows(position.state, notes, position.game.actions[token], out)
    assert set(out[1:].tolist()) == {inputs.NOTHING}
    return int(out[0])


@pytest.mark.parametrize(("mover", "turns"), [("w", 4), ("w", 5), ("b", 4), ("b", 5)])
def test_a_piece_is_seen_alike_after_a_goal_and_a_penalty(mover: str, turns: int) -> None:
    """The net was trained when both were put back alike; the legal moves tell where it may go."""
    goal = at(PIECES, f"{mover} 0 {mover} 3 4 {turns}")
    penalty = at(PIECES, f"{mover} 0 {mover.upper()} 3 4 {turns}")
    assert seen(goal) == seen(penalty)
    assert inputs.FLAGS in seen(goal)
    assert SEEN.phase(goal.state) == SEEN.phase(penalty.state) == 3


def test_a_square_that_only_a_penalty_allows_has_the_row_of_that_square() -> None:
    penalty = at(PIECES, "w 0 W 3 4 4")
    assert row(penalty, "@c3") == inputs.PUT_BACK + NUMBERS["c3"]
    assert row(penalty, "@d1") == row(at(PIECES, "w 0 w 3 4 4"), "@d1")
