"""WebSockets without ASGI: an asyncio protocol that calls the handler of each message directly.

The library `websockets` implements the WebSocket protocol; this module carries its bytes. uvicorn
reads the request and hands the connection over.
"""

import asyncio
import logging
from http import HTTPStatus
from struct import Struct
from typing import Any, Protocol

import msgspec
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from tablier.play.connection import LAST_READ

try:
    from websockets.speedups import apply_mask
except ImportError:  # it is not compiled for every system
    from websockets.utils import apply_mask

LARGEST = 1_000_000  # bytes of a message; the handler has a lower limit of its own
FULL = 131_072  # bytes in the write buffer from which on nothing is read
MOST_WAITING = 524_288  # bytes in the write buffer from which on the connection is aborted
STALL = 20.0  # seconds that the write buffer may stay full
SLICE = 4096  # bytes that are parsed at a time
MOST_AFTER = 65_536  # bytes that are read after the close frame, to find the answer to it
PING = 20.0  # seconds between two pings
CLOSING = 5.0  # seconds for the other side to close, too
WHOLE_TEXT = 0x81  # a frame of text that is its message
MASKED, SHORT = 0x80, 125  # in the second byte: what clients send; bytes that need no longer head
PLAIN = 6  # where the text of a short message begins, after its head and its mask
END_OF_REQUEST = b"\r\n\r\n"
SHORT_HEAD, LONG_HEAD = Struct("!BBH"), Struct("!BBQ")
OPEN = State.OPEN  # of a class of enumerated values, looking it up takes longer than comparing
MESSAGES = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
encode = msgspec.json.Encoder().encode
quiet = logging.getLogger("tablier.websocket")
quiet.setLevel(logging.CRITICAL)


def _head(size: int) -> bytes:
    """What stands before a text of so many bytes, in one frame that is not masked."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65536:
        return SHORT_HEAD.pack(WHOLE_TEXT, 126, size)
    return LONG_HEAD.pack(WHOLE_TEXT, 127, size)


def is_short_message(data: bytes) -> bool:
    r"""Is it one whole frame of text from a client, with at most 125 bytes?

    >>> is_short_message(b"\x81\x82mask??"), is_short_message(b"\x81\x83mask??")
    (True, False)
    """
    size = len(data) - PLAIN
    return 0 <= size <= SHORT and data[0] == WHOLE_TEXT and data[1] == MASKED | size


def left_of_frame(data: bytes, left: int) -> int | None:
    r"""How many bytes of a frame have yet to come, after `left` bytes of one and all that follow.

    None if the data ends within the head of a frame, so that it is not known.

    >>> left_of_frame(b"..\x81\x85mask??", 2), left_of_frame(b"\x81", 0)
    (3, None)
    """
    at, end = left, len(data)
    while at < end:
        if end < at + 2:
            return None
        size, more = data[at + 1] & ~MASKED, 0
        if size > SHORT:
            more = 2 if size == SHORT + 1 else 8
            size = int.from_bytes(data[at + 2 : at + 2 + more])
        if end < at + 2 + more:
            return None
        at += 2 + more + (4 if data[at + 1] & MASKED else 0) + size
    return at - end


class MessageHandler(Protocol):
    """Who acts on the messages of a socket."""

    def may_send(self) -> bool:
        """Count a frame of whatever kind; False if there are too many."""

    def on_message(self, message: bytes) -> None:
        """A message has come; must not block."""

    def on_close(self) -> None:
        """The connection is closed."""


class Endpoint(Protocol):
    """Accepts or refuses requests."""

    def why_not(self, request: Request) -> HTTPStatus | None:
        """The status with which a request is refused, if it is."""

    def accept(self, socket: "Socket", request: Request) -> MessageHandler:
        """The handler of a socket that is open."""


class Outbox:
    """Frames of all sockets, written together in the next iteration of the event loop.

    A commit confirms many moves at once. If each frame was written at once, each would wake the
    other side's process.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Socket, bytes]] = []

    def put(self, socket: "Socket", frame: bytes) -> None:
        """Queue a frame."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.send)
        self._waiting.append((socket, frame))

    def send(self) -> None:
        """Write all queued frames, in their order."""
        waiting, self._waiting = self._waiting, []
        for socket, frame in waiting:
            socket.write(frame)


class Socket(asyncio.Protocol):
    """A WebSocket of the server, from the request to its end."""

    def __init__(self, endpoint: Endpoint, outbox: Outbox):
        self.transport: asyncio.Transport
        self._endpoint, self._outbox = endpoint, outbox
        self._handler: MessageHandler | None = None
        self._protocol = ServerProtocol(max_size=LARGEST, logger=quiet)
        self._parts: list[bytes] = []
        self._left: int | None = None
        """Bytes of a frame that have yet to come; None if that is not known."""
        self._is_pinged = False
        self._is_ending = False
        self._after = 0
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._drained: asyncio.Future[None] | None = None
        self._pause: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The address of the other side."""
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    @property
    def _is_open(self) -> bool:
        """Has neither side closed it, and does the connection still exist?"""
        return self._protocol.state is OPEN and not self.transport.is_closing()

    # Out

    def encode(self, message: msgspec.Struct) -> bytes:
        """A message as an unmasked frame of JSON text."""
        text = encode(message)
        return _head(len(text)) + text

    def send(self, frame: bytes) -> None:
        """Send an encoded frame with the next batch; after the end it is dropped."""
        self._outbox.put(self, frame)

    def write(self, frame: bytes) -> None:
        """Write a frame now, if the socket is open."""
        if self._is_open:
            self.transport.write(frame)
            if self.is_full and self.transport.get_write_buffer_size() > MOST_WAITING:
                self.transport.abort()

    @property
    def is_full(self) -> bool:
        """Is the write buffer full?"""
        return self._stall is not None

    async def drained(self) -> None:
        """Wait until the other side has read enough, or is gone."""
        if self.is_full:
            self._drained = self._drained or asyncio.get_running_loop().create_future()
            await asyncio.shield(self._drained)

    def pause(self, seconds: float) -> None:
        """Read nothing for a while: the rate limit is exceeded."""
        if self._pause is None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._pause = asyncio.get_running_loop().call_later(seconds, self._on_pause_end)

    def _on_pause_end(self) -> None:
        self._pause = None
        self._resume_reading()

    def _resume_reading(self) -> None:
        """Read again, if there is no reason left not to."""
        if self._pause is None and not self.is_full and not self.transport.is_closing():
            self.transport.resume_reading()

    def close(self, code: int, reason: str) -> None:
        """Send a close frame after all queued frames, and close the connection soon."""
        if self._is_open:
            self._outbox.send()
            self._protocol.send_close(code, reason)
            self._flush()

    def _flush(self) -> None:
        """Write what the protocol library has to send."""
        for data in self._protocol.data_to_send():
            if data:
                self.transport.write(data)
            elif self.transport.can_write_eof():
                self.transport.write_eof()
        if self._protocol.close_expected() and not self._is_ending:
            self._is_ending = True  # the timer starts once, however much still comes
            self._wait(CLOSING, self.transport.abort)

    def _wait(self, seconds: float, then: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _ping(self) -> None:
        """Send a ping; give up if the last one was not answered, or if the other side hung up."""
        if not self._is_open:
            self.transport.abort()
        elif self._is_pinged:
            self._wait(LAST_READ, self._give_up)
        else:
            self._is_pinged = True
            self._protocol.send_ping(b"")
            self._flush()
            self._wait(PING, self._ping)

    def _give_up(self) -> None:
        """Abort, unless the answer had arrived while the server was busy."""
        if self._is_pinged:
            self.transport.abort()
        else:
            self._ping()

    # In, as asyncio calls it

    def connection_made(self, transport: Any) -> None:
        """The connection is there; its request will follow."""
        self.transport = transport
        transport.set_write_buffer_limits(high=FULL)

    def pause_writing(self) -> None:
        """The write buffer is full: stop reading, and abort if that lasts."""
        self._stall = asyncio.get_running_loop().call_later(STALL, self.transport.abort)
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The write buffer has room again."""
        self._unstall()
        self._resume_reading()

    def _unstall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        if self._drained is not None:
            self._drained.set_result(None)
            self._drained = None

    def data_received(self, data: bytes) -> None:
        """Bytes have come; a short message that has come alone goes past the library."""
        self._is_pinged = False
        if self._left == 0 and is_short_message(data) and self._is_open and not self._parts:
            if self._is_admitted():
                assert self._handler is not None, "checked just now"
                self._handler.on_message(apply_mask(data[PLAIN:], data[2:PLAIN]))
            return
        self._left = None if self._left is None else left_of_frame(data, self._left)
        for start in range(0, len(data), SLICE):
            self._receive(data[start : start + SLICE])

    def _receive(self, data: bytes) -> None:
        """Parse a slice; after the end only as much as the close handshake needs."""
        if self._is_ending:
            self._after += len(data)
        if self._after <= MOST_AFTER:
            self._protocol.receive_data(data)
            is_new = self._handler is None
            self._act()
            if is_new and self._handler is not None:  # a frame may have come with the request
                is_alone = data.find(END_OF_REQUEST) == len(data) - len(END_OF_REQUEST)
                self._left = 0 if is_alone else None

    def eof_received(self) -> None:
        """The other side will send nothing more."""
        self._protocol.receive_eof()
        self._act()

    def connection_lost(self, _: Exception | None) -> None:
        """The connection is closed."""
        for timer in filter(None, (self._timer, self._pause)):
            timer.cancel()
        self._unstall()
        if self._handler is not None:
            self._handler.on_close()
            self._handler = None  # breaks a reference cycle: both are freed at once

    def _act(self) -> None:
        """Act on the events of the protocol library."""
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._answer(event)
            elif isinstance(event, Frame) and self._is_admitted() and event.opcode in MESSAGES:
                self._take(event)
        self._flush()

    def _is_admitted(self) -> bool:
        return self._handler is not None and self._handler.may_send()

    def _answer(self, request: Request) -> None:
        status = self._endpoint.why_not(request)
        if status is not None:
            self._protocol.send_response(self._protocol.reject(status, status.phrase))
            return
        self._protocol.send_response(self._protocol.accept(request))
        self._flush()
        if self._protocol.state is State.OPEN:
            self._wait(PING, self._ping)
            self._handler = self._endpoint.accept(self, request)

    def _take(self, frame: Frame) -> None:
        """Take a message, or a part of one."""
        self._parts.append(bytes(frame.data))
        if frame.fin:
            message = b"".join(self._parts)
            self._parts.clear()
            assert self._handler is not None, "checked before"
            self._handler.on_message(message)
