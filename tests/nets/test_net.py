"""Nets and their files: what was written is read, what does not fit is refused with a sentence."""

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import LANGUAGES, Player, Refusal
from tablier.game import Game, load
from tablier.nets import Net, net_of
from tablier.nets import net as nets
from tablier.nets.kernels import CACHE_LINE, inputs_of
from tablier.nets.quantisation import shapes
from tablier.search.tree import PLAIN, Plan, Tree

pytestmark = pytest.mark.one_game

FOUR = load("yardsticks.connect_four", {})
OTHELLO = load("yardsticks.othello", {})
MOLE = tablier.game("mole-hill")


def made(game: Game, seed: int = 0, **more: Any) -> Net:
    dice = np.random.default_rng(seed)
    floats = {name: dice.normal(0, 0.15, shape) for name, shape in shapes(game).items()}
    return Net.of(game, floats, **more)


def test_a_file_holds_all_of_a_net(tmp_path: Path) -> None:
    net = made(FOUR, plan=(1.0, 0.5, 1, 0), options={}, training={"games": 7})
    net.write(tmp_path / "net.bin")
    found = Net.read(FOUR, tmp_path / "net.bin")
    assert found.to_bytes() == net.to_bytes() == (tmp_path / "net.bin").read_bytes()
    assert found.weights.tobytes() == net.weights.tobytes()
    assert found.weights.ctypes.data % CACHE_LINE == 0
    assert (found.plan, found.training) == ((1.0, 0.5, 1, 0), {"games": 7})
    assert [path.name for path in tmp_path.iterdir()] == ["net.bin"]


def test_a_net_can_travel_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(made(FOUR))).to_bytes() == made(FOUR).to_bytes()


def with_header(**changes: Any) -> bytes:
    """A file with other words in the header, and a checksum that fits."""
    _, line, body = made(FOUR).to_bytes().split(b"\n", 2)
    rest = json.dumps(json.loads(line) | changes).encode() + b"\n" + body
    return nets._first_line(rest) + b"\n" + rest


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (lambda: b"", "This file is not a net, or it is damaged."),
        (lambda: b"tablier-net-1 0\n{}\n", "This file is not a net, or it is damaged."),
        (lambda: made(FOUR).to_bytes()[:-1], "This file is not a net, or it is damaged."),
        (lambda: with_header(rules="two"), "This file is not a net, or it is damaged."),
        (lambda: made(OTHELLO).to_bytes(), "This net is for othello, not for connect-four."),
        (lambda: with_header(rules=99), "This net was trained for other rules or inputs of"),
        (lambda: with_header(sizes=[1, 2]), "This net was trained for other rules or inputs"),
    ],
)
def test_what_does_not_fit_is_refused(data: Callable[[], bytes], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        Net.from_bytes(FOUR, data())
    assert str(refused.value).startswith(sentence)
    assert len({refused.value.sentence(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot be read: No such file"):
        Net.read(FOUR, tmp_path / "none.bin")


def test_of_an_endless_file_no_more_is_read_than_a_net_can_have() -> None:
    with pytest.raises(Refusal, match="‘/dev/zero’ is not a net"):
        Net.read(FOUR, "/dev/zero")


def test_a_net_that_says_how_no_search_can_go_about_it_is_refused() -> None:
    net = Net.from_bytes(FOUR, with_header(plan=[1.5, 0.2, 10**12, 0]))
    with pytest.raises(Refusal, match="patience takes a whole number from 0 to 1000000"):
        Player(FOUR, simulations=9, net=net).choose(FOUR.start())


def test_a_game_without_planes_has_nothing_for_nets_to_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bare_board").mkdir()
    (tmp_path / "bare_board" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Refusal, match="bare-board has neither planes"):
        inputs_of(Game("bare_board"))


def test_a_net_knows_the_options_it_was_trained_with() -> None:
    plain = tablier.game("mole-hill", centre_start="plain")
    usual, both = made(MOLE), made(MOLE, options={"centre_start": ["jump", "plain"]})
    assert usual.is_trained_for(MOLE)
    assert both.is_trained_for(MOLE)
    assert both.is_trained_for(plain)
    assert not usual.is_trained_for(plain)


def test_a_net_in_the_package_is_used_with_its_options_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net = made(MOLE)
    monkeypatch.setattr(nets, "_packaged", lambda _: net)
    plain = tablier.game("mole-hill", centre_start="plain")
    assert net_of(MOLE) is net
    assert net_of(plain) is None
    assert Player(MOLE, simulations=9).net_used is net
    assert Player(plain, simulations=9).net_used is None
    assert Player(MOLE, simulations=9, net=False).net_used is None
    assert Player(MOLE, simulations=9, knowledge=False).net_used is None
    assert tablier.player(MOLE, level=5).net_used is net
    assert tablier.player(plain, level=5).net_used is None


WITH_NETS = [
    game
    for game in map(tablier.game, tablier.games())
    if files(game.package).joinpath(nets.FILE).is_file()
]


@pytest.mark.parametrize("game", WITH_NETS, ids=lambda game: game.name)
def test_nets_of_the_games_fit_and_are_small(game: Game) -> None:
    net = net_of(game)
    assert net is not None, "it is damaged, or was trained for other rules, inputs or options"
    assert net.to_bytes() == files(game.package).joinpath(nets.FILE).read_bytes()
    assert len(net.to_bytes()) <= 200_000


@pytest.mark.parametrize("game", WITH_NETS, ids=lambda game: game.name)
def test_with_options_that_its_net_has_not_seen_a_player_uses_features(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = net_of(game)
    assert packaged is not None
    monkeypatch.setattr(nets, "_packaged", lambda _: replace(packaged, options={}))
    assert Player(game, simulations=9).net_used is not None
    unseen = with_another_option(game)
    assert grown(unseen, net=True) == grown(unseen, net=False)


def with_another_option(game: Game) -> Game:
    """The game with one option that is not the usual one."""
    name, (usual, values) = next(iter(game.rules.OPTIONS.items()))
    return load(game.package, {name: next(value for value in values if value != usual)})


def grown(game: Game, net: bool) -> bytes:
    """The tree of a player that has looked at a start."""
    player = Player(game, simulations=60, memory=2_000_000, net=net)
    player.analyse(game.start(1))
    return bytes(player._trees[0].nodes.tobytes())


def test_a_net_of_another_game_is_refused() -> None:
    with pytest.raises(Refusal, match="This net is for othello, not for connect-four"):
        Player(FOUR, simulations=9, net=made(OTHELLO))


def test_a_player_searches_as_its_net_says() -> None:
    player = Player(FOUR, simulations=100, net=made(FOUR, plan=(1.0, 0.5, 1, 0)))
    assert player.way == Plan(1.0, 0.5, 1, 0)
    assert player.choose(FOUR.start()) in FOUR.start().legal_moves


def test_a_search_with_a_net_is_repeatable_and_takes_other_weights_without_compiling() -> None:
    def grown_with(seed: int) -> Tree:
        net = made(FOUR, seed)
        tree = Tree(FOUR, Plan(*net.plan), net=net, memory=2_000_000)
        tree.look_at(FOUR.start())
        tree.grow(300)
        return tree

    assert grown_with(1).nodes.tobytes() == grown_with(1).nodes.tobytes()
    assert grown_with(1).nodes.tobytes() != grown_with(2).nodes.tobytes()
    search = grown_with(1).kernels.simulation.search
    known = list(search.signatures)  # training may have its own
    assert grown_with(3).kernels.simulation.search is search
    assert search.signatures == known


def test_a_net_proves_what_features_prove() -> None:
    position = FOUR.start()
    for column in "2252576253462244111563365343671351441":
        position = position.after(int(column) - 1)
    tree = Tree(FOUR, PLAIN, net=made(FOUR), memory=20_000_000)
    tree.look_at(position)
    tree.run(simulations=100_000)
    assert tree.is_decided
    assert tree.nodes[0].value[position.turn] == -1
