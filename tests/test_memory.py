"""What reaches compiled code is checked at the public door: memory, bytes, numbers of actions."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import Batch, BatchedSearch
from tablier.adapters import openspiel
from tablier.adapters.board import Board
from tablier.adapters.vector import VectorEnv
from tablier.search.evaluator import NetEvaluator

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


def states(*positions: Any) -> Any:
    """An array of their states."""
    return np.frombuffer(bytearray(b"".join(each.data for each in positions)), GAME.rules.STATE)


TAKERS: dict[str, Any] = {
    "a batch": lambda given: Batch(GAME, given),
    "a search": lambda given: BatchedSearch(GAME, 2, simulations=2).look_at(given),
    "boards": lambda given: VectorEnv(GAME, 2).reset(positions=given),
    "boards that begin there": lambda given: VectorEnv(GAME, 2, starts=given),
    "a symmetry": GAME.symmetries[1].states,
}


@pytest.mark.parametrize("taker", TAKERS)
def test_states_that_are_no_positions_are_refused(taker: str) -> None:
    given = states(START, PLAYED)
    TAKERS[taker](given)
    given["hills"][1] = 20_000
    with pytest.raises(tablier.BadPosition, match="not a position of mole-hill"):
        TAKERS[taker](given)
    with pytest.raises((TypeError, ValueError), match=r"\.$"):
        TAKERS[taker](np.zeros(2, OTHER.game.rules.STATE))


def test_a_batch_has_memory_of_its_own() -> None:
    given = states(START, PLAYED)
    batch = Batch(GAME, given)
    given["hills"] = 20_000
    assert batch.states.tobytes() == START.data + PLAYED.data
    with pytest.raises(ValueError, match="read-only"):
        batch.states["hills"] = 20_000
    assert np.array_equal(batch.planes, [START.planes(), PLAYED.planes()])


def test_leaves_stay_as_they_are_while_a_search_goes_on() -> None:
    search = BatchedSearch(GAME, 2, simulations=9)
    search.look_at([START, PLAYED])
    leaves = batch = search.select()
    for _ in range(3):
        search.answer(np.zeros((len(batch), GAME.rules.ACTIONS)), np.zeros(len(batch)))
        batch = search.select()
    assert leaves.states.tobytes() == START.data + PLAYED.data


@pytest.mark.parametrize("action", [999, -2, 62, 2**40])
def test_a_search_is_not_advanced_by_an_illegal_action(action: int) -> None:
    search = BatchedSearch(GAME, 3, simulations=2)
    search.look_at([START, PLAYED, PLAYED])
    legal = PLAYED.legal_actions[-1]
    search.advance([-1, -1, legal])
    before = search.trees.roots.tobytes()
    with pytest.raises(tablier.IllegalMove):
        search.advance([-1, PLAYED.legal_actions[0], action])
    assert search.trees.roots.tobytes() == before
    for wrong in ([0.5, 0, 0], [np.nan] * 3, [True] * 3, ["a"] * 3):
        with pytest.raises(tablier.Refusal, match="Actions are whole numbers"):
            search.advance(wrong)


def test_what_the_next_step_of_boards_trusts_is_read_only() -> None:
    env = VectorEnv(GAME, 3)
    for array in (env.masks, env.states()):
        with pytest.raises(ValueError, match="read-only"):
            array.fill(0)


def test_a_snapshot_with_too_few_states_is_refused() -> None:
    env = VectorEnv(GAME, 3)
    saved = env.save()
    for data in (saved.states[:-64], saved.states * 2, b""):
        with pytest.raises(ValueError, match="not of these"):
            env.restore(replace(saved, states=data))


@pytest.mark.parametrize("action", [999, -1, 70, 2**31])
def test_boards_of_adapters_refuse_an_illegal_action(action: int) -> None:
    board = Board(PLAYED)
    with pytest.raises(ValueError, match=f"Action {action} is not legal here"):
        board.play(action)
    assert board.position == PLAYED
    state = openspiel.loaded(openspiel.short_name(GAME)).new_initial_state()
    with pytest.raises(ValueError, match=f"Action {action} is not legal here"):
        state._apply_action(action)
    assert state.data == START.data


@pytest.mark.parametrize("player", [2, -1, 99, None])
def test_nobody_sees_a_state_as_a_player_that_there_is_not(player: Any) -> None:
    game = openspiel.loaded(openspiel.short_name(GAME))
    with pytest.raises(ValueError, match="There is no player"):
        game.make_py_observer().set_from(game.new_initial_state(), player)


def test_a_net_judges_positions_of_its_own_game_alone() -> None:
    with pytest.raises(tablier.Refusal, match="This is a game of moguli, not of mole-hill"):
        NetEvaluator(GAME)(Batch(OTHER.game, OTHER))


def test_a_symmetry_moves_positions_of_its_own_game_alone() -> None:
    with pytest.raises(ValueError, match="A position of mole-hill has 64 bytes"):
        GAME.symmetries[1].position(OTHER)
    plain = tablier.game("mole-hill", centre_start="plain").start()
    with pytest.raises(tablier.BadPosition, match="with these options"):
        GAME.symmetries[1].position(plain)
