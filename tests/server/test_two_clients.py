"""Two moves for one ply, and any interleaving of two clients: what comes out is a legal game."""

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.clients import HERE, LINK, Client, Server, visiting

from tablier import Record

pytestmark = pytest.mark.one_game

TOKENS = ("e4", "d4", "e5", "a1|a2", "b1|b2", "a1|b1", "f4", "c3", "nonsense")
plays = st.builds(
    lambda ply, token: {"type": "play", "ply": ply, "token": token},
    st.integers(-1, 8),
    st.sampled_from(TOKENS),
)
others = st.sampled_from(
    [
        {"type": "undo"},
        {"type": "draw"},
        {"type": "rematch"},
        {"type": "resign", "seat": 0},
        {"type": "reply", "kind": "undo", "yes": True},
        {"type": "reply", "kind": "undo", "yes": False},
        {"type": "reply", "kind": "draw", "yes": False},
    ]
)
steps = st.tuples(st.sampled_from([0, 1]), st.one_of(plays, plays, plays, others))


@pytest.mark.anyio
async def test_of_two_moves_for_one_ply_one_wins(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    secrets = made["secrets"]
    async with (
        visiting(server, made["table"], *secrets) as desk,
        visiting(server, made["table"], *secrets) as phone,
    ):
        await asyncio.gather(
            desk.send("play", ply=0, token="e4"), phone.send("play", ply=0, token="d4")
        )
        frames = [await each.wait("moved") for each in (desk, phone)]
        assert frames[0]["token"] == frames[1]["token"]
        loser = phone if frames[0]["token"] == "e4" else desk
        refused = next(
            (frame for frame in loser.heard if frame["type"] == "refused"), None
        ) or await loser.wait("refused")
        assert refused["sentence"] == "This was sent as move 1, but the next one is move 2."
        assert desk.tokens == phone.tokens


async def settled(client: Client) -> None:
    """Wait until everything that this client has sent is answered."""
    await client.ask("look", "looked", ply=0)


async def interleave(server: Server, script: list[tuple[int, dict[str, Any]]]) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second) as black,
    ):
        for who, frame in script:
            fields = {name: value for name, value in frame.items() if name != "type"}
            await (white, black)[who].send(frame["type"], **fields)
        await settled(white)
        await settled(black)
        await settled(white)
        view = server.get(f"/api/tables/{made['table']}").json()
        assert white.tokens == black.tokens == view["tokens"]
        ends = [seen["result"] for seen in (white.table, black.table, view)]
        told = [end and (end["payoffs"], end["reason"]) for end in ends]
        assert told[0] == told[1] == told[2]
        assert white.table["offers"] == black.table["offers"] == view["offers"]
        record = Record.read(server.get(f"/api/tables/{made['table']}/record").text)
        assert list(record.tokens) == view["tokens"]
        assert str(record.end) == view["position"]["text"]
        movers = [position.turn for position in record.positions()][:-1]
        assert view["movers"] == movers


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=st.lists(steps, max_size=20))
def test_any_interleaving_of_two_clients_leaves_a_legal_game(
    server: Server, script: list[tuple[int, dict[str, Any]]]
) -> None:
    asyncio.run(interleave(server, script))
