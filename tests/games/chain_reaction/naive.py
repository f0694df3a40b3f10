"""Chain Reaction once more, slowly: a dictionary of stacks, to check the fast rules.

Squares are their names (`d4`), goal squares too (`d9`, `d0`). What stands on a square is a string
of colours from bottom to top: `w`, or `bw` for a white piece on a black one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

COLUMNS = "abcdefg"
ROWS = "12345678"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
PLAYING_AREA = frozenset(SQUARES)
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
OTHER = {"w": "b", "b": "w"}
GOAL_ROW = {"w": "9", "b": "0"}
LAST_ROW = {"w": "8", "b": "1"}
CAMP = {
    "w": (("c1", "d1", "e1"), ("b2", "c2", "d2", "e2", "f2"), ("c3", "d3", "e3")),
    "b": (("c8", "d8", "e8"), ("b7", "c7", "d7", "e7", "f7"), ("c6", "d6", "e6")),
}
HALF = {
    "w": tuple(square for square in SQUARES if square[1] in "1234"),
    "b": tuple(square for square in SQUARES if square[1] in "5678"),
}
SIGNS = {".": "", "w": "w", "b": "b", "W": "ww", "X": "bw", "B": "bb", "Y": "wb"}
LETTERS = {stack: sign for sign, stack in SIGNS.items()}
MOST_SEGMENTS = 5
PENALTY = 2
LEAD = 2

Board = dict[str, str]


@dataclass(frozen=True)
class Position:
    """The board and whose move it is, under one choice of options."""

    board: tuple[tuple[str, str], ...]
    mover: str
    segments: int
    pending: str | None  # `w` or `b` after a goal, `W` or `B` after a penalty
    white_score: int
    black_score: int
    turns: int
    target: int
    tie: str
    siege: bool
    turn_limit: int


def read(text: str, options: Mapping[str, object]) -> Position:
    """The position that a well-formed `text` describes."""
    rows, mover, segments, pending, white_score, black_score, turns = text.split(" ")
    board = {
        column + row: SIGNS[sign]
        for row, signs in zip(reversed(ROWS), rows.split("/"), strict=True)
        for column, sign in zip(COLUMNS, signs, strict=True)
        if SIGNS[sign]
    }
    return Position(
        board=freeze(board),
        mover=mover,
        segments=int(segments),
        pending=None if pending == "-" else pending,
        white_score=int(white_score),
        black_score=int(black_score),
        turns=int(turns),
        target=int(str(options["target"])),
        tie=str(options["tie"]),
        siege=options["siege"] is True,
        turn_limit=int(str(options["turn_limit"])),
    )


def write(position: Position) -> str:
    """The text of a position, which `read` takes back."""
    board = dict(position.board)
    rows = [
        "".join(LETTERS[board.get(column + row, "")] for column in COLUMNS)
        for row in reversed(ROWS)
    ]
    numbers = (position.white_score, position.black_score, position.turns)
    fields = [
        "/".join(rows),
        position.mover,
        str(position.segments),
        position.pending or "-",
        *map(str, numbers),
    ]
    return " ".join(fields)


def freeze(board: Board) -> tuple[tuple[str, str], ...]:
    """The board in the one order that makes equal boards equal values."""
    return tuple(sorted(board.items()))


def turn(position: Position) -> int:
    """White has seat 0, Black seat 1."""
    return "wb".index(position.mover)


def legal(position: Position) -> list[str]:
    """The tokens of all legal moves, sorted."""
    if outcome(position) is not None:
        return []
    return sorted(moves(position))


def moves(position: Position) -> list[str]:
    """What the player to move could do, whether or not the game is over."""
    if position.pending:
        return ["@" + square for square in places_to_return(position)]
    if tower_square(position):
        return [token for token in tower_tokens(position) if may_move_tower(position, token)]
    return list(step_tokens(position))


def tower_square(position: Position) -> str | None:
    """Where the tower stands, if there is one."""
    towers = [square for square, stack in position.board if len(stack) == 2]
    assert len(towers) <= 1
    return towers[0] if towers else None


@cache
def beside(square: str, direction: tuple[int, int], distance: int = 1) -> str | None:
    """The square or goal square so far away, if there is one."""
    column = COLUMNS.index(square[0]) + direction[0] * distance
    row = int(square[1]) + direction[1] * distance
    return COLUMNS[column] + str(row) if 0 <= column < len(COLUMNS) and 0 <= row <= 9 else None


def step_tokens(position: Position) -> Iterator[str]:
    """Every step of an own piece that ends inside the playing area."""
    own = [square for square, stack in position.board if stack == position.mover]
    for square in own:
        for direction in DIRECTIONS:
            goal = beside(square, direction)
            if goal in PLAYING_AREA:
                yield f"{square}{goal}"


def tower_tokens(position: Position) -> Iterator[str]:
    """The tower moved in each of the directions in which there is room for both pieces."""
    tower = tower_square(position)
    assert tower
    for direction in DIRECTIONS:
        first, second = beside(tower, direction), beside(tower, direction, 2)
        if first in PLAYING_AREA and second:
            yield f"{tower}*{second}"


@cache
def landing(token: str) -> tuple[str, str]:
    """The squares on which the bottom piece and the top piece of the tower land."""
    tower, second = token.split("*")
    for direction in DIRECTIONS:
        first = beside(tower, direction)
        if first and beside(tower, direction, 2) == second:
            return first, second
    raise AssertionError(token)


def may_move_tower(position: Position, token: str) -> bool:
    """Whether the goal is the right one, one tower at most comes up, and none is left behind."""
    first, second = landing(token)
    board = dict(position.board)
    scores = second[1] == GOAL_ROW[position.mover]
    if second not in PLAYING_AREA and not scores:
        return False
    if first in board and second in board:
        return False
    after = move_tower(position, token)
    own_tower = any(len(stack) == 2 and stack[1] == position.mover for stack in after.values())
    last = position.segments + 1 == MOST_SEGMENTS
    return not (own_tower and (last or scores))


def move_tower(position: Position, token: str) -> Board:
    """The board after a tower move; a top piece that enters a goal is gone from it."""
    first, second = landing(token)
    board = dict(position.board)
    tower = board.pop(token[:2])
    board[first] = board.get(first, "") + tower[0]
    if second in PLAYING_AREA:
        board[second] = board.get(second, "") + tower[1]
    return board


def places_to_return(position: Position) -> list[str]:
    """After a goal row A, else rows B and C; after a penalty the camp; then the half."""
    assert position.pending
    colour = position.pending.lower()
    row_a, row_b, row_c = CAMP[colour]
    if position.pending == colour:
        areas = [row_a, row_b + row_c, HALF[colour]]
    else:
        areas = [row_a + row_b + row_c, HALF[colour]]
    taken = dict(position.board)
    for area in areas:
        free = [square for square in area if square not in taken]
        if free:
            return free
    return []


def play(position: Position, token: str) -> Position:
    """The position after a legal move, and after all that then happens by itself."""
    if token.startswith("@"):
        return put_back(position, token[1:])
    if "*" in token:
        return after_tower_move(position, token)
    board = dict(position.board)
    piece = board.pop(token[:2])
    board[token[2:]] = board.get(token[2:], "") + piece
    return after_segment(replace(position, board=freeze(board)))


def put_back(position: Position, square: str) -> Position:
    """The piece stands on the board again, and the turn passes."""
    assert position.pending
    board = dict(position.board) | {square: position.pending.lower()}
    return end_turn(replace(position, board=freeze(board)))


def after_tower_move(position: Position, token: str) -> Position:
    """Both pieces have landed; a goal is counted."""
    second = landing(token)[1]
    after = replace(position, board=freeze(move_tower(position, token)))
    if second in PLAYING_AREA:
        return after_segment(after)
    points = 2 if second[0] == "d" else 1
    return take_out(add_points(after, points), position.mover)


def after_segment(position: Position) -> Position:
    """Go on with an own tower, else end the turn."""
    tower = tower_square(position)
    played = position.segments + 1
    if tower is None or dict(position.board)[tower][1] != position.mover:
        return end_turn(position)
    assert played < MOST_SEGMENTS
    return penalise_if_stuck(replace(position, segments=played))


def add_points(position: Position, points: int) -> Position:
    """The player to move gets these points."""
    if position.mover == "w":
        return replace(position, white_score=position.white_score + points)
    return replace(position, black_score=position.black_score + points)


def take_out(position: Position, pending: str) -> Position:
    """A piece has left the board, by a goal or a penalty: its owner will put it back.

    In an exercise the owner's half may be full: then it stays out.
    """
    waiting = replace(position, mover=pending.lower(), pending=pending, segments=0)
    if decided_by_score(waiting) or places_to_return(waiting):
        return waiting
    return end_turn(waiting)


def end_turn(position: Position) -> Position:
    """The other player's turn begins."""
    turns = position.turns + 1
    mover = "wb"[turns % 2]
    after = replace(position, turns=turns, mover=mover, segments=0, pending=None)
    return after if outcome(after) is not None else penalise_if_stuck(after)


def penalise_if_stuck(position: Position) -> Position:
    """Who cannot move loses two points and, if there is a tower, it is broken up."""
    if moves(position):
        return position
    after = add_points(position, -PENALTY)
    tower = tower_square(position)
    if tower:
        board = dict(position.board)
        pieces = board[tower]
        board[tower] = pieces[1]
        return take_out(replace(after, board=freeze(board)), pieces[0].upper())
    return after if decided_by_score(after) else end_turn(after)


def outcome(position: Position) -> tuple[float, ...] | None:
    """The payoffs of both seats once the game is over, None before."""
    by_score = decided_by_score(position)
    if by_score or position.segments or position.pending:
        return by_score
    if position.turns >= position.turn_limit:
        return by_lead(position)
    if position.siege and besieges(position):
        return (1.0, -1.0) if position.mover == "w" else (-1.0, 1.0)
    return None


def decided_by_score(position: Position) -> tuple[float, ...] | None:
    """The payoffs if a player has reached the target and that ends the game."""
    best = max(position.white_score, position.black_score)
    if best < position.target:
        return None
    if abs(position.white_score - position.black_score) >= LEAD:
        return by_lead(position)
    return (0.0, 0.0) if position.tie == "draw" else None


def by_lead(position: Position) -> tuple[float, ...]:
    """The higher score wins."""
    if position.white_score == position.black_score:
        return (0.0, 0.0)
    return (1.0, -1.0) if position.white_score > position.black_score else (-1.0, 1.0)


def besieges(position: Position) -> bool:
    """Whether the player to move has the top piece on every square before the goal."""
    board = dict(position.board)
    row = [column + LAST_ROW[position.mover] for column in COLUMNS]
    return all(board.get(square, " ")[-1] == position.mover for square in row)
