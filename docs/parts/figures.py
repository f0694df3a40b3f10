"""The directives {numbers}, {ladder} and {options}: tables of a game, made while building.

Speeds come from the tables of performance.md, counts of lines from the perft file of the tests,
ratings from the game's ladder.json, everything else from the game.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from parts.drawing import Svg
from parts.where import ROOT, game_named, home, read_json, tests
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
            return self.parse_text_to_nodes("\n".join(lines(game_named(self.arguments[0]))))

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
    path = tests(game) / "perft.json"
    counts = " · ".join(f"{n:,}" for n in from_the_start(game)["counts"])
    yield (
        "move sequences of length 1, 2, 3 and so on",
        counts,
        f"[perft.json](/{path.relative_to(ROOT)})",
    )


def from_the_start(game: Game) -> dict[str, Any]:
    """The first entry of the perft file for a game that begins, in its usual form if possible."""
    entries = read_json(tests(game) / "perft.json")
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


# Levels


class Ladder(SphinxDirective):
    """How strong the levels are, as far as that was measured."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The chart, then the table."""
        path = home(game_named(self.arguments[0])) / "ladder.json"
        if not path.is_file():
            return self.parse_text_to_nodes(UNMEASURED)
        ladder = read_json(path)
        drawn = nodes.raw("", chart(ladder["entrants"]), format="html")
        return [drawn, *self.parse_text_to_nodes("\n".join(told(ladder)))]


UNMEASURED = "The levels of this game have not been measured yet: there is no `ladder.json`."


def told(ladder: dict[str, Any]) -> Iterator[str]:
    """Where the ratings come from, then the ratings."""
    yield f"Measured on {ladder['date']}; random play is 0. Intervals are 95% confidence"
    yield "intervals; adjacent levels played each other, so differences between them are known"
    yield "better than the intervals suggest.\n"
    yield from ("```sh", *ladder["commands"], "```\n")
    rows = (
        (rung["name"], f"{rung['rating']:.0f}", interval(rung), str(rung["games"]))
        for rung in ladder["entrants"]
    )
    yield from table(("player", "Elo", "95% interval", "games"), rows)


def interval(rung: dict[str, Any]) -> str:
    """From where to where the rating may be."""
    return f"{rung['low']:.0f} to {rung['high']:.0f}".replace("-", "−")


TOP, STEP, LEFT, WIDTH = 14, 22, 78, 700


def chart(rungs: Sequence[dict[str, Any]]) -> str:
    """A dot for each rating on a line for its interval."""
    low, high = min(rung["low"] for rung in rungs), max(rung["high"] for rung in rungs)
    scale = (WIDTH - LEFT - 20) / (high - low)
    svg = Svg(
        WIDTH, TOP + STEP * len(rungs) + 24, "Elo of each level, with its 95% confidence interval"
    )
    for elo in range(0, int(high) + 1, 500):
        x = LEFT + (elo - low) * scale
        svg.line(x, TOP - 8, x, svg.height - 22, "grid")
        svg.text(x, svg.height - 10, f"{elo:,}", "small middle")
    for i, rung in enumerate(rungs):
        y = TOP + STEP * (i + 0.5)
        svg.text(0, y, rung["name"].replace(":", " "), "label")
        ends = (LEFT + (rung[end] - low) * scale for end in ("low", "high"))
        svg.line(next(ends), y, next(ends), y, "whisker")
        svg.circle(LEFT + (rung["rating"] - low) * scale, y, 4.5, "dot")
    return str(svg)


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
    app.add_directive("ladder", Ladder)
    app.add_directive("options", of_a_game(options))
    return {"parallel_read_safe": True}
