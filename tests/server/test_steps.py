"""Who joins briefly is told of moves in few bytes, and knows as much as the others."""

import random
from typing import Any

import msgspec
import pytest
from tests.games.choices import called, choices, short
from tests.server.clients import LINK, Server, visiting

from tablier import games
from tablier.play import views
from tablier.play.events import Played
from tablier.texts import Reader

Frame = dict[str, Any]
TURNS = 12


def told(frame: msgspec.Struct) -> Frame:
    return dict(msgspec.json.decode(msgspec.json.encode(frame)))


def in_full(step: Frame, before: list[Frame]) -> Frame:
    """The frame `moved` that says the same, to who knows the pieces before."""
    marks = [mark for place, mark in enumerate(before) if place not in step["gone"]]
    for place, mark in zip(step["places"], step["marks"], strict=True):
        marks.insert(place, mark)
    parts = [each.split(" ") for each in step["choices"].split(";") if each]
    found = [{"token": token, "path": path or [token]} for token, *path in parts]
    position = {name: step[name] for name in ("ply", "turn", "status", "tally", "suggested")}
    position |= {"marks": marks, "choices": found, "text": None}
    besides = {name: step[name] for name in ("token", "seat", "route", "clock", "result", "news")}
    return {"type": "moved", **besides, "position": position}


@pytest.mark.parametrize(("name", "options"), choices(games()), ids=called)
def test_a_step_says_what_the_whole_position_says(name: str, options: dict[str, Any]) -> None:
    dice, position = random.Random(3), short(name, TURNS, **options).start(seed=3)
    marks, ply, bytes_of = told_marks(position), 0, [0, 0]
    while position.legal_moves:
        token = dice.choice(position.legal_moves)
        after, ply = position.play(token), ply + 1
        played = Played(ply, token, position.turn, position, after)
        for seat in range(position.game.players):
            reader = Reader(frozenset({seat}), ("",) * position.game.players)
            whole, step = (each(played, "de", reader) for each in (views.moved, views.step))
            expected, found = told(whole), in_full(told(step), marks)
            if seat != after.turn:  # who waits has nothing to choose from
                expected["position"]["choices"] = expected["position"]["suggested"] = []
            assert found == expected
            bytes_of[0] += len(msgspec.json.encode(whole))
            bytes_of[1] += len(msgspec.json.encode(step))
        position, marks = after, expected["position"]["marks"]
    assert ply > 3
    assert bytes_of[1] < bytes_of[0]


def told_marks(position: Any) -> list[Frame]:
    return list(msgspec.json.decode(msgspec.json.encode(views.marks(position))))


@pytest.mark.anyio
@pytest.mark.one_game
async def test_each_is_told_as_they_have_joined(server: Server) -> None:
    made = server.make("mole-hill", [LINK, LINK])
    first, second = made["secrets"]
    async with (
        visiting(server, made["table"], first) as mole,
        visiting(server, made["table"], join=False) as gardener,
    ):
        asked = {"secrets": [second], "brief": True}
        joined = await gardener.ask("join", "joined", **asked)
        moved = await mole.play("e4")
        step = await gardener.wait("step")
        marks = joined["table"]["position"]["marks"]
        assert in_full(step, marks)["position"]["marks"] == moved["position"]["marks"]
        assert step["choices"].split(";")[0] == "a1|b1"
        await gardener.send("play", ply=1, token="a1|b1")
        assert (await gardener.wait("step"))["choices"] == ""
        assert (await mole.wait("moved"))["token"] == "a1|b1"
        await gardener.ask("join", "joined", secrets=[second])  # in full from now on
        await mole.play("d4")
        assert (await gardener.wait("moved"))["token"] == "d4"
