"""Why a move of Moguli is good: pawns that it frees, brings home or stops, ways that it opens."""

from collections.abc import Iterator
from typing import Any

from tablier.games.moguli.notation import NAMES, NUMBERS
from tablier.games.moguli.paths import ROWS
from tablier.games.moguli.rules import OPEN, PASS, SWAP, TURNINGS, settle, start_row
from tablier.portable import has, members
from tablier.position import Position
from tablier.reasons import Choice, changed, counted
from tablier.texts import All, Sentence

Ends = dict[int, list[int]]
"""Where each pawn can move to, by its square; those that cannot move have no ends."""
THEMES = {
    "opens_home": ("opens_home",),
    "bonus": ("bonus",),
    "guard": ("keeps_from_home",),
    "stops": ("stops", "slows", "slows_one"),
    "frees": ("frees",),
    "opens": ("opens",),
}
"""What a puzzle can be about, by the keys of reasons for a move of its solution."""


def reasons(choice: Choice) -> Iterator[Sentence]:
    """What speaks for the move, the weightiest first."""
    action = choice.before.game.actions[choice.token]
    if choice.before.state.phase == SWAP or action >= PASS:
        return
    if action >= TURNINGS:
        yield from of_pawn_move(choice)
    else:
        yield from of_rotation(choice)
    yield from stopped(choice)


def pawn_and_end(token: str) -> tuple[int, int]:
    """The squares of a pawn move."""
    pawn, _, end = token.partition("-")
    return NUMBERS[pawn], NUMBERS[end]


def rows_forward(seat: int, pawn: int, end: int) -> int:
    """How many rows nearer to home a move brings a pawn."""
    rows = end % ROWS - pawn % ROWS
    return rows if seat == 0 else -rows


def is_home(seat: int, square: int) -> bool:
    """Is it on the start row of the other player?"""
    return bool(has(start_row(1 - seat), square))


def of_pawn_move(choice: Choice) -> Iterator[Sentence]:
    """The pawn comes home or nearer to it, and may earn a bonus rotation."""
    pawn, end = pawn_and_end(choice.token)
    rows = rows_forward(choice.seat, pawn, end)
    if is_home(choice.seat, end) and not is_home(choice.seat, pawn):
        yield Sentence("home")
    elif rows > 0:
        yield counted("forward", rows)
    if choice.after.turn == choice.seat and choice.after.state.bonus:
        yield Sentence("bonus")


def of_rotation(choice: Choice) -> Iterator[Sentence]:
    """A rotation opens the way for what the line does next, or frees pawns."""
    before, after = (ends_of(each, choice.seat) for each in (choice.before, choice.after))
    moves = [token for token in choice.rest if "-" in token]
    pawn, end = pawn_and_end(moves[0]) if moves else (-1, -1)
    if pawn in before and end not in before[pawn]:
        key = "opens_home" if is_home(choice.seat, end) else "opens"
        yield Sentence(key, values={"pawn": NAMES[pawn], "end": NAMES[end]})
    freed = [each for each in after if after[each] and not before.get(each, [0]) and each != pawn]
    if freed:
        yield Sentence("frees", values={"pawns": named(freed)})


def stopped(choice: Choice) -> Iterator[Sentence]:
    """Pawns of the other player that could come home, or move at all, and now cannot."""
    other = 1 - choice.seat
    before, after = (ends_of(each, other) for each in (choice.before, choice.after))
    home = [pawn for pawn in before if comes_home(other, before[pawn])]
    kept = [pawn for pawn in home if pawn in after and not comes_home(other, after[pawn])]
    still = [pawn for pawn in after if before.get(pawn) and not after[pawn]]
    rows = farthest(other, before) - farthest(other, after) if before and after else 0
    if kept:
        yield Sentence("keeps_from_home", values={"pawns": named(kept)})
    elif still:
        yield Sentence("stops", values={"pawns": named(still)})
    elif rows > 0:
        yield counted("slows", rows)


def farthest(seat: int, ways: Ends) -> int:
    """How many rows the best of these moves brings a pawn forward."""
    rows = (rows_forward(seat, pawn, end) for pawn, ends in ways.items() for end in ends)
    return max(0, max(rows, default=0))


def comes_home(seat: int, squares: list[int]) -> bool:
    """Does one of these ends bring a pawn home?"""
    return any(is_home(seat, square) for square in squares)


def ends_of(position: Position, seat: int) -> Ends:
    """Where the pawns of a seat could go if it were to move a pawn now."""
    if position.is_over:
        return {}

    def begin(state: Any) -> None:
        state.turn = seat
        state.moved = state.bonus = state.turnings = 0
        settle(state)

    begun = changed(position, begin)
    if begun.state.ended != OPEN:
        return {}
    pawns = members(begun.state.pawns[seat])
    return {pawn: members(begun.state.ends[i]) for i, pawn in enumerate(pawns)}


def named(pawns: list[int]) -> All:
    """The names of these squares, for a sentence."""
    return All(tuple(NAMES[pawn] for pawn in pawns))
