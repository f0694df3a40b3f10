"""You are only the one who reads; the others have names."""

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.server.clients import HERE, LINK, Server, computer, visiting

from tablier import Position, game
from tablier.play import views
from tablier.play.connection import Connection
from tablier.play.connections import Connections
from tablier.play.events import Changed, Played
from tablier.play.settings import Settings
from tablier.play.shared_frames import SharedFrames
from tablier.play.wire import frames
from tablier.texts import Reader

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
END = "c4,b3,a2,b2,b1 c4|c5 m 2 9"  # a1 ends the game, and the first has won


async def test_what_is_to_do_is_said_to_the_mover_alone(server: Server) -> None:
    made = server.make("mole-hill", [{**HERE, "name": "Ada"}, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as ada,
        visiting(server, made["table"], second) as other,
        visiting(server, made["table"], lang="de") as watcher,
    ):
        assert ada.position["status"].startswith("You are the mole:")
        assert other.position["status"] == "Ada is the mole and moves."
        assert watcher.position["status"] == "Ada ist der Maulwurf und zieht."
        moved = await ada.play("e4")
        assert moved["position"]["status"] == "Player 2 is the gardener and lays a rod."
        told = await other.wait("moved")
        assert told["position"]["status"].startswith("You are the gardener:")
        seen = await watcher.wait("moved")
        assert seen["position"]["status"] == "Spieler 2 ist der Gärtner und legt einen Stab."
        looked = await other.ask("look", "looked", ply=0)
        assert looked["position"]["status"] == "Ada is the mole and moves."


async def test_who_has_all_seats_is_told_whose_turn_it_is(server: Server) -> None:
    made = server.make("chain-reaction", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as both:
        assert both.position["status"].startswith("White: move")
        moved = await both.play("b2b3")
        assert moved["position"]["status"].startswith("Black: move")


async def test_the_computer_is_called_so(server: Server) -> None:
    made = server.make("mole-hill", [computer(1), HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        while not client.tokens:
            await client.wait("moved")
        assert client.position["status"].startswith("You are the gardener:")
        moved = await client.play("a1|a2")
        assert moved["position"]["status"] == "Computer is the mole and moves."


async def test_the_end_by_the_rules_is_told_to_each(server: Server) -> None:
    made = server.make("mole-hill", [{**HERE, "name": "Ada"}, LINK], text=END)
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as ada,
        visiting(server, made["table"], second) as other,
        visiting(server, made["table"]) as watcher,
    ):
        await other.play("a1")
        sentences = [(await each.wait("moved"))["result"]["sentence"] for each in (ada, watcher)]
        assert sentences == ["You win 9 to 1 (§7.2).", "Ada wins 9 to 1 (§7.2)."]
        assert other.position["status"] == "Ada wins 9 to 1 (§7.2)."


async def test_who_resigns_reads_of_themselves(server: Server) -> None:
    made = server.make("chain-reaction", [HERE, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as white,
        visiting(server, made["table"], second, lang="fr") as black,
    ):
        await white.send("resign", seat=0)
        for each in (white, black):
            while not each.is_over:
                await each.wait("changed")
        assert white.table["result"]["sentence"] == "You resigned."
        assert black.table["result"]["sentence"] == "Blanc a abandonné."


def test_what_all_readers_see_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Position] = []
    draw = views.route

    def count(position: Position, token: str) -> Any:
        drawn.append(position)
        return draw(position, token)

    monkeypatch.setattr(views, "route", count)
    before = game("mole-hill").start()
    played = Played(1, "e4", 0, before, before.play("e4"))
    readers = [Reader(frozenset({seat}), ("Ada", "Bob")) for seat in (0, 1)]
    told = [msgspec.json.encode(views.step(played, "en", reader)) for reader in readers]
    one, other = map(msgspec.json.decode, told)
    for theirs in ("status", "choices"):
        assert one.pop(theirs) != other.pop(theirs)
    assert one == other
    views.step(played, "de", readers[0])
    assert len(drawn) == 1
    assert {*vars(played)} <= {"ply", "token", "seat", "before", "after", "clock", "held", "news"}


async def test_all_who_watch_are_sent_one_frame_of_a_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table: Any = SimpleNamespace()
    drawn: list[frozenset[int]] = []

    def draw(_: object, seats: frozenset[int], lang: str) -> list[str]:
        drawn.append(seats)
        return [lang]

    monkeypatch.setattr(views, "table_view", draw)
    socket: Any = SimpleNamespace(sent=[], encode=msgspec.json.encode)
    socket.send = socket.sent.append
    settings = Settings("")
    registry: Any = SimpleNamespace(settings=settings, open=lambda _: asyncio.Event().wait())
    connections, shared, event = Connections(settings), SharedFrames(), Changed()
    for seats, lang in [((), "en"), ((), "en"), ((0,), "en"), ((), "de")]:
        one = Connection(socket, "here", "table", registry, connections, shared)
        one.table, one.seats, one.lang = table, frozenset(seats), lang
        one._has_joined = True
        one.on_event(event)
        one._work.cancel()  # type: ignore[union-attr]
    assert drawn == [frozenset(), frozenset({0}), frozenset()]
    assert [b'"de"' in frame for frame in socket.sent] == [False, False, False, True]
    assert vars(event) == {}, "an event carries nothing of the wire"


async def test_a_frame_that_was_prepared_is_made_anew_in_another_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = game("mole-hill").start()
    played = Played(1, "e4", 0, before, before.play("e4"))
    socket: Any = SimpleNamespace(sent=[], encode=msgspec.json.encode)
    socket.send = socket.sent.append
    settings = Settings("")
    registry: Any = SimpleNamespace(settings=settings, open=lambda _: asyncio.Event().wait())
    one = Connection(socket, "here", "table", registry, Connections(settings), SharedFrames())
    seat = SimpleNamespace(kind="link", name="")
    table: Any = SimpleNamespace(seats=[seat, seat])
    one.table, one._has_joined = table, True
    monkeypatch.setattr(one, "_send_joined", lambda: None)
    one.prepare(played)
    one.speak(frames.Speak("de"))
    one.on_event(played)
    one._work.cancel()  # type: ignore[union-attr]
    told = views.step(played, "de", views.reader(table, (), "de"))
    assert socket.sent == [msgspec.json.encode(told)]
