"""What a net sees of Moguli: both players see the same from their sides, and gains are exact."""

import random
from typing import Any

import numpy as np
import pytest
from tests.games.moguli.players import random_position
from tests.games.moguli.setting import game
from tests.games.moguli.test_features import from_the_other_side, opposite_token

from tablier import Position
from tablier.games.moguli import inputs, rules
from tablier.portable import plain, record

GAME = game()
MIRROR = GAME.symmetries[1]
SEEN: Any = plain(inputs)  # plain Python: nothing is compiled for these tests


def positions(n: int) -> list[Position]:
    dice = random.Random(5)
    found = (random_position(GAME, dice) for _ in range(10 * n))
    return [each for each in found if each.legal_actions and each.state.phase == rules.PLAY][:n]


def seen(position: Position) -> tuple[set[int], Any]:
    """The inputs that are on, and the notes for rows."""
    out, notes = np.full(inputs.MOST, -1, np.int64), np.zeros(1, record(*inputs.NOTES))
    n = SEEN.inputs(position.state, notes[0], out)
    assert n <= inputs.MOST
    return set(out[:n].tolist()), notes[0]


def rows(position: Position, token: str, notes: Any) -> list[int]:
    out = np.full(inputs.PER_ACTION, -1, np.int64)
    SEEN.rows(position.state, notes, GAME.actions[token], out)
    return [int(row) for row in out]


@pytest.mark.parametrize("position", positions(12), ids=str)
def test_both_players_see_the_same_from_their_sides(position: Position) -> None:
    """The table turned round and mirrored is the board seen from the other start row."""
    other = MIRROR.position(from_the_other_side(position))
    (here, notes), (there, others_notes) = seen(position), seen(other)
    assert here ^ there == {inputs.FLAGS}  # which seat it is
    for token in position.legal_moves[::9]:
        turned = GAME.actions[opposite_token(token)]
        mirrored = GAME.notation.TOKENS[MIRROR.actions[turned]]
        assert rows(position, token, notes) == rows(other, mirrored, others_notes)


def test_a_turning_has_the_row_of_the_gain_that_it_opens() -> None:
    gains = set()
    for position in positions(12):
        _, notes = seen(position)
        for token in [token for token in position.legal_moves if "+" in token][::9]:
            after = position.play(token)
            if after.turn == position.turn:
                row = rows(position, token, notes)[1] - inputs.OWN_GAIN
                assert row == inputs.GAINS * notes.own_gain + seen(after)[1].own_gain
                gains.add(row % inputs.GAINS)
    assert len(gains) > 2
