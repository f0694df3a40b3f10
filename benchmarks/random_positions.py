"""Positions of random games that are not over."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.game import Game

PLIES = 60  # of a game, at most


def positions(game: Game, n: int) -> NDArray[Any]:
    """The states of so many positions; always the same."""
    dice, found = random.Random(0), list[Any]()
    while len(found) < n:
        position = game.start(dice.randrange(1 << 30))
        for _ in range(dice.randrange(PLIES)):
            if position.legal_actions:
                position = position.after(dice.choice(position.legal_actions))
        if position.legal_actions:
            found.append(np.frombuffer(position.data, game.rules.STATE)[0])
    return np.array(found)
