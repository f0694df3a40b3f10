"""The page thinks for itself: it computes moves of computers, and analyses deeper and deeper."""

import json
import random
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import WebSocket, expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW
from tests.browser.server_process import HERE, ServerProcess

import tablier
from tablier.engines.build import built
from tablier.position import Position

pytestmark = pytest.mark.one_game
NAME = "mole-hill"
LAST = 9  # moves


def near_the_end(dice: random.Random) -> Position:
    """A position from which it is not far to the end, with the first player to move."""
    positions = [tablier.game(NAME).start(1)]
    while positions[-1].legal_moves:
        positions.append(positions[-1].play(dice.choice(positions[-1].legal_moves)))
    return next(each for each in positions[-LAST:] if each.turn == 0)


def computed(server: ServerProcess, where: str) -> int:
    """How many moves of computers were computed there: page or server."""
    with urlopen(f"{server.address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    found = (
        line for line in lines if line.startswith(f'tablier_computed_total{{where="{where}"}}')
    )
    return int(float(next(found, "0").split()[-1]))


def has_engine(server: ServerProcess) -> bool:
    with urlopen(f"{server.address}/engines/index.json") as answer:
        return NAME in json.load(answer)


def test_the_page_computes_the_moves_and_analyses_live(
    person: NewPerson, server: ServerProcess
) -> None:
    built(tablier.game(NAME))
    me, dice, sent = person(), random.Random(3), list[dict[str, Any]]()
    page = me.page

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    def said(kind: str) -> list[dict[str, Any]]:
        return [frame for frame in sent if frame["type"] == kind]

    page.on("websocket", listen)
    while not has_engine(server):
        page.wait_for_timeout(30)
    before = computed(server, "server")
    text = str(near_the_end(dice))
    made = server.table(NAME, HERE, {"kind": "computer", "level": 2}, text=text)
    me.host(made)
    while not said("thinks"):
        page.wait_for_timeout(30)
    while me.wait_for_turn():
        me.play_at_random(dice)
    movers = server.view(made.table)["movers"]
    assert len(said("computed")) == movers.count(1) > 0
    assert computed(server, "server") == before

    me.host(server.table(NAME, HERE, HERE))
    me.button("Analysis").click()
    depth = page.locator(".depth")
    expect(depth).to_contain_text("positions", timeout=SLOW)
    expect(page.locator(".best li").first).to_contain_text("%")
    expect(depth).not_to_have_text(depth.inner_text())  # it goes on
    with urlopen(f"{server.address}/metrics") as answer:
        assert "tablier_thinking 0.0" in answer.read().decode()
    assert said("found")
