"""Many boards at once: each is played as a position alone would be."""

import multiprocessing
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.adapters.readable_planes import planes
from tests.games.choices import choices, short

import tablier
from tablier import Position, Refusal
from tablier.adapters.parameters import games_with_planes, planes_of
from tablier.adapters.vector import BOARDS_PER_THREAD, VectorEnv
from tablier.game import Game, load
from tablier.games import package_of

pytestmark = pytest.mark.one_game

GAMES = [short(name, 8, **options) for name, options in choices(games_with_planes())]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.players}")
SEED, BOARDS, STEPS = 11, 5, 100


def assert_shown(env: VectorEnv, board: int, position: Position) -> None:
    """The arrays say of a board what the position says of itself."""
    assert env.position(board) == position
    assert env.seats[board] == position.turn
    assert tuple(np.flatnonzero(env.masks[board])) == position.legal_actions
    assert np.array_equal(env.observations[board], planes(position))


@every_game
def test_boards_are_played_like_positions(game: Game) -> None:
    """Every step, on every board, through several games: the slow way and the fast one."""
    env = VectorEnv(game, BOARDS, SEED, last_observations=True)
    positions = [game.start(SEED + board) for board in range(BOARDS)]
    games = [0] * BOARDS
    for _ in range(STEPS):
        actions = env.sample()
        _, rewards, dones = env.step(actions)
        for board, action in enumerate(actions.tolist()):
            assert action in positions[board].legal_actions
            after = positions[board].after(action)
            outcome = after.outcome()
            assert dones[board] == (outcome is not None)
            expected = outcome.payoffs if outcome else [0] * game.players
            assert rewards[board].tolist() == pytest.approx(expected)
            if outcome:
                assert np.array_equal(env.arrays.last_observations[board], planes(after))
                games[board] += 1
                after = game.start(SEED + board + BOARDS * games[board])
            positions[board] = after
            assert_shown(env, board, after)
    assert min(games) > 0


@every_game
def test_a_seed_plays_the_same_games_with_any_number_of_threads(game: Game) -> None:
    boards = 3 * BOARDS_PER_THREAD + 7
    one = VectorEnv(game, boards, 3, threads=1)
    many = VectorEnv(game, boards, 3, threads=3)
    for _ in range(4):
        assert np.array_equal(one.sample(), many.sample())
        one.step(one.sample())
        many.step(many.sample())
    for part in ("states", "games", "counts", "masks", "observations", "rewards", "dones"):
        assert getattr(one.arrays, part).tobytes() == getattr(many.arrays, part).tobytes()


def test_actions_stay_as_they_were_sampled_for_a_step() -> None:
    """Who keeps what was played need not copy it before the step."""
    env = VectorEnv(tablier.game("moguli"), 50, 4)
    actions = env.sample()
    before = actions.copy()
    env.step(actions)
    assert np.array_equal(actions, before)
    assert not np.array_equal(env.sample(), before)


def played(threads: int, steps: int = 20) -> bytes:
    """The states of a few thousand boards after some steps."""
    env = VectorEnv(tablier.game("mole-hill"), 3 * BOARDS_PER_THREAD, 8, threads=threads)
    for _ in range(steps):
        env.step(env.sample())
    states: bytes = env.states().tobytes()
    return states


def test_several_callers_play_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len({*pool.map(played, [3, 3, 2, 1])}) == 1


def test_a_fork_plays_on() -> None:
    """A forked process has none of its parent's threads, and plays the same without them."""
    expected = played(3)
    child = multiprocessing.get_context("fork").Pool(1)
    with child:
        assert child.apply_async(played, [3]).get(60) == expected


def test_a_reset_begins_again() -> None:
    env = VectorEnv(tablier.game("moguli"), 50, 4)
    first, dice = env.observations.copy(), env.sample().copy()
    for _ in range(30):
        env.step(env.sample())
    assert np.array_equal(env.reset(), first)
    assert np.array_equal(env.sample(), dice)
    assert not env.rewards.any()
    assert not env.dones.any()
    assert not np.array_equal(env.reset(5), first)


def test_random_actions_reach_every_legal_one() -> None:
    env = VectorEnv(tablier.game("mole-hill"), 2000, 1)
    assert set(env.sample()) == set(range(63))
    assert np.array_equal(env.sample().copy(), env.sample())


@pytest.mark.parametrize("wrong", [-1, 62, 173, 10**9, -(10**12)])
def test_who_plays_what_is_not_legal_loses(wrong: int) -> None:
    """The others share what he loses, and a new game begins."""
    game = tablier.game("mole-hill")
    env = VectorEnv(game, 2, 9)
    env.step(np.array([62, 0]))
    env.step(np.array([wrong, 63]))
    assert env.dones.tolist() == [True, False]
    assert env.rewards.tolist() == [[1, -1], [0, 0]]
    assert_shown(env, 0, game.start())


def test_of_four_players_one_loses_and_three_share_the_prize() -> None:
    env = VectorEnv(tablier.game("labyrinthe", players=4), 1)
    env.step([-5])
    assert env.rewards[0].tolist() == pytest.approx([-1 / 3, 1 / 9, 1 / 9, 1 / 9])


@pytest.mark.parametrize(
    "actions", [[1], [[1, 2, 3]], [1.0, 2.0, 3.0], ["a", "b", "c"], [True] * 3]
)
def test_what_are_no_actions_is_said(actions: Any) -> None:
    env = VectorEnv(tablier.game("mole-hill"), 3)
    with pytest.raises(ValueError, match="Actions are 3 whole numbers, one a board, not "):
        env.step(actions)
    assert env.arrays.games.tolist() == [1, 1, 1]


def test_impossible_numbers_are_refused() -> None:
    game = tablier.game("mole-hill")
    with pytest.raises(ValueError, match="at least one board, not 0"):
        VectorEnv(game, 0)
    with pytest.raises(ValueError, match="at least one thread, not 0"):
        VectorEnv(game, 1, threads=0)
    with pytest.raises(Refusal, match="-1"):
        VectorEnv(game, 1, seed=-1)


def test_the_kernels_are_kept_on_disk() -> None:
    """The file that is compiled says whose rules and planes it plays by."""
    env = VectorEnv(tablier.game("mole-hill"), 1)
    source = Path(str(env.kernels.__file__)).read_text("utf-8")
    assert "from tablier.games.mole_hill.planes import planes" in source
    assert "stand_in" not in source
    assert env.kernels.__name__ in sys.modules


def test_games_go_on_for_ever() -> None:
    """About as many games end as random games are long."""
    env = VectorEnv(tablier.game("mole-hill"), 1000, 2)
    ended = sum(int(env.step(env.sample())[2].sum()) for _ in range(300))
    assert 1000 * 300 / 90 < ended < 1000 * 300 / 60


def test_a_game_without_planes_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_planes(name: str) -> Game:
        game = load(package_of(name), {})
        vars(game)["planes"] = None
        return game

    monkeypatch.setattr("tablier.adapters.parameters.game", without_planes)
    with pytest.raises(ValueError, match="Moguli has no planes"):
        planes_of(without_planes("moguli"))
    assert games_with_planes() == []
