"""Where games on many boards begin, snapshots of them, and boards that nobody looks at."""

import pickle
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest
from tests.adapters.test_vector import BOARDS, GAMES, SEED, assert_shown, every_game
from tests.games.contract import random_game

import tablier
from tablier import Position
from tablier.adapters.kernels import SALT
from tablier.adapters.vector import BOARDS_PER_THREAD, VectorEnv
from tablier.game import Game, load
from tablier.portable import draw

pytestmark = pytest.mark.one_game

PLIES = 9


def middle(game: Game, n: int = 3) -> list[Position]:
    """Positions that random games come through."""
    return [[*islice(random_game(game.start(seed), seed), 4)][-1][0] for seed in range(n)]


def begun(game: Game, seed: int, starts: Sequence[Position], plies: int) -> Position:
    """The slow way to begin the game of a seed."""
    dice = np.uint64(seed) ^ SALT
    first = starts[draw(dice, 0, len(starts))] if starts else game.start(seed)
    position = first
    for ply in range(draw(dice, 1, plies + 1)):
        actions = position.legal_actions
        position = position.after(actions[draw(dice, ply + 2, len(actions))])
        position = position if position.legal_actions else first
    return position


@every_game
@pytest.mark.parametrize(("given", "plies"), [(0, PLIES), (3, 0), (3, PLIES)])
def test_games_begin_where_they_are_wanted(game: Game, given: int, plies: int) -> None:
    """The first games and those that follow by themselves."""
    starts = middle(game, given)
    env = VectorEnv(game, BOARDS, SEED, starts=starts or None, random_plies=plies)
    numbers = [0] * BOARDS
    for board in range(BOARDS):
        assert_shown(env, board, begun(game, SEED + board, starts, plies))
    for _ in range(60):
        for board in np.flatnonzero(env.step(env.sample())[2]).tolist():
            numbers[board] += 1
            seed = SEED + board + BOARDS * numbers[board]
            assert_shown(env, board, begun(game, seed, starts, plies))
    assert max(numbers) > 0


def test_random_moves_lead_to_many_positions() -> None:
    game = tablier.game("mole-hill")
    env = VectorEnv(game, 200, random_plies=20)
    assert len({env.position(board) for board in range(200)}) > 150
    assert {*env.seats.tolist()} == {0, 1}
    assert env.masks.any(axis=1).all()


def test_random_moves_never_begin_with_the_end() -> None:
    """Even if more of them are made than a game has: it begins again for the rest of them."""
    env = VectorEnv(tablier.game("mole-hill"), 100, random_plies=300)
    assert env.masks.any(axis=1).all()


@every_game
def test_some_boards_begin_anew_and_the_others_go_on(game: Game) -> None:
    env, twin = VectorEnv(game, BOARDS, SEED), VectorEnv(game, BOARDS, SEED)
    for _ in range(3):
        env.step(env.sample())
        twin.step(twin.sample())
    env.reset(which=np.arange(BOARDS) % 2 == 0)
    for board in range(BOARDS):
        played = game.start(SEED + board + BOARDS) if board % 2 == 0 else twin.position(board)
        assert_shown(env, board, played)
    assert np.array_equal(env.sample()[1::2], twin.sample()[1::2])
    assert all(env.masks[board, env.sample()[board]] for board in range(BOARDS))
    env.step(env.sample())
    twin.step(twin.sample())
    assert np.array_equal(env.states()[1::2], twin.states()[1::2])


@every_game
def test_boards_begin_at_positions(game: Game) -> None:
    """Given as positions, as texts and as states; one for all, or one for each."""
    env, (first, second, third) = VectorEnv(game, BOARDS, SEED), middle(game)
    env.reset(positions=str(first))
    for board in range(BOARDS):
        assert_shown(env, board, first)
    env.reset(which=[3, 1], positions=[second, str(third)])
    for board, position in enumerate([first, third, first, second, first]):
        assert_shown(env, board, position)
    states = np.frombuffer(third.data + second.data, game.rules.STATE)
    env.reset(which=[0, 1], positions=states)
    assert [env.position(0), env.position(1)] == [third, second]
    env.step(env.sample())
    assert env.position(0) != third


@every_game
def test_what_was_saved_goes_on_to_the_byte(game: Game) -> None:
    env = VectorEnv(game, BOARDS, SEED, starts=middle(game), random_plies=3)
    for _ in range(5):
        env.step(env.sample())
    saved = pickle.loads(pickle.dumps(env.save()))
    parts = ("states", "games", "counts", "masks", "observations", "seats", "rewards", "dones")

    def played() -> list[bytes]:
        found = []
        for _ in range(40):
            found += [
                env.sample().tobytes(),
                *(getattr(env.arrays, part).tobytes() for part in parts),
            ]
            env.step(env.sample())
        return found

    first = played()
    env.restore(saved)
    assert played() == first
    env = VectorEnv(game, BOARDS, 99, threads=2)  # elsewhere
    env.restore(saved)
    assert played() == first


def test_snapshots_are_values() -> None:
    """What is played after it does not change it."""
    env = VectorEnv(tablier.game("moguli"), 3 * BOARDS_PER_THREAD, threads=3)
    saved, before = env.save(), env.states().tobytes()
    for _ in range(3):
        env.step(env.sample())
    env.restore(saved)
    assert env.states().tobytes() == before
    assert not env.dones.any()


@every_game
def test_boards_that_nobody_looks_at_are_played_the_same(game: Game) -> None:
    seen, unseen = VectorEnv(game, BOARDS, SEED), VectorEnv(game, BOARDS, SEED, observe=False)
    for _ in range(30):
        seen.step(seen.sample())
        observations, _, _ = unseen.step(unseen.sample())
        assert len(observations) == len(unseen.observations) == 0
    assert seen.states().tobytes() == unseen.states().tobytes()
    assert np.array_equal(seen.masks, unseen.masks)
    assert np.array_equal(seen.sample(), unseen.sample())


def test_a_game_without_planes_is_played_unseen() -> None:
    game = load("yardsticks.connect_four", {})
    vars(game)["planes"] = None
    with pytest.raises(ValueError, match=r"has no planes\.py, so there is nothing to observe"):
        VectorEnv(game, 2)
    env = VectorEnv(game, 2, observe=False)
    env.step([0, 6])
    assert env.position(1) == game.start().after(6)


OVER = tablier.game("mole-hill").position("c4,b3,a2,b2,b1 c4|c5 m 2 9").play("a1")


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"which": [3]}, "by a mask of 3 or by numbers from 0 to 2, not int64 of shape"),
        ({"which": [-1]}, "by numbers from 0 to 2"),
        ({"which": [True, False]}, "not bool of shape"),
        ({"which": [0.5]}, "not float64 of shape"),
        ({"which": "all"}, "not <U3 of shape"),
        ({"which": [0], "seed": 1}, "either a seed or which boards"),
        ({"positions": ["- - m 1 -"] * 2}, "3 boards to begin at 2 positions"),
        ({"positions": []}, "at least one position"),
        ({"positions": 7}, "not as 7"),
        ({"positions": [7]}, "not as 7"),
        ({"positions": OVER}, "The game is over in this position"),
        ({"positions": tablier.game("moguli").start()}, "of another game"),
        ({"positions": "e9 - g 1 -"}, "is not a square of the garden"),
    ],
)
def test_odd_wishes_are_refused_and_change_nothing(wishes: dict[str, Any], said: str) -> None:
    env = VectorEnv(tablier.game("mole-hill"), 3, 5)
    env.step(env.sample())
    before = pickle.dumps(env.save())
    with pytest.raises((ValueError, tablier.Refusal), match=said):
        env.reset(**wishes)
    assert pickle.dumps(env.save()) == before


def test_snapshots_of_others_are_refused() -> None:
    env = VectorEnv(GAMES[0], 3)
    for other in (VectorEnv(GAMES[0], 2), VectorEnv(GAMES[-1], 3)):
        with pytest.raises(ValueError, match=r"boards of .*: not of these"):
            env.restore(other.save())
    with pytest.raises(ValueError, match="at least 0 before a game, not -1"):
        VectorEnv(GAMES[0], 3, random_plies=-1)


def test_no_board_may_be_chosen() -> None:
    env = VectorEnv(GAMES[0], 3)
    before = env.states().tobytes()
    env.reset(which=[])
    env.reset(which=np.zeros(3, bool))
    assert env.states().tobytes() == before
    assert env.arrays.games.tolist() == [1, 1, 1]
