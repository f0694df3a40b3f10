"""Explorations: a record with all its variations as a tree, whose nodes lie in one list.

The first node is the start; every other one names the node before it, which lies before it in the
list, and the first of those that follow a node goes on with its line. So a tree of any depth is a
flat list, for those who send it or change it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tablier.arguments import expect
from tablier.position import Position
from tablier.record import MAX_DEPTH, Record
from tablier.record_text import UNFINISHED
from tablier.texts import refusal

ROOT = -1
"""What the start names as the node before it."""


@dataclass(frozen=True)
class Node:
    """A move in the tree, and what is said of it."""

    parent: int
    token: str = ""
    comment: str = ""
    """What is said after it."""
    before: str = ""
    """What is said before it, where it begins a variation."""

    def __post_init__(self) -> None:
        expect(int, parent=self.parent)
        expect(str, token=self.token, comment=self.comment, before=self.before)


@dataclass(frozen=True)
class Exploration:
    """The tree of a record.

    >>> record = Record.read('[Game "mole-hill"]\\n\\ne4 a1|a2 (b1|b2 {too far} c5) d4 *')
    >>> tree = Exploration.of(record)
    >>> [(node.parent, node.token, node.comment) for node in tree.nodes[1:]]
    [(0, 'e4', ''), (1, 'a1|a2', ''), (2, 'd4', ''), (1, 'b1|b2', 'too far'), (4, 'c5', '')]
    >>> tree.record() == record
    True
    """

    start: Position
    nodes: Sequence[Node]
    tags: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    given: str = UNFINISHED

    def __post_init__(self) -> None:
        Record(self.start, (), self.tags, {}, self.seed, self.given)  # which checks them
        expect(Iterable, nodes=self.nodes)
        object.__setattr__(self, "nodes", tuple(self.nodes))
        for node in self.nodes:
            expect(Node, node=node)
        if not self.nodes or self.nodes[0].parent != ROOT or self.nodes[0].token:
            raise refusal("exploration_start")
        for number, node in enumerate(self.nodes[1:], 1):
            if not 0 <= node.parent < number:
                raise refusal("exploration_parent", number=number)

    @staticmethod
    def of(record: Record) -> "Exploration":
        """The tree of a record; the same move twice in one place stays twice."""
        expect(Record, record=record)
        nodes = [Node(ROOT, comment=record.comments.get(0, ""))]
        _add_line(nodes, record, 0, begins=False)
        return Exploration(record.start, nodes, record.tags, record.seed, record.given)

    def positions(self) -> list[Position]:
        """The position of each node; `IllegalMove` if a move is not legal."""
        found = [self.start]
        for node in self.nodes[1:]:
            found.append(found[node.parent].play(node.token))
        return found

    def record(self) -> Record:
        """The record of the tree; refused if variations are nested too deep."""
        line = self._line(0, self.positions(), self._children(), 0)
        return Record(
            self.start,
            line.tokens,
            self.tags,
            line.comments,
            self.seed,
            self.given,
            line.variations,
        )

    def _children(self) -> list[list[int]]:
        """The numbers of the nodes that follow each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes[1:], 1):
            found[node.parent].append(number)
        return found

    def _line(
        self, first: int, positions: Sequence[Position], children: list[list[int]], depth: int
    ) -> Record:
        """The line from the start, or the variation that begins with that node."""
        if depth > MAX_DEPTH:
            raise refusal("record_variation_deep", most=MAX_DEPTH)
        numbers = list(self._main_line(first, children))
        parent = self.nodes[first].parent
        at, offset = (parent, 1) if first else (0, 0)
        tokens = tuple(self.nodes[number].token for number in numbers if number)
        line = Record(positions[at], tokens, {}, dict(self._comments(numbers, offset)))
        line.variations = {
            ply + offset: tuple(
                self._line(other, positions, children, depth + 1) for other in children[number][1:]
            )
            for ply, number in enumerate(numbers)
            if len(children[number]) > 1
        }
        return line

    def _main_line(self, first: int, children: list[list[int]]) -> Iterator[int]:
        number = first
        yield number
        while children[number]:
            number = children[number][0]
            yield number

    def _comments(self, numbers: Sequence[int], offset: int) -> Iterator[tuple[int, str]]:
        """The comments of a line by ply; what is said before a move belongs to the one before."""
        said = [self.nodes[number].comment for number in numbers]
        before = [self.nodes[number].before for number in numbers]
        after = ["", *said] if offset else said
        following = [*before, ""] if offset else [*before[1:], ""]
        for ply, words in enumerate(zip(after, following, strict=True)):
            yield ply, " ".join(filter(None, words))


def _add_line(nodes: list[Node], line: Record, parent: int, *, begins: bool) -> None:
    """Add the moves of a line behind that node, then its variations; does it begin one itself?"""
    places, before = [parent], line.comments.get(0, "") if begins else ""
    for ply, token in enumerate(line.tokens, 1):
        nodes.append(Node(places[-1], token, line.comments.get(ply, ""), before))
        places.append(len(nodes) - 1)
        before = ""
    for ply in sorted(line.variations):
        for other in line.variations[ply]:
            _add_line(nodes, other, places[ply], begins=True)
