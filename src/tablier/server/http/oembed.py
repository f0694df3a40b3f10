"""oEmbed: a page that has the link of a table or a puzzle asks here how to show it (oembed.com)."""

import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from tablier.game import Game
from tablier.games import game
from tablier.play import views
from tablier.play.wire.protocol import Lang
from tablier.server.http.pages import card_path, is_puzzle, origin, title_and_about, todays
from tablier.server.server_registry import ServerRegistry
from tablier.texts import refusal

WIDTH, LEAST = 480, 240  # pixels: by default, and at the least
CONTROLS, TASK = 96, 168  # pixels around the board: of a game, and of a puzzle
TABLE = re.compile(r"/(?:t|embed)/([\w-]{1,32})/?")
CARD = 1200, 630


class Shown(NamedTuple):
    """What can be embedded: its game, its title, where its frame and its card lie, and its room."""

    game: Game
    title: str
    frame: str
    card: str
    controls: int


@get("/oembed", include_in_schema=False)
async def show_oembed(
    request: Request[Any, Any, Any],
    registry: NamedDependency[ServerRegistry],
    url: FromQuery[str],
    format: FromQuery[str] = "json",
    maxwidth: FromQuery[int | None] = None,
    maxheight: FromQuery[int | None] = None,
    lang: FromQuery[Lang] = "en",
) -> Response[dict[str, Any]]:
    """How to embed the table or the puzzle with that address."""
    if format != "json":
        raise refusal("only_json")
    shown = await _shown(_path(url, request, registry), registry, lang)
    board = views.board(shown.game)
    width, height = size(board.height / board.width, maxwidth, maxheight, shown.controls)
    here = origin(request)
    answer = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Tablier",
        "provider_url": f"{here}/",
        "title": shown.title,
        "html": frame(f"{here}{shown.frame}?lang={lang}", shown.game.title(lang), width, height),
        "width": width,
        "height": height,
    }
    if (maxwidth or CARD[0]) >= CARD[0] and (maxheight or CARD[1]) >= CARD[1]:
        card = f"{here}{shown.card}/card.png?lang={lang}"
        sizes = {"thumbnail_width": CARD[0], "thumbnail_height": CARD[1]}
        answer |= {"thumbnail_url": card, **sizes}
    return Response(answer, headers={"Access-Control-Allow-Origin": "*"})


def _path(url: str, request: Request[Any, Any, Any], registry: ServerRegistry) -> str:
    """The path of that address, if it is one of ours."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise refusal("no_address") from error
    own = {
        request.headers.get("host", ""),
        *(urlsplit(each).netloc for each in registry.settings.origins),
    }
    if parts.scheme not in ("http", "https") or parts.netloc not in own:
        raise refusal("no_address")
    return parts.path


async def _shown(path: str, registry: ServerRegistry, lang: str) -> Shown:
    puzzle = path.removeprefix("/embed").rstrip("/")
    if is_puzzle(puzzle):
        name = todays(puzzle).split("/")[2]
        title, _ = title_and_about("puzzles", name, lang)
        return Shown(game(name), title, f"/embed{puzzle}", card_path(todays(puzzle)), TASK)
    found = TABLE.fullmatch(path)
    if found is None:
        raise refusal("no_address")
    table = await registry.open(found[1])
    title = f"{table.game.title(lang)} – Tablier"
    return Shown(table.game, title, f"/embed/{table.id}", f"/t/{table.id}", CONTROLS)


def size(
    ratio: float, most_wide: int | None, most_high: int | None, controls: int = CONTROLS
) -> tuple[int, int]:
    """The width and the height of the frame around a board, whose height is `ratio` widths.

    >>> size(1.2, None, None), size(1.2, 480, 400), size(0.5, 10, 10)
    ((480, 672), (253, 400), (240, 216))
    """
    wide = WIDTH if most_wide is None else min(most_wide, WIDTH)
    if most_high is not None:
        wide = min(wide, int((most_high - controls) / ratio))
    wide = max(LEAST, wide)
    return wide, round(wide * ratio) + controls


def frame(address: str, title: str, width: int, height: int) -> str:
    """The element that shows the board in another page."""
    told = {"src": address, "title": title, "width": width, "height": height}
    words = " ".join(f'{key}="{escape(str(value))}"' for key, value in told.items())
    return (
        f'<iframe {words} style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>'
    )
