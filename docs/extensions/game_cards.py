"""The directive {games}: every game with its picture; those with a page lead there."""

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tablier
from extensions.repository import ROOT
from tablier.game import Game
from tablier.texts import texts


class Games(SphinxDirective):
    """Shows the games as cards; it stands on the first page."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        found = [tablier.game(name) for name in tablier.games()]
        lines = [line for game in found for line in card(game, has_page=page_of(game).is_file())]
        return self.parse_text_to_nodes("\n".join([":::::{container} game-cards", *lines, ":::::"]))


def page_of(game: Game) -> Path:
    """Where somebody tells more of the game; a new one has no page yet."""
    return ROOT / "docs" / "games" / f"{game.name}.md"


def card(game: Game, *, has_page: bool) -> Iterator[str]:
    """The game in Markdown: as it stands in docs/, or drawn now."""
    title, page = game.title(), f"games/{game.name}.md"
    yield "::::{container}"
    if has_page:
        yield f"[![{title}](pictures/{game.name}.svg)]({page})\n"
        title = f"[{title}]({page})"
    else:
        yield from (f"```{{board}} {game.name}", game.drawing.SCENE, "```\n")
    yield f"**{title}** {texts(game.package, 'en')['blurb']}"
    yield "::::"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("games", Games)
    return {"parallel_read_safe": True}
