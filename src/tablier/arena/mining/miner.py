"""Mines a game for puzzles: plays it, and looks for wins in a few turns that are hard to see.

A puzzle is a position at the beginning of a turn which the player to move wins in so many turns
whatever the others do, but only by few of the first moves. All of that is proven. A game gives
several puzzles, but none within a few turns of another.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from tablier.arena.entrants import Entrant, never
from tablier.arena.match import Bout, Halted, play
from tablier.arena.mining.answers import Author, Unproven
from tablier.arena.mining.rating import SEEDS, growth, hits, level
from tablier.arena.mining.solver import Solver
from tablier.game import Game, optional_module
from tablier.position import Position
from tablier.puzzle import Page
from tablier.search.levels import player
from tablier.search.player import Player
from tablier.search.prover import ANY, Prover

FEWEST_CHOICES = 4  # legal moves
FEWEST_MOVES = 2  # of the solver, in the main line
GLANCE, HOPE = 100, 0.3  # simulations before a proof is tried, and what they have to expect
SLIP = 3  # the level that makes mistakes
APART = 4  # turns between two puzzles of a game
MOST_FOUND, MOST_SHORT = 6, 1  # puzzles of a game; of them won in one turn


@dataclass(frozen=True)
class Vein:
    """A game to be played and mined."""

    game: Game
    seed: int
    levels: tuple[int, int]
    """The weakest and the strongest player."""
    opening: int
    """Moves at random before they play."""
    turns: int
    """The longest puzzles, in turns of the solver."""
    most: int
    """Positions that are looked at for one question, without a memory."""
    effort: int
    """Positions that are remembered for one question after that."""
    slips: int
    """Positions after mistakes that are looked at, for each one of the game."""

    def solver(self) -> Solver:
        """What answers questions about a position of the game."""
        prover = prover_of(self.game, self.effort) if self.effort else None
        return Solver(prover, self.most)

    def positions(self, stop: Callable[[], bool]) -> list[Position]:
        """The positions of the game at the beginnings of turns, in order."""
        dice = random.Random(self.seed)
        first, second = (Entrant("level", dice.randint(*self.levels)) for _ in range(2))
        bout = Bout(self.game, (first, second), self.seed, self.opening)
        positions = list(play(bout, stop).record().positions())
        begun = [here for before, here in pairwise(positions) if before.turn != here.turn]
        return [each for each in begun if not each.is_over]

    def places(self, stop: Callable[[], bool]) -> Iterator[tuple[int, Position]]:
        """The positions that are looked at, each with its turn: of the game, and after slips."""
        begun, dice = self.positions(stop), random.Random(f"{self.seed} places")
        numbers = [(n, slip) for n in range(len(begun)) for slip in range(self.slips + 1)]
        for number, slip in dice.sample(numbers, len(numbers)):
            here = begun[number]
            yield number, slipped(here, self.seed + slip) if slip else here


def slipped(position: Position, seed: int) -> Position:
    """The position after a turn of a weak player."""
    weak, mover = player(position.game, level=SLIP, seed=seed), position.turn
    while not position.is_over and position.turn == mover:
        position = position.play(weak.choose(position))
    return Position(position.game, position.data)


def mine(vein: Vein, stop: Callable[[], bool] = never) -> dict[str, Any]:
    """The puzzles of a game, as data; `Halted` once `stop` says so."""
    found: list[dict[str, Any]] = []
    for number, position in vein.places(stop):
        if stop():
            raise Halted
        if position.is_over or any(abs(number - each["turn"]) < APART for each in found):
            continue
        short = sum(each["turns"] == 1 for each in found)
        row = look(vein, position, 2 if short == MOST_SHORT else 1, stop)
        found += [] if row is None else [{"turn": number, **row}]
        if len(found) == MOST_FOUND:
            break
    return {"seed": vein.seed, "found": found}


def look(
    vein: Vein, position: Position, least: int, stop: Callable[[], bool]
) -> dict[str, Any] | None:
    """The puzzle of so many turns at least that a position is, if it is one, with its ratings."""
    for solver, stake, turns in wins(vein, position):
        if turns < least:
            continue
        try:
            book = Author(solver, stake, turns).write()
        except Unproven:
            return None
        is_worthy = book is not None and own_moves(book) >= FEWEST_MOVES
        return described(stake, position, turns, book, stop) if book and is_worthy else None
    return None


def wins(vein: Vein, position: Position) -> Iterator[tuple[Solver, Position, int]]:
    """What the player to move wins, with which stakes, and in how many turns."""
    solver = vein.solver()
    for stake in stakes(position):
        if len(stake.legal_actions) < FEWEST_CHOICES or not promising(stake):
            continue
        turns = turns_to_win(solver, stake, vein.turns)
        if turns is not None:
            yield solver, stake, turns
        if solver.is_lost_in_thought:
            return


@cache
def prover_of(game: Game, effort: int) -> Prover:
    """The prover of this process."""
    return Prover(game, effort)


def turns_to_win(solver: Solver, position: Position, most: int) -> int | None:
    """The fewest turns in which the player to move wins; ANY in games that have a fixed end."""
    if "turn_limit" in position.game.rules.OPTIONS:
        return solver.fewest(position, position.turn, most)
    return ANY if solver.wins(position, position.turn, ANY) else None


def stakes(position: Position) -> Iterator[Position]:
    """The position with all scores with which it is looked at."""
    part = optional_module(position.game, "aim")
    yield from getattr(part, "stakes", lambda same: iter((same,)))(position)


def promising(position: Position) -> bool:
    """Does a glance say that the player to move may be winning?"""
    glance = Player(position.game, simulations=GLANCE, memory=4_000_000).analyse(position)
    return glance.values[position.turn] >= HOPE


def own_moves(book: dict[str, Page]) -> int:
    """How many moves the solver makes in the main line."""
    own: list[str] = []
    while " ".join(own) in book:
        own.append(next(iter(book[" ".join(own)].right)))
    return len(own)


def described(
    position: Position,
    played: Position,
    turns: int,
    book: dict[str, Page],
    stop: Callable[[], bool],
) -> dict[str, Any]:
    """A puzzle with all that is needed to choose among them."""
    right: Sequence[str] = tuple(book[""].right)
    found = hits(position, right, stop)
    grown = [growth(position, right, seed, stop) for seed in range(SEEDS)]
    return {
        "position": str(position),
        "played": position == played,
        "turns": turns,
        "moves": own_moves(book),
        "choices": len(position.legal_actions),
        "level": level(position, found, [since for since, _ in grown]),
        "hits": found,
        "grown": [since for since, _ in grown],
        "others": [value for _, value in grown],
        "book": {key: page.json() for key, page in book.items()},
    }
