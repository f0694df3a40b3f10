"""HTTP connections: uvicorn's, with timeouts and limits for slow or idle clients.

uvicorn has no timeout for a request and no limit for its headers: a few clients that send a byte
each second could hold all connections.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablier.server.settings import Settings

LONGEST_HEAD = 65_536  # bytes of a request before its body


class Counts:
    """Connections, by the addresses they come from."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.half_open: Counter[str] = Counter()
        """Those whose request is incomplete."""


def http_connections(settings: Settings) -> Any:
    """The factory of connections that uvicorn calls; all share their counts."""
    counts = Counts()
    return lambda *args, **named: HttpConnection(settings, counts, *args, **named)


class HttpConnection(HttpToolsProtocol):
    """A connection with timeouts for requests and responses."""

    def __init__(self, settings: Settings, counts: Counts, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._settings, self._counts = settings, counts
        self._address = ""
        self._is_counted = self._is_half_open = False
        self._head: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it; abort it if its address has too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._is_counted = True
        self._counts.open[self._address] += 1
        self._expect_head()
        settings, counts = self._settings, self._counts
        if self._address not in settings.proxies and (
            counts.open[self._address] > settings.connections
            or counts.half_open[self._address] > settings.half_open
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
        if self._is_counted:
            self._is_counted = False
            _decrement(self._counts.open, self._address)

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
        if not self._is_half_open:
            self._is_half_open = True
            self._counts.half_open[self._address] += 1
        self._head = 0
        self._set_timeout(self._settings.head_within)

    def _complete(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._is_half_open:
            self._is_half_open = False
            _decrement(self._counts.half_open, self._address)

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


def _decrement(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if not counter[address]:
        del counter[address]
