"""Routes of pictures: of tables and, as cards, of all pages.

Who has the address of a table may see it, so its pictures have addresses below that one. What may
be asked for is limited: sizes here, the rate in the settings, and the work by the renderer.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from tablier import __version__
from tablier.pictures import show
from tablier.pictures.child import Order
from tablier.play.table import Table
from tablier.play.wire.protocol import Lang
from tablier.server.http import cards
from tablier.server.http.pages import UNLISTED, card_path
from tablier.server.http.renderer import Renderer
from tablier.server.server_registry import ServerRegistry
from tablier.texts import refusal

SMALLEST, LARGEST, USUAL = 64, 1600, 720  # pixels
GIF_WIDTH = 480  # pixels
PACE = 0.8  # seconds for a move
KINDS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
DAY, CHECKED = "public, max-age=86400", "no-cache"
Theme = Literal["light", "dark"]
Asked = Request[Any, Any, Any]
TheRegistry = NamedDependency[ServerRegistry]
TheRenderer = NamedDependency[Renderer]


class Subject(NamedTuple):
    """What a picture shows, in words that tell it from all others, and how long it stays so."""

    key: str
    caching: str
    headers: dict[str, str]

    @property
    def tag(self) -> str:
        """What HTTP calls an entity tag."""
        said = f"{__version__} {self.key}"
        return f'"{hashlib.sha256(said.encode()).hexdigest()[:20]}"'


def subject(table: Table, *words: object) -> Subject:
    """A picture of a table, which can change until the game is over."""
    ending = table.ending.reason if table.ending else ""
    key = " ".join(map(str, ("table", table.id, table.ply, ending, *words)))
    return Subject(key, DAY if table.is_over else CHECKED, UNLISTED)


async def _answer(
    request: Asked, about: Subject, kind: str, renderer: Renderer, order: Callable[[], Order]
) -> Response[bytes]:
    """The picture, unless the client has it; then it is not even rendered."""
    headers = {"ETag": about.tag, "Cache-Control": about.caching, **about.headers}
    if about.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    found = await renderer.picture(about.key, order)
    return Response(found, media_type=KINDS[kind], headers=headers)


def _size(size: int) -> int:
    if not SMALLEST <= size <= LARGEST:
        raise refusal("no_amount", name="size", least=SMALLEST, most=LARGEST, value=size)
    return size


def _svg(table: Table, ply: int | None, lang: str, theme: str, size: int) -> str:
    position = cards.table_position(table, table.ply if ply is None else ply)
    return show(position, size=_size(size), lang=lang, theme=theme).svg


@get("/t/{table:str}/position.svg", include_in_schema=False)
async def show_svg(
    table: FromPath[str],
    registry: TheRegistry,
    ply: FromQuery[int | None] = None,
    theme: FromQuery[Literal["auto", "light", "dark"]] = "auto",
    size: FromQuery[int] = USUAL,
    lang: FromQuery[Lang] = "en",
) -> Response[bytes]:
    """The position of a table, or an earlier one."""
    found = await registry.open(table)
    drawn = await registry.in_thread(lambda: _svg(found, ply, lang, theme, size))
    headers = {"Cache-Control": CHECKED, **UNLISTED}
    return Response(drawn.encode(), media_type=KINDS["svg"], headers=headers)


@get("/t/{table:str}/position.png", include_in_schema=False)
async def show_png(
    request: Asked,
    table: FromPath[str],
    registry: TheRegistry,
    renderer: TheRenderer,
    ply: FromQuery[int | None] = None,
    theme: FromQuery[Theme] = "light",
    size: FromQuery[int] = USUAL,
) -> Response[bytes]:
    """The position of a table, or an earlier one."""
    found = await registry.open(table)
    found.at(found.ply if ply is None else ply)
    about = subject(found, "position", ply, theme, _size(size))
    return await _answer(
        request, about, "png", renderer, lambda: Order(_svg(found, ply, "en", theme, size))
    )


@get("/t/{table:str}/replay.gif", include_in_schema=False)
async def show_gif(
    request: Asked,
    table: FromPath[str],
    registry: TheRegistry,
    renderer: TheRenderer,
    theme: FromQuery[Theme] = "light",
    lang: FromQuery[Lang] = "en",
) -> Response[bytes]:
    """The game of a table so far, as a moving picture."""
    found = await registry.open(table)
    order = Order("", str(found.record()), lang, theme, GIF_WIDTH, PACE)
    about = subject(found, "replay", theme, lang)
    return await _answer(request, about, "gif", renderer, lambda: order)


@get("/t/{table:str}/card.png", include_in_schema=False)
async def show_table_card(
    request: Asked,
    table: FromPath[str],
    registry: TheRegistry,
    renderer: TheRenderer,
    lang: FromQuery[Lang] = "en",
) -> Response[bytes]:
    """The card of a table."""
    found = await registry.open(table)
    about = subject(found, "card", lang)
    return await _answer(
        request, about, "png", renderer, lambda: Order(cards.table_card(found, lang))
    )


PLAIN = [f"/{kind}/{{name:str}}/card.png" for kind in ("play", "rules", "learn", "puzzles")]
NUMBERED = [f"/{kind}/{{name:str}}/{{number:int}}/card.png" for kind in ("learn", "puzzles")]


@get(["/card.png", *PLAIN, *NUMBERED], include_in_schema=False)
async def show_card(
    request: Asked, renderer: TheRenderer, lang: FromQuery[Lang] = "en"
) -> Response[bytes]:
    """The card of a page that is no table's."""
    path = request.url.path.removesuffix("card.png")
    if card_path(path) != path.rstrip("/"):
        raise refusal("no_address")
    about = Subject(f"card {path} {lang}", DAY, {})
    return await _answer(
        request, about, "png", renderer, lambda: Order(cards.page_card(path, lang))
    )


SHOW = (show_svg, show_png, show_gif, show_table_card, show_card)
