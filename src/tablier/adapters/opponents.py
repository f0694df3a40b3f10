"""Opponents of a learning agent: random play, the computer's levels, or any function.

"random"                       any legal move
5                              a level that people play against
"level:5", "simulations:200"   whatever a match takes, see arena/entrants.py
function                       takes a position, returns a token or the number of an action
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from tablier.adapters.board import Board
from tablier.arena.entrants import RANDOM, Chooser, entrant
from tablier.game import Game
from tablier.position import Position

Function = Callable[[Position], str | int]
Opponent = str | int | Function
Dice = np.random.Generator
ActionChooser = Callable[[Board], int]
"""An opponent in one game: its action on a board where it is to move. A copy is independent."""


def at_random(dice: Dice, board: Board) -> int:
    """A random legal action."""
    return int(board.legal[dice.integers(len(board.legal))])


def by_function(function: Function, board: Board) -> int:
    """The action that a function returns, by its token or its number, if it is legal."""
    position = board.position
    chosen: Any = function(position)
    if isinstance(chosen, str):
        position.play(chosen)  # says why it is not legal
        return position.game.actions[chosen]
    if not isinstance(chosen, int | np.integer) or chosen not in position.legal_actions:
        raise ValueError(f"The opponent has chosen {chosen!r}, which is no legal move here.")
    return int(chosen)


@dataclass
class BySearch:
    """Plays by search, as the computer does."""

    player: str
    game: Game
    seed: int

    @cached_property
    def chooser(self) -> Chooser:
        """The player that searches."""
        return entrant(self.player).new_player(self.game, self.seed)

    def __call__(self, board: Board) -> int:
        """What the search finds."""
        return self.game.actions[self.chooser.choose(board.position)]


def each_of(given: Opponent | Sequence[Opponent], game: Game) -> list[Opponent]:
    """One opponent for every seat but the agent's: the same for all, or as they are listed."""
    n = game.players - 1
    is_one = isinstance(given, str | int) or callable(given)
    found: list[Opponent] = [given] * n if is_one else [*given]  # type: ignore[list-item, misc]
    if len(found) != n:
        raise ValueError(f"{game.title()} needs opponents for {n} seats here, not {len(found)}.")
    for each in found:
        if not callable(each):
            entrant(described(each))  # refuses what is no player
    return found


def described(opponent: object) -> str:
    """A player as `entrant` takes it: a number is a level."""
    is_level = isinstance(opponent, int) and not isinstance(opponent, bool)
    return f"level:{opponent}" if is_level else str(opponent)


def new_opponent(opponent: Opponent, game: Game, dice: Dice) -> ActionChooser:
    """The opponent for one game, with random numbers from `dice`."""
    if callable(opponent):
        return partial(by_function, opponent)
    if opponent == RANDOM:
        return partial(at_random, dice)
    return BySearch(described(opponent), game, int(dice.integers(2**32)))
