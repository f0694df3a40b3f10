"""The search itself: exact where it claims to be, repeatable, bounded; told to stop it stops."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.game import Game, load
from tablier.kernels.stand_ins import features as no_features
from tablier.portable import plain
from tablier.position import Position
from tablier.search import tree as search_tree
from tablier.search.tree import PLAIN, Kernels, Tree, kernels_of
from tablier.texts import Refusal

pytestmark = pytest.mark.one_game

FOUR = load("yardsticks.connect_four", {})
MOLE = tablier.game("mole-hill")


@cache
def worth(position: Position) -> float:
    """What the mover gets with best play, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs[position.turn]
    return max(-worth(position.after(action)) for action in position.legal_actions)


def late_positions(game: Game, plies: int, n: int) -> list[Position]:
    """Positions of random games that are not over after so many moves."""
    dice, found = random.Random(plies), list[Position]()
    while len(found) < n:
        position = game.start()
        for _ in range(plies):
            if position.legal_actions:
                position = position.after(dice.choice(position.legal_actions))
        if position.legal_actions:
            found.append(position)
    return found


@pytest.mark.parametrize("position", late_positions(FOUR, 30, 40), ids=str)
def test_what_it_proves_is_true(position: Position) -> None:
    tree = Tree(FOUR, memory=20_000_000)
    tree.look_at(position)
    tree.run(simulations=200_000)
    assert tree.is_decided
    assert tree.nodes[0].value[position.turn] == worth(position)
    assert sum(tree.nodes[0].value) == 0


@pytest.mark.parametrize("position", late_positions(FOUR, 33, 10), ids=str)
def test_every_proven_node_is_true(position: Position) -> None:
    tree = Tree(FOUR, replace(PLAIN, patience=0), memory=20_000_000)
    tree.look_at(position)
    tree.run(simulations=300)
    checked = check_below(tree, 0, position)
    assert checked > 1


def weighing(others: float) -> Callable[..., None]:
    """What gives all moves of a position but one this weight."""

    def weigh_moves(*arguments: Any) -> None:
        n, weights = arguments[-2:]
        weights[:n] = others
        weights[n // 2] = 1

    return weigh_moves


@pytest.mark.parametrize("others", [1, 0])
@pytest.mark.parametrize("position", late_positions(FOUR, 30, 5), ids=str)
def test_every_proven_node_is_true_while_moves_have_no_child(
    position: Position, others: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(FOUR, replace(PLAIN, patience=0), memory=20_000_000)
    monkeypatch.setattr(tree.kernels.tree, "FEW", 1)
    monkeypatch.setattr(tree.kernels.tree, "TIMES", 2)
    monkeypatch.setattr(tree.kernels.simulation, "weigh_moves", weighing(others))
    tree.kernels = Kernels(*map(plain, tree.kernels))
    tree.look_at(position)
    lack, checked = False, 0
    while not tree.is_decided:
        tree.grow(10)
        lack = lack or any(tree.nodes["rest"] > 0)
        checked += check_below(tree, 0, position)
    assert lack
    assert checked > 1


def check_below(tree: Tree, node: int, position: Position) -> int:
    checked = 0
    if tree.nodes[node].proven:
        assert tree.nodes[node].value[position.turn] == worth(position)
        checked = 1
    for child in tree.children(node):
        after = position.after(int(tree.nodes[child].action))
        checked += check_below(tree, child, after)
    return checked


def test_known_values_of_connect_four() -> None:
    """Positions of the solved game, won, lost and drawn for the mover with best play."""
    lines = {
        "2252576253462244111563365343671351441": -1,
        "7422341735647741166133573473242566": 1,
        "23163416124767223154467471272416755633": 0,
    }
    for line, value in lines.items():
        position = FOUR.start()
        for column in line:
            position = position.after(int(column) - 1)
        assert worth(position) == value
        tree = Tree(FOUR, memory=20_000_000)
        tree.look_at(position)
        tree.run(simulations=200_000)
        assert tree.is_decided
        assert tree.nodes[0].value[position.turn] == value


def grown(seed: int, *portions: int) -> Tree:
    tree = Tree(MOLE, seed=seed, memory=50_000_000)
    tree.look_at(MOLE.start().play("c3"))
    for portion in portions:
        tree.run(simulations=portion)
    return tree


def test_the_same_seed_grows_the_same_tree() -> None:
    assert grown(5, 700).nodes.tobytes() == grown(5, 700).nodes.tobytes()
    assert grown(5, 700).nodes.tobytes() != grown(6, 700).nodes.tobytes()


def test_a_tree_grown_in_portions_is_the_same() -> None:
    assert grown(5, 100, 1, 599).nodes.tobytes() == grown(5, 700).nodes.tobytes()


def test_the_number_of_simulations_is_kept_exactly() -> None:
    assert grown(5, 1234).visits[0] == 1234


def test_children_lie_within_the_tree_and_their_visits_add_up() -> None:
    tree = grown(2, 3000)
    nodes = tree.nodes
    for node in range(len(nodes)):
        children = tree.children(node)
        if children:
            assert 0 < children.start < children.stop <= len(nodes)
            visits = int(tree.visits[children.start : children.stop].sum())
            assert tree.visits[node] <= visits + tree.plan.patience
            priors = tree.priors[children.start : children.stop]
            if nodes[node].rest:
                assert nodes[node].rest <= priors.min()
                assert priors.sum() + nodes[node].rest < 1 + 1e-5
            else:
                assert abs(priors.sum() - 1) < 1e-5


def test_a_position_has_few_moves_in_the_tree_at_first_and_the_root_has_all() -> None:
    tree = grown(2, 3000)
    counts = {len(tree.children(node)) for node in range(1, len(tree.nodes))}
    moves = len(MOLE.start().play("c3").legal_actions)
    assert len(tree.children(0)) == moves > 16
    assert {0, 4, 16} < counts


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    tree = Tree(MOLE, memory=1_000_000)
    tree.look_at(MOLE.start())
    tree.run(simulations=20_000)
    size = tree.nodes.dtype.itemsize
    assert len(tree.nodes) * size <= 500_000
    assert tree.visits[0] == 20_000


def test_what_was_found_is_kept_after_moves() -> None:
    tree = Tree(MOLE, memory=50_000_000)
    start = MOLE.start()
    tree.look_at(start)
    tree.run(simulations=20_000)
    first = max(tree.children(0), key=lambda child: tree.visits[child])
    second = max(tree.children(first), key=lambda child: tree.visits[child])
    known = int(tree.visits[second])
    position = start.after(int(tree.nodes[first].action)).after(int(tree.nodes[second].action))
    value = tree.nodes[second].value.copy()
    tree.look_at(position)
    assert tree.visits[0] == known > 10
    assert np.array_equal(tree.nodes[0].value, value)
    actions = {int(tree.nodes[child].action) for child in tree.children(0)}
    assert actions == set(position.legal_actions)
    tree.run(simulations=500)
    assert tree.visits[0] == known + 500


def test_another_position_starts_afresh() -> None:
    tree = grown(1, 500)
    tree.look_at(MOLE.start().play("a1"))
    assert len(tree.nodes) == 1
    assert tree.visits[0] == 0


def test_a_new_tree_has_called_every_kernel_so_none_is_compiled_within_a_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge, nodes, simulation = kernels_of(FOUR, no_features, None)
    called = set()

    class Watched:
        def __init__(self, kernel: Any):
            self._kernel = kernel

        def __getattr__(self, name: str) -> Any:
            called.add(name)
            return getattr(self._kernel, name)

    watched = Kernels(judge, Watched(nodes), Watched(simulation))
    monkeypatch.setattr(search_tree, "kernels_of", lambda *_: watched)
    tree = Tree(FOUR, memory=2_000_000)
    before = set(called)
    for position in (FOUR.start(), FOUR.start().after(3)):
        tree.look_at(position)
        tree.run(simulations=50)
    tree.line(0)
    assert called == before > {"search", "find", "take_root", "line"}


def test_told_to_stop_it_stops() -> None:
    looks = iter([False, False, True])
    tree = Tree(MOLE, memory=50_000_000)
    tree.look_at(MOLE.start())
    tree.run(stop=lambda: next(looks))
    assert 0 < tree.visits[0] < 1000


def test_time_ends_it_too() -> None:
    tree = Tree(MOLE, memory=50_000_000)
    tree.look_at(MOLE.start())
    tree.run(seconds=0.05)
    assert tree.visits[0] > 0


def test_plain_python_grows_the_same_tree() -> None:
    fast = Tree(FOUR, memory=2_000_000)
    slow = Tree(FOUR, memory=2_000_000)
    slow.kernels = Kernels(*map(plain, slow.kernels))
    for tree in (fast, slow):
        tree.look_at(FOUR.start())
        tree.grow(60)
    assert [node.action for node in slow.nodes] == [node.action for node in fast.nodes]
    assert slow.visits.tolist() == fast.visits.tolist()
    assert np.allclose(slow.nodes["value"], fast.nodes["value"], atol=1e-5)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("exploration", -0.1, "exploration takes a number from 0 to 1000, not ‘-0.1’."),
        ("exploration", float("nan"), "exploration takes a number from 0 to 1000, not ‘nan’."),
        ("urgency", 6.5, "urgency takes a number from 0 to 6, not ‘6.5’."),
        ("patience", -1, "patience takes a whole number from 0 to 1000000, not ‘-1’."),
        (
            "patience",
            10**12,
            "patience takes a whole number from 0 to 1000000, not ‘1000000000000’.",
        ),
        ("horizon", -1, "horizon takes a whole number from 0 to 1000000, not ‘-1’."),
        ("insight", 1.1, "insight takes a number from 0 to 1, not ‘1.1’."),
    ],
)
def test_a_plan_that_no_search_can_follow_is_refused(field: str, value: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        replace(PLAIN, **{field: value})
    assert str(refused.value) == sentence
