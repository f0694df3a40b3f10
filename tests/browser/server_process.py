"""A real server in a process of its own, that can be stopped, killed and started again."""

import json
import socket
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tests.empty_caches import Cold
from tests.forked_process import Forked

TABLIER = "from tablier.terminal.cli import main; main()"
WRITE = "import os; log = open({log!r}, 'ab', 0); [os.dup2(log.fileno(), out) for out in (1, 2)];"
PATIENCE = 60  # seconds; the machine may be busy
# Who looks after the players has another address, where there is one: limits count by address.
OBSERVER = ("127.0.0.2", 0) if sys.platform == "linux" else None


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def observed(address: str) -> bytes:
    """What a server answers, not to one of the players."""
    host, path = urlsplit(address).netloc, urlsplit(address).path
    with closing(HTTPConnection(host, timeout=PATIENCE, source_address=OBSERVER)) as line:
        line.request("GET", path)
        answer = line.getresponse()
        assert answer.status == 200, f"{path}: {answer.status} {answer.reason}"
        return answer.read()


class ServerProcess:
    """`tablier serve` with a database in a folder of the test."""

    def __init__(self, folder: Path):
        self.database = folder / "tables.sqlite"
        self.log = folder / "server.log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: Forked | subprocess.Popen[bytes] | None = None

    def start(self, cold: Cold | None = None) -> None:
        """Let it run; with empty caches, if there are some."""
        words = ("serve", "--port", str(self.port), "--database", str(self.database))
        self.log.touch()
        if cold is None:
            self.process = Forked(WRITE.format(log=str(self.log)) + TABLIER, *words)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    (sys.executable, "-c", cold.code + TABLIER, *words),
                    stdout=log,
                    stderr=log,
                    env=cold.environment,
                )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        assert self.process is not None
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urlopen(f"{self.address}/health", timeout=1):
                    return
            except (URLError, OSError):
                time.sleep(0.03)
        self.stop()
        raise AssertionError(f"The server did not start:\n{self.log.read_text()}")

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(20)

    def kill(self) -> None:
        """As `kill -9` does: no time for an orderly end."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)

    def table(self, game: str, *seats: dict[str, Any], **more: Any) -> "Made":
        """A new table, made over REST."""
        return self._made("/api/tables", {"game": game, "seats": seats, **more})

    def opened(self, record: str) -> "Made":
        """A table at which the game of a record is looked at or gone on with."""
        return self._made("/api/records", {"record": record})

    def _made(self, path: str, body: dict[str, Any]) -> "Made":
        headers = {"content-type": "application/json"}
        asked = Request(f"{self.address}{path}", json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=PATIENCE) as answer:
            return Made(self.address, **json.load(answer))

    def view(self, table: str) -> dict[str, Any]:
        return dict(json.loads(observed(f"{self.address}/api/tables/{table}")))

    def record(self, table: str) -> str:
        """The game as it is saved."""
        return observed(f"{self.address}/api/tables/{table}/record").decode()


class Made:
    """A table and the links to its seats."""

    def __init__(self, address: str, table: str, secrets: list[str | None]):
        self.table = table
        self.address = address
        self.watch = f"{address}/t/{table}"
        self.secrets = secrets

    def seat(self, number: int) -> str:
        return f"{self.watch}#s={self.secrets[number]}"


HERE: dict[str, Any] = {"kind": "here"}
LINK: dict[str, Any] = {"kind": "link"}
COMPUTER: dict[str, Any] = {"kind": "computer", "level": 1}
