"""Two processes share a PostgreSQL, and things break: no move is lost or doubled, and all agree.

The checker is checked too: it finds what is planted. `benchmarks/faults.py` does the same for long,
with four processes, all games, computers, and more kinds of faults.
"""

import asyncio
import os
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.server import audit
from tests.server.clients import LINK, Server, serving, visiting
from tests.server.history import Besides, History, Observation, Version, besides_in, grown
from tests.server.peers import BOTH, make, two_servers
from tests.server.players import Behaviour, Player
from tests.server.relay import Relay, crash, reach, relaying, through
from websockets.exceptions import ConnectionClosed

from tablier import Record
from tablier.play.connections import RESTART
from tablier.play.steps import ADD_MOVE, Step
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

GAMES = ("chain-reaction", "mole-hill")  # each takes time to load in each process
CLOCK = {"seconds": 60, "increment": 1}
HASTY = (
    "from tablier.server.store import peers, postgresql;"
    "peers.BEAT, peers.GONE, peers.RETRY, postgresql.PATIENCE = 0.2, 2.0, 0.1, 1.0;"
)
"""Nobody waits for long: for a hint that was lost, for one that was killed, for an answer."""
BEHAVIOUR = Behaviour(patience=2.0, undo=0.1)


class Cluster:
    """Two servers, and what happens to them. The first has a relay before its database."""

    def __init__(self, postgresql: Any, relay: Relay, stack: ExitStack):
        self.postgresql, self.relay, self.stack = postgresql, relay, stack
        self.databases = [through(relay), str(postgresql.get_uri())]
        self.servers = [self.start(which) for which in range(2)]
        self.histories: defaultdict[str, History] = defaultdict(History)

    def start(self, which: int, port: int | None = None) -> Server:
        begun = serving(
            self.databases[which], code=HASTY, workers=1, port=port, log="error", drain=1.0
        )
        return self.stack.enter_context(begun)

    def players(self, game: str) -> list[Player]:
        """Two who play, and one who watches."""
        made = self.servers[1].make(game, [LINK, LINK], clock=CLOCK)
        self.histories[made["table"]].clock = (60_000, 1_000)
        places = [("127.0.0.1", server.port) for server in self.servers]
        return [
            Player(f"{game} {i}", made["table"], secret, places, self.histories, BEHAVIOUR)
            for i, secret in enumerate([*made["secrets"], None])
        ]

    async def trouble(self) -> None:
        """Break one thing after the other, while all play on."""
        for break_ in (self.cut, self.kill, self.reset, self.restart_database):
            await self.play_on(25)
            await break_()
        await self.play_on(25)
        await self.drain()
        await self.play_on(25)

    async def drain(self) -> None:
        """End a server in order: nobody is sent there any more, and all there go elsewhere."""
        ending = self.servers.pop()
        async with visiting(ending, next(iter(self.histories))) as client:
            await asyncio.to_thread(end_in_order, ending)
            with pytest.raises(ConnectionClosed):
                await client.wait("never")
            assert client.socket.close_code == RESTART

    async def play_on(self, n: int) -> None:
        """Wait until so much more was shown."""
        n += sum(len(each.seen) for each in self.histories.values())
        while sum(len(each.seen) for each in self.histories.values()) < n:
            await asyncio.sleep(0.01)

    async def cut(self) -> None:
        self.relay.cut()
        await asyncio.sleep(1.5)
        self.relay.heal()

    async def reset(self) -> None:
        self.relay.reset()

    async def kill(self) -> None:
        os.kill(self.servers[1].process.pid, signal.SIGKILL)
        self.servers[1] = await asyncio.to_thread(self.start, 1, self.servers[1].port)

    async def restart_database(self) -> None:
        await asyncio.to_thread(crash, self.postgresql)
        await asyncio.to_thread(self.postgresql.ensure_postgres_running)


async def test_things_break_and_nobody_loses_a_move(postgresql_server: Any) -> None:
    uri = str(postgresql_server.get_uri())
    async with relaying(reach(uri)) as relay:
        with ExitStack() as stack:
            cluster = await asyncio.to_thread(Cluster, postgresql_server, relay, stack)
            await audit.begin(uri)
            made = [await asyncio.to_thread(cluster.players, game) for game in GAMES]
            players = [player for each in made for player in each]
            playing = [asyncio.create_task(player.run()) for player in players]
            async with asyncio.timeout(600):
                await cluster.trouble()
                for player in players:
                    player.done.set()
                await asyncio.gather(*playing)
            for server in cluster.servers:
                for name, history in cluster.histories.items():
                    await asyncio.to_thread(look, server, name, history)
            versions = await audit.end(uri)
    for name, history in cluster.histories.items():
        assert history.faults(versions[name]) == []


def end_in_order(server: Server) -> None:
    """With one signal it serves on and says that it will end; with another one it does."""
    answered(server, "/ready")
    os.kill(server.process.pid, signal.SIGTERM)
    while (answer := server.get("/ready")).status_code == 200:
        time.sleep(0.01)
    assert (answer.status_code, answer.json()) == (503, {"status": "draining"})
    assert server.get("/live").status_code == 200
    assert server.stop() == 0


def answered(server: Server, path: str) -> httpx.Response:
    """What it answers, once it has found its database again."""
    while (answer := server.get(path)).status_code == 503:
        time.sleep(0.05)
    assert answer.status_code == 200
    return answer


def look(server: Server, name: str, history: History) -> None:
    """See what a server shows at the end, and that it is a game."""
    asked = time.monotonic()
    record = Record.read(answered(server, f"/api/tables/{name}/record").text)
    history.see(f"record at {server.port}", list(record.tokens), asked)
    asked = time.monotonic()
    table = answered(server, f"/api/tables/{name}").json()
    history.see(f"table at {server.port}", table["tokens"], asked, besides_in(table))


def seen(client: str, tokens: str, asked: float, told: float) -> Observation:
    return Observation(client, tuple(tokens), asked, told)


ASKED, NONE, DRAW = Besides(frozenset({("undo", 0)})), Besides(), Besides(ending="agreed")
SEEN = [
    seen("Ada", "", 0, 1),
    seen("Ada", "a", 2, 2),
    seen("Bob", "a", 1.5, 3),  # asked before Ada was told
    seen("Bob", "ab", 4, 4),
    seen("Ada", "a", 5, 5),  # not yet told of the second
    seen("Ada", "abc", 6, 7),
]
BACK = [  # c was asked back, taken back, and another move played
    replace(seen("Bob", "abc", 8, 8), besides=ASKED),
    replace(seen("Ada", "ab", 9, 9), besides=NONE),
    seen("Ada", "abd", 9.5, 9.5),
    seen("Bob", "abd", 9.2, 10),
    replace(seen("Bob", "abd", 11, 11), besides=DRAW),
]
VERSIONS = [
    *grown("abc"),
    Version(tuple("abc"), ASKED),
    Version(tuple("ab")),
    Version(tuple("abd")),
    Version(tuple("abd"), DRAW),
]
Change = Callable[[History, list[Version]], object]


def fine() -> History:
    sent = Counter([*enumerate("abcd"), (1, "x"), (2, "d")])
    return History(sent, {"undo", "draw"}, [*SEEN, *BACK])


def timed(*left: int) -> Version:
    return Version(tuple("abc")[: len(left)], movers=(0, 1, 0)[: len(left)], left=left)


def test_what_one_table_can_show_is_no_fault() -> None:
    assert fine().faults(VERSIONS) == []
    assert History(fine().sent, seen=SEEN).faults(grown("abcd")) == []
    assert History(fine().sent, clock=(90, 5)).faults([timed(), timed(90), timed(90, 90)]) == []


@pytest.mark.parametrize(
    ("plant", "fault"),
    [
        (lambda _, rows: rows.pop(), "not stored"),  # the draw is lost that was told
        (lambda _, rows: rows.__setitem__(slice(2, None), grown("axc")[2:]), "not stored"),
        (lambda _, rows: rows.append(Version(tuple("abdd"))), "cannot follow"),  # the game is over
        (lambda _, rows: rows.insert(4, Version(tuple("abcc"))), "never sent"),  # one is doubled
        (lambda _, rows: rows.insert(2, Version(tuple("abc"))), "cannot follow"),  # two at once
        (lambda _, rows: rows.insert(4, rows[3]) or rows.insert(4, rows[2]), "not so often"),
        (lambda it, _: it.asked.discard("undo"), "nobody took back"),
        (lambda it, _: it.seen.append(seen("Eve", "a", 12, 13)), "less"),  # a stale join
        (lambda it, _: it.seen.append(seen("Eve", "abc", 12, 13)), "less"),  # before the undo
        (lambda it, _: it.seen.append(seen("Bob", "abc", 12, 12)), "less"),  # one goes back
        (lambda it, _: it.seen.append(replace(BACK[0], tokens=())), "not stored"),
        (lambda it, _: it.rematches.add("elsewhere"), "rematches"),
        (lambda it, _: it.seen.append(replace(BACK[4], clocks=(7,))), "7 ms of seat 0"),
    ],
)
def test_the_checker_finds_what_no_single_table_can_show(plant: Change, fault: str) -> None:
    history, versions = fine(), list(VERSIONS)
    plant(history, versions)
    assert any(fault in each for each in history.faults(versions))


def test_the_checker_finds_a_clock_that_gains_time() -> None:
    history = History(fine().sent, clock=(90, 5))
    assert history.faults([timed(), timed(90), timed(90, 90), timed(90, 90, 96)]) == [
        "a clock went from 90 to 96"
    ]


async def test_a_server_that_tells_before_it_stores_is_found_out(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: one move is said to be stored and is not."""
    submit, history = Storage.submit, History()

    def forget(self: Storage, steps: Sequence[Step], *more: Any) -> None:
        if any(name == ADD_MOVE and row["ply"] == 3 for name, row in steps):
            more[-1](None)
        else:
            submit(self, steps, *more)

    monkeypatch.setattr(Storage, "submit", forget)
    async with two_servers(postgresql) as servers:
        mine = await servers[0].open(await make(servers))
        for ply in range(4):
            history.send(ply, mine.position.legal_moves[0])
            await mine.play(BOTH, ply, mine.position.legal_moves[0])
            history.see("Ada", mine.tokens)
        stored = (await servers[1].open(mine.id)).tokens
    assert any("not stored" in each for each in history.faults(grown(stored)))
