"""The directive {house}: the floors of the house, from the layers that import-linter checks."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tablier
from parts.drawing import LINE, Svg
from parts.where import ROOT

WIDTH, GAP, PAD, HEAD = 760, 8, 10, 20
DOORS = 40  # pixels, of a row of them
LETTER = 6.6  # pixels, about, of small words
SAID = "The layers of the code, from top to bottom; each imports only what is below it."
Room = tuple[str, str]  # its name, and what it is


class House(SphinxDirective):
    """Draws the house as it stands."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        return [nodes.raw("", draw(list(floors())), format="html")]


def floors() -> Iterator[list[Room]]:
    """The rooms of each floor, from the top."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    for layer in layers:
        modules = [name.strip("() ") for name in layer.split("|")]
        yield [(name.removeprefix("tablier."), purpose(name)) for name in modules]


def purpose(module: str) -> str:
    """The first sentence of a module, without its name before a colon."""
    path = ROOT / "src" / module.replace(".", "/")
    alone = path.with_suffix(".py")
    return first_sentence(alone if alone.is_file() else path / "__init__.py")


def first_sentence(source: Path) -> str:
    """What a file says it is."""
    words = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    sentence = re.split(r"\.\s|\n\n", words + " ")[0].replace("`", "").replace("\n", " ")
    name, colon, rest = sentence.partition(": ")
    return (rest if colon and len(name.split()) <= 2 else sentence).strip(" .")


def draw(house: list[list[Room]]) -> str:
    """All floors, each as high as its words need."""
    heights = [height(floor) for floor in house]
    svg = Svg(WIDTH, sum(heights) + GAP * (len(house) - 1), SAID)
    y = 0
    for floor, high in zip(house, heights, strict=True):
        draw_floor(svg, floor, y, high)
        y += high + GAP
    return str(svg)


def height(floor: list[Room]) -> int:
    """As high as the room with the most words; the games have a row of doors."""
    lines = max(-(-len(said) // (columns(floor) - 4)) for _, said in floor)
    doors = DOORS if is_games(floor) else 0
    return HEAD + 2 * PAD + lines * LINE - 4 + doors


def columns(floor: list[Room]) -> int:
    """How many letters a line in a room of this floor holds."""
    return int((width(floor) - 2 * PAD) / LETTER)


def width(floor: list[Room]) -> float:
    """How wide each room of the floor is."""
    return (WIDTH - GAP * (len(floor) - 1)) / len(floor)


def is_games(floor: list[Room]) -> bool:
    """Is this the floor of the games?"""
    return floor[0][0] == "games"


def draw_floor(svg: Svg, floor: list[Room], y: float, high: float) -> None:
    """The rooms side by side."""
    for i, (name, said) in enumerate(floor):
        x = i * (width(floor) + GAP)
        svg.box(x, y, width(floor), high, "room")
        svg.text(x + PAD, y + PAD + 8, name, "name")
        svg.paragraph(x + PAD, y + PAD + HEAD + 8, said, columns(floor), "small")
    if is_games(floor):
        draw_doors(svg, y + high - DOORS)


def draw_doors(svg: Svg, y: float) -> None:
    """A door for each game."""
    names = tablier.games()
    wide = (WIDTH - 2 * PAD - GAP * (len(names) - 1)) / len(names)
    for i, name in enumerate(names):
        x = PAD + i * (wide + GAP)
        svg.box(x, y, wide, 30, "door")
        svg.text(x + wide / 2, y + 15, name.replace("-", "_"), "name middle")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("house", House)
    return {"parallel_read_safe": True}
