"""Symmetries of Le Jeu du Labyrinthe: quarter turns of the board, and seats that move up.

Which turns there are follows from the layout: a turn has to bring every block to one that starts
where it comes to lie. Camps only say where pawns start, and nothing but the order of the seats
tells the players apart.
"""

from collections.abc import Mapping
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.games.labyrinthe import rules
from tablier.games.labyrinthe.blocks import BLOCKS, COLUMNS, LENGTH, N_BLOCKS, ROWS, SIZE
from tablier.games.labyrinthe.planes import CHANNELS, JOINED_EAST, JOINED_NORTH, NUMBER, SHAPE
from tablier.games.labyrinthe.rules import MOST_STEPS, PAWNS, PLAYERS
from tablier.symmetry import Numbers, Point, Symmetry, becomes, board, cells, order

TURNS = ("", "quarter turn", "half turn", "three-quarter turn")
SIDES = {JOINED_EAST: (1, 0), JOINED_NORTH: (0, 1)}
SEAT = CHANNELS.index("seat")


def symmetries(options: Mapping[str, Any]) -> list[Symmetry]:
    """All but the identity."""
    quarters = [turn for turn in range(len(TURNS)) if blocks(turn) is not None]
    kinds = product(range(int(options["players"])), quarters)
    return [symmetry(turn, up, int(options["players"])) for up, turn in kinds if turn or up]


def turned(quarters: int, point: tuple[Any, Any]) -> tuple[Any, Any]:
    """Where a point goes, or many of them as arrays: clockwise around the centre."""
    x, y = point
    for _ in range(quarters):
        x, y = y, 2 * SIZE - 2 - x
    return x, y


def turned_step(quarters: int, step: Point) -> Point:
    """Where a step leads: clockwise."""
    x, y = step
    for _ in range(quarters):
        x, y = y, -x
    return x, y


@cache
def blocks(quarters: int) -> Numbers | None:
    """The block that each block becomes, or None if the layout does not look the same then."""
    areas = [frozenset((2 * x, 2 * y) for x, y in block.squares) for block in BLOCKS]
    there = [frozenset(turned(quarters, point) for point in area) for area in areas]
    same = set(areas) == set(there)
    return np.array([areas.index(area) for area in there], np.int32) if same else None


@cache
def squares(quarters: int) -> Numbers:
    """The square that each square becomes."""
    return order(board(SIZE, SIZE), partial(turned, quarters))


def symmetry(quarters: int, up: int, players: int) -> Symmetry:
    """The board rotated by quarter turns, and every seat moved up by `up`."""
    said = [TURNS[quarters]] * (quarters > 0) + [f"seats {up} up"] * (up > 0)
    seats = (np.arange(players, dtype=np.int32) + up) % players
    block = {number + 1: int(there) + 1 for number, there in enumerate(known(quarters))}
    return Symmetry(
        name=", ".join(said),
        actions=actions(quarters),
        cells=placed(quarters),
        change=partial(change, quarters, seats),
        seats=seats,
        values={NUMBER: becomes(block), SEAT: becomes(dict(enumerate(seats.tolist())))},
    )


def known(quarters: int) -> Numbers:
    """The block that each block becomes by a turn that there is."""
    there = blocks(quarters)
    assert there is not None
    return there


@cache
def placed(quarters: int) -> Numbers:
    """Where the cells of the planes go."""
    return cells(SHAPE, partial(turned, quarters), SIDES)


@cache
def actions(quarters: int) -> Numbers:
    """The action that each becomes: slides of pawns, squares in the centre, block steps, pass."""
    square, block = squares(quarters).tolist(), known(quarters).tolist()
    slides = [
        (action // rules.SLIDES, int(rules.slide_target(action)))
        for action in range(rules.FIRST_PUT)
    ]
    steps = [
        (number, ((by, 0), (0, by))[axis])
        for number, axis in product(range(N_BLOCKS), (ROWS, COLUMNS))
        for by in range(-MOST_STEPS[axis, number], MOST_STEPS[axis, number] + 1)
        if by
    ]
    slid = order(slides, lambda slide: (square[slide[0]], square[slide[1]]))
    put = order(rules.CENTRE_SQUARES.tolist(), lambda centre: square[centre])
    stepped = order(steps, lambda step: (block[step[0]], turned_step(quarters, step[1])))
    passed = np.array([rules.PASS], np.int32)
    return np.concatenate([slid, rules.FIRST_PUT + put, rules.FIRST_MOVE + stepped, passed])


def change(quarters: int, seats: Numbers, states: NDArray[Any]) -> None:
    """Rotate blocks and pawns, and move the seats up; derived fields are recomputed."""
    turn_blocks(quarters, states)
    square, players = squares(quarters), len(seats)
    pawns = states["pawns"].reshape(-1, PLAYERS, PAWNS)
    pawns[:, seats] = np.sort(square[pawns[:, :players]], axis=-1)
    states["pawns"] = pawns.reshape(-1, PLAYERS * PAWNS)
    states["turn"] = seats[states["turn"]]
    states["doubled"] = renamed(square, states["doubled"])
    for state in states:
        rules.lay_out(state)


def turn_blocks(quarters: int, states: NDArray[Any]) -> None:
    """The first column and the first row of each block, and the blocks that the rules remember."""
    block, places = known(quarters), states["places"].reshape(-1, 2, N_BLOCKS).astype(np.int32)
    first, last = 2 * places, 2 * (places + LENGTH - 1)
    corners = [np.stack(turned(quarters, (each[:, 0], each[:, 1])), 1) for each in (first, last)]
    moved = np.empty_like(places)
    moved[..., block] = np.minimum(*corners) // 2
    states["places"] = moved.reshape(-1, 2 * N_BLOCKS)
    for name in ("barred", "moved"):
        states[name] = renamed(block, states[name])


def renamed(numbers: Numbers, before: NDArray[Any]) -> NDArray[Any]:
    """The new number of each; what is below 0 stands for nothing and stays."""
    return np.where(before < 0, before, numbers[before])
