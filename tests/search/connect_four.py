"""Positions of Connect Four, an untrained net and a simple evaluator, for tests of evaluators."""

from typing import Any

import numpy as np

from tablier import Batch, Position
from tablier.game import Game, load
from tablier.nets import Net
from tablier.nets.quantisation import shapes

FOUR = load("yardsticks.connect_four", {})
Answer = tuple[Any, Any]


def four(columns: str) -> Position:
    """The position after stones in these columns."""
    position = FOUR.start()
    for column in columns:
        position = position.after(int(column))
    return position


def indifferent(batch: Batch) -> Answer:
    """To this evaluator, all moves and positions are the same."""
    return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.zeros(len(batch))


def untrained(game: Game) -> Net:
    """A net with random weights."""
    dice = np.random.default_rng(0)
    floats = {name: dice.normal(0, 0.2, shape) for name, shape in shapes(game).items()}
    return Net.of(game, floats)
