"""What must hold for the symmetries of every game, as checks that take a game."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray
from tests.games.contract import Case, walks

from tablier.planes import DTYPE
from tablier.position import Position
from tablier.symmetry import Numbers, Symmetry

APART, MOST = 5, 40  # looked at: every so-and-so many positions, and no more than so many


def check_symmetric_games(case: Case, games: int) -> None:
    """Played on the other side, every game is the same: what is legal, what follows, who wins."""
    for position, action in some(case, games):
        for symmetry in case.game.symmetries:
            there = symmetry.position(position)
            said = f"{case.game.name}, {symmetry.name}: {position}"
            assert there.legal_actions == moved(symmetry, position), said
            assert there.turn == symmetry.seats[position.turn], said
            assert payoffs(there) == payoffs(position, symmetry), said
            assert case.game.position(str(there)) == there, said
            if action >= 0:
                check_symmetric_move(symmetry, position, action)


def check_first_moves(case: Case) -> None:
    """At the start, every legal move leads to the same on the other side."""
    start = case.game.start()
    for symmetry, action in product(case.game.symmetries, start.legal_actions):
        check_symmetric_move(symmetry, start, action)


def check_symmetric_move(symmetry: Symmetry, position: Position, action: int) -> None:
    there = symmetry.position(position).after(int(symmetry.actions[action]))
    said = (symmetry.name, str(position), position.game.notation.TOKENS[action])
    assert there == symmetry.position(position.after(action)), said


def check_symmetric_planes(case: Case, games: int) -> None:
    """What a net sees on the other side is what it sees here, brought there."""
    if case.game.planes is None:
        return
    positions = [position for position, _ in some(case, games)]
    here = np.stack([seen(position) for position in positions])
    for symmetry in case.game.symmetries:
        there = np.stack([seen(symmetry.position(position)) for position in positions])
        assert np.array_equal(symmetry.planes(here), there), (case.game.name, symmetry.name)


def check_group(case: Case) -> None:
    """The identity comes first, no two are alike, and two in a row are one of them."""
    symmetries, known = case.game.symmetries, {signature(each) for each in case.game.symmetries}
    assert symmetries[0].name == "identity"
    assert all(np.array_equal(part, np.arange(len(part))) for part in parts(symmetries[0]))
    assert len(known) == len({each.name for each in symmetries}) == len(symmetries)
    for first, second in product(symmetries, repeat=2):
        both = zip(parts(first), parts(second), strict=True)
        assert (*(tuple(later[earlier].tolist()) for earlier, later in both),) in known


def some(case: Case, games: int) -> Iterator[tuple[Position, int]]:
    """Positions of random games, some moves apart, with the ends among them."""
    found = list(walks(case, games))
    ends = [each for each in found if each[1] < 0]
    yield from [*found[:: max(APART, len(found) // MOST)], *ends]


def moved(symmetry: Symmetry, position: Position) -> tuple[int, ...]:
    return tuple(sorted(symmetry.actions[list(position.legal_actions)].tolist()))


def payoffs(position: Position, symmetry: Symmetry | None = None) -> list[float] | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    found = np.array(outcome.payoffs)
    kept: list[float] = (symmetry.payoffs(found) if symmetry else found).tolist()
    return kept


def seen(position: Position) -> NDArray[np.uint8]:
    module = position.game.planes
    assert module is not None
    out = np.empty(module.SHAPE, DTYPE)
    module.planes(position.state, out)
    return out


def parts(symmetry: Symmetry) -> tuple[Numbers, Numbers]:
    return symmetry.actions, symmetry.seats


def signature(symmetry: Symmetry) -> tuple[object, ...]:
    return tuple(tuple(part.tolist()) for part in parts(symmetry))
