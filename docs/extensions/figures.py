"""The directives {numbers} and {options}: tables of a game, made while building.

Speeds come from the tables of performance.md, counts of lines from the perft file of the tests,
everything else from the game.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

import tablier
from extensions.repository import ROOT, read_json, tests_of
from tablier.game import Game, value_text, values_text
from tablier.texts import texts

PERFORMANCE = ROOT / "docs" / "performance.md"
ON_ONE_CORE, ON_A_GPU = "Rules on one core", "A million boards on a GPU"
Row = Sequence[str]


def of_a_game(lines: Callable[[Game], Iterable[str]]) -> type[SphinxDirective]:
    """A directive whose argument is the name of a game, and which shows these lines of Markdown."""

    class OfAGame(SphinxDirective):
        required_arguments = 1

        def run(self) -> list[nodes.Node]:
            return self.parse_text_to_nodes("\n".join(lines(tablier.game(self.arguments[0]))))

    return OfAGame


def table(heads: Row, rows: Iterable[Row]) -> Iterator[str]:
    """A table in Markdown."""
    for row in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(row)} |"


# Numbers


def numbers(game: Game) -> Iterator[str]:
    """How large the game is and how fast."""
    return table(("number", "", "from"), [*of_the_rules(game), *of_speed(game)])


def of_the_rules(game: Game) -> Iterator[Row]:
    """What the game itself says."""
    rules = "[rules.py](/src/{}/rules.py)".format(game.package.replace(".", "/"))
    yield "number of actions", f"{game.rules.ACTIONS:,}", rules
    yield "legal moves at the start", f"{len(game.start().legal_actions):,}", rules
    yield "size of a position in bytes", f"{game.rules.STATE.itemsize:,}", rules
    path = tests_of(game) / "perft.json"
    counts = " · ".join(f"{n:,}" for n in from_the_start(game)["counts"])
    yield (
        "move sequences of length 1, 2, 3 and so on",
        counts,
        f"[perft.json](/{path.relative_to(ROOT)})",
    )


def from_the_start(game: Game) -> dict[str, Any]:
    """The first entry of the perft file for a game that begins, in its usual form if possible."""
    entries = read_json(tests_of(game) / "perft.json")
    usual = [each for each in entries if each["options"].items() <= game.options.items()]
    found: dict[str, Any] = (usual or entries)[0]
    return found


def of_speed(game: Game) -> Iterator[Row]:
    """What performance.md has measured, as far as it has."""
    source = "[performance](/performance.md#{})"
    core = source.format("rules-on-one-core")
    on_one_core, on_gpu = figures(ON_ONE_CORE, game), figures(ON_A_GPU, game)
    if on_one_core:
        games, moves, length = on_one_core[1:4]
        yield "random games per second, one core", games, core
        yield "moves per second, one core", moves, core
        yield "moves per random game", length, core
    if on_gpu:
        yield "moves per second, one GPU", on_gpu[0], source.format("a-million-boards-on-a-gpu")


def figures(heading: str, game: Game) -> list[str]:
    """The cells behind the game's name in the table under a heading of performance.md, if any."""
    _, found, rest = PERFORMANCE.read_text("utf-8").partition(f"## {heading}\n")
    if not found:
        raise ExtensionError(f"performance.md has no heading {heading}.")
    section = rest.partition("\n## ")[0]
    row = re.search(rf"^\| {re.escape(game.title())}[^|]*\|(.+)\|$", section, re.MULTILINE)
    return [cell.strip() for cell in row[1].split("|")] if row else []


# Options


def options(game: Game) -> Iterator[str]:
    """What can be chosen before a game."""
    if not game.rules.OPTIONS:
        return iter(["There is nothing to choose."])
    words = texts(game.package, "en")["options"]
    rows = (
        (f"`{name}`", words[name]["name"], values_text(values), value_text(default))
        for name, (default, values) in game.rules.OPTIONS.items()
    )
    return table(("option", "what it is", "values", "usual"), rows)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("numbers", of_a_game(numbers))
    app.add_directive("options", of_a_game(options))
    return {"parallel_read_safe": True}
