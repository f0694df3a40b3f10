"""The directive {board}: a position drawn by the game itself, with its caption.

```{board} mole-hill
c3 c3|c4 m 1 -
One rod: d4 can still be reached, by way of d3.
```
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tablier
from tablier.pictures.svg import picture


class BoardDirective(SphinxDirective):
    """Draws the position of its first line; the rest is its caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        position = tablier.game(self.arguments[0]).position(self.content[0])
        caption = " ".join(self.content[1:])
        figure = nodes.figure(classes=["board"])
        figure += nodes.raw("", picture(position, caption), format="html")
        figure += nodes.caption("", "", *self.parse_inline(caption)[0])
        return [figure]


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("board", BoardDirective)
    return {"parallel_read_safe": True}
