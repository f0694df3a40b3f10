"""Frames keep their order when a socket is full; those who are gone disturb nobody."""

import asyncio
import time
from pathlib import Path

import pytest
from tests.server.clients import HERE, LINK, Server, serving, visiting

pytestmark = pytest.mark.one_game

MANY = 150  # frames, as many as may come at once; the answers fill the socket


async def is_empty(server: Server) -> bool:
    """Have all sockets and tables been let go of, within ten seconds?"""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        lines = server.get("/metrics").text.splitlines()
        if {"tablier_sockets 0.0", "tablier_tables 0.0"} <= set(lines):
            return True
        await asyncio.sleep(0.02)
    return False


@pytest.mark.anyio
async def test_a_table_that_all_leave_without_a_word_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:  # one where nobody else is
        made = server.make("mole-hill", [LINK, LINK])
        first, second = made["secrets"]
        async with (
            visiting(server, made["table"], first) as one,
            visiting(server, made["table"], second) as other,
        ):
            await one.play("e4")
            for client in (one, other):
                client.socket.transport.abort()
            assert await is_empty(server)


@pytest.mark.anyio
async def test_frames_keep_their_order(server: Server) -> None:
    made = server.make("labyrinthe", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("b1-c1")
        for n in range(MANY):
            await client.send("look", ply=n % 2)
        told = [(await client.wait("looked"))["position"]["ply"] for _ in range(MANY)]
    assert told == [n % 2 for n in range(MANY)]
