"""A real server in a process of its own, and clients that talk to it over real sockets."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.empty_caches import Cold
from tests.forked_process import Forked
from websockets.asyncio.client import ClientConnection, connect

MAIN = (
    "import sys; from tablier.server.run import serve;"
    "from tablier.play.settings import Settings;"
    "serve(Settings(**eval(sys.argv[1])), lambda address: print(address, flush=True))"
)
MANY = 10**6
GENEROUS = {
    "requests_a_minute": MANY,
    "tables_a_minute": MANY,
    "bot_requests_a_minute": MANY,
    "bots_an_hour": MANY,
    "sockets": 1000,
    "connections": 1000,
    "half_open": 1000,
    "frames_at_once_by_address": MANY,
    "frames_a_second_by_address": MANY,
    "keep_alive": 0.3,
    "warm": False,
}
HERE, LINK = {"kind": "here"}, {"kind": "link"}
Frame = dict[str, Any]


def computer(level: int = 1) -> Frame:
    return {"kind": "computer", "level": level}


@dataclass
class Server:
    """A running server."""

    port: int
    process: "Forked | subprocess.Popen[str]"
    http: httpx.Client

    def get(self, path: str, **asked: str) -> httpx.Response:
        return self.http.get(path, params=asked or None)

    def post(self, path: str, body: object, **asked: str) -> httpx.Response:
        return self.http.post(path, json=body, params=asked or None)

    def make(self, game: str, seats: Sequence[Frame], **more: Any) -> Frame:
        """A new table: its name and its secrets."""
        answer = self.post("/api/tables", {"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def stop(self, number: int = signal.SIGTERM) -> int:
        os.kill(self.process.pid, number)
        return self.process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(database: Path | str, **settings: Any) -> Iterator[Server]:
    """A server that is up; whatever happens, it ends. With `cold`, its caches are those.

    It begins with `code`, if there is some.
    """
    cold: Cold | None = settings.pop("cold", None)
    first = str(settings.pop("code", ""))
    port = settings.pop("port", None) or free_port()
    told = {"database": str(database), "port": port, **GENEROUS, **settings}
    begun = started(cold, MAIN, repr(told)) if cold else Forked(first + MAIN, repr(told))
    with begun as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            if not process.stdout.readline():
                raise AssertionError(process.stderr.read())
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
                yield Server(port, process, http)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


def started(cold: Cold, code: str, *words: str) -> "subprocess.Popen[str]":
    """A process that begins with these caches."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", cold.code + code, *words]
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=cold.environment)


def in_full(step: Frame, before: list[Frame]) -> Frame:
    """A move with the whole position after it, to who knows the pieces before, as in pages."""
    marks = [mark for place, mark in enumerate(before) if place not in step["gone"]]
    for place, mark in zip(step["places"], step["marks"], strict=True):
        marks.insert(place, mark)
    parts = [each.split(" ") for each in step["choices"].split(";") if each]
    found = [{"token": token, "path": path or [token]} for token, *path in parts]
    position = {
        name: step[name] for name in ("ply", "turn", "status", "tally", "suggested", "warning")
    }
    position |= {"marks": marks, "choices": found, "text": None}
    besides = {
        name: step[name] for name in ("token", "seat", "route", "clock", "result", "news", "held")
    }
    return {"type": "moved", **besides, "position": position}


@dataclass
class Client:
    """Somebody at a table, who remembers what was said."""

    socket: ClientConnection
    table: Frame = field(default_factory=dict)
    heard: list[Frame] = field(default_factory=list)

    @property
    def position(self) -> Frame:
        return dict(self.table["position"])

    @property
    def tokens(self) -> list[str]:
        return list(self.table["tokens"])

    @property
    def is_over(self) -> bool:
        return self.table["result"] is not None

    @property
    def is_to_move(self) -> bool:
        return not self.is_over and self.position["turn"] in self.table["yours"]

    async def send(self, type_: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type_, **fields}))

    async def hear(self) -> Frame:
        """The next frame; what it says of the table is taken over, as a browser does."""
        frame: Frame = json.loads(await self.socket.recv())
        if frame["type"] == "step":
            frame = in_full(frame, self.position["marks"])
        self.heard.append(frame)
        if frame["type"] in ("joined", "changed"):
            self.table = frame["table"]
        elif frame["type"] == "moved":
            assert frame["position"]["ply"] == len(self.tokens) + 1, "a move was missed"
            self.table["tokens"].append(frame["token"])
            self.table["movers"].append(frame["seat"])
            for name in ("position", "clock", "result"):
                self.table[name] = frame[name]
        return frame

    async def wait(self, *kinds: str) -> Frame:
        """The next frame of one of these kinds."""
        while (frame := await self.hear())["type"] not in kinds:
            pass
        return frame

    async def ask(self, type_: str, answer: str, **fields: Any) -> Frame:
        """Send a frame and wait for its answer."""
        await self.send(type_, **fields)
        return await self.wait(answer)

    async def join(self, *secrets: str | None, lang: str = "en") -> Frame:
        known = [secret for secret in secrets if secret]
        return await self.ask("join", "joined", secrets=known, lang=lang)

    async def play(self, token: str | None = None) -> Frame:
        """Play that move, or the first legal one, and wait until it is told."""
        token = token or self.position["choices"][0]["token"]
        return await self.ask("play", "moved", ply=self.position["ply"], token=token)

    async def refused(self, type_: str, **fields: Any) -> str:
        return str((await self.ask(type_, "refused", **fields))["sentence"])


@asynccontextmanager
async def visiting(
    server: Server, table: str, *secrets: str | None, lang: str = "en", join: bool = True
) -> AsyncIterator[Client]:
    """A client at that table, with these secrets."""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    async with connect(address, max_size=None, open_timeout=30) as opened:
        client = Client(opened)
        if join:
            await client.join(*secrets, lang=lang)
        yield client
