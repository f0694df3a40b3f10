"""How Mole Hill is written (§8): squares `e4`, rods `e4|f4`, positions; why a move is illegal."""

from typing import Any

from tablier.games.mole_hill.rules import (
    ACTIONS,
    CENTRE,
    COLUMNS,
    EAST_RODS,
    HILLS,
    MOST_POINTS,
    ROWS,
    SQUARES,
    dig,
    fenced_in,
    lay_rod,
    may_jump,
    mole_moves,
    mole_square,
    reachable,
    score,
    south_of,
    steps,
)
from tablier.portable import NONE, bit, has, members
from tablier.position import fields
from tablier.rectangle import Rectangle
from tablier.texts import Sentence, Who

EMPTY = "-"
MOLE, GARDENER = "m", "g"

BOARD = Rectangle(COLUMNS, ROWS)
NAMES, NUMBERS = BOARD.names, BOARD.numbers


def sides(rod: int) -> tuple[int, int]:
    """The two squares beside a rod, numbered as `rules.lay_rod` numbers rods."""
    if rod < EAST_RODS:
        return rod, rod + ROWS
    square = int(south_of(rod - EAST_RODS))
    return square, square + 1


SIDES = tuple(sides(rod) for rod in range(ACTIONS - SQUARES))
RODS = tuple("|".join(NAMES[square] for square in beside) for beside in SIDES)
TOKENS = NAMES + RODS
ROD_EAST_OF = {SIDES[rod][0]: rod for rod in range(EAST_RODS)}
ROD_NORTH_OF = {SIDES[rod][0]: rod for rod in range(EAST_RODS, len(RODS))}


def write(state: Any) -> str:
    """§8.2 Visited squares, rods, who moves, the round, the score of round one."""
    visited = ",".join([NAMES[square] for square in trail(state)]) or EMPTY
    rods = ",".join(sorted([RODS[rod] for rod in rods_of(state)])) or EMPTY
    second = int(state.second)
    mover = MOLE if mole_moves(state) else GARDENER
    first_score = str(state.first_score) if second else EMPTY
    return f"{visited} {rods} {mover} {second + 1} {first_score}"


def trail(state: Any) -> list[int]:
    """The squares visited in this round, in their order."""
    now = fields(state)
    visited: list[int] = now.trail[: now.hills].tolist()
    return visited


def rods_of(state: Any) -> list[int]:
    """The rods that lie in the garden."""
    now = fields(state)
    return rods_at(now.east, now.north)


def rods_at(east: int, north: int) -> list[int]:
    """The rods east and north of these squares."""
    rods = [ROD_EAST_OF[square] for square in members(east)]
    return rods + [ROD_NORTH_OF[square] for square in members(north)]


def read(state: Any, text: str) -> Sentence | None:
    """§8.2 The position of that text, checked for its form."""
    fields = text.split(" ")
    if len(fields) != 5:
        return Sentence("fields", "8.2", {"n": len(fields)})
    visited, rods, mover, number, first_score = fields
    return (
        _read_visited(state, visited)
        or _read_rods(state, rods)
        or _read_turn(state, mover, number)
        or _read_first_score(state, first_score)
        or _settle(state)
    )


def _read_visited(state: Any, text: str) -> Sentence | None:
    names = [] if text == EMPTY else text.split(",")
    for name in names:
        if name not in NUMBERS:
            return Sentence("no_square", "8.2", {"square": name})
        if has(state.visited, NUMBERS[name]):
            return Sentence("visited_twice", "4.2", {"square": name})
        if state.hills == HILLS:
            return Sentence("too_many_hills", "1.4", {"n": len(names)})
        dig(state, NUMBERS[name])
    return None


def _read_rods(state: Any, text: str) -> Sentence | None:
    names = [] if text == EMPTY else text.split(",")
    for name, previous in zip(names, ["", *names], strict=False):
        if name not in RODS:
            return Sentence("no_rod", "8.2", {"rod": name})
        if name <= previous:
            return Sentence("rods_unsorted", "8.2", {"rod": name, "previous": previous})
        lay_rod(state, RODS.index(name))
    return None


def _read_turn(state: Any, mover: str, number: str) -> Sentence | None:
    if mover not in (MOLE, GARDENER):
        return Sentence("no_mover", "8.2", {"mover": mover})
    if number not in ("1", "2"):
        return Sentence("no_round", "8.2", {"round": number})
    state.second = int(number) - 1
    state.turn = state.second if mover == MOLE else 1 - state.second
    return None


def _read_first_score(state: Any, text: str) -> Sentence | None:
    if not state.second:
        return None if text == EMPTY else Sentence("score_too_soon", "8.2", {"score": text})
    if text not in map(str, range(MOST_POINTS + 1)):
        return Sentence("no_score", "8.2", {"score": text, "most": MOST_POINTS})
    state.first_score = int(text)
    return None


def _settle(state: Any) -> Sentence | None:
    """Where the mole can go; refuse what `play` would not have left standing."""
    state.reach = reachable(state)
    if state.reach == NONE and not state.second:
        return Sentence("round_over", "7.1")
    if state.reach != NONE and not mole_moves(state) and fenced_in(state):
        return Sentence("no_edge_left", "9.1")
    return None


def status(state: Any) -> Sentence:
    """What the player to move has to do, or how the game ended."""
    now = fields(state)
    if not now.reach:
        return _ending(int(state.first_score), int(score(state)))
    player = {"player": Who(now.turn)}
    if not mole_moves(state):
        return Sentence("lay_a_rod", values=player)
    if now.hills == 0:
        return Sentence("open", values=player)
    return Sentence("jump" if may_jump(state) else "dig", values=player)


def _ending(first: int, second: int) -> Sentence:
    """§7.2 Who has more points."""
    points: dict[str, object] = {"first": first, "second": second}
    if first == second:
        return Sentence("draw", "7.2", points)
    winner = {"player": Who(0 if first > second else 1)}
    return Sentence("first_wins" if first > second else "second_wins", "7.2", points | winner)


def news(before: Any, after: Any) -> Sentence | None:
    """§6.1, §6.2, §7.1 The first round is over and the roles change; §9.1 no edge is free."""
    if fields(before).second == fields(after).second:
        is_again = mole_moves(before) and mole_moves(after)
        return Sentence("mole_again", "9.1") if is_again else None
    hills = fields(before).hills + int(mole_moves(before))
    roles = {"player": Who(1), "other": Who(0)}
    points = {"points": int(after.first_score)}
    key, clause = ("last_hill", "6.2") if hills == HILLS else ("trapped", "6.1")
    return Sentence(key, clause, {**roles, **points})


def held(before: Any, action: int) -> Any | None:
    """§7.1 The garden in which the first round has ended, before it is cleared."""
    last = before.copy()
    if action < SQUARES:
        dig(last, action)
    else:
        lay_rod(last, action - SQUARES)
    return None if before.second or reachable(last) != NONE else last


def tally(state: Any) -> list[Sentence]:
    """§7.2 What each player has got as the mole, now or in the round before."""
    now = fields(state)
    mole = {"points": int(score(state)), "left": HILLS - now.hills}
    first = {"points": now.first_score}
    if not now.reach:
        return [Sentence("was_mole", values=first), Sentence("was_mole", values=mole)]
    if now.second:
        return [Sentence("was_mole", values=first), Sentence("is_mole", values=mole)]
    return [Sentence("is_mole", values=mole), Sentence("will_be_mole")]


def explain(state: Any, token: str) -> Sentence:
    """Why this token is not legal here."""
    if token in NUMBERS:
        return _explain_square(state, NUMBERS[token])
    if token in RODS:
        return _explain_rod(state, token)
    first, bar, second = token.partition("|")
    if not bar:
        return Sentence("no_token", "8.1", {"token": token})
    for name in (first, second):
        if name not in NUMBERS:
            return Sentence("no_square", "1.1", {"square": name})
    if f"{second}|{first}" in RODS:
        return Sentence("rod_reversed", "8.1", {"token": token, "rod": f"{second}|{first}"})
    return Sentence("no_edge", "1.3", {"first": first, "second": second})


def _explain_rod(state: Any, token: str) -> Sentence:
    if mole_moves(state):
        return Sentence("moles_turn", "2.2", {"rod": token})
    return Sentence("rod_taken", "3.1", {"rod": token})


def _explain_square(state: Any, square: int) -> Sentence:
    name = {"square": NAMES[square]}
    if not mole_moves(state):
        return Sentence("gardeners_turn", "2.2", name)
    mole = int(mole_square(state))
    name["mole"] = NAMES[mole]
    if square == mole:
        return Sentence("stands_there", "4.2", name)
    if has(state.visited, square):
        return Sentence("visited", "4.2", name)
    if has(steps(_without_rods(state), bit(mole)), square):
        straight = abs(square - mole) in (1, ROWS)
        return (
            Sentence("rod_between", "4.3", name) if straight else Sentence("no_route", "4.4", name)
        )
    if mole == CENTRE:
        return Sentence("plain_start", "5.2", name)
    return Sentence("too_far", "4.1", name)


def _without_rods(state: Any) -> Any:
    bare = state.copy()
    bare.east = bare.north = NONE
    return bare
