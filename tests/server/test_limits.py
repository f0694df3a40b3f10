"""Nobody can keep others from playing: floods, slow requests, answers that nobody reads."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import HERE, Server, serving, visiting
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tablier.play.connections import Bucket, Connections
from tablier.play.new_table import plan_import
from tablier.play.settings import Settings
from tablier.play.wire.protocol import ImportedTable
from tablier.record import Record
from tablier.texts import Refusal, Sentence

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
HEAD = b"GET /api/words HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that soon has enough."""
    database = tmp_path_factory.mktemp("strict") / "tables.sqlite"
    limits: dict[str, Any] = {
        "head_within": 0.5,
        "body_within": 0.5,
        "half_open": 3,
        "connections": 30,
        "frames_at_once_by_address": 20,
        "frames_a_second_by_address": 100,
    }
    with serving(database, **limits) as running:
        yield running


async def is_cut(reader: asyncio.StreamReader) -> bytes:
    """What comes until the other side ends the connection."""
    async with asyncio.timeout(30):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GE",
        HEAD + b"X-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{",
    ],
)
async def test_a_request_that_does_not_come_whole_is_not_waited_for(
    strict: Server, begun: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", strict.port)
    writer.write(begun)
    await is_cut(reader)
    writer.close()
    assert strict.get("/health").status_code == 200


async def test_a_second_request_on_a_connection_has_to_come_in_time_too(strict: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", strict.port)
    writer.write(HEAD + b"\r\n" + b"GET /")
    assert (await is_cut(reader)).startswith(b"HTTP/1.1 200")
    writer.close()


async def test_only_so_many_half_open_connections_come_from_one_address(strict: Server) -> None:
    begun = [await asyncio.open_connection("127.0.0.1", strict.port) for _ in range(20)]
    await asyncio.gather(*(is_cut(reader) for reader, _ in begun))
    assert strict.get("/health").status_code == 200, "they are counted down again"
    for _, writer in begun:
        writer.close()


async def test_a_head_without_end_is_cut(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(HEAD)
    sending = asyncio.create_task(_send_for_ever(writer))
    await is_cut(reader)
    with pytest.raises(ConnectionError):
        await sending


async def _send_for_ever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
        await writer.drain()


async def test_sockets_of_one_address_share_their_frames(strict: Server) -> None:
    """Nothing is lost: those that come too fast are read later."""
    made = strict.make("mole-hill", [HERE, HERE])
    async with visiting(strict, made["table"]) as one, visiting(strict, made["table"]) as other:
        for client in (one, other):
            for _ in range(40):
                await client.send("look", ply=0)
        for client in (one, other):
            for _ in range(40):
                await client.wait("looked")


def test_an_address_that_has_used_its_frames_has_to_wait() -> None:
    settings = Settings("", frames_at_once_by_address=2, frames_a_second_by_address=0.001)
    shared = Connections(settings).bucket("here")
    assert [shared.take_on_credit() > 0 for _ in range(4)] == [False, False, True, True]


def test_a_new_socket_does_not_fill_the_bucket_of_its_address() -> None:
    connections = Connections(Settings(""))
    assert connections.bucket("here") is connections.bucket("here")
    assert connections.bucket("here") is not connections.bucket("there")


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(size=2, rate=1000)
    assert bucket.take()
    bucket.since -= 1
    assert bucket.is_full


async def test_pings_count_as_frames(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    flood = Frame(Opcode.PING, b"").serialize(mask=True) * 1000
    async with visiting(server, made["table"]) as client:
        client.socket.transport.write(flood)
        with pytest.raises(ConnectionClosed):
            await client.wait("never")
        assert (client.socket.close_code, client.socket.close_reason) == (1008, "too many frames")


COMMENTS = '[Game "mole-hill"]\n\n' + "{} " * 350_000


def test_a_record_of_comments_alone_is_read_before_anybody_loses_patience(server: Server) -> None:
    """Reading it took time by the square of their number: some minutes."""
    answer = server.post("/api/records", {"record": COMMENTS})
    assert answer.status_code == 201, answer.text


async def test_a_record_is_not_read_on_when_its_reader_has_left(server: Server) -> None:
    body = json.dumps({"record": COMMENTS}).encode()
    head = "POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await writer.drain()
    writer.close()
    async with asyncio.timeout(30):
        while 'tablier_refused_total{why="cancelled"} 1.0' not in server.get("/metrics").text:
            await asyncio.sleep(0.05)


def test_reading_ends_when_it_is_told_to() -> None:
    """And a game that is too long is not read to its end."""
    with pytest.raises(Refusal, match="cancelled"):
        plan_import(ImportedTable(COMMENTS), lambda: True)
    read = []

    def watch(moves: int) -> None:
        read.append(moves)
        if moves == 1:
            raise Refusal(Sentence("cancelled"))

    with pytest.raises(Refusal):
        Record.read('[Game "mole-hill"]\n\ne4 nonsense more', watch)
    assert read == [0, 1]


async def test_others_play_while_somebody_reads_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        made = server.make("labyrinthe", [HERE, HERE])
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            f"GET /api/tables/{made['table']}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        join = {"type": "join", "secrets": [], "lang": "en"}
        look = {"type": "look", "ply": 0}
        for frame in (join, *[look] * 150):
            data = json.dumps(frame).encode()
            writer.write(Frame(Opcode.TEXT, data).serialize(mask=True))
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        async with visiting(server, made["table"], *made["secrets"]) as client:
            for _ in range(10):
                await client.play()
        writer.close()


POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LEAVERS = [
    HEAD,
    HEAD + b"\r\n",
    HEAD.replace(b"words", b"games") + b"\r\n",
    POST + b"Content-Length: 1000\r\n\r\n{",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    HEAD + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    HEAD + b"Content-Length: -1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody who speaks TLS
    b"GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET /%zz?%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x00" * 1000,
]


async def test_those_who_leave_in_the_middle_of_a_request_leave_no_trace(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        for begun in LEAVERS:
            for is_abrupt in (False, True):
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(begun)
                await writer.drain()
                if is_abrupt:
                    writer.transport.abort()
                writer.close()
        assert "tablier_faults_total 0.0" in server.get("/metrics").text
        assert server.stop() == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""
