"""Chooses puzzles among those that were mined: of all levels, none like another."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablier.game import Game
from tablier.position import Position
from tablier.puzzle import Puzzle, read_answers
from tablier.search.prover import ANY
from tablier.themes import themes_of

LONG = 3  # moves of the solver
WON = 0.999  # another move that is worth so much wins too, only later


def choose(
    game: Game, mined: Iterable[Mapping[str, Any]], n: int, date: str, known: Sequence[Puzzle] = ()
) -> list[Puzzle]:
    """So many new puzzles, of levels that have few; the easiest first, numbered after `known`."""
    seen = {canonical(each.position) for each in known}
    levels: dict[int, list[Puzzle]] = {}
    for each in sorted(drafts(game, mined, date), key=merit):
        key = canonical(each.position)
        if key not in seen and not wins_otherwise(each):
            seen.add(key)
            levels.setdefault(each.level, []).append(each)
    have = Counter(each.level for each in known if not each.retired)
    some = sorted(
        taken(levels, n, have), key=lambda each: (each.level, each.moves, str(each.position))
    )
    return [replace(each, number=number) for number, each in enumerate(some, len(known) + 1)]


def drafts(game: Game, mined: Iterable[Mapping[str, Any]], date: str) -> Iterator[Puzzle]:
    """Those that were mined and that have no other, slower win, as puzzles without a number."""
    for row in mined:
        if row["others"] >= WON:
            continue
        position = game.position(row["position"])
        turns = row["turns"] if row["turns"] < ANY else None
        puzzle = Puzzle(
            *(0, position, row["level"], row["moves"], None, read_answers(row)),
            turns=turns,
            added=date,
        )
        yield replace(puzzle, themes=themes_of(puzzle))


def wins_otherwise(puzzle: Puzzle) -> bool:
    """Does the solver win by a limit of the game after a move that is said to be wrong?"""
    ends = (end for key in puzzle.answers for end in wrong_ends(puzzle, key))
    outcomes = (end.outcome() for end in ends)
    return any(each is not None and each.payoffs[puzzle.seat] >= 1 for each in outcomes)


def wrong_ends(puzzle: Puzzle, key: str) -> Iterator[Position]:
    """The positions after each wrong move there and the answer to it."""
    page, position = puzzle.answers[key], puzzle.try_(*key.split()).position
    for token in position.legal_moves:
        if token not in page.right and token not in page.slow:
            yield position.play(token).play_all(page.refutation(token).split())


def canonical(position: Position) -> bytes:
    """The same for all positions that are alike by a symmetry of the game."""
    return min(each.data for each in position.symmetric())


def merit(puzzle: Puzzle) -> tuple[bool, int, int, float]:
    """Better ones first: longer than one turn, with a single first move; then by chance."""
    dice = random.Random(str(puzzle.position))
    return puzzle.turns == 1, len(puzzle.winning()), -min(puzzle.moves, LONG), dice.random()


def taken(levels: Mapping[int, Sequence[Puzzle]], n: int, have: Mapping[int, int]) -> list[Puzzle]:
    """So many in all, of the level that has the fewest, and of each theme as far as it goes."""
    left = {level: list(each) for level, each in levels.items()}
    found: list[Puzzle] = []
    counts, themes = Counter(have), Counter[tuple[int, str]]()
    while len(found) < n and any(left.values()):
        level = min(
            (level for level in left if left[level]), key=lambda each: (counts[each], -each)
        )
        each = freshest(left[level], themes)
        left[level].remove(each)
        found.append(each)
        counts[level] += 1
        themes.update((level, theme) for theme in each.themes)
    return found


def without_doubtful(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """These puzzles; those with another win are retired."""
    return [
        replace(each, retired=True) if not each.retired and wins_otherwise(each) else each
        for each in puzzles
    ]


def with_few_short(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """These puzzles; of those won in one turn only so many, of all levels, are not retired."""
    levels: dict[int, list[Puzzle]] = {}
    for each in sorted(puzzles, key=merit):
        if each.turns == 1 and not each.retired:
            levels.setdefault(each.level, []).append(each)
    kept = {each.number for each in taken(levels, most, {})}
    short = {each.number for some in levels.values() for each in some}
    return [
        replace(each, retired=True) if each.number in short - kept else each for each in puzzles
    ]


def freshest(puzzles: Sequence[Puzzle], themes: Mapping[tuple[int, str], int]) -> Puzzle:
    """The one whose themes are the rarest so far; among such, the first."""

    def stale(each: Puzzle) -> tuple[bool, int]:
        return each.turns == 1, min((themes[each.level, key] for key in each.themes), default=99)

    return min(puzzles, key=stale)
