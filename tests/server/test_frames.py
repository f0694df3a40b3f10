"""Bad frames get a sentence, never a crash; too large and too many end the connection."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.clients import HERE, Client, Server, serving, visiting
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

pytestmark = pytest.mark.one_game

WORDS = (
    "join play try undo draw rematch reply resign abort claim hint analyse stop preview look rename"
    " speak"
)
simple = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20))
values = st.recursive(simple, lambda inner: st.lists(inner, max_size=3), max_leaves=5)
names = st.sampled_from(
    ["ply", "token", "path", "seat", "name", "kind", "yes", "lang", "secrets", "draw"]
)
almost = st.builds(
    lambda kind, fields: json.dumps({"type": kind, **fields}),
    st.sampled_from(WORDS.split()),
    st.dictionaries(names, values, max_size=4),
)
frames = st.one_of(st.text(max_size=50), st.binary(max_size=50), values.map(json.dumps), almost)


async def is_alive(client: Client) -> bool:
    """Does the table still answer this client?"""
    await client.join()
    return bool((await client.ask("look", "looked", ply=0))["position"]["ply"] == 0)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(frames, min_size=1, max_size=8))
def test_no_frame_breaks_anything(server: Server, sent: list[str | bytes]) -> None:
    async def send_all() -> None:
        made = server.make("mole-hill", [HERE, HERE])
        async with visiting(server, made["table"]) as client:
            for frame in sent:
                await client.socket.send(frame)
            assert await is_alive(client)
            assert all("our side" not in frame.get("sentence", "") for frame in client.heard)

    asyncio.run(send_all())


@pytest.mark.anyio
@pytest.mark.parametrize(
    "frame", ["", "{", "[]", "null", '{"type":"dance"}', '{"type":"play","ply":"1"}', "[" * 5000]
)
async def test_what_is_no_frame_gets_a_sentence(server: Server, frame: str) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], lang="fr") as client:
        await client.socket.send(frame)
        refused = await client.wait("refused")
        assert refused["sentence"].startswith("Ce message n’est pas valable")
        assert await is_alive(client)


@pytest.mark.anyio
async def test_the_first_frame_is_a_join(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], join=False) as client:
        assert await client.refused("look", ply=0) == "Join the table first."
        await client.join()


async def closing(client: Client) -> tuple[int | None, str | None]:
    """How the server closes the connection."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(10):
            while True:
                await client.hear()
    return client.socket.close_code, client.socket.close_reason


@pytest.mark.anyio
async def test_a_frame_that_is_too_large_ends_the_connection(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"]) as client:
        await client.socket.send("x" * 20_000)
        assert await closing(client) == (1009, "frame too large")


@pytest.mark.anyio
async def test_too_many_frames_end_the_connection(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"]) as client:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                await client.send("stop")
        assert await closing(client) == (1008, "too many frames")


@pytest.mark.anyio
async def test_a_table_that_there_is_not_says_so(server: Server) -> None:
    async with visiting(server, "nowhere", join=False) as client:
        assert (await client.hear())["sentence"] == "There is no table ‘nowhere’ here."
        assert await closing(client) == (4404, "no such table")


@pytest.mark.anyio
async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", join_within=0.2, sockets=2) as server:
        made = server.make("mole-hill", [HERE, HERE])
        async with visiting(server, made["table"], join=False) as client:
            assert await closing(client) == (1008, "no join")
        async with (
            visiting(server, made["table"]),
            visiting(server, made["table"]),
            visiting(server, made["table"], join=False) as third,
        ):
            assert (await closing(third))[0] == 1013


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("origin", "is_welcome"),
    [("http://127.0.0.1:{port}", True), (None, True), ("https://evil.example", False)],
)
async def test_pages_of_others_open_no_socket(
    server: Server, origin: Any, is_welcome: bool
) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket"
    wanted = origin and origin.format(port=server.port)
    if is_welcome:
        async with connect(address, origin=wanted) as opened:
            await Client(opened).join()
    else:
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin=wanted)
        assert refused.value.response.status_code == 403
