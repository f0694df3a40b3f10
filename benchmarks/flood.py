"""What one address can do to all others: memory of the server, and how long their moves take.

    python benchmarks/flood.py [--sockets 100] [--frames 195] [--moves 2400]

An attacker (127.0.0.2) opens sockets at a table with a long game, and each sends many frames at
once that ask for the whole table. Meanwhile two people (127.0.0.1) play at another one.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server.clients import HERE, Server, serving

import tablier

ATTACKER = ("127.0.0.2", 0)
USUAL = {
    "sockets": 100,
    "frames_at_once_by_address": 1000,
    "frames_a_second_by_address": 250,
}
"""Limits as a server has them by default."""
PAUSE = 0.02  # seconds between two moves


def long_game(moves: int) -> str:
    """The record of random play of so many moves."""
    game, dice = tablier.game("chain-reaction", target=24, turn_limit=10_000), random.Random(1)
    position = game.start()
    for _ in range(moves):
        position = position.play(dice.choice(position.legal_moves))
    return str(tablier.Record(game.start(), position.moves, seed=0))


async def opened(server: Server, table: str, **more: Any) -> ClientConnection:
    """A socket at that table."""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    return await connect(address, max_size=None, open_timeout=60, compression=None, **more)


async def play(server: Server, seconds: float) -> list[float]:
    """Play for so long, and take the time of each move."""
    made = server.make("moguli", [HERE, HERE])
    took, ply = [], 0
    end = time.monotonic() + seconds
    socket = await opened(server, made["table"])
    await socket.send(json.dumps({"type": "join", "secrets": made["secrets"]}))
    await socket.recv()
    while time.monotonic() < end:
        begin = time.monotonic()
        await socket.send(json.dumps({"type": "play", "ply": ply, "token": "pass"}))
        frame = json.loads(await socket.recv())
        if frame["type"] == "refused":  # somebody has to move: another table
            await socket.close()
            made, ply = server.make("moguli", [HERE, HERE]), 0
            socket = await opened(server, made["table"])
            await socket.send(json.dumps({"type": "join", "secrets": made["secrets"]}))
            await socket.recv()
            continue
        took.append(time.monotonic() - begin)
        ply += 1
        await asyncio.sleep(PAUSE)
    await socket.close()
    return took


async def flood(server: Server, table: str, sockets: int, frames: int, seconds: float) -> int:
    """Send all at once from every socket, and read nothing for a while."""
    lines = [await opened(server, table, local_addr=ATTACKER) for _ in range(sockets)]
    join = json.dumps({"type": "join", "secrets": []})
    speak = json.dumps({"type": "speak", "lang": "fr"})
    sent = 0
    for line in lines:
        line.transport.pause_reading()
        for text in [join, *[speak] * (frames - 1)]:
            await line.send(text)
            sent += len(text)
    await asyncio.sleep(seconds)
    for line in lines:
        line.transport.abort()
    return sent


def memory(server: Server) -> float:
    """The memory of the server, in MB."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def watched(server: Server, seconds: float) -> float:
    """The most memory that the server has had, in MB."""
    most, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        most = max(most, memory(server))
        await asyncio.sleep(0.02)
    return most


def told(what: str, took: list[float]) -> str:
    """Times of moves in milliseconds."""
    return f"{what}: {1000 * median(took):.1f} ms a move (most {1000 * max(took):.0f})"


async def measure(server: Server, wish: argparse.Namespace) -> None:
    """Play alone, then beside the flood."""
    record = long_game(wish.moves)
    table = server.post("/api/records", {"record": record}).json()["table"]
    print(told("alone", await play(server, 3)))
    before = memory(server)
    watching = asyncio.create_task(watched(server, wish.seconds))
    playing = asyncio.create_task(play(server, wish.seconds))
    sent = await flood(server, table, wish.sockets, wish.frames, wish.seconds)
    print(told(f"beside {sent / 1000:.0f} kB from one address", await playing))
    print(f"memory: {before:.0f} MB, then {await watching:.0f}")


def main() -> None:
    """Start a server with usual limits for sockets, and flood it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=100)
    parser.add_argument("--frames", type=int, default=195)
    parser.add_argument("--moves", type=int, default=2400)
    parser.add_argument("--seconds", type=float, default=10.0)
    wish = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.sqlite", **USUAL) as server,
    ):
        asyncio.run(measure(server, wish))


if __name__ == "__main__":
    main()
