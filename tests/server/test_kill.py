"""What was announced survives kill -9; who comes back gets what they missed."""

import asyncio
import os
import random
import signal
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.server.clients import HERE, LINK, Server, computer, free_port, serving, visiting
from websockets.exceptions import ConnectionClosed

from tablier import Record

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

OPTIONS = {"turn_limit": 1000}


async def play_until_it_breaks(server: Server, table: str, secret: str, told: list[str]) -> None:
    """Play random moves for one's seat; `told` is what was announced to this client."""
    dice = random.Random(secret)
    try:
        async with visiting(server, table, secret) as client:
            told[:] = client.tokens
            while True:
                if client.is_to_move:
                    token = dice.choice(client.position["choices"])["token"]
                    await client.send("play", ply=client.position["ply"], token=token)
                await client.wait("moved")
                told[:] = client.tokens
    except (ConnectionClosed, OSError, TimeoutError):
        return


async def kill_after(server: Server, told: Iterable[list[str]], more: int) -> None:
    """Kill the server a moment after so many more moves were told."""
    enough = sum(map(len, told)) + more
    async with asyncio.timeout(60):
        while sum(map(len, told)) < enough:
            await asyncio.sleep(0.001)
    await asyncio.sleep(random.uniform(0, 0.02))
    os.kill(server.process.pid, signal.SIGKILL)


def check(server: Server, table: str, announced: list[str]) -> None:
    """All that was announced is there, and the game is legal."""
    stored = server.get(f"/api/tables/{table}").json()["tokens"]
    assert stored[: len(announced)] == announced, "an announced move is lost"
    assert list(Record.read(server.get(f"/api/tables/{table}/record").text).tokens) == stored


async def test_whatever_was_announced_survives_kill_9_again_and_again(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "tables.sqlite"
    players: dict[tuple[str, str], list[str]] = {}
    for round_ in range(4):
        with serving(database, port=port) as server:
            if round_ == 0:
                for seats in ([LINK, LINK], [LINK, LINK], [LINK, computer()]):
                    made = server.make("chain-reaction", seats, options=OPTIONS)
                    players |= {(made["table"], each): [] for each in made["secrets"] if each}
            for (table, _), announced in players.items():
                check(server, table, announced)
            await asyncio.gather(
                *(play_until_it_breaks(server, *who, told) for who, told in players.items()),
                kill_after(server, players.values(), more=random.randrange(10, 60)),
            )
            assert server.process.wait(10) == -signal.SIGKILL


async def test_everything_else_survives_too(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "tables.sqlite"
    with serving(database, port=port) as server:
        made = server.make("mole-hill", [HERE, LINK], clock={"seconds": 300, "increment": 2})
        over = server.make("mole-hill", [HERE, HERE])
        first, second = made["secrets"]
        async with visiting(server, made["table"], first) as white:
            await white.play("e4")
            await white.ask("rename", "changed", seat=0, name="Ada")
            await white.ask("undo", "changed")
            before = white.table
        async with visiting(server, over["table"], *over["secrets"]) as client:
            await client.play("e4")
            await client.play("a1|a2")
            await client.ask("undo", "changed")
            await client.ask("resign", "changed", seat=1)
            ended = client.table
            again = await client.ask("rematch", "again")
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
    with serving(database, port=port) as server:
        async with visiting(server, made["table"], first) as white:
            for name in ("tokens", "movers", "offers", "options", "result"):
                assert white.table[name] == before[name]
            assert white.table["seats"][0]["name"] == "Ada"
            assert white.table["clock"]["left"][0] == 300_000, "first turns are not timed"
            async with visiting(server, made["table"], second) as black:
                await black.ask("reply", "changed", kind="undo", yes=True)
                assert black.tokens == []
        async with visiting(server, over["table"], *over["secrets"]) as client:
            assert client.tokens == ["e4"]
            assert client.table["result"] == ended["result"]
            assert await client.wait("again") == {**again, "earlier": True}


async def test_who_comes_back_gets_what_they_missed(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with visiting(server, made["table"], first) as white:
        async with visiting(server, made["table"], second) as black:
            await white.play("e4")
            await black.wait("moved")
            await black.play("a1|a2")
        await white.wait("moved")
        await white.play("f4")
        async with visiting(server, made["table"], second) as black:
            assert black.tokens == ["e4", "a1|a2", "f4"]
            assert black.is_to_move
            await black.play("b1|b2")
        await white.wait("moved")
        assert white.tokens[-1] == "b1|b2"


async def test_somebody_may_sit_at_two_screens(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with (
        visiting(server, made["table"], *made["secrets"]) as desk,
        visiting(server, made["table"], *made["secrets"]) as phone,
    ):
        await desk.play("e4")
        await phone.wait("moved")
        await phone.play("a1|a2")
        await desk.wait("moved")
        assert desk.tokens == phone.tokens == ["e4", "a1|a2"]
