"""How Othello is written: squares a1 … h8 and `pass`, positions as in `yardsticks.grid`."""

from typing import Any

from tablier.portable import NONE, count, has
from tablier.texts import Sentence
from yardsticks import grid
from yardsticks.othello.rules import SIZE, catching

PASS_TOKEN = "pass"
ROWS_OF_SQUARES = [[row * SIZE + column for column in range(SIZE)] for row in range(SIZE)]
NAMES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdefgh")
TOKENS = (*NAMES, PASS_TOKEN)


def write(state: Any) -> str:
    """The rows from the top, then who moves."""
    first, second = (state.other, state.own) if state.turn else (state.own, state.other)
    return grid.Grid(first, second, int(state.turn)).write(ROWS_OF_SQUARES)


def read(state: Any, text: str) -> Sentence | None:
    """The position of that text, checked for its form."""
    found = grid.read(text, ROWS_OF_SQUARES)
    if isinstance(found, Sentence):
        return found
    state.own, state.other, state.turn = found.mover, found.waiting, found.turn
    state.catching = catching(state.own, state.other)
    state.over = state.catching == NONE and catching(state.other, state.own) == NONE
    return None


def explain(state: Any, token: str) -> Sentence:
    """Why this token is not legal here."""
    if token == PASS_TOKEN:
        return Sentence("must_not_pass")
    if token not in NAMES:
        return Sentence("no_token", values={"token": token})
    taken = has(state.own | state.other, NAMES.index(token))
    return Sentence("taken" if taken else "catches_none", values={"square": token})


def status(state: Any) -> Sentence:
    """What the player to move has to do, or how the game ended."""
    player = int(state.turn) + 1
    if not state.over:
        return Sentence("put" if state.catching else "pass", values={"player": player})
    own, other = int(count(state.own)), int(count(state.other))
    said = {"player": player if own > other else 3 - player, "n": max(own, other)}
    return Sentence("draw" if own == other else "wins", values=said)
