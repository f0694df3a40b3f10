"""Ratings of puzzles: which levels find the first move, and how large a search has to be."""

from collections.abc import Sequence
from dataclasses import replace

from tablier.position import Position
from tablier.puzzle import Puzzle
from tablier.search.levels import levels_of, player
from tablier.search.player import Player
from tablier.threads import Stop, never

TRIES, FOUND = 20, 16  # a level finds a move if so many of its tries do
TRIED = 7  # levels that try; stronger ones are judged by how a search grows: it throws no dice
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
LEAST, MARGIN = (
    2000,
    10,
)  # a search stops growing at the first, or at so many times what it took to find it


def hits(position: Position, right: Sequence[str], stop: Stop) -> list[int]:
    """How many tries of each level from 1 on find one of these moves, until enough of one do."""
    found: list[int] = []
    while len(found) < TRIED and (not found or found[-1] < FOUND):
        found.append(tries(position, right, len(found) + 1, stop))
    return found


def tries(position: Position, right: Sequence[str], level: int, stop: Stop) -> int:
    """How many tries of a level find one of these moves; it gives up when too many miss."""
    found = 0
    for seed in range(TRIES):
        chosen = player(position.game, level=level, seed=seed).choose(position, stop)
        found += chosen in right
        if seed + 1 - found > TRIES - FOUND:
            break
    return found


def growth(position: Position, right: Sequence[str], stop: Stop) -> tuple[int | None, float]:
    """The simulations after which a search finds one of these moves and keeps to it, or None.

    And what it expects of the best of the other moves, from −1 to 1.
    """
    most = levels_of(position.game)[-2].simulations
    steps = [step for step in STEPS if step < most] + [most]
    search = Player(position.game, simulations=steps[0])
    since, done = None, 0
    for step in steps:
        search.simulations = step - done
        analysis = search.analyse(position, stop)
        done = step
        since = (since or step) if analysis.moves[0].token in right else None
        if analysis.proven or (since is not None and step >= max(LEAST, MARGIN * since)):
            break
    seen = [info for info in analysis.moves if info.visits or info.proven]
    others = [info.values[position.turn] for info in seen if info.token not in right]
    return since, round(max(others, default=-1.0), 3)


def level(position: Position, found: Sequence[int], grown: int | None) -> int:
    """The weakest level that finds the first move; the last one if none does."""
    if found[-1] >= FOUND:
        return len(found)
    levels = levels_of(position.game)
    for number in range(len(found) + 1, len(levels)):
        if grown is not None and grown <= levels[number - 1].simulations:
            return number
    return len(levels)


def rated_again(puzzle: Puzzle, stop: Stop = never) -> Puzzle:
    """The same puzzle with the level that finds it now."""
    position, right = puzzle.position, puzzle.winning()
    found = hits(position, right, stop)
    grown = growth(position, right, stop)[0] if found[-1] < FOUND else None
    return replace(puzzle, level=level(position, found, grown))
