"""How Connect Four is written: the columns are a … g, positions as in `yardsticks.grid`."""

from typing import Any

from tablier.portable import NONE, count
from tablier.texts import Sentence
from yardsticks import grid
from yardsticks.connect_four.rules import COLUMNS, FULL, HEIGHT, ROWS, UP, has_four

TOKENS = tuple("abcdefg")
ROWS_OF_CELLS = [
    [column * HEIGHT + row for column in range(COLUMNS)] for row in reversed(range(ROWS))
]
FLOOR = FULL & ~(FULL << UP)


def write(state: Any) -> str:
    """The rows from the top, then who moves."""
    moving = state.stones ^ state.waiting
    first, second = (state.waiting, moving) if state.turn else (moving, state.waiting)
    return grid.Grid(first, second, int(state.turn)).write(ROWS_OF_CELLS)


def read(state: Any, text: str) -> Sentence | None:
    """The position of that text, checked for its form."""
    found = grid.read(text, ROWS_OF_CELLS)
    if isinstance(found, Sentence):
        return found
    stones = found.first | found.second
    if stones & ~((stones << UP) | FLOOR):
        return Sentence("in_the_air")
    if count(found.first) - count(found.second) != found.turn:
        return Sentence("wrong_count")
    if has_four(found.mover):
        return Sentence("over_before")
    state.stones, state.waiting = stones, found.waiting
    state.won, state.turn = has_four(found.waiting), found.turn
    return None


def explain(state: Any, token: str) -> Sentence:  # noqa: ARG001
    """Why this token is not legal here."""
    if token in TOKENS:
        return Sentence("column_full", values={"column": token})
    return Sentence("no_token", values={"token": token})


def status(state: Any) -> Sentence:
    """What the player to move has to do, or how the game ended."""
    if state.won:
        return Sentence("four", values={"player": 2 - int(state.turn)})
    if FULL & ~state.stones == NONE:
        return Sentence("full")
    return Sentence("drop", values={"player": int(state.turn) + 1})
