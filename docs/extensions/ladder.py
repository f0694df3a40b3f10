"""The directives {ladder}, how strong the levels of a game are, and {steps}, how far apart in all.

Both read the ladder.json in the folders of the games.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tablier
from extensions.figures import table
from extensions.repository import folder_of, read_json
from tablier.arena.ratings import Result, steps
from tablier.arena.score import Estimate

UNMEASURED = "The levels of this game have not been measured yet: there is no `ladder.json`."
TOP, STEP, BOTTOM, LEFT, RIGHT, WIDTH = 14, 22, 24, 78, 20, 700  # pixels of the chart
Rung = dict[str, Any]


class Ladder(SphinxDirective):
    """A chart, then a table with the commands that it comes from."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        path = folder_of(tablier.game(self.arguments[0])) / "ladder.json"
        if not path.is_file():
            return self.parse_text_to_nodes(UNMEASURED)
        ladder = read_json(path)
        drawn = nodes.raw("", chart(ladder["entrants"]), format="html")
        return [drawn, *self.parse_text_to_nodes("\n".join(markdown(ladder)))]


def markdown(ladder: dict[str, Any]) -> Iterator[str]:
    """Where the ratings come from, then the ratings."""
    yield f"Measured on {ladder['date']}; random play is 0. A step is how far a player is above the"
    yield "one before. Intervals are 95% confidence intervals; neighbours played each other, so a"
    yield "step is known better than the ratings are.\n"
    yield from ("```sh", *ladder["commands"], "```\n")
    yield ladder.get("note", "") + "\n"
    rows = (
        (rung["name"], f"{rung['rating']:.0f}", interval(rung), written(step), str(rung["games"]))
        for rung, step in zip(ladder["entrants"], (None, *steps_of(ladder)), strict=True)
    )
    yield from table(("player", "Elo", "95% interval", "step", "games"), rows)


def steps_of(ladder: dict[str, Any]) -> Iterator[Estimate]:
    """How far each entrant but the first is above the one before."""
    results = [Result(**each) for each in ladder["results"]]
    return steps(results, [rung["name"] for rung in ladder["entrants"]])


def written(step: Estimate | None) -> str:
    """A step with its interval.

    >>> written(Estimate(123.4, 100.4, 146.4))
    '123 ± 23'
    """
    said = "" if step is None else f"{step.value:.0f} ± {step.high - step.value:.0f}"
    return said.replace("-", "−")


class Steps(SphinxDirective):
    """The steps between the levels of all games, side by side."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        paths = {name: folder_of(tablier.game(name)) / "ladder.json" for name in tablier.games()}
        ladders = {name: read_json(path) for name, path in paths.items() if path.is_file()}
        heads = ("from", "to", *(tablier.game(name).title() for name in ladders))
        columns = zip_longest(*map(steps_of, ladders.values()))
        rows = ((str(i), str(i + 1), *map(written, row)) for i, row in enumerate(columns) if i)
        return self.parse_text_to_nodes("\n".join(table(heads, rows)))


def interval(rung: dict[str, Any]) -> str:
    """From where to where the rating may be."""
    return f"{rung['low']:.0f} to {rung['high']:.0f}".replace("-", "−")


def chart(rungs: Sequence[Rung]) -> str:
    """An SVG picture: a dot for each rating on a line for its interval."""
    height = TOP + STEP * len(rungs) + BOTTOM
    words = "Elo of each level, with its 95% confidence interval"
    size = f'viewBox="0 0 {WIDTH} {height}" style="max-width:{WIDTH}px"'
    svg = f'<svg {size} role="img" aria-label="{words}">{"".join(shapes(rungs, height))}</svg>'
    return f'<figure class="ladder" tabindex="0">{svg}</figure>'


def shapes(rungs: Sequence[Rung], height: int) -> Iterator[str]:
    """The scale, then a row for each level."""
    low, high = min(rung["low"] for rung in rungs), max(rung["high"] for rung in rungs)

    def x(elo: float) -> str:
        return f"{LEFT + (elo - low) * (WIDTH - LEFT - RIGHT) / (high - low):.1f}"

    for elo in range(0, int(high) + 1, 500):
        yield f'<path class="grid" d="M{x(elo)} {TOP - 8}V{height - 22}"/>'
        yield f'<text class="elo" x="{x(elo)}" y="{height - 10}">{elo:,}</text>'
    for i, rung in enumerate(rungs):
        y = TOP + STEP * (i + 0.5)
        yield f'<text x="0" y="{y}">{rung["name"].replace(":", " ")}</text>'
        yield f'<path class="interval" d="M{x(rung["low"])} {y}H{x(rung["high"])}"/>'
        yield f'<circle class="rating" cx="{x(rung["rating"])}" cy="{y}" r="4.5"/>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("ladder", Ladder)
    app.add_directive("steps", Steps)
    return {"parallel_read_safe": True}
