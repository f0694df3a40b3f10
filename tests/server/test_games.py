"""Whole games over real sockets: people, computers, and those who watch."""

import random

import msgspec
import pytest
from tests.games.choices import limited
from tests.server.clients import HERE, LINK, Client, Server, computer, visiting

import tablier
from tablier import Record
from tablier.texts import Reader

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def play_on(client: Client, dice: random.Random) -> None:
    """Play random moves whenever it is one's turn, to the end."""
    while not client.is_over:
        if client.is_to_move:
            choice = dice.choice(client.position["choices"])
            await client.play(choice["token"])
        else:
            await client.wait("moved", "changed")


def check(server: Server, client: Client) -> Record:
    """What was told is what is stored, and the rules agree with every move."""
    record = Record.read(server.get(f"/api/tables/{client.table['table']}/record").text)
    assert list(record.tokens) == client.tokens
    drawn = record.end.game.drawing.marks(record.end.state)
    assert msgspec.to_builtins(drawn) == client.position["marks"]
    outcome = record.end.outcome()
    assert outcome is not None
    assert list(outcome.payoffs) == client.table["result"]["payoffs"]
    computers = [seat["kind"] == "computer" for seat in client.table["seats"]]
    names = tuple("Computer" if it and sum(computers) == 1 else "" for it in computers)
    reader = Reader(frozenset(client.table["yours"]), names)
    words = outcome.sentence(to=reader)
    assert words == client.table["result"]["sentence"] == client.position["status"]
    assert client.position["choices"] == []
    return record


@pytest.mark.parametrize("game", tablier.games())
async def test_a_whole_game_against_the_computer(server: Server, game: str) -> None:
    players = tablier.game(game).players
    made = server.make(game, [HERE, *[computer()] * (players - 1)], options=limited(game, 8))
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await play_on(client, random.Random(game))
        check(server, client)
        assert set(client.table["movers"]) == set(range(players))


async def test_four_players_three_of_them_computers(server: Server) -> None:
    seats = [computer(), HERE, computer(2), computer()]
    options = {"players": 4, "turn_limit": 8}
    made = server.make("labyrinthe", seats, options=options)
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert client.table["yours"] == [1]
        await play_on(client, random.Random(4))
        check(server, client)


async def test_two_by_link_and_one_who_watches_see_the_same_game(server: Server) -> None:
    made = server.make("moguli", [HERE, LINK], options={"turn_limit": 6})
    table, (first, second) = made["table"], made["secrets"]
    async with (
        visiting(server, table, first) as white,
        visiting(server, table, second, lang="fr") as black,
        visiting(server, table, lang="de") as watcher,
    ):
        assert (white.table["yours"], black.table["yours"]) == ([0], [1])
        assert watcher.table["yours"] == []
        players, dice = {0: white, 1: black}, random.Random(1)
        while not watcher.is_over:
            mover = players[watcher.position["turn"]]
            token = dice.choice(mover.position["choices"])["token"]
            await mover.send("play", ply=watcher.position["ply"], token=token)
            for each in (white, black, watcher):
                await each.wait("moved")
        record = check(server, white)
        assert white.tokens == black.tokens == watcher.tokens
        end = record.end.outcome()
        assert end is not None
        assert black.table["result"]["sentence"] == end.sentence("fr")
        assert watcher.table["result"]["sentence"] == end.sentence("de")


async def test_computers_play_each_other_while_somebody_watches(server: Server) -> None:
    made = server.make("chain-reaction", [computer(), computer()], options={"turn_limit": 6})
    assert made["secrets"] == [None, None]
    async with visiting(server, made["table"]) as watcher:
        await play_on(watcher, random.Random(0))
        check(server, watcher)


async def test_the_board_comes_once_and_choices_have_spots_of_it(server: Server) -> None:
    made = server.make("labyrinthe", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        spots = {spot["id"] for spot in client.heard[0]["board"]["spots"]}
        for choice in client.position["choices"]:
            assert set(choice["path"]) <= spots
        moved = await client.play()
        assert "board" not in moved
        assert moved["route"]


async def test_the_past_can_be_looked_at(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        tokens, position = ("e4", "a1|a2", "f4"), tablier.game("mole-hill").start()
        for token in tokens:
            await client.play(token)
        for ply, led in enumerate((None, *tokens)):
            position = position.play(led) if led else position
            looked = await client.ask("look", "looked", ply=ply)
            assert (looked["position"]["text"], looked["token"]) == (str(position), led)
        assert await client.refused("look", ply=4) == (
            "The game has 3 moves; there is no position after 4."
        )


async def test_a_preview_shows_a_move_and_plays_nothing(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        previewed = await client.ask("preview", "previewed", ply=0, token="e4")
        moved = await client.play("e4")
        assert previewed["marks"] == moved["position"]["marks"]
        assert await client.refused("preview", ply=1, token="e4")


async def test_clicks_that_are_no_move_are_told_why_with_the_clause(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"], lang="de") as client:
        await client.play("d4")
        await client.play("d4|e4")
        refused = await client.ask("try", "refused", ply=2, path=["e4"])
        assert refused["clause"] is not None
        assert f"(§{refused['clause']})" in refused["sentence"]
        assert "Stab" in refused["sentence"]
        assert await client.refused("try", ply=2, path=["nowhere"]) == (
            "Diese Klicks ergeben keinen Zug."
        )


async def test_an_illegal_move_is_explained_and_changes_nothing(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        refused = await client.ask("play", "refused", ply=0, token="e4|f4")
        assert "mole" in refused["sentence"]
        await client.play("e4")
        assert client.tokens == ["e4"]


async def test_the_language_can_be_changed_at_the_table(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        english = client.position["status"]
        joined = await client.ask("speak", "joined", lang="fr")
        assert joined["table"]["yours"] == [0, 1]
        assert client.position["status"] != english
        assert await client.refused("resign", seat=7) == "Cette place n’est pas la vôtre."


async def test_a_game_can_begin_with_a_position_of_ones_own(server: Server) -> None:
    text = "c3 c3|c4 m 1 -"
    made = server.make("mole-hill", [HERE, HERE], text=text)
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert client.position["text"] == text
        await client.play()
    record = Record.read(server.get(f"/api/tables/{made['table']}/record").text)
    assert str(record.start) == text


async def test_a_record_comes_back_as_a_table_to_go_on_with(server: Server) -> None:
    made = server.make("mole-hill", [{**HERE, "name": "Ada"}, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        for token in ("e4", "a1|a2", "f4"):
            await client.play(token)
    record = server.get(f"/api/tables/{made['table']}/record").text
    again = server.post("/api/records", {"record": record}).json()
    async with visiting(server, again["table"], *again["secrets"]) as client:
        assert client.tokens == ["e4", "a1|a2", "f4"]
        assert client.table["movers"] == [0, 1, 0]
        assert client.table["seats"][0]["name"] == "Ada"
        await client.play()


async def test_what_a_record_says_of_its_moves_stays_as_long_as_they_do(server: Server) -> None:
    said = '[Game "mole-hill"]\n\n{at first} e4 a1|a2 {a rod} d3 {the mole} *'
    made = server.post("/api/records", {"record": said}).json()
    address = f"/api/tables/{made['table']}/record"
    known = {0: "at first", 2: "a rod", 3: "the mole"}
    assert Record.read(server.get(address).text).comments == known
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.ask("undo", "changed")
        await client.play("d4")
    assert Record.read(server.get(address).text).comments == {0: "at first", 2: "a rod"}


async def test_the_result_that_a_record_gives_stays(server: Server) -> None:
    record = str(Record(Record.read('[Game "mole-hill"]\n\ne4 *').start, ("e4",), given="0-1"))
    made = server.post("/api/records", {"record": record}).json()
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert client.table["result"]["reason"] == "record"
        assert client.table["result"]["payoffs"] == [-1, 1]
    assert server.get(f"/api/tables/{made['table']}/record").text.rstrip().endswith("0-1")
