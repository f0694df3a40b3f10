"""oEmbed: a page that has the link of a table asks here how to show its board (oembed.com)."""

import re
from html import escape
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from tablier.server import views
from tablier.server.http.pages import origin
from tablier.server.server_registry import ServerRegistry
from tablier.server.wire.protocol import Lang
from tablier.texts import refusal

WIDTH, LEAST = 480, 240  # pixels: by default, and at the least
CONTROLS = 96  # pixels below the board
TABLE = re.compile(r"/(?:t|embed)/([\w-]{1,32})/?")
CARD = 1200, 630


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
    """How to embed the table with that address."""
    if format != "json":
        raise refusal("only_json")
    table = await registry.open(_table(url, request, registry))
    board = views.board(table.game)
    width, height = size(board.height / board.width, maxwidth, maxheight)
    here = origin(request)
    answer = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Tablier",
        "provider_url": f"{here}/",
        "title": f"{table.game.title(lang)} – Tablier",
        "html": frame(
            f"{here}/embed/{table.id}?lang={lang}", table.game.title(lang), width, height
        ),
        "width": width,
        "height": height,
    }
    if (maxwidth or CARD[0]) >= CARD[0] and (maxheight or CARD[1]) >= CARD[1]:
        card = f"{here}/t/{table.id}/card.png?lang={lang}"
        sizes = {"thumbnail_width": CARD[0], "thumbnail_height": CARD[1]}
        answer |= {"thumbnail_url": card, **sizes}
    return Response(answer, headers={"Access-Control-Allow-Origin": "*"})


def _table(url: str, request: Request[Any, Any, Any], registry: ServerRegistry) -> str:
    """The name of the table with that address, if it is one of ours."""
    parts = urlsplit(url)
    found = TABLE.fullmatch(parts.path)
    own = {
        request.headers.get("host", ""),
        *(urlsplit(each).netloc for each in registry.settings.origins),
    }
    if found is None or parts.scheme not in ("http", "https") or parts.netloc not in own:
        raise refusal("no_address")
    return found[1]


def size(ratio: float, most_wide: int | None, most_high: int | None) -> tuple[int, int]:
    """The width and the height of the frame around a board, whose height is `ratio` widths.

    >>> size(1.2, None, None), size(1.2, 480, 400), size(0.5, 10, 10)
    ((480, 672), (253, 400), (240, 216))
    """
    wide = WIDTH if most_wide is None else min(most_wide, WIDTH)
    if most_high is not None:
        wide = min(wide, int((most_high - CONTROLS) / ratio))
    wide = max(LEAST, wide)
    return wide, round(wide * ratio) + CONTROLS


def frame(address: str, title: str, width: int, height: int) -> str:
    """The element that shows the board in another page."""
    told = {"src": address, "title": title, "width": width, "height": height}
    words = " ".join(f'{key}="{escape(str(value))}"' for key, value in told.items())
    return (
        f'<iframe {words} style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>'
    )
