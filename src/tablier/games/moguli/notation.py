"""How Moguli is written (§9): turnings `c4+1`, moves `a1-c5`, positions; why a move is illegal."""

import re
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from tablier.countdown import is_near, turn_limit_near
from tablier.games.moguli import rules
from tablier.games.moguli.paths import COLUMNS, ROW_1, ROW_7, ROWS, SQUARES
from tablier.games.moguli.rules import (
    BOTH_HOME,
    ENOUGH,
    FIRST_HOME,
    HOME,
    LAST,
    LIMIT,
    OPEN,
    PASS,
    PAWNS,
    STILL,
    STUCK,
    STUCK_TURNS,
    SWAP,
    THIRD_HOME,
    TRIANGLES,
    TURN_LIMITS,
    can_move,
    duty_binds,
    freeing_turnings,
    is_due,
    may_return,
    may_turn,
    pawns_home,
    settle,
    start_row,
)
from tablier.games.moguli.ways import first_blocked, passes_nobody
from tablier.portable import digits, has, members, squares
from tablier.position import fields, once
from tablier.rectangle import Rectangle
from tablier.rows import write_rows
from tablier.texts import Sentence, Who

EMPTY = "-"
PHASES = ("swap", "play", "last")
DONE = ("-", "t", "tc", "m", "mt", "m+", "m+t")
"""What can have been done in a turn that still stands; `mt` only brings player 2's fourth home."""
COUNTS = re.compile(r"(0|[1-9]\d{0,2})(?:/(0|[1-9]\d{0,2}))?", re.ASCII)
TILES = ("abcd", "ABCD")  # with and without a triangle, each turned clockwise from the first
NORTHWARD, EASTWARD = "adAD", "abAB"  # tiles whose top leads there
TILE_OF = str.maketrans(
    {
        str(plain + 2 * (tile in NORTHWARD) + 4 * (tile in EASTWARD)): tile
        for plain, tiles in enumerate(TILES)
        for tile in tiles
    }
)
"""By the digit of its square: 1 for a plain tile, 2 and 4 for a top that leads north and east."""

MOST_TURNS = TURN_LIMITS[-1]

BOARD = Rectangle(COLUMNS, ROWS)
NAMES, NUMBERS = BOARD.names, BOARD.numbers
SWAPS = ("swap3", "swap4", "swap5", "keep")
TOKENS = (
    *(f"{name}+{quarters}" for name in NAMES for quarters in (1, 2, 3)),
    *(f"{name}-{other}" for name in NAMES for other in NAMES if name != other),
    "pass",
    *SWAPS,
)


# Positions


def write(state: Any) -> str:
    """§9.2 Tiles, pawns, mover, what was done, barred and turned tiles, counts and phase."""
    tiles, now = write_rows(BOARD, tile_letters(state)), fields(state)
    first, second = map(_list, now.pawns.tolist())
    done = "m" * now.moved + "+" * now.bonus + "t" * now.turnings + "c" * now.could or EMPTY
    turned = f"{_list(now.barred)} {_list(now.turned)}"
    still = f"{now.still}" if now.stuck == now.still else f"{now.stuck}/{now.still}"
    counts = f"{still} {PHASES[now.phase]} {now.played}"
    return f"{tiles} {first} {second} {now.turn + 1} {done} {turned} {counts}"


def _list(bits: Any) -> str:
    return ",".join([NAMES[square] for square in members(bits)]) or EMPTY


def tile_letters(state: Any) -> str:
    """§9.2 The letters of all tiles, in the order of their squares."""
    now = fields(state)
    return letters_of(now.plain, now.north, now.east)


def letters_of(plain: int, north: int, east: int) -> str:
    """The letters of tiles with these sets."""
    return digits(SQUARES, plain, north, east).translate(TILE_OF)


def read(state: Any, text: str) -> Sentence | None:
    """§9.2 The position of that text, checked for its form and for what cannot be."""
    fields = text.split(" ")
    if len(fields) != 10:
        return Sentence("fields", "9.2", {"n": len(fields)})
    tiles, first, second, mover, done, barred, turned, still, phase, played = fields
    return (
        _read_tiles(state, tiles)
        or _read_pawns(state, first, 0)
        or _read_pawns(state, second, 1)
        or _read_turn(state, mover, done)
        or _read_turned(state, barred, turned)
        or _read_counts(state, still, played)
        or _read_phase(state, phase)
        or _settle(state)
    )


def _read_tiles(state: Any, text: str) -> Sentence | None:
    rows = text.split("/")
    if len(rows) != ROWS:
        return Sentence("tile_rows", "9.2", {"n": len(rows)})
    for row in rows:
        if not re.fullmatch("[a-dA-D]{5}", row):
            return Sentence("tile_row", "9.2", {"row": row})
    letters = [row[col] for col in range(COLUMNS) for row in reversed(rows)]
    triangles = sum(letter.islower() for letter in letters)
    if triangles != TRIANGLES:
        return Sentence("triangles", "1.3", {"n": triangles})
    state.plain = _where(letters, "ABCD")
    state.north = _where(letters, NORTHWARD)
    state.east = _where(letters, EASTWARD)
    return None


def _where(letters: list[str], kinds: str) -> np.uint64:
    return squares(*(square for square, letter in enumerate(letters) if letter in kinds))


def _read_squares(text: str) -> list[int] | Sentence:
    names = [] if text == EMPTY else text.split(",")
    for name, previous in zip(names, ["", *names], strict=False):
        if name not in NUMBERS:
            return Sentence("no_square", "1.1", {"square": name})
        if name <= previous:
            return Sentence("unsorted", "9.2", {"square": name, "previous": previous})
    return [NUMBERS[name] for name in names]


def _read_pawns(state: Any, text: str, seat: int) -> Sentence | None:
    gates = _read_squares(text)
    if isinstance(gates, Sentence):
        return gates
    if len(gates) != PAWNS:
        return Sentence("pawn_count", "1.5", {"player": seat + 1, "n": len(gates)})
    state.pawns[seat] = squares(*gates)
    both = members(state.pawns[0] & state.pawns[1])
    if seat and both:
        return Sentence("two_pawns", "1.5", {"square": NAMES[both[0]]})
    return None


def _read_turn(state: Any, mover: str, done: str) -> Sentence | None:
    if mover not in ("1", "2"):
        return Sentence("no_mover", "9.2", {"mover": mover})
    if done not in DONE:
        return Sentence("no_done", "9.2", {"done": done})
    state.turn = int(mover) - 1
    state.moved, state.bonus, state.turnings = "m" in done, "+" in done, done.count("t")
    state.could = "c" in done
    return None


def _read_turned(state: Any, barred: str, turned: str) -> Sentence | None:
    shut, tiles = _read_squares(barred), _read_squares(turned)
    if isinstance(shut, Sentence):
        return shut
    if isinstance(tiles, Sentence):
        return tiles
    if len(shut) > 2:
        return Sentence("barred_count", "3.2", {"n": len(shut)})
    if len(tiles) != state.turnings:
        return Sentence("turned_count", "9.2", {"n": len(tiles), "done": int(state.turnings)})
    for tile in set(shut) & set(tiles):
        return Sentence("turned_barred", "3.2", {"tile": NAMES[tile]})
    state.barred, state.turned = squares(*shut), squares(*tiles)
    return None


def _read_counts(state: Any, still: str, played: str) -> Sentence | None:
    counts = COUNTS.fullmatch(still)
    stuck, unmoved = (int(each) for each in counts.groups(counts[1])) if counts else (0, -1)
    most = {"stuck": STUCK_TURNS, "most": int(state.standstill)}
    if not stuck <= unmoved <= most["most"] or stuck > STUCK_TURNS:
        return Sentence("no_still", "9.2", {"still": still, **most})
    if played not in map(str, range(MOST_TURNS + 1)):
        return Sentence("no_played", "7.4", {"played": played, "most": MOST_TURNS})
    state.stuck, state.still, state.played = stuck, unmoved, int(played)
    return None


def _read_phase(state: Any, phase: str) -> Sentence | None:
    if phase not in PHASES:
        return Sentence("no_phase", "9.2", {"phase": phase})
    state.phase = PHASES.index(phase)
    if state.phase != SWAP:
        return None
    if not state.new_start_row:
        return Sentence("no_swap", "8.2", {"token": phase})
    at_home = (state.pawns[0], state.pawns[1]) == (ROW_1, ROW_7)
    begun = state.turnings or state.moved or state.barred or state.still or state.played
    return Sentence("swap_late", "8.2") if begun or not at_home else None


def _settle(state: Any) -> Sentence | None:
    """Refuse what the end of a turn or of the game would not have left standing."""
    settle(state)
    for seat in (0, 1):
        if _ended_before(state, seat):
            return Sentence("ended_before", "7.2" if seat == 0 else "7.1", {"player": seat + 1})
    if state.phase == LAST and pawns_home(state, 0) < ENOUGH:
        return Sentence("no_last", "7.2", {"n": int(pawns_home(state, 0))})
    if state.phase == SWAP or state.ended in (HOME, BOTH_HOME):
        return None
    if state.ended != OPEN:
        return Sentence("done_late", "9.2") if state.moved or state.turnings else None
    return None if may_turn(state) or can_move(state) else Sentence("turn_over", "2.4")


def _ended_before(state: Any, seat: int) -> bool:
    """Did the player have four pawns home before this turn, or are there five now?"""
    home = pawns_home(state, seat)
    in_time = (state.turn == seat and state.moved) or (seat == 0 and state.phase == LAST)
    return bool(home > ENOUGH or (home == ENOUGH and not in_time))


# What there is to do


class Outlook(NamedTuple):
    """What the rules say about a position."""

    can_move: bool
    is_due: bool
    duty_binds: bool
    may_turn: bool
    home: tuple[int, int]


@once
def outlook(state: Any) -> Outlook:
    """What there is to do, by the rules."""
    return Outlook(*rules.outlook(state))


def status(state: Any) -> Sentence:
    """What is left of the mover's turn, or how the game ended."""
    now = fields(state)
    if now.ended != OPEN:
        return _ending(state)
    player = {"player": Who(now.turn)}
    if now.phase == SWAP:
        return Sentence("choose_row", values=player)
    if now.moved:
        left = 1 + now.bonus - now.turnings
        key = "turn_two" if left == 2 else "turn_more" if now.bonus else "turn_a_tile"
    elif now.phase == LAST:
        return Sentence(_last_turn(state), values={**player, "other": Who(0)})
    elif outlook(state).is_due:
        key = "free_now" if now.turnings else "free_and_turn"
    elif outlook(state).can_move:
        key = "move_a_pawn" if now.turnings else "turn_and_move"
    else:
        return _stuck(state, player)
    return Sentence(key, values=player)


def _last_turn(state: Any) -> str:
    """What player 2 can still reach: a draw, one by a pawn of the start row alone, or nothing."""
    if outlook(state).home[1] < ENOUGH - 1:
        return "last_turn_lost"
    return "last_turn_bound" if outlook(state).duty_binds else "last_turn"


def _stuck(state: Any, player: dict[str, Who]) -> Sentence:
    """No pawn can move: say what would free one, if one must be."""
    freeing = dict.fromkeys([action // 3 for action in suggest(state)])
    if freeing:
        tiles = tuple([NAMES[tile] for tile in freeing])
        return Sentence("duty_needs_turn", values={**player, "tiles": tiles})
    return Sentence("duty_is_stuck" if outlook(state).duty_binds else "only_turn", values=player)


@once  # the status and the board of a position need the same ones
def suggest(state: Any) -> list[int]:
    """§6 Where a pawn must leave the start row and none can: the turnings that free one."""
    now, seen = fields(state), outlook(state)
    if now.ended != OPEN or now.phase == SWAP or now.moved or not seen.duty_binds:
        return []
    if seen.can_move or not seen.may_turn:
        return []
    by_quarters = enumerate(freeing_turnings(state))
    return sorted([3 * tile + n for n, tiles in by_quarters for tile in members(tiles)])


def tally(state: Any) -> list[Sentence]:
    """§7.1 The pawns that each player has home."""
    return [
        Sentence("pawns_home", values={"n": int(n), "enough": ENOUGH}) for n in outlook(state).home
    ]


def warning(state: Any) -> Sentence | None:
    """§7.3, §7.4, §7.5 The end that comes first of those that come by themselves."""
    now = fields(state)
    near = []
    for n, most, is_soon, key, clause in (
        (now.stuck, STUCK_TURNS, now.stuck >= STUCK_TURNS // 2, "stuck_near", "7.3"),
        (
            now.still,
            now.standstill,
            is_near(now.standstill - now.still, now.standstill),
            "still_near",
            "7.5",
        ),
    ):
        if is_soon:
            near.append((most - n, Sentence(key, clause, {"n": n, "most": most})))
    limit = turn_limit_near(now.played, now.turn_limit, "7.4")
    if limit is not None:
        near.append((now.turn_limit - now.played, limit))
    return min(near, key=itemgetter(0))[1] if near else None


BY_COUNT = {
    STUCK: ("stuck_wins", "stuck_draw", "7.3"),
    STILL: ("still_wins", "still_draw", "7.5"),
    LIMIT: ("limit_wins", "limit_draw", "7.4"),
}
"""Endings in which more pawns home win: what is said of a win and of a draw, and the clause."""


def _ending(state: Any) -> Sentence:
    first, second = int(pawns_home(state, 0)), int(pawns_home(state, 1))
    home = {"first": first, "second": second}
    if state.ended == HOME:
        return Sentence("second_home", "7.1", {**home, "player": Who(1)})
    if state.ended == BOTH_HOME:
        return Sentence("both_home", "7.2", {"player": Who(1)})
    if state.ended == FIRST_HOME:
        return Sentence("first_home", "7.2", {**home, "player": Who(0), "other": Who(1)})
    wins, draw, clause = BY_COUNT[state.ended]
    turns = {"turns": int(state.standstill)}
    if first == second:
        return Sentence(draw, clause, {"n": first, **turns})
    winner = Who(0 if first > second else 1)
    counts = {"player": winner, "more": max(first, second), "fewer": min(first, second)}
    return Sentence(wins, clause, {**counts, **turns})


# Why not


def explain(state: Any, token: str) -> Sentence:
    """Why this token is not legal here."""
    if token not in TOKENS:
        return _explain_no_token(token)
    if state.phase == SWAP:
        return Sentence("swap_first", "8.2", {"token": token})
    if token in SWAPS:
        key = "swap_late" if state.new_start_row else "no_swap"
        return Sentence(key, "8.2", {} if state.new_start_row else {"token": token})
    if token == TOKENS[PASS]:
        return _explain_pass(state)
    square, other = NUMBERS[token[:2]], token[3:]
    if token[2] == "+":
        return _explain_turning(state, square, int(other))
    return _explain_move(state, square, NUMBERS[other])


def _explain_no_token(token: str) -> Sentence:
    found = re.fullmatch(r"(\w+)([+-])(\w+)", token)
    if not found:
        return Sentence("no_token", "9.1", {"token": token})
    square, sign, other = found.groups()
    for name in (square, other) if sign == "-" else (square,):
        if name not in NUMBERS:
            return Sentence("no_square", "1.1", {"square": name})
    if sign == "+":
        return Sentence("no_quarters", "3.1", {"quarters": other})
    return Sentence("same_gate", "4.1", {"gate": square})


def _explain_pass(state: Any) -> Sentence:
    if is_due(state):
        return Sentence("pass_duty", "6.3")
    return Sentence("must_move" if can_move(state) else "must_turn", "2.3")


def _explain_turning(state: Any, tile: int, quarters: int) -> Sentence:
    if not may_turn(state):
        return Sentence("turned_already", "3.1", {"tile": _list(state.turned)})
    if has(state.barred, tile):
        return Sentence("barred", "3.2", {"tile": NAMES[tile]})
    token = {"token": f"{NAMES[tile]}+{quarters}"}
    return Sentence(*(("breaks_duty", "6.3") if is_due(state) else ("breaks_move", "2.3")), token)


def _explain_move(state: Any, pawn: int, end: int) -> Sentence:
    names = {"pawn": NAMES[pawn], "end": NAMES[end]}
    if state.moved:
        return Sentence("moved_already", "2.1")
    if not has(state.pawns[state.turn], pawn):
        theirs = has(state.pawns[1 - state.turn], pawn)
        return Sentence("not_yours" if theirs else "no_pawn", "4.1", names)
    if has(state.pawns[0] | state.pawns[1], end):
        return Sentence("end_taken", "4.5", names)
    return _explain_start_row(state, pawn, end) or _explain_paths(state, pawn, end)


def _explain_start_row(state: Any, pawn: int, end: int) -> Sentence | None:
    names = {"pawn": NAMES[pawn], "end": NAMES[end]}
    row = np.uint64(start_row(state.turn))
    stands, ends = has(row, pawn), has(row, end)
    third = state.obligation == THIRD_HOME
    if duty_binds(state) and not stands:
        return Sentence("third_elsewhere" if third else "duty_elsewhere", "6.2", names)
    if duty_binds(state) and ends:
        return Sentence("third_stays" if third else "duty_stays", "6.2", names)
    if ends and not stands and not may_return(state, state.turn):
        return Sentence("third_back" if third else "row_full", "8.4" if third else "6.4", names)
    return None


def _explain_paths(state: Any, pawn: int, end: int) -> Sentence:
    names = {"pawn": NAMES[pawn], "end": NAMES[end]}
    if passes_nobody(state, pawn, end):
        return Sentence("passes_nobody", "4.3", names)
    gate = first_blocked(state, pawn, end)
    if gate is not None:
        return Sentence("blocked", "4.2", names | {"gate": NAMES[gate]})
    return Sentence("no_path", "1.4", names)
