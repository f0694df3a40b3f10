"""WebSockets straight on their connection: no task and no ASGI between a message and its reader.

The library `websockets` knows the protocol; this carries its bytes, so that a message is acted on
and answered in the same turn of the loop. uvicorn reads the request and hands the connection over.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any, Protocol

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

LARGEST = 1_000_000  # bytes of a message; who reads it says what is too large long before
FULL = 131_072  # bytes that wait for somebody to read them before nothing is read from them
MOST_WAITING = 524_288  # bytes that wait for somebody before they are given up
STALL = 20.0  # seconds that somebody may read nothing while more waits
SLICE = 4096  # bytes that are read at a time, so that thousands of tiny frames hold nobody up
MOST_AFTER = 65_536  # bytes that are read after the end, for the other side's farewell
PING = 20.0  # seconds between two questions whether somebody is still there
LAST_LOOK = 0.2  # seconds in which all that has come is read, however busy we were
CLOSING = 5.0  # seconds for the other side to hang up, too
MESSAGES = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
WHOLE_TEXT, FINAL, MASKED, LONG = 0x81, 0x80, 0x80, 126
quiet = logging.getLogger("tablier.websocket")
quiet.setLevel(logging.CRITICAL)


class Reader(Protocol):
    """The one on our side of a socket."""

    def count(self) -> bool:
        """A frame of whatever kind has come; may it?"""

    def take(self, message: bytes) -> None:
        """A message has come; must not wait."""

    def leave(self) -> None:
        """The connection is gone."""


class Door(Protocol):
    """Decides who comes in."""

    def why_not(self, request: Request) -> HTTPStatus | None:
        """With what the request is refused, if it is."""

    def let_in(self, socket: "Socket", request: Request) -> Reader:
        """The one to talk with, on a socket that is open."""


class Outbox:
    """Frames of all sockets, sent together at the next turn of the loop.

    A commit brings many moves at once. If each frame went out as soon as it was written, every one
    of them would wake the other side.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Socket, bytes]] = []

    def put(self, socket: "Socket", frame: bytes) -> None:
        """Have a frame sent."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.send)
        self._waiting.append((socket, frame))

    def send(self) -> None:
        """Send all that waits."""
        waiting, self._waiting = self._waiting, []
        for socket, frame in waiting:
            socket.write(frame)


class Socket(asyncio.Protocol):
    """A WebSocket of the server, from the request to the end."""

    def __init__(self, door: Door, outbox: Outbox):
        self.transport: asyncio.Transport
        self._door, self._outbox = door, outbox
        self._reader: Reader | None = None
        self._protocol = ServerProtocol(max_size=LARGEST, logger=quiet)
        self._parts: list[bytes] = []
        self._comes_whole = True
        self._is_asked = False
        self._is_ending = False
        self._after = 0
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._emptied: asyncio.Future[None] | None = None
        self._rests: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """Where the other side is."""
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    @property
    def _is_open(self) -> bool:
        """Can something be said: has neither side ended it, and is the connection still there?"""
        return self._protocol.state is State.OPEN and not self.transport.is_closing()

    # Out

    def send(self, frame: bytes) -> None:
        """Send a frame that `framed` has made, in a moment; after the end it goes nowhere."""
        self._outbox.put(self, frame)

    def write(self, frame: bytes) -> None:
        """Send a frame now, if it is not too late."""
        if self._is_open:
            self.transport.write(frame)
            if self.is_full and self.transport.get_write_buffer_size() > MOST_WAITING:
                self.transport.abort()

    @property
    def is_full(self) -> bool:
        """Does so much wait for the other side that nothing more should be asked of us?"""
        return self._stall is not None

    async def emptied(self) -> None:
        """Wait until the other side has read, or is gone."""
        if self.is_full:
            self._emptied = self._emptied or asyncio.get_running_loop().create_future()
            await asyncio.shield(self._emptied)

    def rest(self, seconds: float) -> None:
        """Read nothing for a while: there was too much."""
        if self._rests is None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._rests = asyncio.get_running_loop().call_later(seconds, self._rested)

    def _rested(self) -> None:
        self._rests = None
        self._read_on()

    def _read_on(self) -> None:
        """Read again, if there is no reason left not to."""
        if self._rests is None and not self.is_full and not self.transport.is_closing():
            self.transport.resume_reading()

    def close(self, code: int, reason: str) -> None:
        """Say why it ends after all that was sent, and hang up soon."""
        if self._is_open:
            self._outbox.send()
            self._protocol.send_close(code, reason)
            self._flush()

    def _flush(self) -> None:
        """Send what the protocol has to say."""
        for data in self._protocol.data_to_send():
            if data:
                self.transport.write(data)
            elif self.transport.can_write_eof():
                self.transport.write_eof()
        if self._protocol.close_expected() and not self._is_ending:
            self._is_ending = True  # once: who goes on sending does not put the end off
            self._wait(CLOSING, self.transport.abort)

    def _wait(self, seconds: float, then: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _ping(self) -> None:
        """Ask whether somebody is there; whoever has not answered the last time is not."""
        if self._is_asked:
            self._wait(LAST_LOOK, self._give_up)
            return
        self._is_asked = True
        self._protocol.send_ping(b"")
        self._flush()
        self._wait(PING, self._ping)

    def _give_up(self) -> None:
        """Hang up, unless the answer had come while we were busy and was read only now."""
        if self._is_asked:
            self.transport.abort()
        else:
            self._ping()

    # In, as asyncio calls it

    def connection_made(self, transport: Any) -> None:
        """There is a connection, and its request will follow."""
        self.transport = transport
        transport.set_write_buffer_limits(high=FULL)

    def pause_writing(self) -> None:
        """Much waits for the other side: nothing is read until it has read, and not for ever."""
        self._stall = asyncio.get_running_loop().call_later(STALL, self.transport.abort)
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The other side has read."""
        self._unstall()
        self._read_on()

    def _unstall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        if self._emptied is not None:
            self._emptied.set_result(None)
            self._emptied = None

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self._is_asked = False
        if self._comes_whole and self._reader is not None:
            if data[0] == WHOLE_TEXT and is_whole(data) and self._protocol.state is State.OPEN:
                if self._reader.count():
                    self._reader.take(unmasked(data))
                return
            self._comes_whole = is_whole(data)
        for start in range(0, len(data), SLICE):
            self._receive(data[start : start + SLICE])

    def _receive(self, data: bytes) -> None:
        """Read a slice; after the end only as much as a farewell needs."""
        if self._is_ending:
            self._after += len(data)
        if self._after <= MOST_AFTER:
            self._protocol.receive_data(data)
            self._act()

    def eof_received(self) -> None:
        """The other side will send nothing more."""
        self._protocol.receive_eof()
        self._act()

    def connection_lost(self, _: Exception | None) -> None:
        """It is over."""
        for timer in filter(None, (self._timer, self._rests)):
            timer.cancel()
        self._unstall()
        if self._reader is not None:
            self._reader.leave()
            self._reader = None  # else both would stay until Python looks for circles

    def _act(self) -> None:
        """Act on what the protocol has made of it."""
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._answer(event)
            elif isinstance(event, Frame) and self._may_come() and event.opcode in MESSAGES:
                self._take(event)
        self._flush()

    def _may_come(self) -> bool:
        """Is a frame counted and not too many?"""
        return self._reader is not None and self._reader.count()

    def _answer(self, request: Request) -> None:
        status = self._door.why_not(request)
        if status is not None:
            self._protocol.send_response(self._protocol.reject(status, status.phrase))
            return
        self._protocol.send_response(self._protocol.accept(request))
        self._flush()
        if self._protocol.state is State.OPEN:
            self._wait(PING, self._ping)
            self._reader = self._door.let_in(self, request)

    def _take(self, frame: Frame) -> None:
        """Take a message, or a part of one."""
        self._parts.append(bytes(frame.data))
        if frame.fin:
            message = b"".join(self._parts)
            self._parts.clear()
            assert self._reader is not None, "else the frame would not have come"
            self._reader.take(message)


def framed(message: bytes) -> bytes:
    """A text to the browser as it goes over the wire: the same bytes to everybody."""
    size = len(message)
    if size < LONG:
        return bytes((WHOLE_TEXT, size)) + message
    if size < 2**16:
        return bytes((WHOLE_TEXT, LONG)) + size.to_bytes(2) + message
    return bytes((WHOLE_TEXT, LONG + 1)) + size.to_bytes(8) + message


# Nearly all that comes is a short text, whole and alone: a move. It is read here, without the
# protocol's own parser, which waits for bytes piece by piece and reads everything else.


def is_whole(data: bytes) -> bool:
    """Are these bytes one frame, complete and not long?

    >>> is_whole(bytes.fromhex("818200000000 6869")), is_whole(bytes.fromhex("818200000000 68"))
    (True, False)
    """
    if len(data) < 6 or not data[0] & FINAL:
        return False
    size = data[1] ^ MASKED
    return size < LONG and len(data) == 6 + size


def unmasked(data: bytes) -> bytes:
    """The message of a frame that `is_whole`.

    >>> unmasked(bytes.fromhex("8182 01020304 696b"))
    b'hi'
    """
    size = len(data) - 6
    mask = (data[2:6] * (size // 4 + 1))[:size]
    return (int.from_bytes(data[6:]) ^ int.from_bytes(mask)).to_bytes(size)
