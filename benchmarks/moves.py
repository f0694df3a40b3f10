"""The processor time of a move in one process of the server, without sockets and players.

    python benchmarks/moves.py [--database postgresql://…] [--far] [--tables 60] [--rounds 9]

Bytes go in and out as a transport would bring and take them, so all of the server's own work is
counted: reading a frame, the rules, the commit and the frames of both players. What the kernel does
for sockets, and what the players do, is not. All tables move at once, so that moves share commits.
`--far` has each player of a table at another server, both of them in this process.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import struct
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import msgspec
from uvicorn.loops.auto import auto_loop_factory

import tablier
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.play.table import Table
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.live.endpoint import TableEndpoint
from tablier.server.live.websocket import Outbox, Socket
from tablier.server.server_registry import ServerRegistry

LIMITS: dict[str, Any] = {
    "sockets": 10**6,
    "frames_at_once_by_address": 10**9,
    "frames_a_second_by_address": 10**9,
    "frames_at_once": 10**9,
    "frames_a_second": 10**9,
}
REQUEST = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
WHOLE_TEXT, HEADS = 0x81, {126: 4, 127: 10}
TOLD, JOINED = b'{"type":"step"', b'{"type":"joined'
write = msgspec.json.Encoder().encode


@dataclass
class Told:
    """How many moves were told, and in how many bytes; `all` is done when nobody is left."""

    left: int
    all: "asyncio.Future[None]"
    sent: int = 0

    def count(self, size: int) -> None:
        self.left -= 1
        self.sent += size
        if not self.left:
            self.all.set_result(None)


class Wire(asyncio.Transport):
    """A transport to nowhere, which counts moves that are told."""

    told: Told

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.has_joined = False

    def write(self, data: Any) -> None:
        if data[0] == WHOLE_TEXT:
            begin = HEADS.get(data[1], 2)
            text = data[begin : begin + len(JOINED)]
            if text.startswith(TOLD):
                self.told.count(len(data))
            elif text.startswith(JOINED):
                self.has_joined = True

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def close(self) -> None:
        pass

    abort = close


def masked(message: object) -> bytes:
    """A frame of a client."""
    text, mask = write(message), os.urandom(4)
    head = (
        bytes((0x81, 0x80 | len(text)))
        if len(text) < 126
        else struct.pack("!BBH", 0x81, 0xFE, len(text))
    )
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))


@dataclass
class Player:
    """Somebody at a table."""

    socket: Socket
    wire: Wire


@dataclass
class Pair:
    """A table with its two players."""

    table: Table
    players: Sequence[Player]
    rng: random.Random

    @property
    def is_over(self) -> bool:
        return self.table.is_over

    def next_frame(self) -> tuple[Socket, bytes]:
        """A random move, as its player sends it."""
        token = self.rng.choice(self.table.position.legal_moves)
        frame = {"type": "play", "ply": self.table.ply, "token": token}
        return self.players[self.table.turn].socket, masked(frame)


@dataclass
class Server:
    """A server without sockets."""

    registry: ServerRegistry
    endpoint: TableEndpoint
    outbox: Outbox

    async def connect(self, table: str, secret: str) -> Player:
        """Somebody who has joined a table."""
        wire, socket = Wire(), Socket(self.endpoint, self.outbox)
        socket.connection_made(wire)
        socket.data_received(REQUEST.format(table=table).encode())
        socket.data_received(masked({"type": "join", "secrets": [secret]}))
        while not wire.has_joined:
            await asyncio.sleep(0.001)
        return Player(socket, wire)


@contextlib.asynccontextmanager
async def serving(database: str) -> AsyncIterator[Server]:
    settings = Settings(database=database, warm=False, **LIMITS)
    registry, connections = ServerRegistry(settings), Connections(settings)
    computers: Any = registry.computers  # nobody plays them; rules are compiled as they are called
    computers.open = computers.prioritise = lambda *_: None
    async with registry.opened():
        yield Server(registry, TableEndpoint(registry, connections), Outbox())


async def sit(servers: Sequence[Server], game: str, number: int) -> Pair:
    """Two players at a new table, at these servers."""
    wish = NewTable(game, [SeatWish("link"), SeatWish("link")])
    made = await servers[0].registry.make(wish)
    each = (servers[0], servers[-1])
    players = [
        await server.connect(made.table, secret or "")
        for server, secret in zip(each, made.secrets, strict=True)
    ]
    table = await servers[0].registry.open(made.table)
    return Pair(table, players, random.Random(number))


async def moved(pairs: Sequence[Pair]) -> tuple[float, int]:
    """The processor time until all have heard of a move at each table, and the bytes sent."""
    wires = [player.wire for pair in pairs for player in pair.players]
    told = Told(len(wires), asyncio.get_running_loop().create_future())
    for wire in wires:
        wire.told = told
    frames = [pair.next_frame() for pair in pairs]
    begin = time.process_time()
    for socket, frame in frames:
        socket.data_received(frame)
    await told.all
    return time.process_time() - begin, told.sent


async def measure(wish: argparse.Namespace, game: str, database: str) -> str:
    async with contextlib.AsyncExitStack() as stack:
        count = 2 if wish.far else 1
        servers = [await stack.enter_async_context(serving(database)) for _ in range(count)]
        found, moves, sent = [], 0, 0
        for number in range(wish.rounds + 1):
            pairs = [await sit(servers, game, i) for i in range(wish.tables)]
            await asyncio.sleep(0.05)
            if number == 1:
                gc.collect()
                gc.freeze()
                gc.set_threshold(50_000, 20, 50)
            used = played = 0.0
            for _ in range(wish.moves):
                pairs = [pair for pair in pairs if not pair.is_over]
                if not pairs:
                    break
                seconds, told = await moved(pairs)
                used, played = used + seconds, played + len(pairs)
                if number:
                    moves, sent = moves + len(pairs), sent + told
            if number:
                found.append(used / played * 1e6)
            for pair in pairs:
                for player in pair.players:
                    player.socket.connection_lost(None)
        return (
            f"{game:16} {median(found):7.1f} µs a move (least {min(found):.1f}), "
            f"{sent / moves:.0f} bytes to both"
        )


async def run(wish: argparse.Namespace) -> None:
    for game in wish.game or tablier.games():
        with tempfile.TemporaryDirectory() as folder:
            database = wish.database or f"{folder}/tables.sqlite"
            print(await measure(wish, game, database), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--database", help="a PostgreSQL; without it, a SQLite file")
    parser.add_argument("--far", action="store_true", help="two servers, which share it")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--moves", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--game", action="append", choices=tablier.games())
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
