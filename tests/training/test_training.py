"""A short training of Connect Four: it learns, can be repeated, and goes on after a break."""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.training.conftest import SHORT, Trained, training

from tablier.arena.match import play
from tablier.game import Game, load
from tablier.nets import Net
from tablier.texts import Refusal
from tablier.training.folder import Folder, beside
from tablier.training.gate import Match, Searcher
from tablier.training.learner import Loss
from tablier.training.samples import Kind
from tablier.training.settings import Settings
from tablier.training.training import Training

pytestmark = pytest.mark.one_game

TINY = Settings(
    seconds=600, generations=2, simulations=8, samples=60, first=1, uses=4, measure=1, games=4
)
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "training.py"
LAST = 1  # the net that learns from all games once more


@pytest.mark.long
def test_it_comes_to_beat_the_net_it_began_with(four: Game, trained: Trained) -> None:
    first, last = (
        Searcher("simulations", SHORT.simulations, net=net)
        for net in (trained.nets[0], trained.nets[-1])
    )
    match = Match(four, (last, first), 60, seed=5)
    for bout in match.bouts():
        match.add(play(bout))
    assert len(match.pairs) == 30
    assert match.score.low > 0.5


def test_the_curve_is_written_beside_the_net(trained: Trained) -> None:
    written = json.loads(trained.run.out.with_suffix(".json").read_text("utf-8"))
    assert written["game"] == "connect-four"
    assert [point["generation"] for point in written["curve"]] == [1, 5, 10]
    assert [point.generation for point in trained.points] == [1, 5, 10]
    assert trained.points[0].is_best
    assert trained.points[-1].policy_loss < trained.points[0].policy_loss


def test_the_net_says_how_it_was_trained(four: Game, trained: Trained) -> None:
    told = Net.read(four, trained.run.out).training
    assert told["simulations"] == SHORT.simulations
    assert told["samples"] > 5 * SHORT.samples


@pytest.fixture(scope="module")
def tiny(four: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tiny") / "four.net"
    training(four, out, TINY).run()
    return out


def test_a_training_in_one_process_can_be_repeated(four: Game, tiny: Path, tmp_path: Path) -> None:
    again = tmp_path / "four.net"
    training(four, again, TINY).run()
    newest = [Net.read(four, out.with_suffix(".training") / "newest.net") for out in (tiny, again)]
    assert newest[0].weights.tobytes() == newest[1].weights.tobytes()
    other = tmp_path / "other.net"
    training(four, other, replace(TINY, seed=1, generations=1)).run()
    assert Net.read(four, other).weights.tobytes() != newest[0].weights.tobytes()


def test_the_last_learning_tells_how_far_it_is(four: Game, tmp_path: Path) -> None:
    run, told = training(four, tmp_path / "four.net", TINY), list[float]()
    run.finish = told.append
    run.run()
    steps = round(TINY.uses * run.state.learnt / run.learner.batch)
    assert told == [(i + 1) / steps for i in range(steps)]


def test_a_training_begins_with_a_net(four: Game, tiny: Path, tmp_path: Path) -> None:
    run = training(four, tmp_path / "four.net", replace(TINY, generations=3))
    run.begin_with(Net.read(four, tiny))
    assert run.out.read_bytes() == tiny.read_bytes()
    run.run()
    assert run.state.generation == 3 + LAST
    later = training(four, run.out, replace(TINY, generations=3), resume=True)
    newest = later.folder.newest.read_bytes()
    later.begin_with(Net.read(four, tiny))
    assert later.folder.newest.read_bytes() == newest


def test_a_training_goes_on_where_it_was(four: Game, tmp_path: Path) -> None:
    out = tmp_path / "four.net"
    before = training(four, out, TINY)
    before.run()
    (torn,) = out.with_suffix(".training").glob("*.games")
    with torn.open("ab") as file:
        file.write(b"TBG1 a game that was cut off")
    after = training(four, out, replace(TINY, generations=4), resume=True)
    after.run()
    assert after.window.total > before.window.total
    assert after.learner.steps > before.learner.steps
    curve = json.loads(out.with_suffix(".json").read_text("utf-8"))["curve"]
    assert [point["generation"] for point in curve] == [1, 2 + LAST, 4 + LAST]


def test_an_interrupted_training_keeps_its_games_and_its_best_net(
    four: Game, tmp_path: Path
) -> None:
    out = tmp_path / "four.net"
    run = training(four, out, replace(TINY, generations=50))

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    run.mark = interrupt
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert Net.read(four, out).training["games"] > 0
    again = training(four, out, replace(TINY, generations=2), resume=True)
    again.run()
    assert again.state.generation == 2 + LAST


def test_games_before_the_first_net_count_after_a_break(four: Game, tmp_path: Path) -> None:
    out, once = tmp_path / "four.net", replace(TINY, generations=1, first=8)
    before = training(four, out, once)

    def interrupt(*_: object) -> None:
        if before.games == 6:
            raise KeyboardInterrupt

    before.tell = interrupt
    with pytest.raises(KeyboardInterrupt):
        before.run()
    assert before.state.generation == 0
    after = training(four, out, once, resume=True)
    after.run()
    frames = [game.frame() for game in after.folder.samples(after.kind)]
    assert len(set(frames)) == len(frames) == after.games
    wanted, a_job = 8 * TINY.samples, 2 * 42
    assert wanted <= after.state.learnt < wanted + a_job
    once_more = 2
    steps = round(TINY.uses * after.state.learnt / after.learner.batch)
    assert after.learner.steps == once_more * steps


def test_a_training_that_is_killed_loses_no_game(four: Game, tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "four.net"
    folder, kind = Folder(out.with_suffix(".training")), training(four, tiny, TINY, True).kind
    command = (sys.executable, SCRIPT, "connect_four", "--simulations", "8", "--workers", "2")
    with subprocess.Popen([*command, "--out", out], process_group=0) as process:
        while len(seen := frames(folder, kind)) < 100:
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
    kept = frames(folder, kind)
    assert seen <= kept
    run = training(four, out, replace(TINY, seconds=0.5), resume=True)
    run.run()
    assert run.games > len(kept)
    assert run.games == len(frames(folder, kind))
    assert kept < frames(folder, kind)


def frames(folder: Folder, kind: Kind) -> set[bytes]:
    """The games of a training, each as it is written."""
    return {game.frame() for game in folder.samples(kind)}


def test_machines_of_a_cluster_need_nothing_but_their_jobs(
    four: Game, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def imap_elsewhere(
        work: Callable[[Any], Any], jobs: Iterator[Any], address: str
    ) -> Iterator[Any]:
        assert address == "somewhere"
        for job in jobs:
            there = pickle.loads(pickle.dumps(job))
            assert not hasattr(there, "folder")
            yield pickle.loads(pickle.dumps(work(there)))

    monkeypatch.setattr("tablier.training.training.imap_on_cluster", imap_elsewhere)
    run = training(four, tmp_path / "four.net", TINY)
    run.address = "somewhere"
    run.run()
    here = training(four, tiny, TINY, resume=True)
    frames = [[game.frame() for game in each.folder.samples(each.kind)] for each in (run, here)]
    assert frames[0] == frames[1]
    weights = [Net.read(four, each.folder.newest).weights.tobytes() for each in (run, here)]
    assert weights[0] == weights[1]


def test_other_folders_are_refused(four: Game, tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="Continue it with --resume"):
        training(four, tiny, TINY)
    said = "a training with --seed 0 --simulations 8"
    for other in (replace(TINY, seed=1), replace(TINY, simulations=9)):
        with pytest.raises(Refusal, match=said):
            training(four, tiny, other, resume=True)
    folder = tmp_path / "else.training"
    folder.mkdir()
    (folder / "letters.txt").touch()
    with pytest.raises(Refusal, match="something other than a training"):
        training(four, tmp_path / "else.net", TINY)
    (folder / "training.json").write_text("{}", "utf-8")
    with pytest.raises(Refusal, match="something other than a training"):
        training(four, tmp_path / "else.net", TINY, resume=True)


def test_a_net_or_a_curve_that_is_there_is_not_replaced(four: Game, tmp_path: Path) -> None:
    for name in ("four.net", "four.json"):
        path = tmp_path / name
        path.write_text("mine", "utf-8")
        with pytest.raises(Refusal, match=f"{name}’ exists already and would be replaced"):
            training(four, tmp_path / "four.net", TINY)
        assert path.read_text("utf-8") == "mine"
        path.unlink()
    training(four, tmp_path / "four.net", replace(TINY, generations=1)).run()


def test_nets_of_any_ending_have_their_own_companions(tmp_path: Path) -> None:
    found = [beside(tmp_path / name, ".json").name for name in ("a.net", "a.bin", "a.json", "v1.5")]
    assert found == ["a.json", "a.json", "a.json.json", "v1.5.json"]


def test_a_training_that_never_began_is_no_training(four: Game, tmp_path: Path) -> None:
    out = tmp_path / "four.net"
    with pytest.raises(Refusal, match="There is no training in"):
        training(four, out, TINY, resume=True)
    assert not [*tmp_path.iterdir()]
    training(four, out, TINY)
    other = training(four, out, replace(TINY, seed=5, generations=1))
    (other.folder.path / "training.json.part").touch()  # of a disk that was full
    assert training(four, out, other.settings).state.seed == 5


def test_a_net_that_is_gone_is_there_again(four: Game, tiny: Path, tmp_path: Path) -> None:
    out = copied(tiny, tmp_path)
    out.unlink()
    (out.with_suffix(".training") / "newest.net").unlink()
    training(four, out, replace(TINY, generations=1), resume=True).run()
    assert Net.read(four, out).training["games"] > 0


def copied(net: Path, folder: Path) -> Path:
    """A training of one's own, with all that belongs to it."""
    shutil.copytree(net.parent, folder, dirs_exist_ok=True)
    return folder / net.name


@pytest.mark.parametrize("data", [b"", b"PK", b"7 is no learner"])
def test_a_damaged_learner_is_told_and_can_be_done_without(
    four: Game, tiny: Path, tmp_path: Path, data: bytes
) -> None:
    out = copied(tiny, tmp_path)
    learner = out.with_suffix(".training") / "learner.pt"
    learner.write_bytes(data)
    with pytest.raises(Refusal, match=r"learner.pt’ is damaged. Delete it"):
        training(four, out, replace(TINY, generations=4), resume=True).run()
    learner.unlink()
    run = training(four, out, replace(TINY, generations=2), resume=True)
    newest = Net.read(four, run.folder.newest)
    run.learner.learn = lambda *_: Loss(0.0, 0.0)  # type: ignore[method-assign]
    run.run()
    assert run.learner.net().weights.tobytes() == newest.weights.tobytes()


def test_two_trainings_at_once_do_not_share_a_folder(four: Game, tmp_path: Path) -> None:
    run = training(four, tmp_path / "four.net", replace(TINY, generations=1))
    refused = list[str]()

    def run_another(*_: object) -> None:
        if not refused:
            with pytest.raises(Refusal) as said:
                training(four, run.out, run.settings, resume=True).run()
            refused.append(str(said.value))

    run.tell = run_another
    run.run()
    assert refused == [f"Another program trains in ‘{run.folder.path}’ at the moment."]
    training(four, run.out, run.settings, resume=True).run()


def test_a_net_knows_the_options_that_its_games_had() -> None:
    def seen(**options: str) -> Net:
        learner = SimpleNamespace(net=lambda **more: Net("", np.zeros(0), (1, 0, 1, 0), **more))
        of = SimpleNamespace(game=load("tablier.games.labyrinthe", options), learner=learner)
        of._about, of.games, of.window, of.seconds = dict, 0, SimpleNamespace(total=0), 0.0
        return Training.net(of)  # type: ignore[arg-type]

    usual, pawn_first = seen(), seen(order="pawn_first")
    assert usual.options.keys() == {"players", "corners", "opening"}
    assert pawn_first.options["order"] == ["pawn_first"]
    games = [
        load("tablier.games.labyrinthe", {"order": order}) for order in ("either", "pawn_first")
    ]
    known = [[is_known(net, game) for game in games] for net in (usual, pawn_first)]
    assert known == [[True, False], [False, True]]


def is_known(net: Net, game: Game) -> bool:
    return replace(net, package=game.package).is_trained_for(game)
