"""Explorations: trees of moves with comments and marks are written and read without loss."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_record import GAME, headed

from tablier import Refusal
from tablier.annotation import Annotation
from tablier.exploration import ROOT, Exploration, Node
from tablier.record import MAX_DEPTH, Record

pytestmark = pytest.mark.one_game

SPOTS = ("a1", "b10", "a1|a2", "e4+1", "hand")
COLOURS = st.sampled_from("GRYB")
MARKS = st.builds(lambda colour, spot: colour + spot, COLOURS, st.sampled_from(SPOTS))
ARROWS = st.builds(lambda mark, spot: f"{mark}>{spot}", MARKS, st.sampled_from(SPOTS))
RESULTS = ((1.0, 0.0), (0.5, 0.5), (0.0, 0.0, 1.0, 0.0), (1 / 3, 1 / 3, 0.0, 1 / 3))
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="{}[]%"), max_size=12)


@st.composite
def annotations(draw: st.DrawFn) -> Annotation:
    proven = draw(st.booleans())
    share = st.floats(0, 1)
    expected = st.sampled_from(RESULTS) if proven else st.tuples(share, share)
    shares = draw(st.one_of(st.just(()), expected))
    marks, arrows = (draw(st.lists(each, max_size=2).map(tuple)) for each in (MARKS, ARROWS))
    return Annotation(draw(WORDS), marks, arrows, shares, proven)


@st.composite
def explorations(draw: st.DrawFn) -> Exploration:
    """Any tree of few legal moves; a comment before a move stands where a variation begins."""
    nodes, positions = [Node(ROOT, comment=str(draw(annotations())))], [GAME.start()]
    for _ in range(draw(st.integers(0, 9))):
        parent = draw(st.integers(0, len(nodes) - 1))
        token = draw(st.sampled_from(positions[parent].legal_moves[:5]))
        begins = any(node.parent == parent for node in nodes)
        before = str(draw(annotations())) if begins else ""
        nodes.append(Node(parent, token, str(draw(annotations())), before))
        positions.append(positions[parent].play(token))
    return Exploration(GAME.start(), nodes, {"Event": "x"}, 0)


@settings(max_examples=50)
@given(annotations())
def test_any_annotation_is_read_back(annotation: Annotation) -> None:
    assert Annotation.read(str(annotation)) == annotation


@settings(max_examples=25, deadline=None)
@given(explorations())
def test_any_tree_is_written_and_read_without_loss(tree: Exploration) -> None:
    record = tree.record()
    again = Record.read(str(record))
    assert again == record
    assert Exploration.of(again).record() == record
    assert said(Exploration.of(again)) == said(tree)


def said(tree: Exploration) -> list[tuple[tuple[str, ...], str, str]]:
    """Every node by the moves that lead to it and its place among those that follow."""
    paths: list[tuple[str, ...]] = [()]
    counts: dict[tuple[str, ...], int] = {}
    for node in tree.nodes[1:]:
        before = paths[node.parent]
        counts[before] = counts.get(before, 0) + 1
        paths.append((*before, f"{counts[before]}. {node.token}"))
    return sorted(
        (path, each.comment, each.before) for path, each in zip(paths, tree.nodes, strict=True)
    )


def test_commands_that_are_not_ours_stay_among_the_words() -> None:
    words = "x [%csl a1] [%eval -0.5] [%clk 0:01:00] [%cal Ga1] [%eval #2-0]"
    assert Annotation.read(words) == Annotation(words)
    assert str(Annotation.read(words)) == words


def test_what_is_given_once_is_kept() -> None:
    made: Any = Annotation
    said = made(marks=iter(["Ga1"]), arrows=iter(["Ga1>b2"]), shares=iter([1, 0]))
    assert said == Annotation(marks=("Ga1",), arrows=("Ga1>b2",), shares=(1, 0))
    nodes: Any = iter([Node(ROOT), Node(0, "e4")])
    assert Exploration(GAME.start(), nodes).record().tokens == ("e4",)


@pytest.mark.parametrize("marks", [["a1"], ["G"], ["Ga1,Gb1"], ["G a1"], ["Ga1]"], ["G{"], [7]])
def test_a_mark_that_could_not_be_read_is_refused(marks: list[str]) -> None:
    with pytest.raises(Refusal):
        Annotation(marks=tuple(marks))


def test_what_is_nested_too_deep_to_be_read_cannot_be_made() -> None:
    record = Record(GAME.start(), ("e4",))
    line = record
    for _ in range(MAX_DEPTH):
        line = line.vary(0, "a1")
    assert Record.read(str(record)) == record
    with pytest.raises(Refusal, match=f"at most {MAX_DEPTH} deep"):
        line.vary(0, "a1")
    assert Record.read(str(record)) == record
    with pytest.raises(Refusal, match=f"at most {MAX_DEPTH} deep"):
        Record(GAME.start(), ("e4",), variations={0: [record]})
    deepest = Record.read(str(record))
    for _ in range(MAX_DEPTH):
        deepest = deepest.variations[0][0]
    with pytest.raises(Refusal, match=f"at most {MAX_DEPTH} deep"):
        deepest.vary(0, "b1")


def test_a_tree_that_nests_too_deep_is_refused() -> None:
    position, nodes = GAME.start(), [Node(ROOT)]
    for _ in range(MAX_DEPTH + 1):
        usual, other = position.legal_moves[:2]
        here = len(nodes) - 1
        nodes += [Node(here, usual), Node(here, other)]
        position = position.play(other)
    with pytest.raises(Refusal, match=f"at most {MAX_DEPTH} deep"):
        Exploration(GAME.start(), nodes).record()
    assert Exploration(GAME.start(), nodes[:-2]).record().variations


@pytest.mark.parametrize("parents", [[], [0], [ROOT, 1], [ROOT, ROOT], [ROOT, 0, 5]])
def test_a_tree_without_order_is_refused(parents: list[int]) -> None:
    with pytest.raises(Refusal):
        Exploration(
            GAME.start(), [Node(parent, "e4" if i else "") for i, parent in enumerate(parents)]
        )


def test_what_is_said_before_a_promoted_line_is_kept() -> None:
    tree = Exploration.of(Record.read(headed("e4 {king} a1|a2 ({or} b1|b2) *")))
    start, first, main, other = tree.nodes
    promoted = Exploration(tree.start, [start, first, other, main], {}, 0)
    assert str(promoted.record()).splitlines()[-1] == "e4 {king or} b1|b2 (a1|a2) *"
