"""Answers of evaluators: logits and values, checked before compiled code reads them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.game import Game
from tablier.search import forest
from tablier.search.evaluator import Batch, Evaluator
from tablier.texts import Refusal, refusal

WRONG = {forest.NO_NUMBER: "no_number", forest.NO_MOVE: "no_move", forest.TOO_LARGE: "too_large"}


def answered(evaluator: Evaluator, batch: Batch) -> tuple[Any, Any]:
    """What the evaluator says, if it is a pair."""
    found: Any = evaluator(batch)
    if not isinstance(found, tuple):
        raise refusal("evaluator_no_pair", found=type(found).__name__)
    if len(found) != 2:
        raise refusal("evaluator_no_pair", found=f"tuple[{len(found)}]")
    return found


def checked(game: Game, n: int, logits: Any, values: Any) -> tuple[Any, Any]:
    """The answers to n leaves as the kernel takes them, if they are such."""
    actions, players = game.rules.ACTIONS, game.players
    logits, values = _floats("logits", logits), _floats("values", values)
    if logits.shape != (n, actions):
        raise _wrong_shape("logits", logits, f"({n}, {actions})")
    values = values[:, None] if values.ndim == 1 and players == 2 else values
    widths = (1, 2) if players == 2 else (players,)
    if values.shape not in [(n, width) for width in widths]:
        raise _wrong_shape("values", values, " or ".join(f"({n}, {width})" for width in widths))
    return logits, values


def wrong(problem: int, row: int) -> Refusal:
    """What the kernel says is wrong with the answer in a row."""
    return refusal(f"evaluator_{WRONG[problem]}", row=row)


def _floats(name: str, given: Any) -> NDArray[np.float32]:
    try:
        found = np.ascontiguousarray(given, np.float32)
    except (TypeError, ValueError) as error:
        raise refusal("evaluator_no_array", name=name, reason=str(error)) from error
    return found if found.flags.carray else found.copy()  # for others it would be compiled anew


def _wrong_shape(name: str, found: NDArray[Any], wanted: str) -> Refusal:
    return refusal("evaluator_shape", name=name, shape=str(found.shape), wanted=wanted)
