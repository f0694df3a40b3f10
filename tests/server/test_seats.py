"""A seat belongs to those who have its secret, and to nobody else."""

from pathlib import Path

import pytest
from tests.server.clients import HERE, LINK, Server, computer, serving, visiting

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def test_nobody_moves_for_a_seat_without_its_secret(server: Server) -> None:
    made = server.make("mole-hill", [LINK, LINK])
    first, second = made["secrets"]
    async with visiting(server, made["table"], second, "guessed") as black:
        assert black.table["yours"] == [1]
        assert await black.refused("play", ply=0, token="e4") == "It is not your turn."
        async with visiting(server, made["table"], first) as white:
            await white.play("e4")
            assert await white.refused("play", ply=1, token="a1|a2") == "It is not your turn."
        await black.wait("moved")
        await black.play("a1|a2")


async def test_those_who_watch_only_watch(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], "guess", "") as watcher:
        assert "watching" in await watcher.refused("play", ply=0, token="e4")
        for kind in ("undo", "draw", "rematch"):
            assert "watching" in await watcher.refused(kind)
            assert "watching" in await watcher.refused("reply", kind=kind, yes=True)
        assert await watcher.refused("resign", seat=0) == "This is not your seat."
        assert await watcher.refused("rename", seat=0, name="Eve") == "This is not your seat."


async def test_nobody_moves_for_a_computer(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(1)], clock={"seconds": 600})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert await client.refused("resign", seat=1) == "This is not your seat."
        assert client.table["yours"] == [0]


async def test_presence_is_told(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with visiting(server, made["table"], first) as white:
        assert [seat["present"] for seat in white.table["seats"]] == [True, False]
        async with visiting(server, made["table"], second):
            await white.wait("changed")
            assert [seat["present"] for seat in white.table["seats"]] == [True, True]
        await white.wait("changed")
        assert [seat["present"] for seat in white.table["seats"]] == [True, False]


async def test_names_are_cleaned_and_kept(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        changed = await client.ask("rename", "changed", seat=1, name="  Grace\n\x00 <b>Hopper ")
        assert changed["table"]["seats"][1]["name"] == "Grace <b>Hopper"
        assert "40" in await client.refused("rename", seat=1, name="x" * 41)
    view = server.get(f"/api/tables/{made['table']}").json()
    assert view["seats"][1]["name"] == "Grace <b>Hopper"
    assert view["yours"] == []


async def test_secrets_are_not_stored(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        made = server.make("mole-hill", [HERE, LINK])
        assert len(set(made["secrets"])) == 2
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert made["table"].encode() in stored
        for secret in made["secrets"]:
            assert secret.encode() not in stored


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"seats": [HERE]}, "mole-hill is played here by 2, but 1 seats were given."),
        ({"seats": [HERE, computer(11)]}, "There is no level 11; the levels are 1 to 10."),
        ({"seats": [HERE, {"kind": "computer"}]}, "There is no level –; the levels are 1 to 10."),
        ({"seats": [HERE, {"kind": "link", "level": 3}]}, "Only computer players have a level."),
        ({"seats": [HERE, HERE], "options": {"tempo": 3}}, "mole-hill has no option ‘tempo’"),
        ({"seats": [HERE, HERE], "text": "?"}, "A position of Mole Hill has five fields"),
        (
            {"seats": [HERE, HERE], "clock": {"seconds": 0}},
            "A clock starts with 1 to 86400 seconds",
        ),
        ({"seats": [{**HERE, "name": "x" * 50}, HERE]}, "A name has at most 40 characters."),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    server: Server, wish: dict[str, object], sentence: str
) -> None:
    answer = server.post("/api/tables", {"game": "mole-hill", **wish})
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith(sentence)
