"""A study on a Ray cluster: a machine dies in the middle, and every game still counts once."""

import subprocess
import sys
from pathlib import Path

import pytest

import tablier
from tablier import Refusal
from tablier.arena.cluster import connected
from tablier.arena.entrants import compile_players, entrant
from tablier.study.store import open_store

pytestmark = pytest.mark.one_game

GAMES = 8
PLAYER = "simulations:2000"
# Ray has threads and processes of its own, which should not live on in the tests.
STUDY = f"""
import sys, time
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
import tablier
from tablier.study import run
from tablier.study.store import open_store
from tablier.study.runner import run_job
from tablier.study.jobs import Job

folder, marks, counts = map(Path, sys.argv[1:])

def noted(name, batch):
    # The doomed machine never ends what it begins; the other one waits until it has begun.
    machine = ray.get_runtime_context().get_node_id()
    (marks / f"{{machine}}-{{batch[0].seed}}").touch()
    wait_for_work((marks / "doomed").read_text())
    while machine == (marks / "doomed").read_text():
        time.sleep(1)
    return [run_job(job, name) for job in batch]

def wait_for_work(machine):
    while not any(marks.glob(f"{{machine}}-*")):
        time.sleep(0.01)

run.run_batch = noted
node = {{"num_cpus": 1, "object_store_memory": 80_000_000}}
machines = Cluster(initialize_head=True, head_node_args={{**node, "include_dashboard": False}})
doomed = machines.add_node(**node)
(marks / "doomed").write_text(doomed.node_id)
jobs = [Job("strength", "", ("{PLAYER}",) * 2, seed, cost=1.0) for seed in range({GAMES})]
game = tablier.game("mole-hill")
store = open_store(game, folder, "a study")
with counts.open("w") as out:  # Ray writes to the standard output at any time, between two words
    for rows in run.StudyRun(game, store, jobs, (), 1).results(machines.address):
        print(store.add(rows), file=out)
        if len(store.rows) == 2:
            machines.remove_node(doomed, allow_graceful=False)
machines.shutdown()
"""


def test_a_machine_that_dies_costs_no_game(tmp_path: Path) -> None:
    compile_players(tablier.game("mole-hill"), [entrant(PLAYER)])
    folder, marks, counts = tmp_path / "study", tmp_path / "marks", tmp_path / "counts"
    marks.mkdir()
    command = [sys.executable, "-c", STUDY, str(folder), str(marks), str(counts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    doomed = (marks / "doomed").read_text()
    assert any(marks.glob(f"{doomed}-*")), "the machine should have died over a game"
    assert counts.read_text().split() == ["1"] * GAMES
    assert (folder / "games.jsonl").read_bytes().count(b"\n") == GAMES
    assert len(open_store(tablier.game("mole-hill"), folder, "a study").rows) == GAMES


def test_an_address_where_nobody_answers_is_refused() -> None:
    with pytest.raises(Refusal, match="No Ray cluster"):
        connected("no:address:at:all")


def test_without_ray_somebody_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refusal, match=r"tablier\[ray\]"):
        connected("auto")
