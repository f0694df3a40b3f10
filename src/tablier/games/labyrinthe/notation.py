"""How Le Jeu du Labyrinthe is written (§6), moves as `b1-b7` and positions; why not."""

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Any

from tablier.games.labyrinthe.blocks import BLOCKS, COLUMNS, N_BLOCKS, ROWS, SIZE
from tablier.games.labyrinthe.first_turn import can_come_first
from tablier.games.labyrinthe.layout import CENTRE, Square, square_name
from tablier.games.labyrinthe.news import news, warning  # noqa: F401 - part of `Notation`
from tablier.games.labyrinthe.rules import (
    BLOCK,
    CENTRE_SQUARES,
    LIMIT,
    MOST_STEPS,
    NEITHER,
    NO_BLOCK,
    NOWHERE,
    PAWN,
    PAWN_FIRST,
    PAWNS,
    TO_WIN,
    WON,
    all_inside,
    block_can_move,
    block_waits,
    lay_out,
    only_a_pawn,
    pawn_can_move,
    pawns_inside,
)
from tablier.portable import sign
from tablier.position import fields, once
from tablier.rectangle import Rectangle
from tablier.texts import Sentence, Several, Who

Squares = tuple[int, ...]
EMPTY = "-"
HALVES = {EMPTY: NEITHER, "p": PAWN, "b": BLOCK}
DONE = {half: letter for letter, half in HALVES.items()}
STEPS: dict[str, Square] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
BACK_AND_FORTH = {ROWS: ("w", "e"), COLUMNS: ("s", "n")}

BOARD = Rectangle(SIZE, SIZE)
NAMES, NUMBERS = BOARD.names, BOARD.numbers
BLOCK_NAMES = tuple(block.name for block in BLOCKS)
SHAPES = tuple(
    tuple(
        (column - block.squares[0][0], row - block.squares[0][1]) for column, row in block.squares
    )
    for block in BLOCKS
)
"""The squares of each block, counted from its anchor."""
LOWEST = tuple(tuple(map(min, zip(*shape, strict=True))) for shape in SHAPES)
"""Its first column and row, counted from its anchor."""
LOWEST_STEP = tuple(column * SIZE + row for column, row in LOWEST)


def slide_tokens(square: int) -> list[str]:
    """The slides from a square: along its row, then along its column."""
    column, row = divmod(square, SIZE)
    in_row = [NAMES[each * SIZE + row] for each in range(SIZE) if each != column]
    in_column = [NAMES[column * SIZE + each] for each in range(SIZE) if each != row]
    return [f"{NAMES[square]}-{target}" for target in in_row + in_column]


def step_tokens(block: int) -> list[str]:
    """The moves of a block: from far west to far east, then from far south to far north."""
    tokens = []
    for axis, (back, forth) in BACK_AND_FORTH.items():
        most = int(MOST_STEPS[axis, block])
        ways = [f"{back}{steps}" for steps in range(most, 0, -1)]
        ways += [f"{forth}{steps}" for steps in range(1, most + 1)]
        tokens += [f"{BLOCK_NAMES[block]}:{way}" for way in ways]
    return tokens


TOKENS = (
    *(token for square in range(SIZE * SIZE) for token in slide_tokens(square)),
    *(f">{NAMES[square]}" for square in CENTRE_SQUARES),
    *(token for block in range(N_BLOCKS) for token in step_tokens(block)),
    "pass",
)


# What lies where


@once
def anchors(state: Any) -> tuple[int, ...]:
    """§6.4 The first squares of all blocks in reading order, as numbers."""
    return _anchors(fields(state).places.tobytes())


@lru_cache(maxsize=1024)  # blocks stay where they are while pawns move
def _anchors(places: bytes) -> tuple[int, ...]:
    ends = zip(places[:N_BLOCKS], places[N_BLOCKS:], LOWEST_STEP, strict=True)
    return tuple([left * SIZE + low - step for left, low, step in ends])


def squares_from(block: int, square: Square) -> list[Square]:
    """The squares of a block with its anchor there; some may be off the board."""
    return [(square[0] + column, square[1] + row) for column, row in SHAPES[block]]


def block_squares(state: Any) -> dict[Square, int]:
    """The squares with a block on them, and which."""
    lying = enumerate(anchors(state))
    return {
        square: block for block, at in lying for square in squares_from(block, divmod(at, SIZE))
    }


def pawns_of(state: Any, seat: int) -> Squares:
    """The squares of a seat's pawns, ascending."""
    return all_pawns(state)[seat]


@once
def all_pawns(state: Any) -> tuple[Squares, ...]:
    """The squares of each seat's pawns, ascending."""
    squares = tuple(fields(state).pawns.tolist())
    seats = range(fields(state).players)
    return tuple([squares[seat * PAWNS : (seat + 1) * PAWNS] for seat in seats])


def pawn_squares(state: Any) -> dict[Square, int]:
    """The squares with a pawn on them, and whose; on a doubled square it is the mover's."""
    return {divmod(square, SIZE): seat for seat, square in standing(state)}


def standing(state: Any) -> list[tuple[int, int]]:
    """All pawns by seat and square, the mover's last: on a doubled square they lie on top."""
    pawns, mover = all_pawns(state), fields(state).turn
    seats = (*range(mover), *range(mover + 1, len(pawns)), mover)
    return [(seat, square) for seat in seats for square in pawns[seat]]


def is_white(square: Square) -> bool:
    """§1.2 Is it in the centre?"""
    return square[0] in CENTRE and square[1] in CENTRE


def on_board(square: Square) -> bool:
    """Is it a square of the board at all?"""
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def write(state: Any) -> str:
    """§6.4 Blocks, pawns, who moves, what is done, and what was moved."""
    now = fields(state)
    blocks = ",".join([NAMES[square] for square in anchors(state)])
    pawns = "/".join([",".join([NAMES[square] for square in own]) for own in all_pawns(state)])
    doubled = EMPTY if now.doubled == NOWHERE else NAMES[now.doubled]
    barred, moved = block_name(now.barred), block_name(now.moved)
    return (
        f"{blocks} {pawns} {now.turn + 1} {DONE[now.done]} {doubled} {barred} {moved} {now.turns}"
    )


def block_name(block: int) -> str:
    """The name of a block, or - for none."""
    return EMPTY if block == NO_BLOCK else BLOCK_NAMES[block]


# Reading


def read(state: Any, text: str) -> Sentence | None:
    """§6.4 The position of that text, if it is one that play could leave standing."""
    fields = text.split(" ")
    if len(fields) != 8:
        return Sentence("fields", "6.4", {"n": len(fields)})
    blocks, pawns, mover, done, doubled, barred, moved, turns = fields
    return (
        _read_blocks(state, blocks)
        or _read_pawns(state, pawns)
        or _read_turn(state, mover, done, turns)
        or _read_doubled(state, doubled)
        or _read_moved(state, barred, moved)
        or _settle(state)
    )


def _read_blocks(state: Any, text: str) -> Sentence | None:
    names = text.split(",")
    if len(names) != N_BLOCKS:
        return Sentence("block_count", "6.4", {"n": len(names), "blocks": N_BLOCKS})
    places, lying = state.places, dict[Square, int]()
    for block, name in enumerate(names):
        if name not in NUMBERS:
            return Sentence("no_square", "1.1", {"square": name})
        at = divmod(NUMBERS[name], SIZE)
        wrong = _fits(block, at, lying)
        if wrong is not None:
            return wrong
        places[block] = at[0] + LOWEST[block][0]
        places[N_BLOCKS + block] = at[1] + LOWEST[block][1]
    return None


def _fits(block: int, at: Square, lying: dict[Square, int]) -> Sentence | None:
    """Add the squares of a block to those `lying`, or say why it cannot lie there."""
    said = {"block": BLOCK_NAMES[block], "square": square_name(at)}
    for square in squares_from(block, at):
        if not on_board(square):
            return Sentence("block_off_board", "4.2", said)
        if is_white(square):
            return Sentence("block_in_centre", "4.3", said)
        if square in lying:
            return Sentence("blocks_overlap", "4.2", {**said, "other": BLOCK_NAMES[lying[square]]})
        lying[square] = block
    return None


def _read_pawns(state: Any, text: str) -> Sentence | None:
    players = text.split("/")
    if len(players) != state.players:
        return Sentence("player_count", "6.4", {"n": len(players), "players": int(state.players)})
    lying, pawns = block_squares(state), state.pawns
    for seat, squares in enumerate(players):
        names = squares.split(",")
        said = {"player": seat + 1}
        if len(names) != PAWNS:
            return Sentence("pawn_count", "6.4", {**said, "n": len(names)})
        for i, name in enumerate(names):
            if name not in NUMBERS:
                return Sentence("no_square", "1.1", {"square": name})
            under = lying.get(divmod(NUMBERS[name], SIZE))
            if under is not None:
                there = {"square": name, "block": BLOCK_NAMES[under]}
                return Sentence("pawn_on_block", "4.2", there)
            pawns[seat * PAWNS + i] = NUMBERS[name]
        if any(first > second for first, second in pairwise(pawns_of(state, seat))):
            return Sentence("pawns_unsorted", "6.4", said)
    return None


def _read_turn(state: Any, mover: str, done: str, turns: str) -> Sentence | None:
    if mover not in map(str, range(1, state.players + 1)):
        return Sentence("no_mover", "6.4", {"mover": mover, "players": int(state.players)})
    if done not in HALVES:
        return Sentence("no_half", "6.4", {"done": done})
    if HALVES[done] == BLOCK and state.order == PAWN_FIRST:
        return Sentence("block_came_first", "2.7", {"done": done})
    if not re.fullmatch(r"0|[1-9]\d{0,4}", turns, re.ASCII) or int(turns) > state.turn_limit:
        return Sentence("no_turns", "5.3", {"turns": turns, "limit": int(state.turn_limit)})
    state.turn = int(mover) - 1
    state.done = HALVES[done]
    state.turns = int(turns)
    return None


def _read_doubled(state: Any, name: str) -> Sentence | None:
    """The only square that may have two pawns, one of them the mover's, after a slide."""
    if name != EMPTY and name not in NUMBERS:
        return Sentence("no_square", "1.1", {"square": name})
    doubled = NUMBERS.get(name, NOWHERE)
    held = Counter(pawn for seat in range(state.players) for pawn in pawns_of(state, seat))
    for square, pawns in held.items():
        if pawns > 1 and square != doubled:
            return Sentence("pawns_together", "3.3", {"square": NAMES[square]})
    if name == EMPTY:
        return None
    arrived = doubled in pawns_of(state, int(state.turn)) and state.done != NEITHER
    if held[doubled] != 2 or not arrived or not is_white(divmod(doubled, SIZE)):
        return Sentence("not_doubled", "3.4", {"square": name})
    state.doubled = doubled
    return None


def _read_moved(state: Any, barred: str, moved: str) -> Sentence | None:
    for name in (barred, moved):
        if name not in (EMPTY, *BLOCK_NAMES):
            return Sentence("no_block", "6.3", {"block": name})
    if (moved != EMPTY) != (state.done == BLOCK):
        return Sentence("moved_or_not", "6.4", {"block": moved})
    if moved == barred != EMPTY:
        return Sentence("barred", "4.5", {"block": moved})
    blocks = {EMPTY: NO_BLOCK, **{name: block for block, name in enumerate(BLOCK_NAMES)}}
    state.barred, state.moved = blocks[barred], blocks[moved]
    return None


def _settle(state: Any) -> Sentence | None:
    """Where the blocks can go, and whether the game is over; refuse what play never leaves."""
    lay_out(state)
    for seat in range(state.players):
        inside, said = pawns_inside(state, seat), {"player": seat + 1}
        if inside > TO_WIN or (inside == TO_WIN and seat != state.turn):
            return Sentence("won_before", "5.1", said)
        if inside == TO_WIN and (state.done == NEITHER or state.turns == state.turn_limit):
            return Sentence("won_before", "5.1", said)
    if state.turns == state.turn_limit and state.done != NEITHER:
        return Sentence("after_limit", "5.3", {"turns": int(state.turns)})
    if state.done == BLOCK and only_a_pawn(state):
        return Sentence("pawn_only", "2.6", {"block": block_name(state.moved)})
    if pawns_inside(state, state.turn) == TO_WIN:
        state.over = WON
    elif state.turns == state.turn_limit:
        state.over = LIMIT
    elif state.doubled == NOWHERE and not _can_go_on(state):
        return Sentence("turn_over", "2.4", {"player": int(state.turn) + 1})
    elif state.doubled == NOWHERE and state.done == BLOCK and not can_come_first(state):
        return Sentence("pawn_opens", "2.2", {"block": block_name(state.moved)})
    return None


def _can_go_on(state: Any) -> bool:
    can_slide = state.done != PAWN and pawn_can_move(state)
    return bool(can_slide or (state.done != BLOCK and block_can_move(state)))


# What to do, and how it ended


def status(state: Any) -> Sentence:
    """What the player to move has to do, or how the game ended."""
    now = fields(state)
    player = {"player": Who(now.turn)}
    if now.over == WON:
        return Sentence("wins", "5.1", player)
    if now.over == LIMIT:
        return _at_the_limit(state)
    if now.doubled != NOWHERE:
        return Sentence("put", values={**player, "square": NAMES[now.doubled]})
    return Sentence(_to_do(state), values=player)


def _to_do(state: Any) -> str:
    """The key of what there is to do while no pawn is to be put anywhere."""
    now, is_ordered = fields(state), pawn_comes_first(state)
    if now.done == BLOCK:
        return "pawn_left"
    if now.done == PAWN:
        return "block_or_pass" if is_ordered else "block_left"
    if only_a_pawn(state):
        return "opening"
    if not block_can_move(state):
        return "no_block_moves"
    if not pawn_can_move(state):
        return "no_pawn_or_pass" if is_ordered else "no_pawn_moves"
    if is_ordered:
        return "pawn_first"
    return "pawn_then_block" if block_waits(state) else "both"


def pawn_comes_first(state: Any) -> bool:
    """§2.7 Is it a game in which a pawn is moved first, and then a block or none?"""
    return bool(fields(state).order == PAWN_FIRST)


def tally(state: Any) -> list[Sentence]:
    """§5.1 The pawns that each player has in the centre."""
    inside = all_inside(state)[: fields(state).players]
    return [Sentence("pawns_inside", values={"n": int(n), "enough": TO_WIN}) for n in inside]


def _at_the_limit(state: Any) -> Sentence:
    """§5.3 Who leads, alone or with others."""
    inside = [int(pawns_inside(state, seat)) for seat in range(state.players)]
    leaders = tuple(seat for seat, pawns in enumerate(inside) if pawns == max(inside))
    said = {"turns": int(state.turns), "pawns": max(inside)}
    if len(leaders) == state.players:
        return Sentence("draw", "5.3", said)
    if len(leaders) > 1:
        return Sentence("share", "5.3", {**said, "players": Several(leaders)})
    return Sentence("leads", "5.3", {**said, "player": Who(leaders[0])})


# Why not

SLIDE = re.compile(r"(\w+)-(\w+)")
MOVE = re.compile(r"(\w+):([nesw])(0|[1-9]\d{0,8})", re.ASCII)


def explain(state: Any, token: str) -> Sentence:
    """Why this token is not legal here."""
    slide, move = SLIDE.fullmatch(token), MOVE.fullmatch(token)
    if token.startswith(">"):
        return _explain_put(state, token[1:])
    if slide:
        return _explain_slide(state, slide[1], slide[2])
    if move:
        return _explain_move(state, move[1], move[2], int(move[3]))
    if token == "pass":
        return _explain_pass(state)
    key = "no_token_or_pass" if pawn_comes_first(state) else "no_token"
    return Sentence(key, "6.1", {"token": token})


def _explain_pass(state: Any) -> Sentence:
    if not pawn_comes_first(state):
        return Sentence("no_pass", "2.3")
    if state.doubled != NOWHERE:
        return Sentence("displaced_first", "3.5", {"square": NAMES[state.doubled]})
    return Sentence("pass_too_soon", "2.7")


def _explain_put(state: Any, name: str) -> Sentence:
    if name not in NUMBERS:
        return Sentence("no_square", "1.1", {"square": name})
    if state.doubled == NOWHERE:
        return Sentence("nobody_displaced", "3.5", {"square": name})
    if not is_white(divmod(NUMBERS[name], SIZE)):
        return Sentence("put_outside", "3.5", {"square": name})
    return Sentence("put_taken", "3.5", {"square": name})


def _explain_slide(state: Any, start: str, goal: str) -> Sentence:
    for name in (start, goal):
        if name not in NUMBERS:
            return Sentence("no_square", "1.1", {"square": name})
    said = {"square": start, "goal": goal}
    if state.doubled != NOWHERE:
        return Sentence("displaced_first", "3.5", {"square": NAMES[state.doubled]})
    if state.done == PAWN:
        is_ordered = pawn_comes_first(state)
        return Sentence("pawn_done_or_pass", "2.7") if is_ordered else Sentence("pawn_done", "2.2")
    owner = pawn_squares(state).get(divmod(NUMBERS[start], SIZE))
    if owner is None:
        return Sentence("no_pawn", "3.1", said)
    if owner != state.turn:
        return Sentence("not_your_pawn", "3.1", {**said, "player": owner + 1})
    column, row = divmod(NUMBERS[start], SIZE)
    goal_column, goal_row = divmod(NUMBERS[goal], SIZE)
    if start == goal:
        return Sentence("pawn_stays", "3.1", said)
    if column != goal_column and row != goal_row:
        return Sentence("not_straight", "3.1", said)
    return _explain_way(state, (column, row), (goal_column, goal_row))


def _explain_way(state: Any, start: Square, goal: Square) -> Sentence:
    """What stops a pawn on a straight way."""
    blocks, pawns = block_squares(state), pawn_squares(state)
    right, up = sign(goal[0] - start[0]), sign(goal[1] - start[1])
    square = start[0] + right, start[1] + up
    while square != goal and square not in blocks and square not in pawns:
        square = square[0] + right, square[1] + up
    said = {"square": square_name(square), "goal": square_name(goal)}
    if square in blocks:
        said["block"] = BLOCK_NAMES[blocks[square]]
        if square == goal:
            return Sentence("block_there", "3.3", said)
        return Sentence("block_in_way", "3.2", said)
    if square != goal:
        return Sentence("pawn_in_way", "3.2", said)
    if not is_white(goal):
        return Sentence("goal_taken", "3.3", said)
    return Sentence("displaces_from_inside", "3.4", said)


def _explain_move(state: Any, name: str, way: str, distance: int) -> Sentence:
    said = {"block": name}
    if name not in BLOCK_NAMES:
        return Sentence("no_block", "6.3", said)
    if state.doubled != NOWHERE:
        return Sentence("displaced_first", "3.5", {"square": NAMES[state.doubled]})
    if only_a_pawn(state):
        return Sentence("pawn_only", "2.6", said)
    if state.done == BLOCK:
        return Sentence("block_done", "2.2", said)
    if state.done == NEITHER and block_waits(state) and pawn_can_move(state):
        key, rule = ("block_too_soon", "2.7") if pawn_comes_first(state) else ("pawn_opens", "2.2")
        return Sentence(key, rule, said)
    if name == block_name(state.barred):
        return Sentence("barred", "4.5", said)
    if distance == 0:
        return Sentence("block_stays", "4.1", said)
    return _explain_steps(state, BLOCK_NAMES.index(name), STEPS[way], distance)


def _explain_steps(state: Any, block: int, step: Square, distance: int) -> Sentence:
    """What stops a block within this distance; else it touches no block at the end."""
    blocks, pawns = block_squares(state), pawn_squares(state)
    column, row = divmod(anchors(state)[block], SIZE)
    said = {"block": BLOCK_NAMES[block]}
    for i in range(1, min(distance, SIZE) + 1):
        for square in squares_from(block, (column + i * step[0], row + i * step[1])):
            there = {**said, "square": square_name(square)}
            if not on_board(square):
                return Sentence("block_meets_rim", "4.2", said)
            if is_white(square):
                return Sentence("centre_closed", "4.3", there)
            if square in pawns:
                return Sentence("block_meets_pawn", "4.2", there)
            if blocks.get(square, block) != block:
                other = BLOCK_NAMES[blocks[square]]
                return Sentence("block_meets_block", "4.2", {**there, "other": other})
    return Sentence("touches_nothing", "4.4", said)
