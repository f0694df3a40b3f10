"""WebSockets straight on their connection: whatever way bytes come, a message is a message."""

import asyncio
import json
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.clients import HERE, Client, Server, visiting
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from tablier.server.live import websocket
from tablier.server.live.websocket import Outbox, Socket

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
REQUEST = (
    b"GET /here HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


# Bytes


def framed(message: bytes) -> bytes:
    return Frame(Opcode.TEXT, message).serialize(mask=False)


class Line:
    """A connection that remembers what was written."""

    def __init__(self) -> None:
        self.written = b""
        self.is_aborted = False
        self.is_read = True
        self.waiting = 0

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: bytes) -> None:
        assert not self.is_aborted, "uvloop raises an error"
        self.written += data

    def is_closing(self) -> bool:
        return self.is_aborted

    def abort(self) -> None:
        self.is_aborted = True

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        pass

    def set_write_buffer_limits(self, high: int) -> None:
        pass


class Room:
    """An endpoint that accepts everybody, and a handler that remembers messages."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.has_left = False
        self.allowed = 10**6

    def why_not(self, _: object) -> None:
        return None

    def accept(self, *_: object) -> "Room":
        return self

    def may_send(self) -> bool:
        self.allowed -= 1
        return self.allowed >= 0

    def on_message(self, message: bytes) -> None:
        self.heard.append(message)

    def on_close(self) -> None:
        self.has_left = True


def opened() -> tuple[Socket, Line, Room]:
    line, room = Line(), Room()
    socket = Socket(room, Outbox())
    socket.connection_made(line)
    socket.data_received(REQUEST)
    assert b" 101 " in line.written
    line.written = b""
    return socket, line, room


def pieces(data: bytes, cuts: list[int]) -> Iterator[bytes]:
    """The bytes cut at these places."""
    ends = [*sorted({cut % len(data) for cut in cuts} - {0}), len(data)]
    for start, end in zip([0, *ends], ends, strict=False):
        yield data[start:end]


@given(
    messages=st.lists(st.binary(max_size=200), min_size=1, max_size=5),
    parts=st.integers(1, 3),
    cuts=st.lists(st.integers(0, 10_000), max_size=8),
    is_alone=st.booleans(),
)
def test_messages_arrive_in_order_however_they_are_cut(
    messages: list[bytes], parts: int, cuts: list[int], is_alone: bool
) -> None:
    async def send() -> None:
        socket, line, room = opened()
        if is_alone:  # first some that come as they do from a browser
            for message in messages:
                socket.data_received(Frame(Opcode.TEXT, message).serialize(mask=True))
            socket.data_received(Frame(Opcode.PING, b"?").serialize(mask=True))
            assert line.written == Frame(Opcode.PONG, b"?").serialize(mask=False)
        stream = b"".join(part for message in messages for part in fragments(message, parts))
        for piece in pieces(stream, cuts):
            socket.data_received(piece)
        assert room.heard == messages * (1 + is_alone)

    asyncio.run(send())


def fragments(message: bytes, n: int) -> Iterator[bytes]:
    """The message as so many frames."""
    size = len(message) // n + 1
    for i in range(n):
        opcode = Opcode.CONT if i else Opcode.TEXT
        part = message[i * size : (i + 1) * size]
        yield Frame(opcode, part, fin=i == n - 1).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_what_is_sent_is_a_frame_of_the_protocol(size: int) -> None:
    text = json.dumps("x" * (size - 2) if size else "").encode()
    sent = Socket.encode(None, msgspec.Raw(text))  # type: ignore[arg-type]
    assert sent == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_the_rest_of_a_message_may_look_like_a_whole_one() -> None:
    socket, _, room = opened()
    inner = bytes.fromhex("8182 00000000") + b"hi"
    socket.data_received(bytes.fromhex("8189 00000000") + b"x")
    socket.data_received(inner)
    assert room.heard == [b"x" + inner]


# Ends


async def test_who_does_not_answer_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PING", 0.0)
    socket, line, _ = opened()
    async with asyncio.timeout(30):
        for _ in range(3):
            while not line.written:  # a question
                await asyncio.sleep(0)
            line.written = b""
            socket.data_received(Frame(Opcode.PONG, b"").serialize(mask=True))
            assert not line.is_aborted
        while not line.is_aborted:
            await asyncio.sleep(0)


async def test_who_has_hung_up_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PING", 0.0)
    errors: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    socket, line, _ = opened()
    socket.eof_received()  # and what was written before is still on its way
    async with asyncio.timeout(30):
        while not line.is_aborted and not errors:
            await asyncio.sleep(0)
    assert not errors


# Limits

PING_FRAME = Frame(Opcode.PING, b"").serialize(mask=True)


async def test_every_frame_counts_and_those_after_the_last_one_are_not_read() -> None:
    socket, line, room = opened()
    room.allowed = 10
    socket.data_received(PING_FRAME * 5 + Frame(Opcode.TEXT, b"a", fin=False).serialize(mask=True))
    socket.data_received(Frame(Opcode.CONT, b"b").serialize(mask=True))
    assert (room.allowed, room.heard) == (3, [b"ab"])
    socket.data_received(Frame(Opcode.TEXT, b"c").serialize(mask=True) * 9)
    assert room.heard == [b"ab", b"c", b"c", b"c"]
    assert line.written.count(Frame(Opcode.PONG, b"").serialize(mask=False)) == 5


async def test_a_flood_after_the_end_is_not_even_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    socket, _, _ = opened()
    socket.close(1008, "too many")
    read: list[int] = []
    monkeypatch.setattr(socket._protocol, "receive_data", lambda data: read.append(len(data)))
    for _ in range(100):
        socket.data_received(PING_FRAME * 1000)
    assert 0 < sum(read) <= websocket.MOST_AFTER


async def test_from_somebody_who_does_not_read_nothing_is_read() -> None:
    socket, line, _ = opened()
    socket.pause_writing()
    assert (line.is_aborted, line.is_read, socket.is_full) == (False, False, True)
    waiting = asyncio.create_task(socket.drained())
    await asyncio.sleep(0)
    assert not waiting.done()
    socket.resume_writing()
    await waiting
    assert (line.is_aborted, line.is_read, socket.is_full) == (False, True, False)


async def test_who_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "STALL", 0.0)
    socket, line, _ = opened()
    socket.pause_writing()
    waiting = asyncio.create_task(socket.drained())
    async with asyncio.timeout(30):
        while not line.is_aborted:
            await asyncio.sleep(0)
    socket.connection_lost(None)
    await waiting


async def test_no_more_than_so_much_waits_for_somebody() -> None:
    socket, line, _ = opened()
    socket.pause_writing()
    line.waiting = websocket.MOST_WAITING
    socket.write(framed(b"small"))
    assert not line.is_aborted
    line.waiting += 1
    socket.write(framed(b"too much"))
    assert line.is_aborted


async def test_who_rests_is_read_again_afterwards() -> None:
    socket, line, _ = opened()
    socket.pause(0.0)
    assert not line.is_read
    socket.pause_writing()
    await asyncio.sleep(0.01)
    assert not line.is_read, "it is still full"
    socket.resume_writing()
    assert line.is_read


async def test_what_was_said_comes_before_the_end_and_nothing_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket, "CLOSING", 0.02)
    socket, line, room = opened()
    socket.send(framed(b"first"))
    socket.close(1008, "why")
    socket.send(framed(b"late"))
    await asyncio.sleep(0.05)
    assert line.written == framed(b"first") + Frame(Opcode.CLOSE, b"\x03\xf0why").serialize(
        mask=False
    )
    assert line.is_aborted
    socket.data_received(Frame(Opcode.TEXT, b"too late").serialize(mask=True))
    socket.connection_lost(None)
    assert room.has_left


async def test_who_goes_on_talking_does_not_put_the_end_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket, "CLOSING", 0.1)
    socket, line, room = opened()
    socket.close(1008, "too many frames")
    for _ in range(5):
        await asyncio.sleep(0.04)
        if not line.is_aborted:
            socket.data_received(Frame(Opcode.TEXT, b"more").serialize(mask=True))
    assert line.is_aborted
    socket.connection_lost(None)
    assert room.has_left


async def test_a_connection_that_is_gone_keeps_nothing_from_others() -> None:
    (gone, lost, _), (here, line, _) = opened(), opened()
    lost.abort()
    gone.send(framed(b"one"))
    here.send(framed(b"two"))
    await asyncio.sleep(0.01)
    gone.close(1012, "server stops")
    assert (lost.written, line.written) == (b"", framed(b"two"))


async def test_a_broken_frame_ends_the_connection() -> None:
    socket, line, _ = opened()
    socket.data_received(b"\xff\xff\xff")
    assert line.written.startswith(b"\x88")  # a frame that closes
    assert line.written[2:4] == (1002).to_bytes(2)


# Over a real connection


@pytest.mark.parametrize("path", ["/api/tables/x", "/api/tables//socket", "/elsewhere"])
async def test_there_are_no_sockets_elsewhere(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{server.port}{path}")
    assert refused.value.response.status_code == 404


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("//[", [], 404),
        ("/api/tables/x/socket?a=b", [], 101),
        ("/api/tables/x/socket", ["Origin: http://[", "Origin: http://localhost"], 403),
        ("/api/tables/x/socket", ["Origin: null"], 403),
        ("/api/tables/x/socket", ["Origin: http://localhost"], 101),
        ("/api/tables/x/socket", ["Origin: http://localhost", "Host: there"], 421),
        ("/api/tables/x/socket", ["Sec-WebSocket-Key: again"], 400),
    ],
)
async def test_odd_requests_are_answered(
    server: Server, path: str, headers: list[str], status: int
) -> None:
    first, *rest = REQUEST.decode().split("\r\n")
    wish = "\r\n".join([first.replace("/here", path), *headers, *rest])
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(wish.encode())
    async with asyncio.timeout(10):
        answer = await reader.readline()
    writer.close()
    assert f" {status} " in answer.decode()


async def test_a_message_in_pieces_is_a_move(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        text = json.dumps({"type": "play", "ply": 0, "token": "e4"})
        await client.socket.send([text[:5], text[5:9], text[9:]])
        assert (await client.wait("moved"))["token"] == "e4"
        await client.play("a1|a2")


async def test_two_moves_at_once_are_played_in_their_order(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        both = [("e4", 0), ("a1|a2", 1)]
        frames = [json.dumps({"type": "play", "ply": ply, "token": token}) for token, ply in both]
        client.socket.transport.write(
            b"".join(Frame(Opcode.TEXT, frame.encode()).serialize(mask=True) for frame in frames)
        )
        assert [(await client.wait("moved"))["token"] for _ in both] == ["e4", "a1|a2"]


async def test_a_move_counts_though_the_mover_hangs_up_at_once(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"]) as watcher:
        async with visiting(server, made["table"], *made["secrets"]) as client:
            await client.send("play", ply=0, token="e4")
        assert (await watcher.wait("moved"))["token"] == "e4"


async def test_pings_are_answered(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"]) as client:
        async with asyncio.timeout(10):
            await (await client.socket.ping())
        assert not client.is_over


async def test_a_text_that_is_none_gets_a_sentence(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket"
    async with connect(address) as plain:
        client = Client(plain)
        await client.join()
        plain.transport.write(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        assert (await client.wait("refused"))["sentence"]
        plain.transport.write(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
        with pytest.raises(ConnectionClosed):
            await client.wait("never")
