"""Two processes share a PostgreSQL and one is killed: no move is lost or doubled, and all agree.

The checker is checked too: it finds what is planted.
"""

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.server.clients import LINK, Client, Server, computer, serving, visiting
from tests.server.history import History, Observation
from tests.server.peers import BOTH, make, two_servers
from websockets.exceptions import ConnectionClosed

from tablier import Record
from tablier.server.rows import ADD_MOVE, Step
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

PLIES = 24
OPTIONS = {"turn_limit": 1000}
HASTY = "from tablier.server.store import peers; peers.BEAT, peers.GONE = 0.1, 1.0;"
"""A hint is lost if a server is killed before it tells; then others need not wait for long."""
BROKEN = (ConnectionClosed, OSError, TimeoutError)


class Player:
    """Plays one seat; goes to the next server whenever a connection breaks."""

    def __init__(self, name: str, table: str, secret: str, servers: Sequence[Server], first: int):
        self.name, self.table, self.secret = name, table, secret
        self.servers, self.at = servers, first
        self.dice = random.Random(name)

    async def run(self, history: History) -> None:
        plies = 0
        while plies < PLIES:
            server = self.servers[self.at % len(self.servers)]
            with contextlib.suppress(*BROKEN):
                plies = await self.visit(server, history)
            self.at += plies < PLIES

    async def visit(self, server: Server, history: History) -> int:
        asked = time.monotonic()
        async with visiting(server, self.table, self.secret) as client:
            history.see(self.name, client.tokens, asked)
            while len(client.tokens) < PLIES:
                await self.play(client, history)
            return PLIES

    async def play(self, client: Client, history: History) -> None:
        if client.is_to_move:
            ply, token = len(client.tokens), self.dice.choice(client.position["choices"])["token"]
            history.send(ply, token)
            await client.send("play", ply=ply, token=token)
        await client.wait("moved", "changed", "refused")
        history.see(self.name, client.tokens)


async def kill_after(server: Server, histories: Sequence[History], moves: int) -> None:
    while sum(len(history.seen) for history in histories) < moves:
        await asyncio.sleep(0.001)
    await asyncio.sleep(random.uniform(0, 0.02))
    os.kill(server.process.pid, signal.SIGKILL)


async def test_one_of_two_servers_is_killed_and_nobody_loses_a_move(postgresql: str) -> None:
    with (
        serving(postgresql, code=HASTY, workers=1) as first,
        serving(postgresql, code=HASTY, workers=1) as second,
    ):
        servers = [first, second]
        histories: dict[str, History] = {}
        players = []
        for number in range(4):
            made = servers[number % 2].make("chain-reaction", [LINK, LINK], options=OPTIONS)
            histories[made["table"]] = History()
            players += [
                Player(f"{number}-{seat}", made["table"], secret, servers, seat)
                for seat, secret in enumerate(made["secrets"])
            ]
        alone = second.make("chain-reaction", [LINK, computer()], options=OPTIONS)
        dying, living = random.sample(servers, 2)
        killing = kill_after(dying, list(histories.values()), random.randrange(40, 120))
        async with asyncio.timeout(120):
            await asyncio.gather(*(each.run(histories[each.table]) for each in players), killing)
            async with visiting(living, alone["table"], *alone["secrets"]) as client:
                await client.play()
                await client.wait("moved")  # by the computer, whoever thought
        for table, history in histories.items():
            stored = living.get(f"/api/tables/{table}").json()["tokens"]
            assert history.faults(stored) == []
            assert len(history.seen) > PLIES
            record = Record.read(living.get(f"/api/tables/{table}/record").text)
            assert list(record.tokens) == stored


def seen(client: str, tokens: str, asked: float, told: float) -> Observation:
    return Observation(client, tuple(tokens), asked, told)


FINE = History(
    {(ply, token) for ply, token in enumerate("abcd")} | {(1, "x")},
    [
        seen("Ada", "", 0, 1),
        seen("Ada", "a", 2, 2),
        seen("Bob", "a", 1.5, 3),  # asked before Ada was told
        seen("Bob", "ab", 4, 4),
        seen("Ada", "a", 5, 5),  # not yet told of the second
        seen("Ada", "abc", 6, 7),
    ],
)


def test_what_one_table_can_show_is_no_fault() -> None:
    assert FINE.faults("abcd") == []


@pytest.mark.parametrize(
    ("stored", "change", "fault"),
    [
        ("ab", lambda seen: seen, "not stored"),  # a move is lost that was told
        ("axcd", lambda seen: seen, "not stored"),  # another one was told
        ("abbcd", lambda seen: seen, "never sent"),  # one is doubled
        ("abcd", lambda seen: [*seen, replace(seen[0], asked=8, told=9)], "less"),  # a stale join
        ("abcd", lambda seen: [*seen, replace(seen[2], asked=8, told=8)], "less"),  # one goes back
    ],
)
def test_the_checker_finds_what_no_single_table_can_show(
    stored: str, change: Callable[[list[Observation]], list[Observation]], fault: str
) -> None:
    assert any(fault in each for each in History(FINE.sent, change(FINE.seen)).faults(stored))


async def test_a_server_that_tells_before_it_stores_is_found_out(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: one move is said to be stored and is not."""
    write, history = Storage.write, History()

    async def forget(self: Storage, *steps: Step, **more: Any) -> None:
        if not any(name == ADD_MOVE and row["ply"] == 3 for name, row in steps):
            await write(self, *steps, **more)

    monkeypatch.setattr(Storage, "write", forget)
    async with two_servers(postgresql) as servers:
        mine = await servers[0].open(await make(servers))
        for ply in range(4):
            history.send(ply, mine.position.legal_moves[0])
            await mine.play(BOTH, ply, mine.position.legal_moves[0])
            history.see("Ada", mine.tokens)
        stored = (await servers[1].open(mine.id)).tokens
    assert any("not stored" in each for each in history.faults(stored))
