"""What a net sees of Mole Hill: the mole's room, and what a rod takes of it."""

from typing import Any

import numpy as np

import tablier
from tablier import Position
from tablier.games.mole_hill import inputs
from tablier.portable import plain, record

GAME = tablier.game("mole-hill")
SEEN: Any = plain(inputs)  # plain Python: nothing is compiled for these tests
FENCED = GAME.position("a1 a1|a2 g 1 -")  # a1 is a corner: one rod more leaves no way out


def seen(position: Position) -> tuple[set[int], Any]:
    """The inputs that are on, and the notes for rows."""
    out, notes = np.full(inputs.MOST, -1, np.int64), np.zeros(1, record(*inputs.NOTES))
    n = SEEN.inputs(position.state, notes[0], out)
    return set(out[:n].tolist()), notes[0]


def rows(position: Position, token: str) -> list[int]:
    out, notes = np.full(inputs.PER_ACTION, -1, np.int64), seen(position)[1]
    SEEN.rows(position.state, notes, GAME.actions[token], out)
    return [int(row) for row in out]


def test_rings_are_as_many_steps_away_as_the_mole_needs() -> None:
    on, notes = seen(GAME.position("e4,a1 - g 1 -"))
    ring = {each - inputs.RINGS for each in on if 0 <= each - inputs.RINGS < inputs.WINDOW}
    assert len(ring) == notes.exits == 3
    assert inputs.ONE_STEP + 3 in on


def test_the_same_surroundings_look_the_same_elsewhere() -> None:
    here, there = (seen(GAME.position(f"{mole} - g 1 -"))[0] for mole in ("d4", "f4"))
    near = range(inputs.VISITED_NEAR, inputs.HILLS_MADE)
    assert here.intersection(near) == there.intersection(near) != set()


def test_a_rod_that_shuts_the_mole_in_leaves_no_exits() -> None:
    exits = rows(FENCED, "a1|b1")[2] - inputs.EXITS
    assert (exits // inputs.ONES > 0, exits % inputs.ONES) == (True, 0)
    assert rows(FENCED, "a1|b1")[3] == inputs.LOSS + inputs.LOSSES - 1


def test_a_rod_far_away_takes_nothing() -> None:
    assert rows(FENCED, "h7|i7")[1] == inputs.ROD_NEAR + 2 * inputs.ROD_WINDOW
    assert rows(FENCED, "h7|i7")[3] == inputs.LOSS


def test_weighing_leaves_the_position_as_it_was() -> None:
    state = FENCED.state
    SEEN.rows(state, seen(FENCED)[1], GAME.actions["a1|b1"], np.zeros(inputs.PER_ACTION, np.int64))
    assert state.tobytes() == FENCED.data
