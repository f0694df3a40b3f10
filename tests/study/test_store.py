"""The store of a study: nothing is lost, nothing counts twice, and nothing foreign gets in."""

import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

import tablier
from tablier import Refusal
from tablier.nets import net
from tablier.nets.quantisation import shapes
from tablier.search import levels
from tablier.study.jobs import MULTIPLAYER, GameRow, Job, StartRow
from tablier.study.runner import run_job
from tablier.study.store import METADATA, ROWS, Metadata, Store, open_store

pytestmark = pytest.mark.one_game

MOLE_HILL = tablier.game("mole-hill")
JOBS = [Job("strength", "", ("random", "random"), seed) for seed in range(4)]


def opened(folder: Path, name: str = "mole-hill") -> Store:
    return open_store(tablier.game(name), folder, "tablier study")


def test_what_was_written_is_there_when_the_store_is_opened_again(tmp_path: Path) -> None:
    rows = [run_job(job, "mole-hill") for job in JOBS]
    assert opened(tmp_path).add(rows[:2]) == 2
    again = opened(tmp_path)
    assert [*again.rows.values()] == rows[:2]
    assert again.missing(JOBS) == JOBS[2:]


def test_a_study_is_not_continued_with_another_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path)
    store.check_players(MOLE_HILL)
    arrays = {name: np.ones(shape) for name, shape in shapes(MOLE_HILL).items()}
    monkeypatch.setattr(net, "_packaged", lambda _: net.Net.of(MOLE_HILL, arrays))
    with pytest.raises(Refusal):
        store.check_players(MOLE_HILL)


def test_a_study_is_not_continued_with_other_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path)
    monkeypatch.setattr(levels, "levels_of", lambda _: levels.LEVELS[:3])
    with pytest.raises(Refusal):
        store.check_players(MOLE_HILL)


def test_a_game_counts_once(tmp_path: Path) -> None:
    row = run_job(JOBS[0], "mole-hill")
    store = opened(tmp_path)
    assert store.add([row, row]) == 1
    assert store.add([row]) == 0
    with (tmp_path / ROWS).open("ab") as file:
        file.write(msgspec.json.encode(row) + b"\n")
    assert len(opened(tmp_path).rows) == 1


def test_a_line_that_was_never_finished_is_played_again(tmp_path: Path) -> None:
    opened(tmp_path).add(run_job(job, "mole-hill") for job in JOBS)
    path = tmp_path / ROWS
    path.write_bytes(path.read_bytes()[:-20])
    store = opened(tmp_path)
    assert store.missing(JOBS) == JOBS[3:]
    store.add([run_job(JOBS[3], "mole-hill")])
    assert opened(tmp_path).missing(JOBS) == []


def test_a_store_of_another_game_is_refused(tmp_path: Path) -> None:
    opened(tmp_path)
    with pytest.raises(Refusal, match="of another game"):
        opened(tmp_path, "moguli")


def test_a_store_of_other_rules_is_refused(tmp_path: Path) -> None:
    opened(tmp_path)
    path = tmp_path / METADATA
    found = msgspec.json.decode(path.read_bytes(), type=Metadata)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, version=99)))
    with pytest.raises(Refusal, match="other rules than version"):
        opened(tmp_path)


def test_other_players_are_refused_only_where_games_are_missing(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.check_players(MOLE_HILL)
    path = tmp_path / METADATA
    path.write_text(path.read_text("utf-8").replace(store.metadata.sources, "0" * 16), "utf-8")
    changed = opened(tmp_path)
    with pytest.raises(Refusal, match="other players"):
        changed.check_players(MOLE_HILL)


@pytest.mark.parametrize("name", ["letter.txt", METADATA, ROWS])
def test_a_folder_with_something_else_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("something else\n", "utf-8")
    if name == ROWS:
        (tmp_path / METADATA).write_bytes(msgspec.json.encode(opened(tmp_path / "new").metadata))
    with pytest.raises(Refusal, match="something other than a study"):
        opened(tmp_path)


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(Refusal, match="cannot be used"):
        opened(tmp_path / "file")


def test_every_command_that_filled_the_store_is_listed(tmp_path: Path) -> None:
    for command in ("first", "second", "first"):
        found = open_store(MOLE_HILL, tmp_path, command).metadata
    assert found.commands == ("first", "second")


def test_a_study_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    old = Path(__file__).parent / "old_study"
    folder = shutil.copytree(old, tmp_path / "study")
    store = opened(folder)
    search, game, random = store.rows.values()
    assert isinstance(search, StartRow)
    assert search.moves[0].token == "a4"
    assert isinstance(game, GameRow)
    assert (game.entrants, game.payoffs) == (("level:1", "level:1"), (1.0, -1.0))
    assert random.key == "strength [] random random #0"
    lines = (old / ROWS).read_bytes().splitlines()
    assert [msgspec.json.encode(row) for row in store.rows.values()] == lines


def test_games_of_more_than_two_players_are_known_by_their_former_name(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.add([run_job(Job(MULTIPLAYER, "", ("random", "random"), 7), "mole-hill")])
    path = tmp_path / ROWS
    path.write_bytes(path.read_bytes().replace(b"multiplayer", b"company"))
    assert opened(tmp_path).rows == store.rows
