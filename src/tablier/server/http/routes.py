"""Routes of what is not live: the catalogue, rulebooks, puzzles, lessons, new tables, records."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from tablier.play import api, catalogue
from tablier.play.api import ENDPOINTS, Endpoint
from tablier.play.carried_games import carried
from tablier.play.connections import Connections
from tablier.play.wire import protocol
from tablier.play.wire.exercises import LessonInfo, PuzzleInfo
from tablier.play.wire.explorations import BookInfo
from tablier.play.wire.protocol import (
    CarriedTable,
    GameInfo,
    Lang,
    TableBrought,
)
from tablier.play.wire.rulebooks import RulebookInfo
from tablier.puzzle import puzzles
from tablier.server.http import prometheus, rulebooks
from tablier.server.http.books import Books
from tablier.server.server_registry import ServerRegistry
from tablier.texts import PACKAGE, texts

TheRegistry = NamedDependency[ServerRegistry]
FOREVER = "public, max-age=31536000, immutable"
CHECKED = "no-cache"

REFUSED = {
    status: ResponseSpec(protocol.Refusal, description=why)
    for status, why in ((400, "It cannot be had"), (404, "There is no such thing"))
}


@get("/api/games", responses={400: REFUSED[400]})
async def list_games(registry: TheRegistry, lang: FromQuery[Lang] = "en") -> list[GameInfo]:
    """All games, with their pictures."""
    return await registry.in_thread(lambda: catalogue.all_games(lang))


@get("/api/games/{name:str}", responses=REFUSED)
async def show_game(
    name: FromPath[str], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> GameInfo:
    """A game by its name; drafts are found here alone."""
    return await registry.in_thread(lambda: catalogue.named(name, lang))


@get("/api/games/{name:str}/style.css", responses=REFUSED, media_type="text/css")
async def show_style(name: FromPath[str], v: FromQuery[str] = "") -> Response[str]:
    """The style sheet of a game; an address with its version may be kept."""
    return _css(catalogue.style(name), FOREVER if v else CHECKED)


@get("/api/style.css", media_type="text/css")
async def show_shared_style() -> Response[str]:
    """The style sheet that all games share."""
    return _css(catalogue.shared_style(), CHECKED)


def _css(sheet: str, caching: str) -> Response[str]:
    return Response(sheet, media_type="text/css", headers={"Cache-Control": caching})


@get("/api/games/{name:str}/rulebook", responses=REFUSED)
async def show_rulebook(
    name: FromPath[str], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> RulebookInfo:
    """The rulebook of a game."""
    return await registry.in_thread(lambda: rulebooks.rulebook_info(name, lang))


@get("/api/games/{name:str}/book", responses=REFUSED)
async def show_book(
    name: FromPath[str], registry: TheRegistry, books: NamedDependency[Books]
) -> BookInfo:
    """The opening book of a game: strong games, and those that were played here."""
    return await books.info(registry, name)


@get("/api/puzzles/{name:str}", responses=REFUSED)
async def list_puzzles(name: FromPath[str], registry: TheRegistry) -> list[PuzzleInfo]:
    """The puzzles of a game, the easiest first."""
    return await registry.in_thread(lambda: [catalogue.puzzle_info(each) for each in puzzles(name)])


@get("/api/lessons/{name:str}", responses=REFUSED)
async def list_lessons(
    name: FromPath[str], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> list[LessonInfo]:
    """The lessons of a game, in their order."""
    return await registry.in_thread(lambda: catalogue.lesson_infos(name, lang))


@get("/api/words", responses={400: REFUSED[400]})
async def list_words(lang: FromQuery[Lang] = "en") -> dict[str, Any]:
    """The words of the browser."""
    words: dict[str, Any] = texts(PACKAGE, lang).get("browser", {})
    return words


@get("/api/tables/{table:str}/copy", responses=REFUSED)
async def copy_table(table: FromPath[str], registry: TheRegistry) -> CarriedTable:
    """A game against the computer or at one screen, to go on with it while the server is away."""
    return carried(await registry.open(table))


@post("/api/tables/{table:str}/moves", responses=REFUSED, status_code=200)
async def bring_moves(
    table: FromPath[str], data: JSONBody[CarriedTable], registry: TheRegistry
) -> TableBrought:
    """Play the moves of such a game that were made meanwhile."""
    return await registry.bring(table, data)


def mounted(endpoint: Endpoint) -> HTTPRouteHandler:
    """An endpoint of the API as a route; the router reads what it takes from its signature."""

    async def answer(**given: Any) -> Any:
        request = given.pop("request", None)
        if request is None:
            return await endpoint.answer(**given)
        async with disconnection(request) as is_disconnected:
            return await endpoint.answer(**given, is_cancelled=is_disconnected)

    returned = inspect.signature(endpoint.answer).return_annotation
    answer.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [_parameter(name, kind) for name, kind in endpoint.takes.items()],
        return_annotation=returned,
    )
    answer.__annotations__ = {
        each.name: each.annotation for each in inspect.signature(answer).parameters.values()
    } | {"return": returned}
    answer.__name__, answer.__doc__ = endpoint.answer.__name__, endpoint.answer.__doc__
    if endpoint.method == "GET":
        return get(endpoint.path, responses=REFUSED)(answer)
    return post(endpoint.path, responses=REFUSED, status_code=201 if endpoint.makes else 200)(
        answer
    )


def _parameter(name: str, kind: Any) -> inspect.Parameter:
    """What the router gives for what an answer takes."""
    required = inspect.Parameter.empty
    taken: dict[str, tuple[str, Any, Any]] = {
        "registry": (name, TheRegistry, required),
        "lang": (name, cast(Any, FromQuery)[Lang], "en"),
        "data": (name, cast(Any, JSONBody)[kind], required),
        "is_cancelled": ("request", Request[Any, Any, Any], required),
    }
    name, annotation, default = taken.get(name, (name, cast(Any, FromPath)[kind], required))
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
    )


@asynccontextmanager
async def disconnection(request: Request[Any, Any, Any]) -> AsyncIterator[Callable[[], bool]]:
    """A function that tells whether the client has disconnected."""
    waiting = asyncio.create_task(_wait_for_disconnect(request))
    try:
        yield waiting.done
    finally:
        waiting.cancel()


async def _wait_for_disconnect(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@get("/api/tables/{table:str}/record", responses=REFUSED, media_type="text/plain")
async def show_record(table: FromPath[str], registry: TheRegistry) -> Response[str]:
    """The record of a game so far."""
    found = await registry.open(table)
    name = f'attachment; filename="{found.game.name}.tablier"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(str(found.record()), media_type="text/plain", headers=headers)


@get("/health", media_type="application/json")
async def show_health(registry: TheRegistry) -> Response[dict[str, str]]:
    """Is everything well? If not: "no database" answers, or it takes "no writes"."""
    return await _health(registry)


async def _health(registry: ServerRegistry) -> Response[dict[str, str]]:
    state = await registry.storage.health()
    return Response({"status": state}, status_code=200 if state == "ok" else 503)


@get("/live", media_type="application/json")
async def show_liveness() -> dict[str, str]:
    """Does the process answer? One without a database lives: starting it again would not help."""
    return {"status": "ok"}


@get("/ready", media_type="application/json")
async def show_readiness(
    registry: TheRegistry, connections: NamedDependency[Connections]
) -> Response[dict[str, str]]:
    """Should people be sent here? Not when the server ends, nor when something is not well."""
    if connections.is_draining:
        return Response({"status": "draining"}, status_code=503)
    return await _health(registry)


@get("/metrics", media_type="text/plain")
async def show_metrics() -> Response[bytes]:
    """Numbers for Prometheus."""
    return Response(prometheus.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


MOUNTED = {endpoint.answer: mounted(endpoint) for endpoint in ENDPOINTS}
COSTLY = (api.make_table, api.import_record, api.read_exploration, api.write_exploration)
SHOW = (
    list_games,
    show_game,
    show_style,
    show_shared_style,
    show_rulebook,
    show_book,
    list_puzzles,
    list_lessons,
    list_words,
    show_record,
    copy_table,
    show_health,
    show_liveness,
    show_readiness,
    show_metrics,
    *(route for answer, route in MOUNTED.items() if answer not in COSTLY),
)
MAKE = (*(MOUNTED[each] for each in COSTLY), bring_moves)
