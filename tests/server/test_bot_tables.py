"""Bots and people at one table: invitations, answers, links, rematches, and coming back."""

import asyncio
import os
import signal
from pathlib import Path
from threading import Event

import berserk
import pytest
from tests.server.bots import SOON, bot_seat, heard, new_bot
from tests.server.clients import HERE, LINK, Server, free_port, serving, visiting

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def test_a_person_invites_a_bot_and_they_play(server: Server) -> None:
    bot = new_bot(server)
    made = server.make("mole-hill", [HERE, bot_seat(bot)])
    assert made["secrets"][1] is None
    async with visiting(server, made["table"], *made["secrets"]) as ada:
        seat = ada.table["seats"][1]
        assert (seat["kind"], seat["name"], seat["asked"]) == ("bot", bot.name, True)
        assert "accepted" in await ada.refused("play", ply=0, token="e4")
        bot.client.bots.accept_challenge(made["table"])
        await ada.wait("changed")
        playing = bot.playing(made["table"], 1)
        while not ada.table["seats"][1]["present"]:
            await ada.wait("changed")
        await ada.play("e4")
        await ada.wait("moved")
        assert ada.table["movers"] == [0, 1]
        await ada.ask("resign", "changed", seat=0)
        assert playing.result(SOON)[-1]["winner"] == "black"


async def test_a_bot_declines_and_says_why(server: Server) -> None:
    host, bot = new_bot(server, "Host"), new_bot(server)
    with host.waiting() as hosts, bot.waiting() as bots:
        made = host.challenges.create(bot.name, rated=False, variant="moguli")
        assert [each["id"] for each in host.challenges.get_mine()["out"]] == [made["id"]]
        assert [each["id"] for each in bot.challenges.get_mine()["in"]] == [made["id"]]
        bot.client.bots.decline_challenge(heard(bots, "challenge")["id"], "later")
        declined = heard(hosts, "challengeDeclined")
        assert (declined["id"], declined["declineReasonKey"]) == (made["id"], "later")
        assert bot.challenges.get_mine() == {"in": [], "out": []}
        assert bots.empty()
    result = server.get(f"/api/tables/{made['id']}").json()["result"]
    assert result["reason"] == "declined"
    assert result["sentence"] == f"{bot.name} declined."


async def test_a_challenge_is_called_off(server: Server) -> None:
    host, bot = new_bot(server, "Host"), new_bot(server)
    with bot.waiting() as bots:
        made = host.challenges.create(bot.name, rated=False, variant="moguli")
        heard(bots, "challenge")
        host.challenges.cancel(made["id"])
        assert heard(bots, "challengeCanceled")["id"] == made["id"]
    with pytest.raises(berserk.exceptions.ResponseError, match="is over"):
        bot.client.bots.accept_challenge(made["id"])


async def test_draws_and_takebacks_are_offered_and_answered(server: Server) -> None:
    bot = new_bot(server)
    made = server.make("mole-hill", [HERE, bot_seat(bot)])
    bot.client.bots.accept_challenge(made["table"])
    answer = f"/api/bot/game/{made['table']}"
    async with visiting(server, made["table"], *made["secrets"]) as ada:
        await ada.play("e4")
        watching = bot.playing(made["table"], 0)
        await ada.wait("changed")  # the bot is there
        await ada.ask("undo", "changed")
        server.http.post(f"{answer}/takeback/no", headers=bot.headers)
        await ada.wait("changed")
        assert (ada.tokens, ada.table["offers"]) == (["e4"], [])
        await ada.ask("undo", "changed")
        server.http.post(f"{answer}/takeback/yes", headers=bot.headers)
        await ada.wait("changed")
        assert ada.tokens == []
        server.http.post(f"{answer}/draw/yes", headers=bot.headers)
        await ada.wait("changed")
        assert ada.table["offers"] == [{"kind": "draw", "seat": 1}]
        await ada.ask("reply", "changed", kind="draw", yes=True)
        assert ada.table["result"]["reason"] == "agreed"
    told = [line.get("state", line) for line in watching.result(SOON)]
    gist = [
        (state["moves"], state.get("wtakeback", False), state.get("bdraw", False), state["status"])
        for state in told
    ]
    assert gist == [
        ("e4", False, False, "started"),
        ("e4", True, False, "started"),
        ("e4", False, False, "started"),
        ("e4", True, False, "started"),
        ("", False, False, "started"),
        ("", False, True, "started"),
        ("", False, False, "draw"),
    ]


async def test_a_rematch_asks_the_bot_again(server: Server) -> None:
    bot = new_bot(server)
    made = server.make("mole-hill", [HERE, bot_seat(bot)])
    with bot.waiting() as events:
        bot.client.bots.accept_challenge(heard(events, "challenge")["id"])
        heard(events, "gameStart")
        async with visiting(server, made["table"], *made["secrets"]) as ada:
            await ada.ask("resign", "changed", seat=0)
            heard(events, "gameFinish")
            again = await ada.ask("rematch", "again")
        asked = heard(events, "challenge")
        assert asked["id"] == again["table"]
        assert asked["color"] == "black"  # seats are changed
        bot.client.bots.accept_challenge(asked["id"])
        assert heard(events, "gameStart")["color"] == "white"


async def test_a_bot_takes_the_seat_of_a_link(server: Server) -> None:
    bot = new_bot(server)
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    address = f"/api/bot/game/{made['table']}/join"

    def join(secret: str) -> str:
        answer = server.http.post(address, json={"secret": secret}, headers=bot.headers)
        return str(answer.json().get("error", ""))

    async with visiting(server, made["table"], second):
        assert join(second) == "This seat is taken."
    assert join(first) == join("guess") == "This link fits no free seat at this table."
    with bot.waiting() as events:
        assert join(second) == ""
        assert heard(events, "gameStart")["color"] == "black"
    async with visiting(server, made["table"], second) as stranger:
        assert stranger.table["yours"] == []
        assert stranger.table["seats"][1]["name"] == bot.name
        async with visiting(server, made["table"], first) as ada:
            await ada.play("e4")
            bot.client.bots.make_move(made["table"], "a1|a2")
            await ada.wait("moved")
            assert ada.tokens == ["e4", "a1|a2"]


async def test_who_plays_already_is_not_told_again(server: Server) -> None:
    early, late = new_bot(server, "Early"), new_bot(server, "Late")
    made = server.make("mole-hill", [bot_seat(early), LINK])
    with early.waiting() as events:
        early.client.bots.accept_challenge(heard(events, "challenge")["id"])
        heard(events, "gameStart")
        join = f"/api/bot/game/{made['table']}/join"
        server.http.post(join, json={"secret": made["secrets"][1]}, headers=late.headers)
        assert late.client.games.get_ongoing()
        late.client.bots.abort_game(made["table"])
        assert heard(events, "gameFinish")["status"]["name"] == "aborted"


async def test_a_game_that_is_taken_up_again_begins_again(server: Server) -> None:
    bot = new_bot(server)
    made = server.make("chain-reaction", [HERE, bot_seat(bot)], options={"turn_limit": 1})
    with bot.waiting() as events:
        bot.client.bots.accept_challenge(heard(events, "challenge")["id"])
        heard(events, "gameStart")
        async with visiting(server, made["table"], *made["secrets"]) as ada:
            await ada.play("b2a1")
            assert ada.is_over
            heard(events, "gameFinish")
            assert bot.client.games.get_ongoing() == []
            await ada.ask("undo", "changed")
            path = f"/api/bot/game/{made['table']}/takeback/yes"
            assert server.http.post(path, headers=bot.headers).json() == {"ok": True}
            assert heard(events, "gameStart")["id"] == made["table"]
            assert bot.client.games.get_ongoing()


async def test_who_comes_back_hears_of_challenges_and_games(server: Server) -> None:
    bot = new_bot(server)
    running = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
    over = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
    bot.client.bots.resign_game(over["id"])
    asked = server.make("mole-hill", [HERE, bot_seat(bot)])
    for _ in range(2):
        with bot.waiting() as events:
            assert heard(events, "gameStart")["id"] == running["id"]
            assert heard(events, "challenge")["id"] == asked["table"]
            bot.client.bots.get_online_bots()
            assert events.empty()


async def test_a_game_of_bots_survives_kill_9(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "tables.sqlite"
    with serving(database, port=port) as server:
        host, guest = new_bot(server, "Host"), new_bot(server, "Guest")
        made = host.challenges.create(
            guest.name, rated=False, color="white", variant="chain-reaction turn_limit=30"
        )
        guest.client.bots.accept_challenge(made["id"])
        asked = host.challenges.create(guest.name, rated=False, variant="moguli")
        playing = [each.playing(made["id"], 4) for each in (host, guest)]
        while len(server.get(f"/api/tables/{made['id']}").json()["tokens"]) < 4:
            await asyncio.sleep(0.01)  # a turn can be long: four moves may all be the host's
        before = server.get(f"/api/tables/{made['id']}").json()["tokens"]
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        for each in playing:
            assert each.exception(SOON) is not None  # the streams broke
    with serving(database, port=port) as server:
        host, guest = host.at(server), guest.at(server)
        with guest.waiting() as events:
            begun = heard(events, "gameStart")
            assert begun["id"] == made["id"]
            assert heard(events, "challenge")["id"] == asked["id"]
        both = [each.playing(made["id"]) for each in (host, guest)]
        told = [each.result(SOON) for each in both]
        assert told[0][0]["state"]["moves"].split()[: len(before)] == before
        assert told[0][-1]["moves"] == told[1][-1]["moves"]
        assert told[0][-1]["status"] in ("variantEnd", "draw")


async def test_the_server_ends_while_streams_are_open(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", keep_alive=60) as server:
        bot = new_bot(server)
        made = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
        began = Event()
        watching = bot.playing(made["id"], 0, began)
        with bot.waiting() as events:
            heard(events, "gameStart")
            assert began.wait(SOON)
            assert server.stop() == 0
            assert watching.result(SOON)[-1]["type"] == "gameFull"
