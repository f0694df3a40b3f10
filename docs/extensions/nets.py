"""The directive {nets}: the nets of all games, from the files in their folders.

A row for each `net.bin`, the commands that trained them, and a chart for each `net.json`, the curve
that `tablier train` wrote beside it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tablier
from extensions.figures import table
from extensions.repository import folder_of, read_json
from tablier.game import Game
from tablier.nets import Net, net_of
from tablier.nets.kernels import kernel_of
from tablier.nets.net import FILE

LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 44, 20, 14, 30, 700, 190  # pixels of a chart
HEADS = ("game", "file", "inputs", "on at once", "games", "positions", "minutes", "date")
MINUTE = 60
FEW, STEP = 20, 5  # minutes that are all named, and else each fifth
Point = dict[str, Any]


class Nets(SphinxDirective):
    """A table and commands, then a chart for each net."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        games = [tablier.game(name) for name in tablier.games()]
        found = [(game, net) for game in games if (net := net_of(game)) is not None]
        shown = self.parse_text_to_nodes("\n".join(markdown(found)))
        for game, _ in found:
            path = folder_of(game) / FILE.replace(".bin", ".json")
            if path.is_file():
                drawn = chart(game.title(), read_json(path)["curve"])
                shown.append(nodes.raw("", drawn, format="html"))
        return shown


def markdown(found: Sequence[tuple[Game, Net]]) -> Iterator[str]:
    """The table, then the commands."""
    yield from table(HEADS, (row(game, net) for game, net in found))
    yield from ("", "```sh", *(command(net.training) for _, net in found), "```")


def row(game: Game, net: Net) -> list[str]:
    """How large a net is, and what it has learnt from."""
    kernel, training = kernel_of(game), net.training
    size = f"{len(net.to_bytes()) / 1000:.0f} kB"
    sizes = (kernel.INPUTS, kernel.MOST, training["games"], training["samples"])
    minutes = f"{training['seconds'] / MINUTE:.0f}"
    return [game.title(), size, *(f"{n:,}" for n in sizes), minutes, training["date"]]


def command(training: Any) -> str:
    """The command that trained a net."""
    minutes = round(training["seconds"] / MINUTE, 1)
    told = f"--minutes {minutes:g} --simulations {training['simulations']}"
    return f"tablier train {training['game']} {told} --workers {training['workers']} --out {FILE}"


def chart(title: str, points: Sequence[Point]) -> str:
    """An SVG picture: the score against the search without a net, minute by minute."""
    words = f"{title}: score against the search without a net while training"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" style="max-width:{WIDTH}px"'
    svg = f'<svg {size} role="img" aria-label="{words}">{"".join(shapes(points))}</svg>'
    return f'<figure class="ladder" tabindex="0">{svg}<figcaption>{title}</figcaption></figure>'


def shapes(points: Sequence[Point]) -> Iterator[str]:
    """The scale, then the curve."""
    longest = max(point["seconds"] for point in points) / MINUTE

    def place(minutes: float, score: float) -> str:
        x = LEFT + minutes * (WIDTH - LEFT - RIGHT) / longest
        return f"{x:.1f} {TOP + (1 - score) * (HEIGHT - TOP - BOTTOM):.1f}"

    for score in (0, 0.5, 1):
        x, y = place(0, score).split()
        yield f'<path class="grid" d="M{x} {y}H{WIDTH - RIGHT}"/>'
        yield f'<text class="elo" x="{LEFT / 2}" y="{y}">{score:g}</text>'
    for minutes in range(0, int(longest) + 1, 1 if longest < FEW else STEP):
        x = place(minutes, 0).split()[0]
        yield f'<text class="elo" x="{x}" y="{HEIGHT - 14}">{minutes}</text>'
    line = "L".join(place(point["seconds"] / MINUTE, point["score"]) for point in points)
    yield f'<path class="curve" d="M{line}"/>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("nets", Nets)
    return {"parallel_read_safe": True}
