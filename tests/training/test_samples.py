"""Samples of self-play: written whole, read back, and kept in a window."""

from pathlib import Path

import numpy as np
import pytest
from tests.training.conftest import Trained

from tablier.game import Game
from tablier.training.samples import Samples, Window
from tablier.training.selfplay import SelfPlay, SelfPlaySettings

pytestmark = pytest.mark.one_game


@pytest.fixture(scope="module")
def player(four: Game) -> SelfPlay:
    return SelfPlay(four, SelfPlaySettings(8, 8))


def same(one: Samples, other: Samples) -> bool:
    return all(mine.tobytes() == yours.tobytes() for mine, yours in zip(one, other, strict=True))


def test_a_game_depends_on_its_seed_alone(four: Game, player: SelfPlay) -> None:
    game = player.play(7)
    player.play(8)
    assert same(game, player.play(7))
    assert same(game, SelfPlay(four, SelfPlaySettings(8, 8)).play(7))
    assert not same(game, player.play(8))


def test_samples_are_the_positions_of_a_game(four: Game, player: SelfPlay) -> None:
    states, samples, entries = player.play(3)
    actions = np.zeros(four.rules.WIDTH, np.int32)
    for i, (state, sample) in enumerate(zip(states, samples, strict=True)):
        legal = set(actions[: four.rules.legal(state, actions)].tolist())
        visited = entries[sample["first"] : sample["first"] + sample["entries"]]
        assert set(visited["action"].tolist()) <= legal
        assert len(visited) > 0 or sample["root"][state["turn"]] == -1
        assert state["turn"] == (states[0]["turn"] + i) % 2
    assert set(samples["outcome"][:, 0]) <= {-1, 0, 1}
    assert (samples["outcome"] == samples["outcome"][0]).all()
    assert (samples["outcome"].sum(1) == 0).all()


def test_games_are_read_as_they_were_written(player: SelfPlay, tmp_path: Path) -> None:
    games, path = [player.play(seed) for seed in range(4)], tmp_path / "some.games"
    path.write_bytes(b"".join(game.frame() for game in games))
    found = [game for game, _ in player.kind.read(path)]
    assert len(found) == 4
    assert all(map(same, games, found))
    (_, second) = [end for _, end in player.kind.read(path)][:2]
    assert same(next(player.kind.read(path, second))[0], games[2])


@pytest.mark.parametrize("place", [0, 2, 6, 30])
def test_a_damaged_game_costs_no_other_one(player: SelfPlay, tmp_path: Path, place: int) -> None:
    games, path = [player.play(seed) for seed in range(4)], tmp_path / "some.games"
    frames = [bytearray(game.frame()) for game in games]
    frames[1][place] ^= 0x55
    path.write_bytes(b"".join(frames))
    found = [game for game, _ in player.kind.read(path)]
    assert len(found) == 3
    assert all(map(same, (games[0], *games[2:]), found))


@pytest.mark.parametrize("left", [3, 20, -1])
def test_a_game_that_was_cut_off_is_left_out(player: SelfPlay, tmp_path: Path, left: int) -> None:
    path, frames = tmp_path / "some.games", [player.play(seed).frame() for seed in range(2)]
    path.write_bytes(frames[0] + frames[1][:left])
    assert len([*player.kind.read(path)]) == 1


def test_a_window_keeps_the_newest_samples_with_their_entries(player: SelfPlay) -> None:
    window = Window(player.kind, 50)
    games = [player.play(seed) for seed in range(30)]
    for game in games:
        window.add(game)
    last = games[-1]
    assert len(window) == 50
    assert window.total == sum(len(game.states) for game in games)
    chosen = window.draw(np.random.default_rng(0), 300, len(last.states))
    assert len(set(chosen.tolist())) == len(last.states)
    for number in sorted(set(chosen.tolist())):
        i = number - int(chosen.min())
        states, samples, entries = window.samples
        first, own = samples[number]["first"], last.samples[i]["first"]
        n = last.samples[i]["entries"]
        assert states[number].tobytes() == last.states[i].tobytes()
        assert entries[first : first + n].tobytes() == last.entries[own : own + n].tobytes()


def test_all_games_of_a_training_are_in_its_folder(trained: Trained) -> None:
    run = trained.run
    assert sum(1 for _ in run.folder.samples(run.kind)) == run.games
    assert sum(len(game.states) for game in run.folder.samples(run.kind)) == run.window.total
