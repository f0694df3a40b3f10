"""The host of a tab: answers the page as a server would, its requests and its sockets."""

import re
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from tablier.play.advice import Adviser
from tablier.play.api import ENDPOINTS, Endpoint
from tablier.play.connection import Connection
from tablier.play.connections import Connections
from tablier.play.registry import TableRegistry
from tablier.play.settings import Settings
from tablier.play.shared_frames import SharedFrames
from tablier.play.wire.protocol import CarriedTable
from tablier.play.wire.protocol import Refusal as Refused
from tablier.play.wire.statuses import STATUSES
from tablier.tab import collection, copies
from tablier.tab.storage import Database, TabStorage
from tablier.tab.thinker import PageThinker
from tablier.texts import LANGUAGES, Refusal, refusal

HERE = "here"
"""The address of everybody in a tab."""
T = TypeVar("T")
Route = Callable[..., Awaitable[Any]]
encode = msgspec.json.encode


class Answer(NamedTuple):
    """What a request is answered with: a status of HTTP, and JSON or the text of a record."""

    status: int
    body: str


class TabSocket:
    """A socket that leads to the page; nothing has to wait for it."""

    is_full = False

    def __init__(self, send: Callable[[str], None], close: Callable[[int], None]):
        self._send, self._close = send, close
        self.connection: Connection | None = None

    # As the connection sees it

    def encode(self, message: msgspec.Struct) -> bytes:
        """A message as JSON."""
        return encode(message)

    def send(self, frame: bytes) -> None:
        """Hand a message to the page."""
        self._send(frame.decode())

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002
        """Tell the page that it is closed."""
        self._close(code)

    def pause(self, seconds: float) -> None:
        """Everything is read."""

    async def drained(self) -> None:
        """Everything is read."""

    # As the page sees it

    def receive(self, text: str) -> None:
        """The page has sent a frame."""
        if self.connection is not None:
            self.connection.on_message(text.encode())

    def leave(self) -> None:
        """The page has left."""
        if self.connection is not None:
            self.connection.on_close()
            self.connection = None


class Host:
    """All tables of a tab."""

    def __init__(self, database: Database):
        settings = Settings(database="")
        thinker = PageThinker(self._adviser_at)
        self._registry = TableRegistry(settings, TabStorage(database), thinker)
        self._connections, self._frames = Connections(settings), SharedFrames()
        self._sockets: dict[str, TabSocket] = {}
        """The last one at each table."""

    def connect(
        self, table: str, send: Callable[[str], None], close: Callable[[int], None]
    ) -> TabSocket:
        """Connect the page with a table; both functions are called with what it is told."""
        socket = TabSocket(send, close)
        socket.connection = Connection(
            socket, HERE, table, self._registry, self._connections, self._frames
        )
        self._sockets[table] = socket
        return socket

    def _adviser_at(self, table: str) -> Adviser | None:
        """Who asks the page at that table for advice, if it is there."""
        connection = self._sockets[table].connection if table in self._sockets else None
        return None if connection is None else connection.adviser

    async def answer(self, path: str, lang: str, body: str) -> Answer:
        """Answer a request of the page: its path, its language, and its JSON if it has any."""
        lang = lang if lang in LANGUAGES else "en"
        try:
            return Answer(200, await self._answered(path, lang, body))
        except Refusal as wrong:
            said = Refused(wrong.sentence(lang), wrong.clause or None)
            return Answer(STATUSES.get(wrong.said.key, 400), encode(said).decode())
        except Exception:
            traceback.print_exc()  # for the console of the browser
            said = Refused(refusal("internal_error").sentence(lang))
            return Answer(500, encode(said).decode())

    async def _answered(self, path: str, lang: str, body: str) -> str:
        for pattern, route in ROUTES:
            found = re.fullmatch(pattern, path)
            if found is not None:
                done = await route(self._registry, lang, body, *found.groups())
                return done if isinstance(done, str) else encode(done).decode()
        raise refusal("no_address")


def _decoded(body: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        place = str(wrong).rpartition("`$")[2].rstrip("`")
        raise refusal("bad_request", place=place[:80]) from None


async def _carry(registry: TableRegistry, _: str, body: str, table: str) -> object:
    """Go on with a game of the server that is away, unless it went on here already."""
    return await copies.carry(_storage(registry), table, _decoded(body, CarriedTable))


async def _collect(registry: TableRegistry, _: str, body: str) -> object:
    return await collection.written(_storage(registry), body)


async def _merge(registry: TableRegistry, _: str, body: str) -> object:
    return await collection.read(_storage(registry), body)


def _storage(registry: TableRegistry) -> TabStorage:
    assert isinstance(registry.storage, TabStorage)
    return registry.storage


async def _record(registry: TableRegistry, _: str, __: str, table: str) -> object:
    return str((await registry.open(table)).record())


def _mounted(endpoint: Endpoint) -> Route:
    """An endpoint of the API as a route of the tab."""

    async def answer(registry: TableRegistry, lang: str, body: str, *parts: str) -> object:
        given: dict[str, Any] = {"registry": registry, "lang": lang, "is_cancelled": lambda: False}
        names = re.findall(r"{(\w+):", endpoint.path)
        for name, kind in endpoint.takes.items():
            if name == "data":
                given[name] = _decoded(body, kind)
            elif name in names:
                given[name] = kind(parts[names.index(name)])
        return await endpoint.answer(**{name: given[name] for name in endpoint.takes})

    return answer


PARTS = {"str": r"([\w-]+)", "int": r"(\d+)"}
ROUTES: tuple[tuple[str, Route], ...] = (
    (r"/api/collection", _collect),
    (r"/api/collection/read", _merge),
    (r"/api/copies/([\w-]+)", _carry),
    (r"/api/tables/([\w-]+)/record", _record),
    *(
        (re.sub(r"{\w+:(\w+)}", lambda found: PARTS[found[1]], each.path), _mounted(each))
        for each in ENDPOINTS
    ),
)
"""What is not a file of the site: the same paths as those of a server."""
