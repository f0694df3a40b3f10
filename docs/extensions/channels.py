"""The directive {channels}: what each plane of each game shows, from the game's planes.py."""

from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tablier
from extensions.figures import table
from tablier.game import Game
from tablier.planes import Channel


class Channels(SphinxDirective):
    """A chapter for each game that has planes."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        games = [tablier.game(name) for name in tablier.games()]
        lines = [line for game in games if game.planes is not None for line in chapter(game)]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def chapter(game: Game) -> Iterator[str]:
    """The shape, the channels, and what symmetries the game has."""
    channels, rows, columns = game.planes.SHAPE
    module = f"{game.package}.planes"
    yield f"## {game.title()}\n"
    yield f"`{module}`: {channels} channels, {rows} rows, {columns} columns.\n"
    shown = getattr(game.planes, "PLANES", ())
    rows_of_table = [row(number, channel) for number, channel in enumerate(shown)]
    yield from table(("", "channel", "values", "scale", "where", "note"), rows_of_table)
    yield ""


def row(number: int, channel: Channel) -> tuple[str, ...]:
    """One channel."""
    values = "0, 1" if channel.most == 1 else f"0 to {channel.most}"
    where = "everywhere" if channel.everywhere else "by square"
    factor = "1" if channel.most == 1 else f"1/{channel.most}"
    return str(number), channel.name, values, factor, where, channel.note


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("channels", Channels)
    return {"parallel_read_safe": True}
