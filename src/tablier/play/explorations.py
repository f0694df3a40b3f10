"""Explorations on the wire: records become trees of moves and the other way; nothing is stored."""

from collections.abc import Callable, Iterable

from tablier.annotation import Annotation
from tablier.exploration import Exploration, Node
from tablier.games import game
from tablier.payoffs import part_of
from tablier.play.wire.explorations import Explored, ExploredMove, RecordText
from tablier.play.wire.protocol import ImportedTable
from tablier.position import Position
from tablier.record import Record
from tablier.texts import refusal

MOST_MOVES = 3000
"""Of a tree, all variations together."""
LONGEST_SEED = 20  # digits


def read(given: ImportedTable, is_cancelled: Callable[[], bool]) -> Explored:
    """The tree of a record."""

    def watch(moves: int) -> None:
        _check_size(moves)
        if is_cancelled():
            raise refusal("cancelled")

    tree = Exploration.of(Record.read(given.record, watch))
    _check_size(len(tree.nodes) - 1)
    chosen = tree.start.game
    return Explored(
        game=chosen.name,
        nodes=[_told(*each) for each in zip(tree.nodes, tree.positions(), strict=True)],
        options=dict(chosen.options),
        start=str(tree.start),
        seed=None if tree.seed is None else str(tree.seed),
        tags=dict(tree.tags),
        given=tree.given,
    )


def _check_size(moves: int) -> None:
    if moves > MOST_MOVES:
        raise refusal("exploration_too_large", most=MOST_MOVES)


def _told(node: Node, position: Position) -> ExploredMove:
    said = Annotation.read(node.comment)
    return ExploredMove(
        parent=node.parent,
        token=node.token,
        words=said.words,
        before=node.before,
        marks=list(said.marks),
        arrows=list(said.arrows),
        shares=list(said.shares) if len(said.shares) == position.game.players else [],
        proven=said.proven,
        turn=position.turn,
        legal=len(position.legal_actions),
        outcome=outcome(position),
    )


def outcome(position: Position) -> list[float]:
    """The part of the point that each seat got; empty while the game goes on."""
    found = None if position.legal_actions else position.outcome()
    payoffs: Iterable[float] = () if found is None else found.payoffs
    return [round(part_of(payoff, position.game.players), 6) for payoff in payoffs]


def write(given: Explored) -> RecordText:
    """The record of a tree."""
    _check_size(len(given.nodes) - 1)
    chosen = game(given.game, **given.options)
    seed = _read_seed(given.seed or "0") if given.seed or given.start is None else None
    start = chosen.position(given.start or "") if seed is None else chosen.start(seed)
    nodes = [Node(each.parent, each.token, _comment(each), each.before) for each in given.nodes]
    return RecordText(str(Exploration(start, nodes, given.tags, seed, given.given).record()))


def _read_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEED):
        raise refusal("bad_seed", seed=text[:80])
    return int(text)


def _comment(each: ExploredMove) -> str:
    marks, arrows = tuple(each.marks), tuple(each.arrows)
    return str(Annotation(each.words, marks, arrows, tuple(each.shares), each.proven))
