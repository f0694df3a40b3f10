"""Moguli once more, slowly: sets, strings and the rulebook's own words, to check the fast rules.

Squares are their names (`c4`), a tile is its letter (`a`–`d` with a triangle, `A`–`D` without), and
nothing is remembered that can be worked out again from the board.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

COLUMNS = "abcde"
ROWS = "1234567"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
NORTH, EAST, SOUTH, WEST = "north", "east", "south", "west"
OPPOSITE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}
JOINED = [{NORTH, EAST}, {EAST, SOUTH}, {SOUTH, WEST}, {WEST, NORTH}]
TOP, UNDERSIDE = "top", "underside"
START_ROW = {1: "1", 2: "7"}
SWAPS = {"swap3": "3", "swap4": "4", "swap5": "5"}
SWAP, PLAY, LAST = "swap", "play", "last"
STUCK_TURNS = 6
THIRD_HOME = "third_home"


@dataclass(frozen=True)
class Position:
    """Everything that the rules look at, with the options."""

    tiles: Mapping[str, str]
    pawns: Mapping[int, frozenset[str]]
    mover: int
    moved: bool
    bonus: bool
    turnings: int
    barred: frozenset[str]
    turned: frozenset[str]
    could: bool
    stuck: int
    still: int
    phase: str
    played: int
    options: Mapping[str, object]


@dataclass(frozen=True)
class Way:
    """One way of making a move: gates walked over, then under, then over again.

    Each stage begins on the gate where the one before ended.
    """

    first: tuple[str, ...]
    below: tuple[str, ...]
    second: tuple[str, ...]
    bonus: bool

    @property
    def end(self) -> str:
        return self.second[-1]

    @property
    def length(self) -> int:
        """How many steps from gate to gate it takes."""
        return len(self.first) + len(self.below) + len(self.second) - 3


# Texts


def read(text: str, options: Mapping[str, object]) -> Position:
    """The position that a well-formed `text` describes."""
    tiles, first, second, mover, done, barred, turned, counts, phase, played = text.split(" ")
    stuck, _, still = counts.partition("/")
    return Position(
        tiles={
            column + row: tile
            for row, letters in zip(reversed(ROWS), tiles.split("/"), strict=True)
            for column, tile in zip(COLUMNS, letters, strict=True)
        },
        pawns={1: read_squares(first), 2: read_squares(second)},
        mover=int(mover),
        moved="m" in done,
        bonus="+" in done,
        turnings=done.count("t"),
        barred=read_squares(barred),
        turned=read_squares(turned),
        could="c" in done,
        stuck=int(stuck),
        still=int(still or stuck),
        phase=phase,
        played=int(played),
        options=options,
    )


def read_squares(text: str) -> frozenset[str]:
    return frozenset() if text == "-" else frozenset(text.split(","))


def write(position: Position) -> str:
    """The text of a position, which `read` takes back."""
    rows = ["".join(position.tiles[column + row] for column in COLUMNS) for row in reversed(ROWS)]
    done = "m" * position.moved + "+" * position.bonus + "t" * position.turnings
    done += "c" * position.could
    counts = [position.stuck, position.still]
    fields = [
        "/".join(rows),
        write_squares(position.pawns[1]),
        write_squares(position.pawns[2]),
        str(position.mover),
        done or "-",
        write_squares(position.barred),
        write_squares(position.turned),
        "/".join(map(str, dict.fromkeys(counts))),
        position.phase,
        str(position.played),
    ]
    return " ".join(fields)


def write_squares(squares: frozenset[str]) -> str:
    return ",".join(sorted(squares)) or "-"


# Tiles and paths


@cache
def joined(tile: str, face: str) -> frozenset[str]:
    """The two sides that the tile's paths lead to on that face, seen from above."""
    top = frozenset(JOINED["abcd".index(tile.lower())])
    has_triangle = tile.islower()
    return top if face == TOP or has_triangle else frozenset(OPPOSITE) - top


def rotated(tile: str, quarters: int) -> str:
    letters = "abcd" if tile.islower() else "ABCD"
    return letters[(letters.index(tile) + quarters) % 4]


@cache
def beyond(square: str, side: str, cylinder: bool) -> str | None:
    """The square on that side, or None beyond the rim."""
    column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
    if side in (NORTH, SOUTH):
        row += 1 if side == NORTH else -1
        return COLUMNS[column] + ROWS[row] if 0 <= row < len(ROWS) else None
    column += 1 if side == EAST else -1
    if cylinder:
        column %= len(COLUMNS)
    return COLUMNS[column] + ROWS[row] if 0 <= column < len(COLUMNS) else None


def connected(position: Position, square: str, face: str) -> list[str]:
    """The gates that a path of that face leads to directly."""
    gates = []
    for side in joined(position.tiles[square], face):
        other = beyond(square, side, bool(position.options["cylinder"]))
        if other is not None and OPPOSITE[side] in joined(position.tiles[other], face):
            gates.append(other)
    return sorted(gates)


# Moving


def others(position: Position, pawn: str) -> frozenset[str]:
    """The gates where any pawn but this one stands."""
    return (position.pawns[1] | position.pawns[2]) - {pawn}


def ways(position: Position, pawn: str) -> Iterator[Way]:
    """All ways in which the paths let this pawn of the mover move, duties aside."""
    blocked = others(position, pawn)
    enemies = position.pawns[3 - position.mover]
    for first in walks_above(position, (pawn,), blocked):
        for below in walks_below(position, first[-1], blocked):
            bonus = not enemies.isdisjoint(below[1:-1])
            for second in walks_above(position, (below[-1],), blocked):
                if second[-1] != pawn:
                    yield Way(first, below, second, bonus)


def walks_above(
    position: Position, walked: tuple[str, ...], blocked: frozenset[str]
) -> Iterator[tuple[str, ...]]:
    """This walk, and all that go on from its end over free gates."""
    yield walked
    for gate in connected(position, walked[-1], TOP):
        if gate not in blocked and gate not in walked:
            yield from walks_above(position, (*walked, gate), blocked)


def walks_below(
    position: Position, down: str, blocked: frozenset[str]
) -> Iterator[tuple[str, ...]]:
    """All walks underneath from `down` to a free gate that pass under another pawn."""
    for first in connected(position, down, UNDERSIDE):
        walked = [down, first]
        while True:
            passed = walked[1:-1]
            if walked[-1] not in blocked and not blocked.isdisjoint(passed):
                yield tuple(walked)
            onwards = [
                gate
                for gate in connected(position, walked[-1], UNDERSIDE)
                if gate != walked[-2] and gate != down
            ]
            if not onwards:
                break
            walked += onwards


def ends(position: Position, pawn: str) -> set[str]:
    """The gates where the pawn can end, duties aside."""
    return {way.end for way in ways(position, pawn)}


def start_row(position: Position) -> set[str]:
    return {column + START_ROW[position.mover] for column in COLUMNS}


def free_on_start_row(position: Position) -> int:
    return len(start_row(position) - position.pawns[1] - position.pawns[2])


def three_opponents_are_home(position: Position) -> bool:
    return len(start_row(position) & position.pawns[3 - position.mover]) >= 3


def duty_binds(position: Position) -> bool:
    own_on_row = start_row(position) & position.pawns[position.mover]
    if position.options["obligation"] == THIRD_HOME:
        return three_opponents_are_home(position) and bool(own_on_row)
    return free_on_start_row(position) < 2 and bool(own_on_row)


def may_come_back(position: Position) -> bool:
    """May a pawn come onto the start row from another one?"""
    if position.options["obligation"] == THIRD_HOME:
        return not three_opponents_are_home(position)
    return free_on_start_row(position) - 1 >= 2


def pawn_moves(position: Position) -> list[str]:
    """The pawn moves that are legal: none once one was made in this turn."""
    if position.moved:
        return []
    row, binds, open_to_own = start_row(position), duty_binds(position), may_come_back(position)
    moves = []
    for pawn in position.pawns[position.mover]:
        if binds and pawn not in row:
            continue
        for end in ends(position, pawn):
            stays = pawn in row and end in row
            comes = pawn not in row and end in row
            if not (binds and stays) and not (comes and not open_to_own):
                moves.append(f"{pawn}-{end}")
    return moves


# A turn


def turn_moves(position: Position, due: bool) -> list[str]:
    """The turnings of a tile that are legal; if a pawn move is due, one must be left."""
    if position.turnings >= 1 + position.bonus:
        return []
    return [
        f"{square}+{quarters}"
        for square in SQUARES
        for quarters in (1, 2, 3)
        if square not in position.barred
        and not (due and not pawn_moves(turn_tile(position, square, quarters)))
    ]


def legal(position: Position) -> list[str]:
    """The tokens of all legal moves, sorted."""
    if outcome(position) is not None:
        return []
    if position.phase == SWAP:
        return sorted([*SWAPS, "keep"])
    moves = pawn_moves(position)
    compulsory = bool(position.options["compulsory"])
    due = bool(moves) and (duty_binds(position) or compulsory)
    turns = turn_moves(position, due)
    first_turn_is_open = bool(turns) and position.turnings == 0
    may_end = not due and not (compulsory and first_turn_is_open)
    return sorted(turns + moves + ["pass"] * (may_end and bool(turns + moves)))


def play(position: Position, token: str) -> Position:
    """The position after a legal move."""
    if position.phase == SWAP:
        return swap(position, token)
    if token == "pass":
        return end_turn(position)
    if "+" in token:
        after = turn_tile(position, token[:2], int(token[3]))
    else:
        after = move_pawn(position, *token.split("-"))
        if is_home(after, 2):
            return after
    return after if legal(after) else end_turn(after)


def swap(position: Position, token: str) -> Position:
    """Exchange the tiles of the mover's start row, or keep them."""
    tiles = dict(position.tiles)
    if token != "keep":
        for column in COLUMNS:
            own, other = column + START_ROW[position.mover], column + SWAPS[token]
            tiles[own], tiles[other] = tiles[other], tiles[own]
    return replace(
        position,
        tiles=tiles,
        mover=3 - position.mover,
        phase=SWAP if position.mover == 1 else PLAY,
    )


def turn_tile(position: Position, square: str, quarters: int) -> Position:
    tiles = {**position.tiles, square: rotated(position.tiles[square], quarters)}
    return replace(
        position,
        tiles=tiles,
        turnings=position.turnings + 1,
        turned=position.turned | {square},
        could=not position.moved and bool(pawn_moves(position)),
    )


def move_pawn(position: Position, pawn: str, end: str) -> Position:
    own = position.pawns[position.mover] - {pawn} | {end}
    bonus = any(way.bonus for way in ways(position, pawn) if way.end == end)
    pawns = {**position.pawns, position.mover: own}
    return replace(position, pawns=pawns, moved=True, bonus=bonus, could=False)


def end_turn(position: Position) -> Position:
    phase = LAST if position.mover == 1 and is_home(position, 1) else position.phase
    could = position.moved or position.could or bool(pawn_moves(position))
    return replace(
        position,
        mover=3 - position.mover,
        moved=False,
        bonus=False,
        turnings=0,
        barred=position.turned,
        turned=frozenset(),
        could=False,
        stuck=0 if could else position.stuck + 1,
        still=0 if position.moved else position.still + 1,
        phase=phase,
        played=position.played + 1,
    )


# The end


def home(position: Position, player: int) -> int:
    """How many pawns of the player stand on the enemy start row."""
    return sum(square[1] == START_ROW[3 - player] for square in position.pawns[player])


def is_home(position: Position, player: int) -> bool:
    return home(position, player) >= 4


def outcome(position: Position) -> tuple[float, ...] | None:
    """The payoffs of both seats once the game is over, None before."""
    if is_home(position, 2):
        return (0.0, 0.0) if position.phase == LAST else (-1.0, 1.0)
    if position.phase == LAST and position.mover == 1:
        return (1.0, -1.0)
    limit, standstill = (int(str(position.options[name])) for name in ("turn_limit", "standstill"))
    by_count = position.still >= standstill or position.played >= limit
    if position.stuck >= STUCK_TURNS or by_count:
        lead = home(position, 1) - home(position, 2)
        return (float((lead > 0) - (lead < 0)), float((lead < 0) - (lead > 0)))
    return None


def turn(position: Position) -> int:
    """The seat of the player to move."""
    return position.mover - 1
