"""Routes of what is not live: the catalogue, rulebooks, puzzles, lessons, new tables, records."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from tablier.play import catalogue, explorations, views
from tablier.play.carried_games import carried
from tablier.play.connections import Connections
from tablier.play.wire import protocol
from tablier.play.wire.exercises import LessonInfo, LessonView, PuzzleInfo, PuzzleView, Tried
from tablier.play.wire.explorations import BookInfo, Explored, RecordText
from tablier.play.wire.protocol import (
    Answered,
    Asked,
    CarriedTable,
    GameInfo,
    ImportedTable,
    Lang,
    NewTable,
    ReplayView,
    TableBrought,
    TableMade,
    TableView,
)
from tablier.play.wire.rulebooks import RulebookInfo
from tablier.puzzle import puzzles
from tablier.server.http import prometheus, rulebooks
from tablier.server.http.books import Books
from tablier.server.server_registry import ServerRegistry
from tablier.shapes import Board
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


@post("/api/games/{name:str}/position", responses=REFUSED, status_code=200)
async def show_position(
    name: FromPath[str], data: JSONBody[Asked], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> Answered:
    """A position without a table."""
    return await registry.in_thread(lambda: catalogue.answer(name, data, lang))


@get("/api/games/{name:str}/book", responses=REFUSED)
async def show_book(
    name: FromPath[str], registry: TheRegistry, books: NamedDependency[Books]
) -> BookInfo:
    """The opening book of a game: strong games, and those that were played here."""
    return await books.info(registry, name)


@post("/api/games/{name:str}/board", responses=REFUSED, status_code=200)
async def show_board(name: FromPath[str], data: JSONBody[Asked], registry: TheRegistry) -> Board:
    """The board of a game with these options."""
    return await registry.in_thread(lambda: catalogue.board(name, data))


@post("/api/explorations/read", responses=REFUSED, status_code=200)
async def read_exploration(
    data: JSONBody[ImportedTable], registry: TheRegistry, request: Request[Any, Any, Any]
) -> Explored:
    """The tree of a record; nothing is stored."""
    async with disconnection(request) as is_disconnected:
        return await registry.in_thread(lambda: explorations.read(data, is_disconnected))


@post("/api/explorations/write", responses=REFUSED, status_code=200)
async def write_exploration(data: JSONBody[Explored], registry: TheRegistry) -> RecordText:
    """The record of a tree; nothing is stored."""
    return await registry.in_thread(lambda: explorations.write(data))


@get("/api/puzzles/{name:str}", responses=REFUSED)
async def list_puzzles(name: FromPath[str], registry: TheRegistry) -> list[PuzzleInfo]:
    """The puzzles of a game, the easiest first."""
    return await registry.in_thread(lambda: [catalogue.puzzle_info(each) for each in puzzles(name)])


@post("/api/puzzles/{name:str}/{number:int}", responses=REFUSED, status_code=200)
async def try_puzzle(
    name: FromPath[str],
    number: FromPath[int],
    data: JSONBody[Tried],
    registry: TheRegistry,
    lang: FromQuery[Lang] = "en",
) -> PuzzleView:
    """A puzzle after some moves; nothing is stored."""
    return await registry.in_thread(lambda: catalogue.puzzle_view(name, number, data, lang))


@get("/api/lessons/{name:str}", responses=REFUSED)
async def list_lessons(
    name: FromPath[str], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> list[LessonInfo]:
    """The lessons of a game, in their order."""
    return await registry.in_thread(lambda: catalogue.lesson_infos(name, lang))


@post("/api/lessons/{name:str}/{number:int}", responses=REFUSED, status_code=200)
async def try_lesson(
    name: FromPath[str],
    number: FromPath[int],
    data: JSONBody[Tried],
    registry: TheRegistry,
    lang: FromQuery[Lang] = "en",
) -> LessonView:
    """A lesson after some moves; nothing is stored."""
    return await registry.in_thread(lambda: catalogue.lesson_view(name, number, data, lang))


@get("/api/words", responses={400: REFUSED[400]})
async def list_words(lang: FromQuery[Lang] = "en") -> dict[str, Any]:
    """The words of the browser."""
    words: dict[str, Any] = texts(PACKAGE, lang).get("browser", {})
    return words


@post("/api/tables", responses=REFUSED)
async def make_table(data: JSONBody[NewTable], registry: TheRegistry) -> TableMade:
    """Make a table."""
    return await registry.make(data)


@post("/api/records", responses=REFUSED)
async def import_record(
    data: JSONBody[ImportedTable], registry: TheRegistry, request: Request[Any, Any, Any]
) -> TableMade:
    """Make a table with the game of a record."""
    async with disconnection(request) as is_disconnected:
        return await registry.make_from_record(data, is_disconnected)


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


@get("/api/tables/{table:str}", responses=REFUSED)
async def show_table(
    table: FromPath[str], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> TableView:
    """A table as those see it who watch."""
    return views.table_view(await registry.open(table), (), lang)


@get("/api/tables/{table:str}/replay", responses=REFUSED)
async def show_replay(
    table: FromPath[str], registry: TheRegistry, lang: FromQuery[Lang] = "en"
) -> ReplayView:
    """The game of a table so far, position by position."""
    found = await registry.open(table)
    return await registry.in_thread(lambda: catalogue.replay_view(found, lang))


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


SHOW = (
    list_games,
    show_game,
    show_style,
    show_shared_style,
    show_rulebook,
    show_position,
    show_book,
    show_board,
    list_puzzles,
    try_puzzle,
    list_lessons,
    try_lesson,
    list_words,
    show_record,
    show_table,
    copy_table,
    show_replay,
    show_health,
    show_liveness,
    show_readiness,
    show_metrics,
)
MAKE = (make_table, import_record, read_exploration, write_exploration, bring_moves)
