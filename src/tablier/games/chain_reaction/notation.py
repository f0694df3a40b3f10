"""How Chain Reaction is written (§8): steps `c3d4`, falls `d4*d6`, putting back `@c1`, positions.

Also what the player to move has to do, and why a move is illegal. Goal squares are named like
squares of a row 0 and a row 9.
"""

import re
from functools import lru_cache
from typing import Any

from tablier.countdown import turn_limit_near
from tablier.games.chain_reaction.rules import (
    AFTER_GOAL,
    AFTER_PENALTY,
    CAMP,
    COLUMNS,
    FALLS,
    FIRST_FALL,
    FROM,
    LAST_ROW,
    LIMIT,
    MOST_SEGMENTS,
    NEAR,
    NO_PIECE,
    NOWHERE,
    OPEN,
    PENALTY,
    POINTS,
    ROW_A,
    ROWS,
    SIEGE,
    SQUARES,
    STEPS,
    TIE,
    TO,
    begin_turn,
    by_score,
    homes,
    is_stuck,
    legal_falls,
)
from tablier.portable import NONE, digits, has, lowest, members, squares
from tablier.position import fields
from tablier.rectangle import Rectangle
from tablier.rows import read_rows, write_rows
from tablier.texts import Sentence, Several, Who

COLOURS = "wb"
NOBODY, EMPTY = "-", "."
SIGNS: dict[
    str, tuple[int | None, int | None]
] = {  # the seats of the piece on top and of that below
    EMPTY: (None, None),
    "w": (0, None),
    "b": (1, None),
    "W": (0, 0),
    "X": (0, 1),
    "B": (1, 1),
    "Y": (1, 0),
}
SIGN_OF = str.maketrans("012", EMPTY + COLOURS)
LETTERS = {seats: letter for letter, seats in SIGNS.items()}
MOST_POINTS = 20_000  # far beyond every game, and a score fits its field whatever follows
MOST_TURNS = 10_000

TOKEN = re.compile(r"(?P<start>[a-z]\d)(?P<star>\*?)(?P<end>[a-z]\d)|@(?P<back>[a-z]\d)", re.ASCII)
NUMBER = re.compile(r"0|-?[1-9]\d{0,4}", re.ASCII)


def name(col: int, row: int) -> str:
    """The name of a square; rows −1 and 8 are the goals."""
    return f"{'abcdefg'[col]}{row + 1}"


def place(square_name: str) -> tuple[int, int]:
    """Column and row of a square or goal square; the reverse of `name`."""
    return ord(square_name[0]) - ord("a"), int(square_name[1]) - 1


BOARD = Rectangle(COLUMNS, ROWS)
FIELD = Rectangle(COLUMNS, ROWS + 2, lowest=0)  # with the goal lines
NAMES, NUMBERS = BOARD.names, BOARD.numbers
GOAL_NAMES = tuple(name(col, row) for col in range(COLUMNS) for row in (-1, ROWS))


def fall_ends(fall: int) -> tuple[str, str]:
    """The square of the tower, and the one on which its top piece lands."""
    square = next(square for square in range(SQUARES) if FIRST_FALL[square + 1] > fall)
    (col, row), (near_col, near_row) = divmod(square, ROWS), divmod(int(lowest(NEAR[fall])), ROWS)
    return NAMES[square], name(2 * near_col - col, 2 * near_row - row)


TOKENS = (
    *(NAMES[FROM[step]] + NAMES[TO[step]] for step in range(STEPS)),
    *("*".join(fall_ends(fall)) for fall in range(FALLS)),
    *(f"@{square_name}" for square_name in NAMES),
)


# Positions


def write(state: Any) -> str:
    """§8.2 Board, mover, segments, piece to put back, scores, turns."""
    rows, now = write_rows(BOARD, signs(state)), fields(state)
    mover = COLOURS[now.turn]
    pending = pendings(mover)[now.returning]
    white, black = now.score.tolist()
    return f"{rows} {mover} {now.segments} {pending} {white} {black} {now.turns}"


def pendings(mover: str) -> tuple[str, str, str]:
    """What stands for the piece to put back: none, one after a goal, one after a penalty."""
    return NOBODY, mover, mover.upper()


def signs(state: Any) -> str:
    """What stands on each square, as position texts write it."""
    return signs_of(fields(state))


def signs_of(now: Any) -> str:
    """The same for the fields of a state."""
    return _signs(*now.tops.tolist(), now.tower, now.under)


@lru_cache(maxsize=1024)  # the text, the pieces and the routes of a position need the same
def _signs(white: int, black: int, tower: int, under: int) -> str:
    found = digits(SQUARES, white, black).translate(SIGN_OF)
    if tower == NOWHERE:
        return found
    letter = LETTERS[COLOURS.index(found[tower]), under]
    return f"{found[:tower]}{letter}{found[tower + 1 :]}"


def read(state: Any, text: str) -> Sentence | None:
    """§8.2 The position of that text, if a game could come to it."""
    fields = text.split(" ")
    if len(fields) != 7:
        return Sentence("fields", "8.2", {"n": len(fields)})
    board, mover, segments, pending, *numbers = fields
    return (
        _read_board(state, board)
        or _read_turn(state, mover, segments, pending)
        or _read_numbers(state, *numbers)
        or _check_mover(state)
        or _check_tower(state)
        or _settle(state)
    )


def _read_board(state: Any, text: str) -> Sentence | None:
    board = read_rows(BOARD, text, "".join(SIGNS), "8.2")
    if isinstance(board, Sentence):
        return board
    for seat in range(len(COLOURS)):
        own = [square for square, letter in enumerate(board) if SIGNS[letter][0] == seat]
        state.tops[seat] = squares(*own)
    return _read_tower(state, board)


def _read_tower(state: Any, board: str) -> Sentence | None:
    towers = [square for square, letter in enumerate(board) if SIGNS[letter][1] is not None]
    if len(towers) > 1:
        first, second, *_ = (NAMES[square] for square in towers)
        return Sentence("towers", "1.4", {"first": first, "second": second})
    for square in towers:
        state.tower = square
        state.under = SIGNS[board[square]][1]
    return None


def _read_turn(state: Any, mover: str, segments: str, pending: str) -> Sentence | None:
    if mover not in tuple(COLOURS):
        return Sentence("no_mover", "8.2", {"mover": mover})
    if segments not in tuple("01234"):
        return Sentence("no_segments", "8.2", {"segments": segments})
    if pending not in pendings(mover):
        said = {"mover": mover, "upper": mover.upper(), "pending": pending}
        return Sentence("no_pending", "8.2", said)
    state.turn = COLOURS.index(mover)
    state.segments = int(segments)
    state.returning = pendings(mover).index(pending)
    if state.returning != NO_PIECE and state.segments:
        return Sentence("returning_segments", "8.2", {"segments": segments})
    return None


def _read_numbers(state: Any, white: str, black: str, turns: str) -> Sentence | None:
    for seat, score in enumerate((white, black)):
        if not NUMBER.fullmatch(score) or abs(int(score)) > MOST_POINTS:
            return Sentence("no_score", "8.2", {"score": score, "most": MOST_POINTS})
        state.score[seat] = int(score)
    most = MOST_TURNS - 1 if in_turn(state) else MOST_TURNS
    if not NUMBER.fullmatch(turns) or not 0 <= int(turns) <= most:
        return Sentence("no_turns", "8.2", {"turns": turns, "most": most})
    state.turns = int(turns)
    return None


def in_turn(state: Any) -> bool:
    """Has something been done in this turn already?"""
    return bool(state.segments or state.returning != NO_PIECE)


def _check_mover(state: Any) -> Sentence | None:
    if state.returning != NO_PIECE or state.turn == state.turns % 2:
        return None  # older texts have all pieces as after a goal, even in the other's turn
    return Sentence("wrong_mover", "2.1", {"turns": int(state.turns)})


def _check_tower(state: Any) -> Sentence | None:
    """§2.5, §6.2 Whose tower can stand on the board now; none does after a penalty."""
    if state.tower == NOWHERE:
        return Sentence("segments_without_tower", "2.4") if state.segments else None
    tower = {"tower": NAMES[state.tower]}
    is_own = has(state.tops[state.turn], state.tower)
    if state.returning == AFTER_PENALTY:
        return Sentence("tower_after_penalty", "6.2", tower)
    if state.returning == AFTER_GOAL and (is_own or state.turn != state.turns % 2):
        return Sentence("tower_while_returning", "2.5", tower)
    if state.returning == NO_PIECE and not is_own:
        return Sentence("others_tower", "2.5", tower)
    return None


def _settle(state: Any) -> Sentence | None:
    """How the game stands; refuse what `play` would not have left standing."""
    state.standing = by_score(state)
    if state.standing == OPEN and not in_turn(state):
        begin_turn(state)
    elif state.standing == OPEN and state.returning == NO_PIECE:
        state.falls = legal_falls(state)
    if state.standing != OPEN:
        return None
    if state.returning != NO_PIECE:
        return Sentence("half_is_full", "9.1") if homes(state) == NONE else None
    return Sentence("stuck", "6.1") if is_stuck(state) else None


# What there is to do

STEP = ("white_steps", "black_steps")
GO_ON = ("white_moves_tower", "black_moves_tower")
PUT_BACK = ("white_puts_back", "black_puts_back")
WON_BY_POINTS = ("white_has_points", "black_has_points")
WON_BY_LIMIT = ("limit_white", "limit_black")
WON_BY_SIEGE = ("white_besieges", "black_besieges")


def status(state: Any) -> Sentence:
    """What the player to move has to do, or how the game ended."""
    now = fields(state)
    if now.standing != OPEN:
        return _ending(state)
    player = {"player": Who(now.turn)}
    if now.returning != NO_PIECE:
        return Sentence(PUT_BACK[now.turn], values={**player, "squares": listed(homes(state))})
    if now.tower == NOWHERE:
        return Sentence(STEP[now.turn], values=player)
    left = MOST_SEGMENTS - now.segments
    return Sentence(GO_ON[now.turn], values={**player, "tower": NAMES[now.tower], "left": left})


def tally(state: Any) -> list[Sentence]:
    """§5.1 The points of White and of Black."""
    now = fields(state)
    return [
        Sentence("points", values={"points": n, "target": now.target}) for n in now.score.tolist()
    ]


def news(before: Any, after: Any) -> Sentence | None:
    """§6.1, §6.2, §9.1 What happened by itself: a penalty, or a piece that stays out."""
    was, now = fields(before), fields(after)
    scores = list(zip(was.score.tolist(), now.score.tolist(), strict=True))
    stuck = [seat for seat, (earlier, later) in enumerate(scores) if later < earlier]
    points = {"points": PENALTY}
    if len(stuck) == 1 and now.returning == AFTER_PENALTY:
        return Sentence("penalty", "6.1", {"player": Who(stuck[0]), **points})
    if stuck:
        return Sentence("penalties", "6.1", {"players": Several(tuple(stuck)), **points})
    has_scored = any(later > earlier for earlier, later in scores)
    stays_out = has_scored and now.returning == NO_PIECE and now.standing == OPEN
    return Sentence("stays_out", "9.1") if stays_out else None


def warning(state: Any) -> Sentence | None:
    """§7.3, §7.4 A siege that wins unless it is broken now; the turn limit."""
    now = fields(state)
    besieger = 1 - now.turns % 2
    row = int(LAST_ROW[besieger])
    if now.siege and int(now.tops[besieger]) & row == row:
        return Sentence("siege_near", "7.3", {"player": Who(besieger)})
    return turn_limit_near(now.turns, now.turn_limit, "7.4")


def _ending(state: Any) -> Sentence:
    white, black = map(int, state.score)
    points: dict[str, object] = {"white": white, "black": black}
    leader = 0 if white > black else 1
    turns, winner = {"turns": int(state.turns)}, {"player": Who(leader)}
    endings = {
        POINTS: Sentence(WON_BY_POINTS[leader], "7.1", points | winner),
        TIE: Sentence("tie", "7.2", points),
        SIEGE: Sentence(WON_BY_SIEGE[state.turn], "7.3", {"player": Who(int(state.turn))}),
        LIMIT: Sentence(WON_BY_LIMIT[leader], "7.4", points | turns | winner)
        if white != black
        else Sentence("limit_draw", "7.4", points | turns),
    }
    return endings[int(state.standing)]


def listed(bits: Any) -> str:
    """The names of a set of squares."""
    return ", ".join([NAMES[square] for square in members(bits)])


# Why not

PUTTING_BACK = {AFTER_GOAL: "5.2", AFTER_PENALTY: "6.2"}  # the clauses that say where


def explain(state: Any, token: str) -> Sentence:
    """Why this token is not legal here."""
    found = TOKEN.fullmatch(token)
    if not found:
        return Sentence("no_token", "8.1", {"token": token})
    for square in filter(None, found.group("start", "end", "back")):
        if square not in NAMES + GOAL_NAMES:
            return Sentence("no_square", "1.1", {"square": square})
    start, end, back = found["start"], found["end"], found["back"]
    if back:
        return _explain_putting_back(state, back)
    if state.returning != NO_PIECE:
        return _explain_waiting(state, start)
    if found["star"]:
        return _explain_fall(state, start, end)
    return _explain_step(state, start, end)


def is_taken(state: Any, square: str) -> bool:
    """Does anything stand on the square of that name?"""
    return signs(state)[NUMBERS[square]] != EMPTY


def _explain_putting_back(state: Any, square: str) -> Sentence:
    said = {"square": square}
    if state.returning == NO_PIECE:
        return Sentence("nothing_to_put_back", "5.2", said)
    if square in GOAL_NAMES:
        return Sentence("goal_square", "1.2", said)
    if is_taken(state, square):
        return Sentence("put_back_on_piece", PUTTING_BACK[state.returning], said)
    return _explain_nearer(state, said)


def _explain_nearer(state: Any, said: dict[str, str]) -> Sentence:
    """The square is free, but the piece has to go back to others as long as there are any."""
    free, clause = homes(state), PUTTING_BACK[state.returning]
    if not free & CAMP[state.turn]:
        return Sentence("other_half", clause, said)
    in_row_a = state.returning == AFTER_GOAL and free & ROW_A[state.turn]
    key = "nearer_row" if in_row_a else "outside_camp"
    return Sentence(key, clause, said | {"free": listed(free)})


def _explain_waiting(state: Any, start: str) -> Sentence:
    """§5.2, §6.2 A piece waits to be put back, and until then nothing else moves."""
    if start in NUMBERS and NUMBERS[start] == state.tower:
        return Sentence("opponents_tower", "1.4", {"square": start})
    squares = {"squares": listed(homes(state))}
    return Sentence("put_back_first", PUTTING_BACK[state.returning], squares)


def _explain_fall(state: Any, start: str, end: str) -> Sentence:
    if state.tower == NOWHERE:
        return Sentence("no_tower", "2.2", {"square": start})
    tower = NAMES[state.tower]
    if start != tower:
        return Sentence("tower_elsewhere", "4.1", {"square": start, "tower": tower})
    (col, row), (end_col, end_row) = place(start), place(end)
    right, up = end_col - col, end_row - row
    if end in GOAL_NAMES and max(abs(right), abs(up)) == 1:
        return Sentence("bottom_piece_leaves", "4.4", {"tower": tower})
    if {abs(right), abs(up)} not in ({2}, {0, 2}):
        return Sentence("not_two_away", "4.1", {"square": end, "tower": tower})
    near = name(col + right // 2, row + up // 2)
    return _explain_landing(state, near, end)


def _explain_landing(state: Any, near: str, far: str) -> Sentence:
    """The pieces would land on squares that are there, but may not."""
    landing = {"near": near, "far": far}
    if far in GOAL_NAMES:
        if place(far)[1] == (-1, ROWS)[state.turn]:
            return Sentence("own_goal", "4.4", {"square": far})
        return Sentence("tower_and_goal", "4.5", {"near": near})
    if is_taken(state, near) and is_taken(state, far):
        return Sentence("two_towers", "4.3", landing)
    built = near if is_taken(state, near) else far
    return Sentence("tower_at_the_end", "4.5", {"square": built})


def _explain_step(state: Any, start: str, end: str) -> Sentence:
    (col, row), (end_col, end_row) = place(start), place(end)
    away = max(abs(end_col - col), abs(end_row - row))
    said = {"start": start, "end": end}
    if state.tower != NOWHERE:
        tower = NAMES[state.tower]
        if start == tower and f"{start}*{end}" in TOKENS:
            return Sentence("star_missing", "8.1", {"token": f"{start}*{end}"})
        return Sentence("must_move_tower", "2.3", {"tower": tower})
    if start in GOAL_NAMES:
        return Sentence("goal_square", "1.2", {"square": start})
    piece = signs(state)[NUMBERS[start]]
    if piece == EMPTY:
        return Sentence("empty_square", "3.1", {"square": start})
    if piece != COLOURS[state.turn]:
        return Sentence("opponents_piece", "3.1", {"square": start})
    if away != 1:
        return Sentence("not_adjacent", "3.1", said)
    return Sentence("single_into_goal", "3.3", {"square": end})
