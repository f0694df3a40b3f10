"""The directive {walk}: who tells whom what, drawn as arrows between columns.

```{walk} Browser | server/tables/table.py | storage.py
1 > 2: play c4+1
2 > 3: one row
```
"""

import re
from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from parts.drawing import Svg

WIDTH, HEAD, STEP, BELOW = 760, 34, 40, 12
STEP_LINE = re.compile(r"(\d) > (\d): (.+)")


@dataclass(frozen=True)
class Step:
    """One arrow: from column to column, and what is told."""

    start: int
    end: int
    said: str


class Walk(SphinxDirective):
    """Draws the columns of its argument and the steps of its lines."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        names = [name.strip() for name in self.arguments[0].split("|")]
        steps = [read(line) for line in self.content if line.strip()]
        return [nodes.raw("", draw(names, steps), format="html")]


def read(line: str) -> Step:
    """The step of that line."""
    found = STEP_LINE.fullmatch(line.strip())
    if found is None:
        raise ExtensionError(f"A step of a walk is written '1 > 2: words', not '{line}'.")
    return Step(int(found[1]) - 1, int(found[2]) - 1, found[3])


def draw(names: list[str], steps: list[Step]) -> str:
    """Columns with their names, and a numbered arrow for each step."""
    said = "; ".join(f"{names[s.start]} to {names[s.end]}: {s.said}" for s in steps)
    svg = Svg(WIDTH, HEAD + STEP * len(steps) + BELOW, said)
    wide = WIDTH / len(names)
    for i, name in enumerate(names):
        middle = (i + 0.5) * wide
        svg.line(middle, HEAD, middle, svg.height, "grid")
        svg.box(i * wide + 4, 2, wide - 8, HEAD - 6, "room")
        svg.text(middle, HEAD / 2, name, "name middle")
    for i, step in enumerate(steps):
        draw_step(svg, step, i, wide)
    return str(svg)


def draw_step(svg: Svg, step: Step, i: int, wide: float) -> None:
    """An arrow with its number where it begins and its words above it."""
    y = HEAD + STEP * (i + 0.75)
    x1, x2 = (step.start + 0.5) * wide, (step.end + 0.5) * wide
    if step.start == step.end:
        svg.path(f"M{x1} {y - 7}h30v14h-18m6 -4l-7 4l7 4", "arrow")
        svg.text(x1 + 38, y, step.said, "small")
    else:
        ahead = 1 if x2 > x1 else -1
        svg.line(x1, y, x2 - 3 * ahead, y, "arrow")
        svg.path(
            f"M{x2 - 10 * ahead} {y - 4}L{x2 - 2 * ahead} {y}L{x2 - 10 * ahead} {y + 4}", "arrow"
        )
        svg.text((x1 + x2) / 2, y - 10, step.said, "small middle")
    svg.circle(x1, y, 9, "step")
    svg.text(x1, y, str(i + 1), "count middle")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("walk", Walk)
    return {"parallel_read_safe": True}
