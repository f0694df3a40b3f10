"""The directive {hexapawn}: the game of add-a-game.md, drawn by the code of that page."""

import tempfile
from importlib import import_module
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from extensions.blocks import File, blocks
from tablier.game import Game, load
from tablier.pictures.svg import picture

GAMES = "src/tablier/games/"
PACKAGE = "tablier.games.hexapawn"


class Hexapawn(SphinxDirective):
    """Draws the scene that the page's drawing.py holds."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(Path(folder))
        figure = nodes.figure(classes=["board"])
        figure += nodes.raw("", drawn, format="html")
        figure += nodes.caption("", "Drawn by the code of this page.")
        return [figure]


def draw(folder: Path) -> str:
    """The scene; the page's package is found in the folder as if it lay among our games."""
    for block in blocks():
        if isinstance(block, File) and block.kind != "diff" and block.path.startswith(GAMES):
            block.write(folder)
    import_module("tablier.games").__path__.append(str(folder / GAMES))
    game: Game = load(PACKAGE, {})
    return picture(game.position(game.drawing.SCENE))


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("hexapawn", Hexapawn)
    return {"parallel_read_safe": True}
