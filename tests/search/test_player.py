"""Players: always legal, see a win and a threat, repeatable, and honest about bad budgets."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tablier
from tablier import Player, Refusal
from tablier.game import Game, load
from tablier.kernels.stand_ins import features as no_features
from tablier.reasons import Choice, no_good
from tablier.search.analysis import Analysis, MoveInfo
from tablier.search.evaluator import NetEvaluator
from tablier.search.levels import rating
from tablier.search.player import FURTHER, features_of, soften
from tablier.search.tree import Plan, Tree

pytestmark = pytest.mark.one_game

FOUR = load("yardsticks.connect_four", {})


def four(columns: str) -> tablier.Position:
    position = FOUR.start()
    for column in columns:
        position = position.after(int(column))
    return position


def test_it_takes_a_win() -> None:
    position = four("001122")
    assert Player(FOUR, simulations=100).choose(position) == FOUR.notation.TOKENS[3]


def test_it_parries_a_threat() -> None:
    position = four("00112")
    analysis = Player(FOUR, simulations=2_000).analyse(position)
    assert analysis.moves[0].token == FOUR.notation.TOKENS[3]
    lost = {info.token for info in analysis.moves if info.proven and info.values[1] == -1}
    assert len(lost) == 6


def test_an_analysis_speaks_of_every_move_the_best_first() -> None:
    position = tablier.game("mole-hill").start().play("c3")
    analysis = Player(position.game, simulations=3_000).analyse(position)
    assert sorted(info.token for info in analysis.moves) == list(position.legal_moves)
    visits = [info.visits for info in analysis.moves]
    assert visits == sorted(visits, reverse=True)
    assert analysis.visits == 3_000
    for info in analysis.moves[:3]:
        assert info.line[0] == info.token
        position.play_all(info.line)
    assert all(abs(sum(info.values)) < 1e-6 for info in analysis.moves)


def test_the_json_has_the_shape_of_katago() -> None:
    position = four("00112")
    said = Player(FOUR, simulations=500).analyse(position).json()
    assert set(said) == {"moveInfos", "rootInfo"}
    best = said["moveInfos"][0]
    assert {"move", "order", "visits", "winrate", "prior", "pv"} <= set(best)
    assert best["order"] == 0
    assert 0 <= said["rootInfo"]["winrate"] <= 1
    assert said["rootInfo"]["currentPlayer"] == 1


def test_threads_search_together() -> None:
    position = tablier.game("mole-hill").start()
    analysis = Player(position.game, simulations=1_000, threads=2).analyse(position)
    assert analysis.visits == 1_000
    assert sum(info.visits for info in analysis.moves) >= 990


def patient(looks: int) -> Callable[[], bool]:
    """Never says stop, but wonders when it has been asked so often."""
    asked = iter(range(looks))
    return lambda: next(asked) < 0


def test_a_choice_that_is_made_takes_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree(FOUR)
    tree.look_at(FOUR.start())
    monkeypatch.setattr(Tree, "lead", lambda _: 1e12)
    tree.run(seconds=3600.0, stop=patient(20), to_choose=True)
    with pytest.raises(StopIteration):
        tree.run(seconds=3600.0, stop=patient(20))


def test_a_slow_beginning_does_not_end_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    first = 1_000_000

    def now() -> float:
        """Each search takes 3 ms to begin: it reads memory that no cache has yet."""
        return tree._done / 100_000 + 0.003 * (tree._done > 0) + 0.003 * (tree._done > first)

    tree = Tree(FOUR, clock=now)
    tree.look_at(FOUR.start())
    monkeypatch.setattr(Tree, "lead", lambda _: 0 if first > tree._done else 3000)
    tree.run(seconds=0.1, to_choose=True)
    first = tree._done
    tree.run(seconds=0.1, to_choose=True)
    assert 6_000 < tree._done - first < 8_000  # of 10,000: the last 3,000 could not change it


def test_seconds_can_be_those_of_the_processor() -> None:
    player = Player(FOUR, seconds=0.05, softness=1.0, cpu_time=True)
    player.choose(FOUR.start())
    begin = time.thread_time()
    player.choose(FOUR.start())
    assert time.thread_time() - begin >= 0.05


def test_time_in_which_others_have_the_processor_does_not_count() -> None:
    def sleep() -> bool:
        time.sleep(0.02)
        return False

    begin = time.monotonic()
    Player(FOUR, seconds=0.05, softness=1.0, cpu_time=True).choose(FOUR.start(), stop=sleep)
    assert time.monotonic() - begin > 0.1  # some ten looks at the clock, each after a sleep


def test_the_lead_is_that_of_the_first_move_over_the_second() -> None:
    tree = Tree(FOUR)
    tree.look_at(FOUR.start())
    assert tree.lead() == 0
    tree.grow(500)
    moves = tree.children(0)
    *_, second, first = sorted(tree.visits[moves.start : moves.stop])
    assert tree.lead() == first - second


def first_sight(position: tablier.Position, insight: float, knowledge: ModuleType) -> np.ndarray:
    """The priors of the moves, by their actions."""
    plan = replace(Plan(*features_of(position.game).PLAN), insight=insight)
    tree = Tree(position.game, plan, knowledge)
    tree.look_at(position)
    tree.grow(5)
    moves = np.sort(tree.nodes[np.array(tree.children(0))], order="action")
    return np.array(np.log(moves["prior"]))


def test_the_more_seats_the_less_a_search_with_a_net_explores() -> None:
    def exploration(players: int, *, net: bool) -> float:
        game = tablier.game("labyrinthe", players=players)
        return Player(game, simulations=1, net=net).way.exploration

    assert exploration(4, net=True) == exploration(2, net=True) / 2 > 0
    assert exploration(4, net=False) == exploration(2, net=False) > 0
    four = tablier.game("labyrinthe", players=4)
    way = Player(four, simulations=1, evaluator=NetEvaluator(four)).way
    assert way == Player(four, simulations=1).way


def test_insight_is_what_it_sees_at_first_sight() -> None:
    position = tablier.game("mole-hill").start().play("c3")
    knowledge = features_of(position.game)
    seen = [first_sight(position, insight, knowledge) for insight in (0.0, 0.2, 0.5, 1.0)]
    likeness = [np.corrcoef(priors, seen[-1])[0, 1] for priors in seen]
    assert likeness == sorted(likeness)
    assert likeness[0] < 0.3 < likeness[2] < 0.999


def test_without_insight_what_it_knows_does_not_count_at_first_sight() -> None:
    position = tablier.game("mole-hill").start().play("c3")
    knowing = first_sight(position, 0.0, features_of(position.game))
    assert np.array_equal(knowing, first_sight(position, 0.0, no_features))
    assert len(set(knowing)) == len(position.legal_actions)


def test_an_import_that_fails_in_features_is_not_taken_for_no_features(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in {"bare_game": None, "broken_game": "import a_module_that_is_missing"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        if text:
            (tmp_path / name / "features.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert features_of(Game("bare_game")) is no_features
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_missing"):
        features_of(Game("broken_game"))


def test_a_rating_is_what_the_ladder_of_the_game_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "rated_game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text("OPTIONS = {}")
    rungs = [{"name": "random", "rating": 0.0}, {"name": "level:2", "rating": 687.3}]
    (package / "ladder.json").write_text(json.dumps({"options": {}, "entrants": rungs}))
    monkeypatch.syspath_prepend(tmp_path)
    rated = Game("rated_game")
    assert rating(rated, 2) == 700
    assert rating(rated, 1) is None
    assert rating(FOUR, 2) is None


def test_a_single_move_is_far_ahead() -> None:
    position = four("000000" + "111111" + "222222" + "444444" + "555555" + "666666")
    assert position.legal_moves == (FOUR.notation.TOKENS[3],)
    tree = Tree(FOUR)
    tree.look_at(position)
    tree.grow(3)
    assert tree.lead() == float("inf")


def test_further_moves_of_a_turn_take_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float | None] = []

    def run(self: Tree, simulations: int | None, seconds: float | None, *_: object) -> None:
        spent.append(seconds)
        self.grow(simulations or 50)

    monkeypatch.setattr(Tree, "run", run)
    game = tablier.game("chain-reaction")
    player, position = Player(game, seconds=2.0), game.start()
    mover = position.turn
    for _ in range(12):
        if position.turn == mover:
            position = position.play(player.choose(position))
        else:
            position = position.play(position.legal_moves[0])
    assert set(spent) == {2.0, 2.0 * FURTHER}


def test_the_same_seed_chooses_the_same() -> None:
    game = tablier.game("mole-hill")
    chosen = {tablier.player(game, level=2, seed=4).choose(game.start()) for _ in range(3)}
    assert len(chosen) == 1
    others = {tablier.player(game, level=2, seed=seed).choose(game.start()) for seed in range(8)}
    assert len(others) > 1


@pytest.mark.parametrize("name", tablier.games())
def test_whole_games_of_gentle_players_are_legal(name: str) -> None:
    game = tablier.game(name)
    seats = [tablier.player(game, level=1, seed=seat) for seat in range(game.players)]
    position = game.start(1)
    for _ in range(60):
        if not position.legal_actions:
            break
        position = position.play(seats[position.turn].choose(position))


@pytest.mark.parametrize("level", [0, 11, -3])
def test_an_unknown_level_is_refused(level: int) -> None:
    with pytest.raises(Refusal, match=f"no level {level}; the levels are 1 to 10"):
        tablier.player(FOUR, level=level)


@pytest.mark.parametrize(
    "budget", [{}, {"simulations": 0}, {"seconds": -1.0}, {"simulations": 5, "threads": 0}]
)
def test_a_bad_budget_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(Refusal):
        Player(FOUR, **budget)  # type: ignore[arg-type]


def test_a_finished_game_leaves_nothing_to_choose() -> None:
    with pytest.raises(Refusal, match="no move to choose"):
        Player(FOUR, simulations=5).choose(four("0011223"))


def info(token: str, visits: int, value: float, *, proven: bool = False) -> MoveInfo:
    return MoveInfo(token, visits, (value, -value), 0.1, proven, (token,))


def chosen_among(*moves: MoveInfo, softness: float) -> set[str]:
    analysis = Analysis(FOUR.start(), moves, moves[0].values, 100, False, 0.1)
    return {soften(analysis, softness, i / 200) for i in range(200)}


def test_a_soft_player_never_lets_a_proven_win_go() -> None:
    win = info("0", 10, 1.0, proven=True)
    assert chosen_among(win, info("1", 80, 0.9), softness=1.0) == {"0"}


def test_a_soft_player_shares_among_good_moves_only() -> None:
    moves = info("0", 60, 0.5), info("1", 30, 0.4), info("2", 10, -0.3)  # 0.39 is usual
    assert chosen_among(*moves, softness=1.0) == {"0", "1"}
    assert chosen_among(*moves, softness=0.5) == {"0"}
    assert chosen_among(*moves, softness=0.0) == {"0"}


def test_a_move_that_is_certain_need_not_be_seen() -> None:
    draw = info("0", 0, 0.0, proven=True)
    assert chosen_among(draw, info("1", 8, -0.9), softness=1.0) == {"0"}


def test_what_is_a_good_move_depends_on_how_much_there_is_to_lose() -> None:
    quiet = info("0", 60, 0.05), info("1", 30, 0.04), info("2", 10, -0.03)
    assert chosen_among(*quiet, softness=1.0) == {"0", "1"}
    sharp = info("0", 50, 1.0), info("1", 50, -1.0)
    assert chosen_among(*sharp, softness=1.0) == {"0"}


def test_with_four_seats_a_certain_loss_has_no_part_of_the_point() -> None:
    position: Any = SimpleNamespace(turn=0)
    values = -1 / 3, 1.0, -1 / 3, -1 / 3
    lost = MoveInfo("a1", 9, values, 0.5, True, ("a1",))
    analysis = Analysis(position, (lost,), values, 9, True, 0.1)
    assert analysis.json()["rootInfo"]["winrate"] == pytest.approx(0)
    assert analysis.json()["moveInfos"][0]["winrate"] == pytest.approx(0)
    (said,) = no_good(Choice(position, "a1"), analysis.ideas())
    assert said.key == "all_lose"
