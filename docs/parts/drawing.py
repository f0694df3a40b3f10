"""Pictures of the site itself, in SVG; site.css gives their classes the colours of the page."""

from html import escape
from textwrap import wrap

LINE = 15  # from one line of small words to the next


class Svg:
    """A picture that grows shape by shape; numbers are pixels, y grows downwards."""

    def __init__(self, width: float, height: float, description: str):
        self.width, self.height, self.description = width, height, description
        self.shapes: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        """A straight line; an arrow if its style says so."""
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.shapes.append(f'<line class="{style}" {ends}/>')

    def circle(self, x: float, y: float, radius: float, style: str) -> None:
        """A disc."""
        self.shapes.append(f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>')

    def box(self, x: float, y: float, width: float, height: float, style: str) -> None:
        """A rectangle with round corners."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6"'
        self.shapes.append(f'<rect class="{style}" {place}/>')

    def path(self, d: str, style: str) -> None:
        """Any line, in the words of SVG."""
        self.shapes.append(f'<path class="{style}" d="{d}"/>')

    def text(self, x: float, y: float, words: str, style: str) -> None:
        """One line of words."""
        self.shapes.append(f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>')

    def paragraph(self, x: float, y: float, words: str, columns: int, style: str) -> None:
        """Words in lines of so many letters."""
        for i, line in enumerate(wrap(words, columns)):
            self.text(x, y + i * LINE, line, style)

    def __str__(self) -> str:
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" style="max-width:{self.width:g}px"'
        said = f'role="img" aria-label="{escape(self.description)}"'
        drawn = f'<svg class="drawn" {size} {said}>{"".join(self.shapes)}</svg>'
        return f'<figure class="drawn" tabindex="0">{drawn}</figure>'
