"""The endpoint of sockets: which table each one goes to, and which requests are refused."""

import re
from http import HTTPStatus
from urllib.parse import unquote

from websockets.http11 import Request

from tablier.play.connection import Connection
from tablier.play.connections import Connections
from tablier.play.registry import TableRegistry
from tablier.play.shared_frames import SharedFrames
from tablier.server import hosts
from tablier.server.live.websocket import Socket

PATH = re.compile(r"/api/tables/([^/?]+)/socket(\?.*)?")


class TableEndpoint:
    """Connects sockets with tables, or refuses their requests."""

    def __init__(self, registry: TableRegistry, connections: Connections):
        self._registry, self._connections = registry, connections
        self._frames = SharedFrames()

    def why_not(self, request: Request) -> HTTPStatus | None:
        """Refuse other paths, other hosts, and pages of other sites."""
        if not PATH.fullmatch(request.path):
            return HTTPStatus.NOT_FOUND
        settings, headers = self._registry.settings, request.headers
        named, origins = headers.get_all("Host"), headers.get_all("Origin")
        if not hosts.is_ours(named, settings):
            return HTTPStatus.MISDIRECTED_REQUEST
        is_ours = hosts.is_from_us(origins, named, settings)
        return None if is_ours else HTTPStatus.FORBIDDEN

    def accept(self, socket: Socket, request: Request) -> Connection:
        """The connection of a socket to the table in the path."""
        found = PATH.fullmatch(request.path)
        assert found is not None, "refused before"
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = hosts.client(socket.address, forwarded, self._registry.settings)
        name = unquote(found[1])
        return Connection(socket, address, name, self._registry, self._connections, self._frames)
