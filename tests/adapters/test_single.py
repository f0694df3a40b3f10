"""One agent against opponents: Gymnasium's own checks on every game, and what they leave out."""

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.games.choices import called, choices, limited

import tablier
from tablier import Position, payoffs
from tablier.adapters.gymnasium import Env
from tablier.adapters.parameters import games_with_planes, planes_of
from tablier.adapters.vector import VectorEnv

every_choice = pytest.mark.parametrize(
    ("name", "options"), choices(games_with_planes()), ids=called
)


def make(name: str, **options: Any) -> Env:
    env = gymnasium.make(f"tablier/{name}-v{tablier.game(name).rules.VERSION}", **options).unwrapped
    assert isinstance(env, Env)
    return env


@every_choice
def test_check_env(name: str, options: dict[str, Any]) -> None:
    """Gymnasium looks at spaces, seeds, options, every render mode; warnings are errors here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, **options, **limited(name, 12)))


def test_several_games_run_side_by_side() -> None:
    name = "tablier/mole-hill-v1"
    env = gymnasium.make_vec(name, 3, vectorization_mode="sync", opponent=1)
    seen, infos = env.reset(seed=1)
    assert (seen.shape, infos["action_mask"].shape) == ((3, 13, 7, 9), (3, 173))
    assert not env.step(infos["action_mask"].argmax(1))[1].any()


@pytest.mark.one_game
def test_a_game_is_found_without_an_import() -> None:
    """The name of the module before that of the game is all that Gymnasium needs."""
    code = """
import gymnasium
env = gymnasium.make("tablier.adapters.gymnasium:tablier/mole-hill-v1", opponent=1, seat=0)
print(env.reset(seed=1)[0].shape)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout == "(13, 7, 9)\n", run.stderr


@every_choice
def test_a_game_is_played_as_its_positions_are(name: str, options: dict[str, Any]) -> None:
    """Every seat in turn: observations, masks and rewards follow the position, to the end."""
    game = tablier.game(name, **options, **limited(name, 8))
    scale = planes_of(game).SCALE
    for seat in range(game.players):
        dice, others = random.Random(seat), Others(seat)
        env = make(name, opponent=others.choose, seat=seat, **options, **limited(name, 8))
        seen, info = env.reset(seed=7)
        position, reward, over = others.follow(game.start(7)), 0.0, False
        while not over:
            expected = np.empty(planes_of(game).SHAPE, np.uint8)
            planes_of(game).planes(position.state, expected)
            assert seen.dtype == np.float32
            assert np.array_equal(seen, expected * scale)
            assert env.observation_space.contains(seen)
            assert tuple(np.flatnonzero(info["action_mask"])) == position.legal_actions
            assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
            assert (info["seat"], reward) == (seat, 0)
            action = dice.choice(position.legal_actions)
            seen, reward, over, cut, info = env.step(action)
            assert cut is False
            position = others.follow(position.after(action))
        outcome = position.outcome()
        assert outcome is not None
        assert reward == pytest.approx(outcome.payoffs[seat])
        assert env.board.position == position
        assert not info["action_mask"].any()


class Others:
    """All other seats: what they were asked and what they chose."""

    def __init__(self, agent: int) -> None:
        self.agent, self.dice = agent, random.Random(99)
        self.chosen: list[tuple[Position, int]] = []

    def choose(self, position: Position) -> int:
        """A random action, noted."""
        assert position.turn != self.agent
        self.chosen.append((position, self.dice.choice(position.legal_actions)))
        return self.chosen[-1][1]

    def follow(self, position: Position) -> Position:
        """The position after what they have chosen since."""
        for asked, action in self.chosen:
            assert asked == position
            position = position.after(action)
        self.chosen.clear()
        return position


@every_choice
def test_who_plays_what_is_not_legal_gives_the_game_up(name: str, options: dict[str, Any]) -> None:
    env = make(name, seat=1, **options)
    for wrong in ("first", -1, env.game.rules.ACTIONS):
        seen, info = env.reset(seed=1)
        action = int(info["action_mask"].argmin()) if wrong == "first" else wrong
        after, reward, over, _, info = env.step(action)
        assert reward == payoffs.lost(env.game.players, {1})[1]
        assert over
        assert np.array_equal(after, seen)
        assert not info["action_mask"].any()
        for ended in (env, copy.deepcopy(env)):
            with pytest.raises(ValueError, match="The game is over: reset begins the next one"):
                ended.step(0)


def moves_of(env: Env, seed: int) -> list[str]:
    """The positions of a game in which the agent always plays its first legal action."""
    _, info = env.reset(seed=seed)
    found, over = [str(env.board.position)], False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        found.append(str(env.board.position))
    return found


@pytest.mark.parametrize("opponent", ["random", 1, "level:2", "simulations:5"])
def test_a_seed_plays_the_same_game_again(opponent: Any) -> None:
    limit = {"turn_limit": 6}
    first, second = (make("moguli", opponent=opponent, seat=0, **limit) for _ in range(2))
    assert moves_of(first, 5) == moves_of(second, 5) == moves_of(first, 5)
    assert first.reset()[0].tobytes() == second.reset()[0].tobytes()
    assert moves_of(first, 6) != moves_of(first, 5)


@pytest.mark.parametrize("opponent", ["random", 1])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_by_itself(opponent: Any, copied: Callable[[Env], Env]) -> None:
    """For those who plan ahead: neither changes the other, and dice fall the same way."""
    env = make("mole-hill", opponent=opponent, seat=0)
    _, info = env.reset(seed=2)
    _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    twin, before = copied(env), env.board.position
    action = int(info["action_mask"].argmax())
    twin.step(action)
    assert env.board.position == before
    env.step(action)
    assert before not in (env.board.position, twin.board.position)
    assert opponent != "random" or env.board.position == twin.board.position
    assert not np.shares_memory(env.board.states, twin.board.states)


def test_a_level_wins_against_the_first_moves_there_are() -> None:
    env = make("mole-hill", opponent=4)
    rewards = []
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
        rewards.append(reward)
    assert rewards == [-1, -1, -1]


def test_every_seat_comes_by_chance_or_as_it_is_told() -> None:
    env = make("labyrinthe", players=4)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}
    env = make("labyrinthe", players=4, seat=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(9)} == {2}
    assert env.reset(options={"seat": 3})[1]["seat"] == 3
    assert env.reset()[1]["seat"] == 2


def test_every_other_seat_has_its_own_opponent() -> None:
    """They are listed in the order of their seats; the first of the three here is asked first."""
    asked: list[tuple[str, int]] = []

    def named(name: str) -> Any:
        def choose(position: Position) -> str:
            asked.append((name, position.turn))
            return position.legal_moves[0]

        return choose

    env = make("labyrinthe", opponent=[named("a"), "random", named("c")], seat=1, players=4)
    _, info = env.reset(seed=1)
    while ("c", 3) not in asked:
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    assert set(asked) == {("a", 0), ("c", 3)}


def test_games_begin_as_those_of_vector_environments_do() -> None:
    game = tablier.game("mole-hill")
    starts = [game.start().play("e4"), game.start().play("a1").play("c3|c4")]
    wanted: dict[str, Any] = {"starts": starts, "random_plies": 3}
    boards = VectorEnv(game, 1, observe=False, **wanted)
    found = set()
    for seed in range(20):
        boards.reset(seed)
        seat = boards.position(0).turn
        env = make("mole-hill", seat=seat, **wanted)
        env.reset(seed=seed)
        assert env.board.position == boards.position(0)
        found.add(str(env.board.position))
    assert len(found) > 10
    with pytest.raises(tablier.BadPosition):
        make("mole-hill", starts="nothing")


def test_options_of_reset_are_honoured() -> None:
    game, env = tablier.game("moguli"), make("moguli", seat=0)
    position = game.start(3)
    for given in (position, str(position)):
        seen, info = env.reset(options={"position": given, "seat": position.turn})
        assert env.board.position == position
        assert info["seat"] == position.turn
    env.reset(seed=8, options={"seed": 3, "seat": position.turn})
    assert env.board.position == position
    seen, _ = env.reset(seed=4)
    assert np.array_equal(seen, env.reset(seed=4, options={})[0])


def test_bad_wishes_are_refused_with_a_sentence() -> None:
    env = make("mole-hill")
    with pytest.raises(ValueError, match="reset has no option 'colour'; its options are: position"):
        env.reset(options={"colour": "red"})
    with pytest.raises(ValueError, match="There is no seat 2; seats are 0 to 1, None for any"):
        env.reset(options={"seat": 2})
    with pytest.raises(tablier.BadPosition):
        env.reset(options={"position": "nothing"})
    with pytest.raises(ValueError, match="There is no render mode 'human'"):
        Env("mole-hill", render_mode="human")
    with pytest.raises(ValueError, match="There is no seat 'white'"):
        Env("mole-hill", seat="white")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs opponents for 3 seats here, not 2"):
        Env("labyrinthe", ["random", 3], players=4)
    with pytest.raises(tablier.Refusal, match="‘fritz’ is not a player"):
        Env("mole-hill", "fritz")
    with pytest.raises(tablier.Refusal, match="level"):
        Env("mole-hill", 11)
    with pytest.raises(ValueError, match="a Game has its own, not: turn_limit"):
        Env(tablier.game("moguli"), turn_limit=3)
    with pytest.raises(ValueError, match="The game was over before seat 1 was to move"):
        Env("moguli", seat=1, turn_limit=1).reset(seed=1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="An action is a whole number, not 'e4'"):
        env.step("e4")


def test_a_function_that_cheats_is_told_so() -> None:
    def reset(chosen: Any) -> None:
        Env("mole-hill", lambda _: chosen, seat=1).reset(seed=1)

    with pytest.raises(tablier.IllegalMove):
        reset("a1|a2")
    with pytest.raises(ValueError, match="The opponent has chosen 170, which is no legal move"):
        reset(170)
    with pytest.raises(ValueError, match="The opponent has chosen None"):
        reset(None)


def test_the_board_can_be_looked_at() -> None:
    drawn = {}
    for mode in Env.metadata["render_modes"]:
        env = make("mole-hill", seat=0, render_mode=mode)
        env.reset(seed=1)
        drawn[mode] = env.render()
    game = tablier.game("mole-hill")
    assert drawn["ansi"] == game.drawing.text(game.start().state)
    assert drawn["svg"].startswith("<svg")
    height, width, colours = drawn["rgb_array"].shape
    assert (width > height > 100, colours) == (True, 3)
    assert drawn["rgb_array"][0, 0].tolist() == [255, 255, 255]
    assert len(np.unique(drawn["rgb_array"].reshape(-1, 3), axis=0)) > 10
    assert make("mole-hill").render() is None
