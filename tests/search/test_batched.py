"""Many trees judged by an evaluator: the ordinary search, cut in two where a leaf is judged."""

from typing import Any

import numpy as np
import pytest
from tests.search.connect_four import FOUR, Answer, four, indifferent, untrained

import tablier
from tablier import Batch, BatchedSearch, Position, Refusal
from tablier.portable import plain
from tablier.search.evaluator import NetEvaluator
from tablier.search.halving import schedule
from tablier.search.tree import Plan, Tree

pytestmark = pytest.mark.one_game

MOLE = tablier.game("mole-hill")


def by_state(batch: Batch) -> Answer:
    """Any numbers, but the same for the same position."""
    keys = (batch.states["stones"] * 31 + batch.states["waiting"] * 17) % 1009
    columns = np.arange(1, 8, dtype=np.uint64)
    return 2 * np.cos(keys[:, None] * columns), np.sin(keys) / 2


def searched(evaluator: Any, position: Position, simulations: int, **more: Any) -> BatchedSearch:
    per_tree = more.pop("per_tree", 1)
    search = BatchedSearch(position.game, 1, simulations=simulations, threads=1, **more)
    search.look_at([position])
    search.run(evaluator, per_tree)
    return search


def alike(here: Any, i: int, there: Any, j: int) -> int:
    """Compare two trees from a node on; return how many nodes were passed."""
    one, other = here[i], there[j]
    assert (one.visits, one.proven) == (other.visits, other.proven)
    assert np.allclose(one.value, other.value, atol=1e-5)
    if other.visits < 2 or other.proven:
        return 1
    seen = {there[k].action: k for k in range(other.first, other.first + other.children)}
    all_below = range(one.first, one.first + one.children)
    below = [(k, seen[here[k].action]) for k in all_below if here[k].action in seen]
    assert len(below) == other.children
    for a, b in below:
        assert here[a].prior == pytest.approx(there[b].prior, rel=1e-5)
    hidden = [here[k] for k in all_below if here[k].action not in seen]
    assert {child.visits for child in hidden} <= {0}
    best = max((child.prior for child in hidden), default=0)
    assert other.rest == pytest.approx(best, rel=1e-5)
    return 1 + sum(alike(here, a, there, b) for a, b in below)


@pytest.mark.parametrize("position", [four(""), four("33224"), MOLE.start(3)], ids=str)
def test_with_the_net_as_evaluator_it_builds_the_tree_of_the_ordinary_search(
    position: Position,
) -> None:
    net = untrained(position.game)
    plan = Plan(*net.plan)
    tree = Tree(position.game, plan, seed=5, memory=20_000_000, net=net)
    tree.look_at(position)
    tree.run(simulations=400)
    search = searched(NetEvaluator(position.game, net), position, 400, plan=plan, seed=5)
    assert alike(search.trees.nodes[0], 0, tree.nodes, 0) > 400


def test_trees_do_not_depend_on_their_neighbours_or_the_number_of_threads() -> None:
    positions = [four(columns) for columns in ("", "0", "01", "0123", "3", "33", "333")] * 40
    search = BatchedSearch(FOUR, len(positions), simulations=30, threads=3, seed=9)
    search.look_at(positions)
    search.run(by_state)
    for i in (0, 6, 150, 279):
        alone = searched(by_state, positions[i], 30, seed=9 + i)
        assert np.array_equal(alone.visits[0], search.visits[i])
        assert np.array_equal(alone.values[0], search.values[i])


@pytest.mark.parametrize("root", ["puct", "gumbel"])
@pytest.mark.parametrize("per_tree", [1, 4])
def test_a_won_position_is_proven_with_any_evaluator(root: str, per_tree: int) -> None:
    search = searched(indifferent, four("001122"), 200, root=root, per_tree=per_tree)
    assert search.proven.tolist() == [True]
    assert search.values.tolist() == [[1, -1]]
    assert search.choose().tolist() == [3]
    assert search.policy[0].tolist() == [0, 0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("per_tree", [1, 8])
def test_what_it_proves_is_what_the_ordinary_search_proves(per_tree: int) -> None:
    position = four("636302433662324141216563050")
    tree = Tree(FOUR, memory=20_000_000)
    tree.look_at(position)
    tree.run(simulations=200_000)
    assert tree.is_decided
    search = searched(by_state, position, 20_000, per_tree=per_tree)
    assert search.proven.tolist() == [True]
    assert search.values[0].tolist() == tree.nodes[0].value.tolist()


def test_a_move_that_is_proven_to_lose_is_not_learnt() -> None:
    search = searched(indifferent, four("00112"), 300)
    assert search.policy[0].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert search.visits[0].sum() > search.visits[0, 3]


def test_leaves_of_one_tree_differ_and_leave_no_trace() -> None:
    search = BatchedSearch(FOUR, 1, simulations=200)
    search.look_at([four("")])
    for _ in range(20):
        search.answer(*by_state(search.select()))
    search.select(per_tree=6)
    search.withdraw()  # what is left is the order of moves that were passed for the first time
    before = search.trees.nodes.copy()
    leaves = search.select(per_tree=6)
    assert len({state.tobytes() for state in leaves.states}) == 6
    assert search.trees.nodes[0, 0].visits == before[0, 0].visits + 6
    search.withdraw()
    assert search.trees.nodes.tobytes() == before.tobytes()


def test_leaves_that_waited_count_as_if_they_had_come_one_by_one() -> None:
    search = searched(by_state, four(""), 301, per_tree=5)
    nodes = search.trees.nodes[0]
    inner = [node for node in nodes[: search.trees.used[0]] if node.children]
    for node in inner:
        below = nodes[node.first : node.first + node.children]
        assert node.visits == 1 + below["visits"].sum()
        raw = node.visits * node.value - (below["visits"][:, None] * below["value"]).sum(0)
        assert abs(raw).max() <= 0.51  # what the evaluator said of the node itself
    assert nodes[0].visits == 301


def test_a_single_line_of_moves_gives_one_leaf_at_a_time() -> None:
    search = BatchedSearch(MOLE, 1, simulations=9)
    search.look_at([MOLE.start()])
    assert len(search.select(per_tree=5)) == 1  # the root alone is there to be judged


def test_noise_changes_the_priors_of_the_root_alone() -> None:
    quiet, noisy = (searched(by_state, four(""), 60, noise=noise) for noise in (0.0, 0.25))
    priors = [
        dict(zip(nodes["action"][1:8].tolist(), nodes["prior"][1:8].tolist(), strict=True))
        for nodes in (quiet.trees.nodes[0], noisy.trees.nodes[0])
    ]
    assert sum(priors[1].values()) == pytest.approx(1, abs=1e-5)
    for action, prior in priors[1].items():
        assert prior != priors[0][action]
        assert prior >= 0.75 * priors[0][action] - 1e-6
    other = searched(by_state, four(""), 60, noise=0.25, seed=1).trees.nodes[0]["prior"][1:8]
    assert sorted(other.tolist()) != sorted(priors[1].values())


def test_sequential_halving_visits_all_then_half_of_them() -> None:
    assert [*schedule(8, 24)] == [0] * 8 + [1] * 4 + [2] * 4 + [3, 3, 4, 4, 5, 5, 6, 6]
    assert [*schedule(1, 3)] == [0, 1, 2]
    search = searched(by_state, four(""), 33, root="gumbel", considered=4)
    visits = sorted(search.visits[0].tolist())
    assert visits == [0, 0, 0, 4, 4, 12, 12]
    assert search.visits[0, search.choose()[0]] == 12


def test_the_improved_policy_follows_the_values() -> None:
    def likes_the_middle(batch: Batch) -> Answer:
        """The side that has more stones in the middle column is better off."""
        mine, yours = (batch.planes[:, i, :, 3].sum(1, dtype=float) for i in (0, 1))
        return np.zeros((len(batch), 7)), np.tanh(mine - yours) / 2

    search = searched(likes_the_middle, four(""), 64, root="gumbel", considered=7)
    assert search.policy[0].argmax() == 3
    assert search.policy[0].sum() == pytest.approx(1)
    assert (search.policy[0] > 0).all()


def test_moves_that_are_played_keep_their_part_of_the_tree() -> None:
    search = searched(by_state, four(""), 100)
    action = int(search.choose()[0])
    visits = search.visits[0, action]
    search.advance([action])
    assert search.visits[0].sum() == visits - 1
    search.run(by_state)
    assert search.visits[0].sum() == visits - 1 + 100
    assert Position(FOUR, search.trees.roots[0].tobytes()) == four(str(action))


def test_a_game_that_is_over_asks_for_nothing() -> None:
    search = searched(indifferent, four("0011223"), 50)
    assert search.proven.tolist() == [True]
    assert search.choose().tolist() == [-1]
    assert search.policy.sum() == 0


def test_with_four_players_values_come_by_seat() -> None:
    game = tablier.game("labyrinthe", players=4)

    def first_wins(batch: Batch) -> Answer:
        return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.array(
            [[1, -0.3, -0.3, -0.4]] * len(batch)
        )

    search = BatchedSearch(game, 1, simulations=2)
    search.kernel = plain(search.kernel)  # compiling it takes longer
    search.look_at([game.start()])
    search.run(first_wins)
    assert search.values[0].tolist() == pytest.approx([1, -0.3, -0.3, -0.4])


def test_little_memory_ends_no_search() -> None:
    search = BatchedSearch(MOLE, 2, simulations=50, memory=20_000)
    search.look_at([MOLE.start(), MOLE.start().play("e4")])
    search.run(indifferent)
    assert search.trees.nodes["visits"][:, 0].tolist() == [50, 50]


WRONG: dict[str, tuple[Any, str]] = {
    "no pair": (np.zeros((1, 7)), "as a tuple of two arrays, not ndarray"),
    "three": ((0, 1, 2), "as a tuple of two arrays, not tuple"),
    "few logits": ((np.zeros((1, 6)), [0.0]), r"logits must have the shape \(1, 7\), not \(1, 6\)"),
    "few rows": ((np.zeros((0, 7)), [0.0]), r"logits must have the shape \(1, 7\), not \(0, 7\)"),
    "many values": (
        (np.zeros((1, 7)), np.zeros((1, 3))),
        r"values must have the shape \(1, 1\) or \(1, 2\), not \(1, 3\)",
    ),
    "a triple": ((np.zeros((1, 7)), [0.0], 0), r"two arrays, not tuple\[3\]"),
    "words": ((np.zeros((1, 7)), ["good"]), "values must be an array of numbers"),
    "NaN value": ((np.zeros((1, 7)), [np.nan]), "position 0 of the batch contains NaN"),
    "NaN logit": ((np.full((1, 7), np.nan), [0.0]), "position 0 of the batch contains NaN"),
    "no move": ((np.full((1, 7), -np.inf), [0.0]), "leave no legal move"),
    "infinite": ((np.full((1, 7), np.inf), [0.0]), "leave no legal move, or one is infinite"),
    "too good": ((np.zeros((1, 7)), [1.5]), "are not between −1 and 1"),
}


@pytest.mark.parametrize(("answer", "words"), WRONG.values(), ids=WRONG)
def test_wrong_answers_are_refused_and_change_nothing(answer: Any, words: str) -> None:
    search = BatchedSearch(FOUR, 1, simulations=20)
    search.look_at([four("")])
    with pytest.raises(Refusal, match=words):
        search.run(lambda _: answer)
    search.run(by_state)
    assert np.array_equal(search.visits, searched(by_state, four(""), 20).visits)


def test_what_an_evaluator_raises_comes_through() -> None:
    calls = []

    def breaks(batch: Batch) -> Answer:
        calls.append(len(batch))
        if len(calls) == 5:
            raise ZeroDivisionError("on purpose")
        return by_state(batch)

    positions = [four(""), four("3")] * 70
    search = BatchedSearch(FOUR, 140, simulations=12, threads=2)
    search.look_at(positions)
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        search.run(breaks, per_tree=2)
    search.run(by_state, per_tree=2)
    assert (search.trees.nodes["visits"][:, 0] == 12).all()


def test_questions_and_answers_take_turns() -> None:
    search = BatchedSearch(FOUR, 1, simulations=20)
    search.look_at([four("")])
    with pytest.raises(Refusal, match="No leaves wait"):
        search.answer(np.zeros((0, 7)), np.zeros(0))
    leaves = search.select()
    with pytest.raises(Refusal, match="not been answered yet"):
        search.select()
    search.answer(*by_state(leaves))
    with pytest.raises(Refusal, match="No leaves wait"):
        search.answer(*by_state(leaves))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"trees": 0}, "trees must be more than 0"),
        ({"simulations": 0}, "simulations must be more than 0"),
        ({"threads": 0}, "threads must be more than 0"),
        ({"root": "best"}, "root cannot be ‘best’; it can be puct, gumbel"),
        ({"noise": 1.5}, "noise takes a number from 0 to 1"),
        ({"memory": 0}, "memory must be more than 0"),
        ({"simulations": 10**9}, "simulations takes a whole number from 1 to 1000000"),
        ({"threads": 10**9}, "threads takes a whole number from 1 to 1024"),
    ],
)
def test_settings_that_make_no_sense_are_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        BatchedSearch(FOUR, **{"trees": 1, "simulations": 10} | more)


def test_every_tree_has_its_position() -> None:
    search = BatchedSearch(FOUR, 2, simulations=10)
    with pytest.raises(Refusal, match="There are 2 trees, and 1 were given"):
        search.look_at([four("")])
    with pytest.raises(Refusal, match="This is a game of mole-hill"):
        search.look_at([MOLE.start(), MOLE.start()])
    with pytest.raises(Refusal, match="There are 2 trees, and 1 were given"):
        search.advance([3])
    with pytest.raises(Refusal, match="There are 2 trees, and 3 were given"):
        search.choose([True, False, True])
    with pytest.raises(Refusal, match=r"has one axis, not the shape \(1, 2\)"):
        search.look_at(np.zeros((1, 2), FOUR.rules.STATE))


def test_leaves_that_were_selected_do_not_keep_it_from_running() -> None:
    search = BatchedSearch(FOUR, 1, simulations=20)
    search.look_at([four("")])
    search.select()
    search.run(by_state)
    assert np.array_equal(search.visits, searched(by_state, four(""), 20).visits)


def test_no_more_moves_are_considered_than_there_are() -> None:
    search = BatchedSearch(FOUR, 1, simulations=4, root="gumbel", considered=10**9)
    assert search.trees.schedule.shape == (FOUR.rules.WIDTH + 1, 4)


def test_a_batch_shows_what_the_adapters_show() -> None:
    positions = [MOLE.start(), MOLE.start().play("e4").play("e4|f4")]
    batch = Batch(MOLE, positions)
    seen = np.empty((2, *MOLE.planes.SHAPE), np.uint8)
    for position, out in zip(positions, seen, strict=True):
        MOLE.planes.planes(position.state, out)
    assert np.array_equal(batch.planes, seen)
    assert [[*np.flatnonzero(mask)] for mask in batch.masks] == [
        [*position.legal_actions] for position in positions
    ]
    assert batch.seats.tolist() == [position.turn for position in positions]


def test_a_game_without_a_net_says_how_to_get_one() -> None:
    with pytest.raises(Refusal, match="tablier train connect-four"):
        NetEvaluator(FOUR)
