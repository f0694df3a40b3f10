"""Positions: the way back over the moves that led to them, and those that are the same."""

import gc
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import islice

import pytest

import tablier
from tablier import Position, Refusal
from tablier.position import Step

GAME = tablier.game("mole-hill")
TOKENS = ("e4", "e4|f4", "d4")
every_name = pytest.mark.parametrize("name", tablier.games())


def wandering(game: tablier.Game, seed: int) -> Iterator[Position]:
    """The positions of a random game."""
    dice, position = random.Random(seed), game.start(seed)
    while not position.is_over:
        yield position
        position = position.play(dice.choice(position.legal_moves))
    yield position


def test_a_state_is_a_copy_and_a_frozen_state_cannot_be_changed() -> None:
    position = GAME.start()
    position.state.hills = 1
    with pytest.raises(ValueError, match="read-only"):
        position.frozen_state.hills = 1
    assert position.frozen_state.hills == 0
    assert position.record is position.frozen_state  # its former name


@every_name
def test_positions_are_the_same_whichever_thread_plays_them(name: str) -> None:
    game = tablier.game(name)

    def played(seed: int) -> list[tuple[bytes, tuple[int, ...]]]:
        course = islice(wandering(game, seed), 30)
        return [(position.data, position.legal_actions) for position in course]

    alone = [played(seed) for seed in range(8)]
    with ThreadPoolExecutor(max_workers=4) as threads:
        assert list(threads.map(played, range(8))) == alone


@every_name
def test_what_is_kept_with_a_state_is_what_a_copy_of_it_would_say(name: str) -> None:
    game = tablier.game(name)
    for position in islice(wandering(game, 3), 40):
        kept, copy = position.frozen_state, position.state
        for _ in range(2):
            assert game.notation.status(kept) == game.notation.status(copy)
            assert game.notation.tally(kept) == game.notation.tally(copy)
            assert list(game.suggested(kept)) == list(game.suggested(copy))
            assert game.drawing.marks(kept) == game.drawing.marks(copy)
            actions = position.legal_actions
            assert list(game.ways(kept, actions)) == list(game.ways(copy, actions))


# Is it over?


@every_name
def test_a_game_is_over_exactly_when_it_has_an_outcome(name: str) -> None:
    for position in islice(wandering(tablier.game(name), 1), 0, None, 7):
        assert position.is_over == (position.outcome() is not None)
    assert GAME.position("b2,b1,a2,a1 - g 2 2").is_over


# The way back


def test_the_way_back_goes_on_to_the_start() -> None:
    position = GAME.start().play_all(TOKENS)
    seen: list[Position] = []
    before: Position | None = position
    while before is not None:
        seen.append(before)
        before = before.previous
    assert seen == list(tablier.Record(GAME.start(), TOKENS).positions())[::-1]
    assert [each.last_move for each in seen] == ["d4", "e4|f4", "e4", None]


def test_a_position_knows_the_moves_that_led_to_it() -> None:
    assert GAME.start().play_all(TOKENS).moves == TOKENS
    assert GAME.start().moves == ()
    assert GAME.position("e4 e4|f4 m 1 -").play("d4").moves == ("d4",)


def test_moves_are_taken_back_by_number() -> None:
    position = GAME.start().play_all(TOKENS)
    assert position.back() == position.previous
    assert position.back(0) is position
    assert (position.back(3), position.back(3).previous) == (GAME.start(), None)
    assert position.back(2).play_all(TOKENS[1:]).moves == TOKENS
    with pytest.raises(Refusal, match="from 0 to 3, not ‘4’"):
        position.back(4)


def test_what_led_to_a_position_changes_nothing_else() -> None:
    position = GAME.start().play_all(TOKENS)
    bare = Position(GAME, position.data)
    assert (bare.moves, bare.previous) == ((), None)
    assert bare == position
    assert hash(bare) == hash(position)
    assert repr(bare) == repr(position)


@pytest.mark.parametrize("copied", [deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_know_the_way_back_however_long_it_is(copied: object) -> None:
    assert callable(copied)
    step: Step | None = None
    for _ in range(20_000):
        step = (GAME.start().data, 0, step)
    position = copied(Position(GAME, GAME.start().data, step))
    assert position == GAME.start()
    assert len(position.moves) == 20_000


def test_a_step_back_keeps_bytes_and_nothing_that_was_worked_out() -> None:
    position = GAME.start()
    for token in TOKENS:
        assert position.legal_moves
        position = position.play(token)
    held = gc.get_referents(position.came_by)
    assert {type(each) for each in held} == {bytes, int, tuple}


# The same by symmetry


@every_name
def test_what_is_legal_is_legal_in_the_symmetric_positions(name: str) -> None:
    game = tablier.game(name)
    for position in islice(wandering(game, 2), 0, 60, 6):
        for symmetry in game.symmetries:
            other = symmetry.position(position)
            assert other in position.symmetric()
            moved = sorted(int(symmetry.actions[action]) for action in position.legal_actions)
            assert moved == list(other.legal_actions)
            for action in position.legal_actions[:2]:
                after = other.after(int(symmetry.actions[action]))
                assert after in position.after(action).symmetric()


@every_name
def test_symmetric_positions_have_the_same_symmetric_positions(name: str) -> None:
    for position in islice(wandering(tablier.game(name), 3), 0, 40, 8):
        alike = position.symmetric()
        assert alike[0] == position
        assert len(set(alike)) == len(alike)
        for other in alike:
            assert set(other.symmetric()) == set(alike)


def test_a_position_that_is_its_own_mirror_image_is_there_once() -> None:
    assert GAME.start().play("e4").symmetric() == (GAME.start().play("e4"),)
    assert {str(each).split()[0] for each in GAME.start().play("e1").symmetric()} == {"e1", "e7"}
