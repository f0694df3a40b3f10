"""The drawing of Moguli: spots, pieces and routes as shapes, and both storeys as text.

The board and the pieces are drawn in board.py. Spots are the tiles, three places on each tile for
its quarter turns; pass and the exchange of rows are buttons. Pawns of a player are all alike, so a
mark is known by its kind and its place.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import getitem
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.frame import padded
from tablier.games.moguli.board import (
    BORDER,
    CORNER,
    FRAME,
    HEIGHT,
    PIECES,
    QUARTER_PLACES,
    RIGHT,
    WIDTH,
    layers,
    middle,
    turning,
)
from tablier.games.moguli.notation import NAMES, NUMBERS, SWAPS, TILES, TOKENS, letters_of
from tablier.games.moguli.paths import ROWS, SQUARES
from tablier.games.moguli.rules import ENOUGH, PASS, STUCK_TURNS, TURNINGS, pawns_home
from tablier.games.moguli.ways import Storey, best_way, top, underside
from tablier.portable import members
from tablier.position import fields
from tablier.shapes import Board, Leg, Mark, Point, Spot

SCENE = "dCbCc/BCabB/BBcbA/cACac/aBbBC/cbBCa/DBDdd b5,c5,c7,e4,e7 a3,a7,b1,b3,c2 2 - a4 - 0 play 21"
VIEWS = {"xray": "x"}
SEATS = ("first", "second")
BUTTONS = (TOKENS[PASS], *SWAPS)


def board(options: NDArray[np.int32]) -> Board:
    """The frame, which says whether it is a cylinder."""
    quarters = [spot for square in range(SQUARES) for spot in quarter_spots(square)]
    shown = layers(cylinder=bool(options[2]))
    return Board(WIDTH, HEIGHT, shown, (*FRAME.spots(), *quarters), PIECES, BUTTONS, SEATS, (1,))


# Spots


def path(way: int) -> tuple[str, ...]:
    """The tile and its quarter turn; the pawn and its end; or a button."""
    token = TOKENS[way]
    if way >= PASS:
        return (token,)
    return (token[:2], token if way < TURNINGS else token[3:])


QUARTER_KEYS: Mapping[int, Mapping[str, int]] = {
    1: {"left": 3, "down": 2},
    2: {"left": 3, "right": 1},
    3: {"right": 1, "down": 2},
}


def quarter_spots(square: int) -> list[Spot]:
    """Right for one quarter turn, left for three (one back), below for two.

    Arrow keys lead from one to another, and out of the tile to those beside it.
    """
    x, y = middle(square)
    found = []
    for quarters, (right, down) in QUARTER_PLACES.items():
        keys = FRAME.keys(square)
        keys |= {key: f"{NAMES[square]}+{n}" for key, n in QUARTER_KEYS[quarters].items()}
        name, area = f"{NAMES[square]}+{quarters}", turning(quarters, (x, y))
        found.append(Spot(name, name, x + right, y + down, area, keys))
    return found


# Pieces


def marks(state: Any) -> list[Mark]:
    """The tiles as they lie, their seals and arrows, and the pawns."""
    now = fields(state)
    first, second = now.pawns.tolist()
    return [
        *_tile_marks(now.plain, now.north, now.east),
        *_corner_marks("seal", now.barred),
        *_corner_marks("turned", now.turned),
        *_pawn_marks(0, first),
        *_pawn_marks(1, second),
    ]


@lru_cache(maxsize=1024)  # tiles lie still while pawns move
def _tile_marks(plain: int, north: int, east: int) -> list[Mark]:
    return list(map(getitem, TILE_MARKS, letters_of(plain, north, east)))


@lru_cache(maxsize=2**13)
def _corner_marks(piece: str, tiles: int) -> list[Mark]:
    return [_corner_mark(piece, tile) for tile in members(tiles)]


@lru_cache(maxsize=2**13)
def _pawn_marks(seat: int, pawns: int) -> list[Mark]:
    return [_pawn_mark(seat, gate) for gate in members(pawns)]


def _tile_mark(square: int, letter: str) -> Mark:
    name, (triangles, plain) = NAMES[square], TILES
    piece, kinds = ("plain", plain) if letter in plain else ("triangle", triangles)
    return Mark(f"tile-{name}", piece, *middle(square), turn=90 * kinds.index(letter), spot=name)


TILE_MARKS = [
    {letter: _tile_mark(square, letter) for letter in "".join(TILES)} for square in range(SQUARES)
]
"""The tile on each square, by its letter."""


@cache
def _pawn_mark(seat: int, gate: int) -> Mark:
    return Mark(pawn_id(seat, gate), SEATS[seat], *middle(gate), spot=NAMES[gate])


@cache
def _corner_mark(piece: str, tile: int) -> Mark:
    x, y = middle(tile)
    return Mark(f"{piece}-{NAMES[tile]}", piece, x + CORNER, y - CORNER, spot=NAMES[tile])


def pawn_id(seat: int, gate: int) -> str:
    """The id of the pawn on that gate."""
    return f"{SEATS[seat]}-{NAMES[gate]}"


def route(state: Any, action: int) -> list[Leg]:
    """§4.1 The way of a pawn over the tiles, below them and over them again."""
    if not TURNINGS <= action < PASS:
        return []
    start, end = path(action)
    pawn = NUMBERS[start]
    way = best_way(state, pawn, NUMBERS[end])
    mark = pawn_id(int(state.turn), pawn)
    return [
        Leg(mark, points, below=gates is way.below)
        for gates in (way.first, way.below, way.second)
        for points in _lines(gates)
        if len(points) > 1
    ]


def _lines(gates: Sequence[int]) -> list[list[Point]]:
    """The points of a walk; it is cut where it goes round the cylinder."""
    lines = [[middle(gates[0])]]
    for gate, following in pairwise(gates):
        if abs(following - gate) > ROWS:
            y = middle(gate)[1]
            rims = [(RIGHT + 0.3, y), (BORDER - 0.3, y)]
            out, back = rims if gate > following else rims[::-1]
            lines[-1].append(out)
            lines.append([back])
        lines[-1].append(middle(following))
    return lines


# Letters

FREE, TRIANGLE, BARRED, TURNED = "○", "▵", "✕", "↻"
HEAVY, LIGHT = tuple("━╸╺┃╹╻"), tuple("─╴╶│╵╷")  # lines and halves: sideways, then upright
LABELS = "".join(f"{letter:^6}" for letter in "abcde")


def text(state: Any) -> str:
    """Both storeys in letters: the tops in heavy lines, the undersides in light ones beside them.

    ○ is a free gate, 1 and 2 are pawns, ▵ a tile with a triangle, ✕ a barred tile, ↻ one turned in
    this turn. Below stand who moves, pawns home, what was done, and the counts.
    """
    gates = gate_signs(state)
    north, east, plain = int(state.north), int(state.east), int(state.plain)
    above = storey_lines(gates, north, east, top(state), HEAVY)
    under = storey_lines(gates, north ^ plain, east ^ plain, underside(state), LIGHT)
    lines = [f"   {LABELS}      {LABELS}"]
    for n, (left, right) in enumerate(zip(signed_lines(state, above), under, strict=True)):
        row = f"{ROWS - n // 2}" if n % 2 else " "
        lines.append(f" {row} {left}   {row}  {right}")
    lines += [lines[0], "", f"   {_tally(state)}"]
    return padded(lines)


def gate_signs(state: Any) -> list[str]:
    """All gates: a pawn by its player's number, or a free one."""
    signs = [FREE] * SQUARES
    for seat in (0, 1):
        for gate in members(state.pawns[seat]):
            signs[gate] = str(seat + 1)
    return signs


def storey_lines(
    gates: Sequence[str], north: int, east: int, storey: Storey, strokes: tuple[str, ...]
) -> list[str]:
    """The lines of a storey from north to south: upright paths and gates in turn."""
    lines = []
    for row in reversed(range(ROWS)):
        lines.append(_uprights(north, storey, row, strokes))
        lines.append(_gates(gates, east, storey, row, strokes))
    return [*lines, _uprights(north, storey, -1, strokes)]


def _uprights(north: int, storey: Storey, row: int, strokes: tuple[str, ...]) -> str:
    """The paths between a row (−1: none) and the one north of it."""
    line, upper_half, lower_half = strokes[3:]
    cells = []
    for gate in range(row, SQUARES + row, ROWS):
        comes_down = row < ROWS - 1 and not north >> gate + 1 & 1
        goes_up = row >= 0 and north >> gate & 1
        linked = row >= 0 and storey[0] >> gate & 1
        sign = line if linked else lower_half if goes_up else upper_half if comes_down else " "
        cells.append(f"  {sign}   ")
    return "".join(cells)


def _gates(
    gates: Sequence[str], east: int, storey: Storey, row: int, strokes: tuple[str, ...]
) -> str:
    """The gates of a row with the paths between them."""
    line, left_half, right_half = strokes[:3]
    cells = []
    for gate in range(row, SQUARES, ROWS):
        linked_west = storey[1] >> (gate - ROWS) % SQUARES & 1
        linked_east = storey[1] >> gate & 1
        leads_east = east >> gate & 1
        west = "  " if leads_east else f"{line if linked_west else right_half}{line}"
        tail = f"{line}{line if linked_east else left_half}" if leads_east else "  "
        cells.append(f"{west}{gates[gate]}{tail}{line if linked_east else ' '}")
    return "".join(cells)


def signed_lines(state: Any, lines: Sequence[str]) -> list[str]:
    """The lines of the tops with the signs of the tiles, on both sides of the path to the north."""
    letters = [list(line) for line in lines]
    plain = members(state.plain)
    signs = dict.fromkeys(members(state.barred), BARRED)
    signs |= dict.fromkeys(members(state.turned), TURNED)
    for tile in range(SQUARES):
        line, column = letters[2 * (ROWS - 1 - tile % ROWS)], 6 * (tile // ROWS)
        line[column + 1] = " " if tile in plain else TRIANGLE
        line[column + 3] = signs.get(tile, " ")
    return ["".join(line) for line in letters]


def _tally(state: Any) -> str:
    arrows = "▸ " if state.turn == 0 else " ▸"
    homes = "   ".join(
        f"{arrows[seat]} {seat + 1} ⌂ {pawns_home(state, seat)}/{ENOUGH}" for seat in (0, 1)
    )
    turnings = "■" * state.turnings + "□" * (1 + state.bonus - state.turnings)
    moved = "■" if state.moved else "□"
    still = f"‖ {state.stuck}/{STUCK_TURNS}   … {state.still}/{state.standstill}"
    counts = f"{still}   # {state.played}/{state.turn_limit}"
    return f"{homes}   {TURNED} {turnings:2}  → {moved}   {counts}"
