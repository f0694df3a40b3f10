"""What people agree on: taking back, draws, another game; and giving up, which needs nobody."""

import pytest
from tests.server.clients import HERE, LINK, Client, Server, computer, visiting

from tablier import Record

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def both(first: Client, second: Client, *kinds: str) -> None:
    for each in (first, second):
        await each.wait(*kinds)


async def test_at_one_screen_undo_takes_back_one_move_at_a_time(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        for token in ("e4", "a1|a2", "f4"):
            await client.play(token)
        await client.ask("undo", "changed")
        assert client.tokens == ["e4", "a1|a2"]
        await client.ask("undo", "changed")
        assert client.tokens == ["e4"]
        await client.play("b1|b2")
        assert client.tokens == ["e4", "b1|b2"]
        await client.ask("undo", "changed")
        await client.ask("undo", "changed")
        assert await client.refused("undo") == "There is no move to undo."


async def test_against_the_computer_undo_goes_back_to_ones_own_move(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer()])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("e4")
        await client.wait("moved")
        await client.ask("undo", "changed")
        assert (client.tokens, client.position["turn"]) == ([], 0)
        await client.play("d4")
        await client.wait("moved")
        assert client.tokens[0] == "d4"


async def test_undo_while_the_computer_thinks_stops_it(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(10)])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.play("e4")
        while (await client.wait("thinking"))["waiting"]:
            pass
        await client.ask("undo", "changed")
        assert client.tokens == []
        await client.send("rename", seat=0, name="Ada")
        await client.wait("changed")
        assert (client.tokens, client.table["thinking"]) == ([], None)


async def test_apart_undo_needs_consent(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second) as black,
    ):
        await white.play("e4")
        await black.wait("moved")
        await white.ask("undo", "changed")
        await black.wait("changed")
        assert black.table["offers"] == [{"kind": "undo", "seat": 0}]
        assert black.tokens == ["e4"]
        await black.ask("reply", "changed", kind="undo", yes=False)
        while white.table["offers"]:
            await white.wait("changed")
        assert white.tokens == ["e4"]
        await white.ask("undo", "changed")
        await black.wait("changed")
        await black.ask("reply", "changed", kind="undo", yes=True)
        while white.tokens:
            await white.wait("changed")
        assert (black.tokens, black.table["offers"]) == ([], [])
        assert await black.refused("reply", kind="undo", yes=True) == "There is no open offer."


async def test_a_move_ends_what_was_offered(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second) as black,
    ):
        await white.play("e4")
        await white.ask("draw", "changed")
        assert white.table["offers"] == [{"kind": "draw", "seat": 0}]
        await black.wait("moved")
        await black.play("a1|a2")
        await white.wait("moved")
        await white.wait("changed")
        assert white.table["offers"] == []


async def test_a_draw_is_agreed(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second, lang="fr") as black,
    ):
        await white.play("e4")
        await white.ask("draw", "changed")
        while not black.table["offers"]:
            await black.wait("changed")
        await black.ask("reply", "changed", kind="draw", yes=True)
        assert black.table["result"] == {
            "payoffs": [0.0, 0.0],
            "reason": "agreed",
            "sentence": "Nulle d’un commun accord.",
        }
        assert black.position["choices"] == []
        assert await black.refused("play", ply=1, token="a1|a2")
    text = server.get(f"/api/tables/{made['table']}/record").text
    assert Record.read(text).result == "1/2-1/2"


async def test_the_computer_declines_a_draw(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer()])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert "computer" in await client.refused("draw")


async def test_who_gives_up_loses(server: Server) -> None:
    made = server.make("mole-hill", [{**HERE, "name": "Ada"}, computer()])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        changed = await client.ask("resign", "changed", seat=0)
        assert changed["table"]["result"] == {
            "payoffs": [-1.0, 1.0],
            "reason": "resigned",
            "sentence": "You resigned.",
        }
        assert await client.refused("resign", seat=0) == "The game at this table is over."
        assert await client.refused("undo") == "The game at this table is over."
    assert Record.read(server.get(f"/api/tables/{made['table']}/record").text).result == "0-1"


async def test_who_gives_up_among_four_loses_alone(server: Server) -> None:
    made = server.make("labyrinthe", [HERE] * 4, options={"players": 4})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        changed = await client.ask("resign", "changed", seat=2)
        payoffs = changed["table"]["result"]["payoffs"]
        assert payoffs == pytest.approx([1 / 9, 1 / 9, -1 / 3, 1 / 9])
    record = Record.read(server.get(f"/api/tables/{made['table']}/record").text)
    assert record.result == "1/3-1/3-0-1/3"


async def test_a_rematch_changes_seats_and_keeps_secrets(server: Server) -> None:
    made = server.make("mole-hill", [{**HERE, "name": "Ada"}, {**LINK, "name": "Bob"}])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second) as black,
    ):
        assert await white.refused("rematch") == "The game is not over yet."
        await white.ask("resign", "changed", seat=0)
        await white.ask("rematch", "changed")
        while not black.table["offers"]:
            await black.wait("changed")
        await black.send("reply", kind="rematch", yes=True)
        to_white, to_black = await white.wait("again"), await black.wait("again")
        assert (to_white["secrets"], to_black["secrets"]) == ([None, first], [second, None])
        assert await white.refused("rematch") == "There is already a table for the next game."
    again = to_white["table"]
    async with (
        visiting(server, again, *to_white["secrets"]) as ada,
        visiting(server, again, *to_black["secrets"]) as bob,
    ):
        assert (ada.table["yours"], bob.table["yours"]) == ([1], [0])
        assert [seat["name"] for seat in ada.table["seats"]] == ["Bob", "Ada"]
        await bob.play("e4")
    async with visiting(server, made["table"], first) as late:
        assert (await late.wait("again"))["table"] == again


async def test_a_rematch_with_the_computer_comes_at_once(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(2)])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.ask("resign", "changed", seat=0)
        again = await client.ask("rematch", "again")
    async with visiting(server, again["table"], *again["secrets"]) as client:
        assert client.table["yours"] == [1]
        assert client.table["seats"][0]["level"] == 2
        if not client.tokens:
            await client.wait("moved")
        assert client.is_to_move
