"""The application: all routes, with rate limits and the answers to errors."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    ValidationException,
)
from litestar.middleware.rate_limit import DurationUnit, RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import Parameter
from litestar.stores.memory import MemoryStore

from tablier import __version__
from tablier.play import catalogue, metrics
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.play.wire import protocol
from tablier.play.wire.statuses import STATUSES
from tablier.server.bots import lichess
from tablier.server.bots import routes as bots
from tablier.server.bots.lobby import Lobby
from tablier.server.http import oembed, pages, pictures, routes
from tablier.server.http.books import Books
from tablier.server.http.engines import Engines, show_engine
from tablier.server.http.offline import Files, OfflineSite, show_file, show_offline
from tablier.server.http.renderer import Renderer
from tablier.server.server_registry import ServerRegistry
from tablier.texts import LANGUAGES, PACKAGE, Refusal, refusal

SENTENCES = {
    404: "no_address",
    405: "no_method",
    413: "too_large",
    415: "not_json",
    429: "too_many_requests",
}
STORES = ("requests", "tables", "bot_requests", "bots", "pictures")
PAGES = (
    *(pages.show_page, pages.show_embedded, pages.show_embedded_puzzle, pages.show_icon),
    *(show_engine, show_file),
)
SWEEP = 600  # seconds
EXTRA = {
    401: {"WWW-Authenticate": "Bearer"},
    429: {"Retry-After": "10"},
    503: {"Retry-After": "10"},
}
BEARER = "bearer"
RESET = "RateLimit-Reset"
Answer = Callable[[Request[Any, Any, Any], Any], Response[Any]]
log = structlog.get_logger()


def create(
    registry: ServerRegistry, connections: Connections, site: Callable[[], Files] | None = None
) -> Litestar:
    """The application over a registry that is open while it runs.

    `site` makes the files for browsers whose server goes away.
    """
    settings, lobby, engines = registry.settings, Lobby(registry), Engines()
    offline = OfflineSite(site, engines)
    renderer = Renderer()
    books = Books()

    def start(app: Litestar) -> None:
        registry.spawn(_sweep(app))
        if settings.warm:
            registry.spawn(_warm_up(registry, engines))

    return Litestar(
        [*_routers(settings), *PAGES, *pages.assets()],
        dependencies={
            "registry": Provide(lambda: registry, sync_to_thread=False),
            "connections": Provide(lambda: connections, sync_to_thread=False),
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "engines": Provide(lambda: engines, sync_to_thread=False),
            "offline": Provide(lambda: offline, sync_to_thread=False),
            "renderer": Provide(lambda: renderer, sync_to_thread=False),
            "books": Provide(lambda: books, sync_to_thread=False),
        },
        exception_handlers=ANSWERS,
        compression_config=CompressionConfig(
            backend="gzip",
            gzip_compress_level=6,
            exclude=[
                r"^/(engines/|offline|service-worker)",
                r"\.(png|gif)$",
            ],  # compressed already
            exclude_opt_key=bots.UNCOMPRESSED,
        ),
        openapi_config=OpenAPIConfig(
            title="Tablier",
            version=__version__,
            path="/api/schema",
            components=Components(
                security_schemes={BEARER: SecurityScheme(type="http", scheme="bearer")}
            ),
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        request_max_body_size=settings.largest_body,
        on_startup=[start],
        logging_config=None,
    )


async def _warm_up(registry: ServerRegistry, engines: Engines) -> None:
    """Prepare the home page, then compile the games, then build their engines for browsers."""
    for lang in LANGUAGES:
        await registry.in_thread(partial(catalogue.all_games, lang))
    await registry.computers.compiler.warm_up()
    await engines.build()


async def _sweep(app: Litestar) -> None:
    """Drop expired counts of the rate limits."""
    while True:
        await asyncio.sleep(SWEEP)
        for name in STORES:
            store = app.stores.get(name)
            if isinstance(store, MemoryStore):
                await store.delete_expired()


def _routers(settings: Settings) -> list[Router]:
    """Everything that is not live, with rate limits for each client, lower ones for what is made.

    Bots are answered in their own words, errors too.
    """
    lang = {"lang": Parameter(protocol.Lang, default="en", required=False)}
    errors = {kind: in_words_of_bots(answer) for kind, answer in ANSWERS.items()}
    for_people = partial(Router, "/", parameters=lang, before_request=must_be_json)
    for_bots = partial(Router, "/", exception_handlers=errors)
    show = _limit(settings.requests_a_minute, STORES[0])
    make = _limit(settings.tables_a_minute, STORES[1])
    play = _limit(settings.bot_requests_a_minute, STORES[2])
    draw = _limit(settings.pictures_a_minute, STORES[4])
    register = _limit(settings.bots_an_hour, STORES[3], "hour")
    found = {"bot": Provide(bots.find_bot), "table": Provide(bots.find_table)}
    return [
        for_people(
            route_handlers=[*routes.SHOW, show_offline, oembed.show_oembed], middleware=show
        ),
        for_people(route_handlers=pictures.SHOW, middleware=draw),
        for_people(route_handlers=routes.MAKE, middleware=make),
        for_bots(
            route_handlers=bots.PLAY, middleware=play, dependencies=found, security=[{BEARER: []}]
        ),
        for_bots(route_handlers=bots.OPEN, middleware=play),
        for_bots(route_handlers=bots.MAKE, middleware=register),
    ]


def _limit(requests: int, store: str, unit: DurationUnit = "minute") -> list[Any]:
    return [RateLimitConfig((unit, requests), store=store).middleware]


def must_be_json(request: Request[Any, Any, Any]) -> None:
    """Refuse what a form on a page of somebody else could post."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        raise ClientException(status_code=415)


def answer_refusal(request: Request[Any, Any, Any], wrong: Refusal) -> Response[protocol.Refusal]:
    """What was asked for cannot be had."""
    status = STATUSES.get(wrong.said.key, 400) if wrong.package == PACKAGE else 400
    return _answer(request, wrong, status, EXTRA.get(status))


def answer_http(
    request: Request[Any, Any, Any], wrong: HTTPException
) -> Response[protocol.Refusal]:
    """The request itself is wrong."""
    key = SENTENCES.get(wrong.status_code, "bad_request")
    if isinstance(wrong, InternalServerException) and "disconnected" in wrong.detail:
        return _answer(request, refusal("cancelled"), 400)  # to nobody
    if wrong.status_code >= 500:
        return answer_fault(request, wrong)
    place = _place(wrong) if isinstance(wrong, ValidationException) else ""
    said = refusal(key, place=place) if key == "bad_request" else refusal(key)
    headers = dict(wrong.headers or {})
    if RESET in headers:
        headers["Retry-After"] = headers[RESET]
    return _answer(request, said, wrong.status_code, headers)


def answer_fault(request: Request[Any, Any, Any], wrong: Exception) -> Response[protocol.Refusal]:
    """An internal error: the log has the details, the client gets a sentence."""
    metrics.faults.inc()
    log.error("request failed", path=request.url.path, exc_info=wrong)
    return _answer(request, refusal("internal_error"), 500)


ANSWERS: dict[int | type[Exception], Answer] = {
    Refusal: answer_refusal,
    RecursionError: lambda request, _: _answer(request, refusal("bad_request", place="$"), 400),
    HTTPException: answer_http,
    Exception: answer_fault,
}


def in_words_of_bots(answer: Answer) -> Answer:
    """The same answer as bots expect it."""

    def answer_bot(request: Request[Any, Any, Any], wrong: Any) -> Response[Any]:
        said = answer(request, wrong)
        body = lichess.Error(error=said.content.sentence)
        return Response(body, status_code=said.status_code, headers=said.headers)

    return answer_bot


def _answer(
    request: Request[Any, Any, Any],
    wrong: Refusal,
    status: int,
    headers: dict[str, str] | None = None,
) -> Response[protocol.Refusal]:
    metrics.refused.inc(wrong.said.key)
    wished = request.query_params.get("lang", "en")
    lang = wished if wished in LANGUAGES else "en"
    body = protocol.Refusal(wrong.sentence(lang), wrong.clause or None)
    return Response(body, status_code=status, headers=headers, media_type="application/json")


def _place(wrong: ValidationException) -> str:
    """Where in the request it is wrong."""
    extra = wrong.extra
    found = extra[0].get("key", "") if isinstance(extra, list) and extra else ""
    return str(found)[:80]
