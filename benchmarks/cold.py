"""How soon a server with empty caches shows its games, sets a table, and plays a computer's move.

python benchmarks/cold.py [GAME …]

Seconds from the start of the process, for each game with caches of its own: `games` until the list
of games has come, `table` from asking for a table until it can be played at, `move` from a person's
turn until the computer's answer. The second line of a game is a server that finds what the first
one has kept.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

import tablier

SERVE = "from tablier.terminal.cli import main; main()"
CACHES = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """The port of a server whose caches are in that folder; it may not answer yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    words = ("serve", "--port", str(port), "--database", str(folder / "tables.sqlite"))
    environment = os.environ | {name: str(folder / name) for name in CACHES}
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        (sys.executable, "-c", SERVE, *words), env=environment, stdout=nothing
    )
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def asked(port: int, path: str, body: object = None) -> bytes:
    """The answer of the server, as soon as there is one."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://127.0.0.1:{port}{path}", data, {"content-type": "application/json"})
    while True:
        try:
            with urlopen(request) as answer:
                return bytes(answer.read())
        except HTTPError:
            raise
        except URLError:  # it is not up yet
            time.sleep(0.01)


def heard(line: ClientConnection, wanted: str) -> dict[str, object]:
    """The next frame of that kind."""
    while (frame := json.loads(line.recv()))["type"] != wanted:
        pass
    return dict(frame)


def times(game: str, folder: Path) -> dict[str, float]:
    """Seconds until each of them was there."""
    found, begin = {}, time.perf_counter()
    with server(folder) as port:
        asked(port, "/api/games")
        found["games"] = time.perf_counter() - begin
        begin = time.perf_counter()
        players = tablier.game(game).players
        seats = [{"kind": "here"}, *[{"kind": "computer", "level": 1}] * (players - 1)]
        made = json.loads(asked(port, "/api/tables", {"game": game, "seats": seats}))
        with connect(f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket") as line:
            line.send(json.dumps({"type": "join", "secrets": [made["secrets"][0]]}))
            view = json.loads(line.recv())["table"]["position"]
            found["table"] = time.perf_counter() - begin
            ply, turn, token = view["ply"], view["turn"], view["choices"][0]["token"]
            while turn == 0:
                line.send(json.dumps({"type": "play", "ply": ply, "token": token}))
                step = heard(line, "step")
                ply, turn, token = (
                    step["ply"],
                    step["turn"],
                    re.split("[ ;]", str(step["choices"]))[0],
                )
            begin = time.perf_counter()
            heard(line, "step")
            found["move"] = time.perf_counter() - begin
    return found


def main() -> int:
    for game in sys.argv[1:] or tablier.games():
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            for which in ("empty caches", "kept"):
                found = times(game, Path(folder))
                said = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in found.items())
                print(f"{game}, {which}: {said} (load {os.getloadavg()[0]:.1f})", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
