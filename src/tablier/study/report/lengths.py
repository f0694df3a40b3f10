"""How long are games, and how many moves are there to choose from?"""

from collections.abc import Sequence

import numpy as np

from tablier.study.jobs import GameRow
from tablier.study.plan import varied_moves
from tablier.study.report.charts import spread
from tablier.study.report.document import Picture, Section, Study, by_strength, is_cut, name_of
from tablier.study.runner import SHORT
from tablier.study.statistics import Figure, mean

HEADS = ("games", "turns", "moves", "legal moves", "lines, as a power of 10")
WORDS = (
    "A turn is what one seat plays in a row. Legal moves are counted at every move and averaged "
    "over the game; all these numbers of a game multiplied give the lines."
)
BEGUN = (
    "All games have the same start, and a search with a net throws no dice, so strong players "
    "would play one game again and again: the first {n} moves of each are drawn among those that "
    "a broad search of {simulations} simulations finds better than the average move."
)
DIFFERENT = " Of the {games} games at {name}, {different} are different."
CUT = "{name}: in play it searches for 2 s; here it had less, so that its games fit into the study."


def section(study: Study) -> Section | None:
    """How long games are, by strength of play."""
    if not study.strengths:
        return None
    table = by_strength(HEADS, study.strengths, lambda games: [str(len(games)), *figures_of(games)])
    turns = {
        name_of(name): [game.turns for game in games] for name, games in study.strengths.items()
    }
    said = "Turns per game: median (orange), half of the games (box), nine of ten (line)"
    picture = Picture("turns", said, spread(turns, "turns of a game"))
    cuts = [CUT.format(name=name_of(name)) for name in study.strengths if is_cut(name)]
    begun = [beginnings(study)] if varied_moves(study.game) else []
    return Section("How long are games?", summary(study), [table, WORDS, *begun, *cuts, picture])


def beginnings(study: Study) -> str:
    """How games of strong players begin."""
    begun = BEGUN.format(n=varied_moves(study.game), simulations=SHORT)
    name, games = study.best()
    if not name.startswith("simulations"):
        return begun
    different = len({game.tokens for game in games})
    return begun + DIFFERENT.format(games=len(games), name=name_of(name), different=different)


def figures_of(games: Sequence[GameRow]) -> list[Figure]:
    """Turns, moves, legal moves and lines."""
    counts = ((game.turns, game.moves, game.choices, game.tree) for game in games)
    return [mean(column) for column in zip(*counts, strict=True)]


def summary(study: Study) -> str:
    """The answer in one sentence."""
    name, games = study.best()
    turns, moves, choices, _ = figures_of(games)
    low, high = np.percentile([game.turns for game in games], (5, 95)).tolist()
    return (
        f"At {name_of(name)} a game takes {turns} turns and {moves} moves, nine of "
        f"ten games {low:.0f} to {high:.0f} turns; there are {choices} legal moves to choose from."
    )
