"""What games say of moves, to be checked by other means: of moves played, and of random ones."""

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tablier.position import Position
from tablier.reasons import Choice
from tablier.record import Record
from tablier.texts import LANGUAGES, say

LINE = 5  # moves after the one that is explained
HERE = Path(__file__).parent
Facts = dict[str, dict[str, Any]]
"""What is said: keys, with their values."""


def choices(game: str, every: int, seed: int = 0) -> Iterator[Choice]:
    """Of the games that are kept for this one, in each of these positions, two moves."""
    dice = random.Random(seed)
    for path in sorted((HERE / game / "playthroughs").glob("*.tablier")):
        record = Record.read(path.read_text("utf-8"))
        for ply, position in enumerate(record.positions()):
            if position.legal_moves and dice.randrange(every) == 0:
                if ply < len(record):
                    yield Choice(position, record.tokens[ply], record.tokens[ply + 1 :][:LINE])
                yield random_choice(position, dice)


def random_choice(position: Position, dice: random.Random) -> Choice:
    """A random move, and a random line after it."""
    token = dice.choice(position.legal_moves)
    after, line = position.play(token), list[str]()
    while after.legal_moves and len(line) < LINE:
        line.append(dice.choice(after.legal_moves))
        after = after.play(line[-1])
    return Choice(position, token, tuple(line))


def said_of(choice: Choice) -> Facts:
    """What the game itself says of a move; there are words for it in every language."""
    package = choice.before.game.package
    found = list(import_module(f"{package}.reasons").reasons(choice))
    for each in found:
        assert len({say(each, lang, package, table="reasons") for lang in LANGUAGES}) == 3, each
    return {each.key: dict(each.values) for each in found}


def plural(key: str, n: int) -> Facts:
    """A fact about a number, which has words of its own for one."""
    return {f"{key}_one": {}} if n == 1 else {key: {"n": n}}
