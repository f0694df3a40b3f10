"""Things that several threads use at once, copies of what is in use, and Ctrl-C."""

import copy
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import Batch, BatchedSearch, Player, threads
from tablier.adapters.single import Env
from tablier.adapters.vector import VectorEnv
from tablier.arena.pool import processors

pytestmark = pytest.mark.one_game

GAME: Any = tablier.game("mole-hill")
START: Any = GAME.start()
POSITIONS: Any = [START, START.play("e4"), START.play("a1"), START.play("a1").play("a1|a2")]
Copy = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    """The thing, pickled and back."""
    return pickle.loads(pickle.dumps(thing))


copied = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


def flat(batch: Batch) -> tuple[Any, Any]:
    """An evaluator that knows nothing."""
    return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.zeros(len(batch))


def by_state(batch: Batch) -> tuple[Any, Any]:
    """An evaluator that sees differences."""
    seen = batch.planes.reshape(len(batch), -1).astype(np.float32)
    weights = np.sin(np.arange(seen.shape[1] * 3).reshape(-1, 3))
    logits = np.tile(np.tanh(seen @ weights), (1, batch.game.rules.ACTIONS // 3 + 1))
    return logits[:, : batch.game.rules.ACTIONS], np.tanh((seen @ weights)[:, 0]) / 2


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_that_share_a_player_get_legal_moves(threads: int) -> None:
    player = Player(GAME, simulations=60, threads=threads)
    with ThreadPoolExecutor(4) as pool:
        chosen = list(pool.map(player.choose, POSITIONS * 25))
    for position, token in zip(POSITIONS * 25, chosen, strict=True):
        assert token in position.legal_moves


def test_an_analysis_that_waited_is_that_of_its_own_position() -> None:
    player = Player(GAME, simulations=60)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(player.analyse, POSITIONS * 25))
    assert [each.position for each in found] == POSITIONS * 25
    assert all(set(each.best(200)) == set(each.position.legal_moves) for each in found)


def test_threads_that_share_a_search_get_whole_answers() -> None:
    search = BatchedSearch(GAME, 4, simulations=30)
    search.look_at(POSITIONS)

    def look(i: int) -> list[int]:
        if i % 2:
            search.look_at(POSITIONS)
            search.run(flat)
        return [int(each) for each in search.visits.sum(1)]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(look, range(100)))
    assert all(each in ([0] * 4, [29] * 4) for each in found)


@pytest.mark.parametrize("boards", [3, 600])
def test_threads_that_share_boards_get_positions_of_the_game(boards: int) -> None:
    env = VectorEnv(GAME, boards, threads=2, observe=False)

    def play(i: int) -> str:
        env.step(env.sample())
        return str(env.position(i % boards))

    with ThreadPoolExecutor(4) as pool:
        for text in pool.map(play, range(200)):
            assert str(GAME.position(text)) == text


@pytest.mark.parametrize("use", ["choose", "analyse"])
def test_an_evaluator_cannot_use_the_player_that_asks_it(use: str) -> None:
    def evaluator(batch: Batch) -> tuple[Any, Any]:
        getattr(player, use)(START)
        return flat(batch)

    player = Player(GAME, simulations=20, evaluator=evaluator)
    with pytest.raises(tablier.Refusal, match="search is still running"):
        player.choose(START)


def test_a_stop_cannot_use_the_player_that_asks_it() -> None:
    for n in (1, 2):
        player = Player(GAME, simulations=2_000, threads=n)
        with pytest.raises(tablier.Refusal, match="search is still running"):
            player.choose(START, stop=lambda: bool(player.choose(START)))  # noqa: B023
        assert player.choose(START) in START.legal_moves


@pytest.mark.parametrize("trees", [4, 128])
def test_an_evaluator_cannot_use_the_search_that_asks_it(trees: int) -> None:
    def evaluator(batch: Batch) -> tuple[Any, Any]:
        _ = search.visits
        return flat(batch)

    search = BatchedSearch(GAME, trees, simulations=5, threads=2)
    search.look_at([START] * trees)
    with pytest.raises(tablier.Refusal, match="search is still running"):
        search.run(evaluator)
    search.run(flat)
    assert (search.visits.sum(1) == 4).all()


@copied
@pytest.mark.parametrize(
    "more", [{}, {"threads": 2}, {"evaluator": by_state, "batch": 1}, {"softness": 1.0}]
)
def test_a_copy_of_a_player_goes_on_alike(copied: Copy, more: dict[str, Any]) -> None:
    player, here = Player(GAME, simulations=150, **more), START
    for _ in range(4):
        twin = copied(player)
        token = player.choose(here)
        assert twin.choose(here) == token
        mine, yours = player.analyse(here), twin.analyse(here)
        assert (mine.moves, mine.values) == (yours.moves, yours.values)
        here = here.play(token)


@copied
def test_a_copy_of_an_environment_goes_on_alike(copied: Copy) -> None:
    for more in ({"opponent": 4}, {"opponent": "simulations:200"}, {"random_plies": 4}):
        env = Env("mole-hill", seat=0, **more)
        env.reset(seed=3)
        for _ in range(4):
            twin, action = copied(env), int(env.board.legal[-1])
            (mine, *rest), (yours, *others) = env.step(action), twin.step(action)
            assert np.array_equal(mine, yours)
            assert rest[:3] == others[:3]


@copied
@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_copy_of_a_search_goes_on_alike(copied: Copy, root: str) -> None:
    search = BatchedSearch(GAME, 4, simulations=30, root=root, noise=0.2, seed=3)
    search.look_at(POSITIONS)
    for _ in range(10):
        search.answer(*by_state(search.select(2)))
    waiting = search.select(2)
    twin = copied(search)
    for each in (search, twin):
        each.answer(*by_state(waiting))
        each.run(by_state)
    assert np.array_equal(search.visits, twin.visits)
    assert np.array_equal(search.policy, twin.policy)
    chosen = search.choose()
    for each in (search, twin):
        each.advance(chosen)
        each.run(by_state)
    assert np.array_equal(search.policy, twin.policy)


@copied
def test_a_copy_of_a_batch_has_the_same_positions(copied: Copy) -> None:
    batch = Batch(GAME, POSITIONS)
    twin = copied(batch)
    assert twin.states.tobytes() == batch.states.tobytes()
    assert np.array_equal(twin.planes, batch.planes)
    assert np.array_equal(twin.masks, batch.masks)


@copied
def test_a_copy_of_boards_goes_on_alike(copied: Copy) -> None:
    env = VectorEnv(GAME, 5, seed=2, random_plies=5)
    env.step(env.sample())
    twin = copied(env)
    for _ in range(60):
        assert np.array_equal(env.sample(), twin.sample())
        env.step(env.sample())
        twin.step(twin.sample())
        assert np.array_equal(env.observations, twin.observations)
        assert np.array_equal(env.rewards, twin.rewards)


def test_after_a_ctrl_c_a_player_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(GAME, simulations=300)
    player.choose(START)
    tree = player._trees[0]

    def interrupted(*given: Any) -> int:
        kernels.simulation.search(*given)
        raise KeyboardInterrupt

    kernels = tree.kernels
    other = type("Module", (), {"search": staticmethod(interrupted)})
    monkeypatch.setattr(tree, "kernels", kernels._replace(simulation=other))
    for position in POSITIONS:
        with pytest.raises(KeyboardInterrupt):
            player.choose(position)
    monkeypatch.undo()
    for position in POSITIONS:
        assert player.choose(position) == Player(GAME, simulations=300).choose(position)
        assert player.choose(position) in position.legal_moves


ENDLESS = """
import tablier
game = tablier.game("mole-hill")
player = tablier.Player(game, seconds=100_000, threads=2)
once = iter(["on"])  # whichever thread is first
def stop():
    for word in once: print(word, flush=True)
    return False
try:
    player.choose(game.start(), stop)
except KeyboardInterrupt:
    print("ended")
"""


def test_ctrl_c_ends_a_search_with_several_threads() -> None:
    command = [sys.executable, "-c", ENDLESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "on\n"
        run.send_signal(signal.SIGINT)
        assert run.stdout.read() == "ended\n"


QUOTAS = {
    "max 100000": None,
    "150000 100000": 2,
    "100000 100000": 1,
    "20000 100000": 1,
    "6400000 100000": None,
}


@pytest.mark.parametrize("quota", QUOTAS)
def test_threads_by_default_are_no_more_than_the_container_may_use(
    quota: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(os, "process_cpu_count", lambda: 8, raising=False)
    monkeypatch.setattr(threads, "CGROUPS", tmp_path)
    monkeypatch.setattr(threads, "OWN_CGROUPS", tmp_path / "own")
    inner, given, period = tmp_path / "pods" / "one", *quota.split()
    inner.mkdir(parents=True)
    (tmp_path / "own").write_text("0::/pods/one\n")
    (inner / "cpu.max").write_text("max 100000\n")
    (tmp_path / "pods" / "cpu.max").write_text(f"{quota}\n")
    wanted = QUOTAS[quota] or 8
    assert threads.usable_cores() == wanted
    assert VectorEnv(GAME, 1).threads == BatchedSearch(GAME, 1, simulations=1).pool.threads
    assert VectorEnv(GAME, 1).threads == processors() == wanted
    (tmp_path / "own").write_text("1:cpuset:/\n2:cpu,cpuacct:/pods\n0::/\n")
    (tmp_path / "cpu" / "pods").mkdir(parents=True)
    (tmp_path / "cpu" / "pods" / "cpu.cfs_quota_us").write_text(given.replace("max", "-1"))
    (tmp_path / "cpu" / "pods" / "cpu.cfs_period_us").write_text(period)
    assert threads.usable_cores() == wanted
    (tmp_path / "own").unlink()
    assert threads.usable_cores() == 8


SPINNING = """
import os, sys, resource, time
import tablier
from tablier.adapters.vector import VectorEnv
from tablier.arena.pool import processors

env = VectorEnv(tablier.game("mole-hill"), 600, threads=2, observe=False)
env.step(env.sample())
begin = time.process_time()
for _ in range(20):
    env.step(env.sample())
    time.sleep(0.05)
print(time.process_time() - begin, os.environ.get("OMP_WAIT_POLICY"))
"""


def test_threads_sleep_while_they_have_nothing_to_do() -> None:
    command = [sys.executable, "-c", SPINNING]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, policy = done.stdout.split()
    assert policy == "None"
    assert float(seconds) < 0.5  # of processor time, in more than a second
