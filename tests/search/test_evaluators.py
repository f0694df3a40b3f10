"""Evaluators in players, matches, self-play and files."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.search.connect_four import FOUR, Answer, four, indifferent

import tablier
from tablier import Batch, Player, Position, Refusal, selfplay
from tablier.arena.entrants import entrant
from tablier.arena.match import Bout, play
from tablier.nets import Net
from tablier.nets.quantisation import shapes
from tablier.search.evaluator import NetEvaluator
from tablier.search.named_evaluators import named_evaluator
from tablier.search.onnx import OnnxEvaluator, takes
from tablier.search.parquet import read_parquet, write_parquet

pytestmark = pytest.mark.one_game

MOLE = tablier.game("mole-hill")
ONNX = Path(__file__).parent / "four.onnx"
"""Logits are sums over the columns of the planes, the value is tanh of the difference in stones."""


def make(game: tablier.Game) -> tablier.Evaluator:
    """For entrants that name it."""
    assert game == FOUR
    return indifferent


def test_a_player_with_the_net_as_evaluator_thinks_as_with_the_net() -> None:
    dice = np.random.default_rng(1)
    floats = {name: dice.normal(0, 0.2, shape) for name, shape in shapes(FOUR).items()}
    net = Net.of(FOUR, floats)
    plain = Player(FOUR, simulations=300, net=net).analyse(four("332"))
    evaluator = NetEvaluator(FOUR, net)
    other = Player(FOUR, simulations=300, evaluator=evaluator, batch=1).analyse(four("332"))
    assert other.best(7) == plain.best(7)
    assert [info.line for info in other.moves] == [info.line for info in plain.moves]


def test_a_player_with_an_evaluator_finds_wins_and_keeps_its_tree() -> None:
    sizes = []

    def noted(batch: Batch) -> Answer:
        sizes.append(len(batch))
        return indifferent(batch)

    player = Player(FOUR, simulations=400, evaluator=noted)
    assert player.choose(four("001122")) == FOUR.notation.TOKENS[3]
    assert player.hope == 1
    assert player.analyse(four("")).visits == 400
    assert max(sizes) == 8
    before = len(sizes)
    assert player.analyse(four("3")).visits > 400
    assert len(sizes) > before


def test_a_player_with_an_evaluator_heeds_time_and_stop() -> None:
    found = Player(FOUR, seconds=0.01, evaluator=indifferent).analyse(four(""))
    assert found.visits > 0
    stopped = Player(FOUR, seconds=60, evaluator=indifferent).analyse(four(""), lambda: True)
    assert stopped.visits == 0


def test_a_player_has_one_thread_for_an_evaluator() -> None:
    with pytest.raises(Refusal, match="evaluator and threads cannot be combined"):
        Player(FOUR, simulations=10, evaluator=indifferent, threads=2)
    with pytest.raises(TypeError, match="evaluator must be a function or None"):
        Player(FOUR, simulations=10, evaluator="net.onnx")  # type: ignore[arg-type]


def test_a_net_beside_what_would_keep_it_from_judging_is_refused() -> None:
    dice = np.random.default_rng(1)
    floats = {name: dice.normal(0, 0.2, shape) for name, shape in shapes(FOUR).items()}
    net = Net.of(FOUR, floats)
    with pytest.raises(Refusal, match="evaluator and net cannot be combined"):
        Player(FOUR, simulations=1, net=net, evaluator=indifferent)
    with pytest.raises(Refusal, match="knowledge=off and net cannot be combined"):
        Player(FOUR, simulations=1, net=net, knowledge=False)


def test_what_an_evaluator_raises_comes_through_a_player() -> None:
    calls = []

    def breaks(batch: Batch) -> Answer:
        calls.append(batch)
        if len(calls) == 10:
            raise ZeroDivisionError
        return indifferent(batch)

    player = Player(FOUR, simulations=50, evaluator=breaks)
    with pytest.raises(ZeroDivisionError):
        player.choose(four(""))
    assert player.choose(four("")) in four("").legal_moves


def test_an_evaluator_plays_a_match() -> None:
    named = entrant(f"simulations:30,evaluator={__name__}:make,batch=2,exploration=2")
    assert str(named).endswith(f"evaluator={__name__}:make,batch=2,exploration=2.0")
    player = named.new_player(FOUR, 0)
    assert isinstance(player, Player)
    assert (player.evaluator, player.batch, player.way.exploration) == (indifferent, 2, 2)
    played = play(Bout(FOUR, (named, entrant("random")), seed=3))
    assert played.payoffs in [(1, -1), (0, 0), (-1, 1)]


def test_an_evaluator_is_found_where_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a_net_of_mine.py").write_text("def load(game):\n    return lambda _: (game, 0)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert named_evaluator(FOUR, "a_net_of_mine:load")(Batch(FOUR, [FOUR.start()]))[0] == FOUR


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("net", "‘net’ is not an evaluator"),
        ("no_such_module_here:load", "No module named 'no_such_module_here'"),
        ("json:no_such_function", "no attribute 'no_such_function'"),
        ("nowhere.onnx", "‘nowhere.onnx’ cannot be read"),
        ("builtins:print", "is not an evaluator: it does not return anything that can be called"),
        ("os:sep", "is not an evaluator: '/' is not a callable object"),
        ("os:getcwd", "is not an evaluator: too many positional arguments"),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(name: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        named_evaluator(FOUR, name)


def test_a_net_in_an_onnx_file_is_an_evaluator() -> None:
    batch = Batch(FOUR, [four("33"), four("330")])
    logits, values = OnnxEvaluator(FOUR, ONNX)(batch)
    assert np.allclose(logits, batch.scaled.sum((1, 2)))
    mine, yours = (batch.scaled[:, i].sum((1, 2)) for i in (0, 1))
    assert np.allclose(values[:, 0], np.tanh(mine - yours))
    player = entrant(f"simulations:400,evaluator={ONNX}").new_player(FOUR, 0)
    assert player.choose(four("001122")) == FOUR.notation.TOKENS[3]


def test_an_onnx_file_has_logits_and_values() -> None:
    with pytest.raises(
        Refusal, match="one input and two outputs, logits and values; it has 1 and 1"
    ):
        OnnxEvaluator(FOUR, ONNX.with_name("one_output.onnx"))


def test_an_onnx_file_is_for_any_number_of_positions_of_the_game() -> None:
    said = r"is tensor\(float\) \[.*, 2, 6, 7\]; mole-hill needs .*13, 7, 9"
    with pytest.raises(Refusal, match=said):
        OnnxEvaluator(MOLE, ONNX)

    def fits(kind: str, *shape: object) -> bool:
        return takes(MOLE, SimpleNamespace(type=kind, shape=shape))

    assert fits("tensor(uint8)", "n", 13, 7, 9)
    assert fits("tensor(float)", None, "channels", 7, 9)
    assert not fits("tensor(float)", 1, 13, 7, 9)
    assert not fits("tensor(float)", None, 13, 63)
    assert not fits("tensor(double)", None, 13, 7, 9)
    assert not fits("tensor(float)")


def samples(**more: Any) -> list[dict[str, Any]]:
    return [*selfplay(FOUR, indifferent, simulations=8, trees=4, **{"games": 10} | more)]


@pytest.mark.parametrize("root", ["gumbel", "puct"])
def test_self_play_gives_whole_games(root: str) -> None:
    batches = samples(root=root)
    joined = {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}
    whole = b"".join(each["states"].tobytes() for each in batches)
    size = FOUR.rules.STATE.itemsize
    positions = [Position(FOUR, whole[i : i + size]) for i in range(0, len(whole), size)]
    assert sorted({*joined["game"].tolist()}) == [*range(10)]
    for number in range(10):
        rows = joined["game"] == number
        assert joined["ply"][rows].tolist() == [*range(rows.sum())]
        position = four("".join(map(str, joined["action"][rows])))
        outcome = position.outcome()
        assert outcome is not None
        assert {tuple(each) for each in joined["outcome"][rows].tolist()} == {outcome.payoffs}
        passed = [positions[i] for i in np.flatnonzero(rows)]
        assert passed == [position.back(n) for n in range(rows.sum(), 0, -1)]
    assert np.allclose(joined["policy"].sum(1), 1)
    assert not joined["policy"][~joined["masks"]].any()
    assert np.array_equal(joined["planes"], Batch(FOUR, joined["states"]).planes)
    assert joined["seats"].tolist() == (joined["ply"] % 2).tolist()


def test_self_play_is_repeatable_and_its_seeds_differ() -> None:
    games = [
        [each["action"].tolist() for each in samples(games=3, seed=seed, planes=False)]
        for seed in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]


def test_games_of_self_play_begin_after_random_moves() -> None:
    firsts = [
        int(batch["states"]["stones"][row]).bit_count()
        for batch in samples(random_plies=4)
        for row in np.flatnonzero(batch["ply"] == 0)
    ]
    assert min(firsts) == 0
    assert 0 < max(firsts) <= 4


@pytest.mark.parametrize("more", [{"opening": -1}, {"random_plies": -1}, {"noise": 3.0}])
def test_self_play_that_makes_no_sense_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=f"{next(iter(more))} takes a"):
        samples(**more)


def test_self_play_of_no_games_is_refused() -> None:
    with pytest.raises(Refusal, match="games must be more than 0"):
        samples(games=0)


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_self_play_with_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(Refusal, match="A seed is a whole number from 0 to"):
        samples(games=1, seed=seed)


def test_samples_come_back_from_a_parquet_file(tmp_path: Path) -> None:
    batches = samples(games=6)
    path = tmp_path / "four.parquet"
    assert write_parquet(path, FOUR, batches) == sum(len(each["ply"]) for each in batches)
    for written, read in zip(batches, read_parquet(path, FOUR), strict=True):
        assert written.keys() == read.keys()
        for name, array in written.items():
            assert read[name].tobytes() == array.tobytes(), name
            assert read[name].shape == array.shape
    with pytest.raises(Refusal, match="holds no samples of mole-hill"):
        next(read_parquet(path, MOLE))
