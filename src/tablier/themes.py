"""Themes: what a puzzle is about, by the reasons for the moves of its solution.

They are computed from facts, never written by hand: THEMES in the reasons.py of a game says which
reasons belong to which theme, and [themes] of its texts/ has the names.
"""

from collections.abc import Iterator, Mapping

from tablier.game import Game, optional_module
from tablier.puzzle import Puzzle
from tablier.reasons import Choice, own_reasons
from tablier.texts import texts


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle, in the order in which the game has them.

    >>> import tablier
    >>> first = tablier.puzzles("mole-hill")[0]
    >>> themes_of(first) == first.themes
    True
    """
    part = optional_module(puzzle.game, "reasons")
    keys = set(reason_keys(puzzle)) if part else set()
    known: Mapping[str, tuple[str, ...]] = getattr(part, "THEMES", {})
    return tuple(theme for theme, reasons in known.items() if keys.intersection(reasons))


def reason_keys(puzzle: Puzzle) -> Iterator[str]:
    """The keys of all reasons for the solver's moves in the main line."""
    position, tokens = puzzle.position, puzzle.solution()
    for i, token in enumerate(tokens):
        if position.turn == puzzle.seat:
            choice = Choice(position, token, tokens[i + 1 :])
            yield from (reason.key for reason in own_reasons(choice))
        position = position.play(token)


def theme_names(game: Game, lang: str) -> dict[str, str]:
    """The names of the themes of a game, by their keys."""
    return dict(texts(game.package, lang).get("themes", {}))
