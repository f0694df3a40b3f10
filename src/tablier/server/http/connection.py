"""HTTP connections: uvicorn's, with timeouts and limits for slow or idle clients.

uvicorn has no timeout for a request and no limit for its headers: a few clients that send a byte
each second could hold all connections.
"""

import asyncio
from typing import Any
from weakref import WeakValueDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablier.play.settings import Settings

LONGEST_HEAD = 65_536  # bytes of a request before its body


class Peers:
    """The connections from one address; they keep this alive."""

    def __init__(self) -> None:
        self.open: set[HttpConnection] = set()
        self.half_open: set[HttpConnection] = set()
        """Those whose request is incomplete."""


Addresses = WeakValueDictionary[str, Peers]


def http_connections(settings: Settings) -> Any:
    """The factory of connections that uvicorn calls."""
    addresses: Addresses = WeakValueDictionary()
    return lambda *args, **named: HttpConnection(settings, addresses, *args, **named)


class HttpConnection(HttpToolsProtocol):
    """A connection with timeouts for requests and responses."""

    def __init__(self, settings: Settings, addresses: Addresses, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._settings, self._addresses = settings, addresses
        self._peers = Peers()
        self._head: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it; abort it if its address has too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._peers = self._addresses.setdefault(address, self._peers)
        self._peers.open.add(self)
        self._expect_head()
        settings, peers = self._settings, self._peers
        if address not in settings.proxies and (
            len(peers.open) > settings.connections or len(peers.half_open) > settings.half_open
        ):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        super().connection_lost(exc)
        self._uncount()
        if self._stall is not None:
            self._stall.cancel()

    def _uncount(self) -> None:
        self._complete()
        self._peers.open.discard(self)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, which is counted elsewhere."""
        self._uncount()
        super().handle_websocket_upgrade()

    # The request

    def data_received(self, data: bytes) -> None:
        """Abort if the headers are too long."""
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        """The headers are complete; the body follows."""
        self._head = None
        self._set_timeout(self._settings.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._complete()
        super().on_message_complete()

    def _expect_head(self) -> None:
        """Count it as half open until its request is complete, and start the timeout."""
        self._peers.half_open.add(self)
        self._head = 0
        self._set_timeout(self._settings.head_within)

    def _complete(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._peers.half_open.discard(self)

    def _set_timeout(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    # The response

    def pause_writing(self) -> None:
        """The client does not read: abort if that lasts."""
        super().pause_writing()
        self._stall = self.loop.call_later(self._settings.read_within, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()
