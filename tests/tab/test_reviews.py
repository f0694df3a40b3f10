"""The review of a finished game in a tab: the page judges one position after the other."""

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.tab.scripts import Memory, text

from tablier import game
from tablier.position import Position
from tablier.tab.host import Host, TabSocket

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

WISH = {"game": "mole-hill", "seats": [{"kind": "here"}, {"kind": "here"}]}


class Page:
    """A page that likes the first move everywhere, and every position less than the one before."""

    def __init__(self, host: Host, table: str, secrets: list[str], *, thinks: bool = True):
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.judged: list[int] = []
        self.answers: Callable[[dict[str, Any]], dict[str, Any]] = self.found
        self.socket: TabSocket = host.connect(table, self.hear, lambda _: None)
        self.say(type="join", secrets=secrets, lang="en", thinks=thinks)

    def say(self, **frame: Any) -> None:
        self.socket.receive(json.dumps(frame))

    def hear(self, frame: str) -> None:
        told = json.loads(frame)
        if told["type"] == "search":
            self.judged.append(told["ply"])
            self.say(**self.answers(told))
        else:
            self.told.put_nowait(told)

    def found(self, asked: dict[str, Any]) -> dict[str, Any]:
        position = Position(game("mole-hill"), base64.b64decode(asked["state"]))
        values = [-0.3 * asked["ply"], 0.3 * asked["ply"]]
        about = {"values": values, "visits": 3, "proven": False}
        moves = [{"line": [position.legal_moves[0]], **about}]
        return {"type": "found", "number": asked["number"], "final": True, "moves": moves, **about}

    async def wait(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(30):
            while (told := await self.told.get())["type"] != kind:
                pass
        return told


async def finished(host: Host) -> tuple[str, list[str]]:
    """A game of three moves that was given up."""
    made = json.loads((await host.answer("/api/tables", "en", text(WISH))).body)
    table = await host._registry.open(made["table"])
    for token in ("e4", "a1|a2", "c7"):
        await table.play({0, 1}, table.ply, token)
    await table.resign({0, 1}, 0)
    return made["table"], made["secrets"]


async def test_a_game_is_reviewed_by_the_page_and_the_review_is_kept() -> None:
    database = Memory()
    host = Host(database)
    table, secrets = await finished(host)
    page = Page(host, table, secrets)
    page.say(type="review")
    assert [(await page.wait("reviewing"))["done"] for _ in range(4)] == [1, 2, 3, 4]
    review = (await page.wait("reviewed"))["review"]
    assert page.judged == [0, 1, 2, 3]
    assert [share[0] for share in review["shares"]] == pytest.approx([0.5, 0.35, 0.2, 0.05])
    assert [move["judgement"] for move in review["moves"]] == ["blunder", None, "blunder"]
    again = Page(Host(database), table, secrets, thinks=False)
    again.say(type="review")
    assert (await again.wait("reviewed"))["review"] == review


async def test_without_an_engine_it_is_refused_and_given_up_it_ends() -> None:
    host = Host(Memory())
    table, secrets = await finished(host)
    page = Page(host, table, secrets, thinks=False)
    page.say(type="review")
    assert "sentence" in await page.wait("refused")
    page.say(type="thinks", on=True)
    page.answers = lambda _: {"type": "review", "on": False}
    page.say(type="review")
    page.say(type="look", ply=0)
    await page.wait("looked")
    await asyncio.gather(*host._registry._tasks)
    assert page.judged == [0]


async def test_a_page_that_finds_what_cannot_be_is_refused_and_may_ask_again() -> None:
    host = Host(Memory())
    table, secrets = await finished(host)
    page = Page(host, table, secrets)
    about = {"values": [0.0, 0.0], "visits": 3, "proven": False}
    page.answers = lambda asked: {**page.found(asked), "moves": [{"line": ["z9"], **about}]}
    page.say(type="review")
    assert "sentence" in await page.wait("refused")
    async with asyncio.timeout(30):
        await asyncio.gather(*host._registry._tasks)
    page.answers = page.found
    page.say(type="review")
    await page.wait("reviewed")
