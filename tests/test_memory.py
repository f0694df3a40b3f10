"""What reaches compiled code is checked at the public door: memory, bytes, numbers of actions."""

from typing import Any

import numpy as np
import pytest

import tablier

pytestmark = pytest.mark.one_game

GAME: Any = tablier.game("mole-hill")
START: Any = GAME.start()
PLAYED: Any = START.play_all(["e4", "e4|f4"])
OTHER: Any = tablier.game("moguli").start()


def test_bytes_that_no_text_describes_are_no_position() -> None:
    for i, byte in enumerate(PLAYED.data):
        changed = PLAYED.data[:i] + bytes([byte ^ 0xFF]) + PLAYED.data[i + 1 :]
        try:
            position = tablier.Position(GAME, changed)
        except tablier.BadPosition as wrong:
            assert "not a position of mole-hill" in str(wrong)  # noqa: PT017 - or it is one
        else:
            assert GAME.position(str(position)) == position
    assert tablier.Position(GAME, PLAYED.data) == PLAYED
    with pytest.raises(tablier.BadPosition, match="not a position of mole-hill"):
        tablier.Position(GAME, b"\xff" * len(PLAYED.data))


def test_bytes_of_other_options_are_no_position() -> None:
    with pytest.raises(tablier.BadPosition, match="with these options"):
        tablier.Position(tablier.game("mole-hill", centre_start="plain"), START.data)


ROOM: dict[str, Any] = {
    "too few rows": lambda shape: np.zeros((shape[0], shape[1] - 1, shape[2]), np.uint8),
    "a batch": lambda shape: np.zeros((1, *shape), np.uint8),
    "numbers of another type": lambda shape: np.zeros(shape, np.int8),
    "larger numbers": lambda shape: np.zeros(shape, np.uint16),
    "the other order": lambda shape: np.zeros(shape, np.uint8, order="F"),
    "gaps": lambda shape: np.zeros((*shape[:2], 2 * shape[2]), np.uint8)[..., ::2],
    "one number for all": lambda shape: np.broadcast_to(np.uint8(0), shape),
    "read-only memory": lambda shape: np.frombuffer(bytes(int(np.prod(shape))), "u1").reshape(
        shape
    ),
}


@pytest.mark.parametrize("room", ROOM)
def test_planes_are_written_only_where_they_fit(room: str) -> None:
    out = ROOM[room](START.planes().shape)
    with pytest.raises(tablier.Refusal, match=r"uint8 \(13, 7, 9\), without gaps"):
        START.planes(out)
    assert not out.any()


def test_planes_are_written_into_the_array_that_is_given() -> None:
    several = np.full((2, *START.planes().shape), 9, np.uint8)
    out = several[1]
    assert PLAYED.planes(out) is out
    assert np.array_equal(several[1], PLAYED.planes())
    assert (several[0] == 9).all()


def test_an_illegal_action_is_refused_with_the_reason_of_its_token() -> None:
    for position in (START, PLAYED, OTHER):
        for token, action in position.game.actions.items():
            if token in position.legal_moves:
                assert position.after(action) == position.play(token)
            else:
                with pytest.raises(tablier.IllegalMove) as by_number:
                    position.after(action)
                with pytest.raises(tablier.IllegalMove) as by_token:
                    position.play(token)
                assert str(by_number.value) == str(by_token.value)
