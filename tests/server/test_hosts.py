"""Requests that are meant for somebody else, and pages of somebody else."""

import json
import socket
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from tests.server.clients import HERE, Server, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablier.play.settings import Settings
from tablier.server.hosts import is_ours
from tablier.server.http.guard import guarded

pytestmark = pytest.mark.one_game

WISH = {"game": "mole-hill", "seats": [HERE, HERE]}


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("LOCALHOST:1", True),
        ("[::1]:8000", True),
        ("192.168.1.7:8000", True),
        (f"{socket.gethostname()}:8000", True),
        ("games.example:443", True),
        ("page.example", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8000", False),
        ("[", False),
        ("", False),
    ],
)
def test_only_names_that_are_known_are_ours(host: str, is_known: bool) -> None:
    settings = Settings("", hosts=("games.example",), origins=("https://page.example",))
    assert is_ours([host], settings) is is_known


def test_no_name_may_be_ours_and_two_are_not() -> None:
    assert is_ours([], Settings(""))
    assert not is_ours(["localhost", "localhost"], Settings(""))
    assert is_ours(["evil.example"], Settings("", hosts=("*",)))


def test_a_request_for_another_name_is_refused_with_a_sentence(server: Server) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        answer = server.http.get(path, params={"lang": "de"}, headers={"host": "evil.example"})
        assert answer.status_code == 421
        assert "„evil.example“" in answer.json()["sentence"]
        assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.anyio
async def test_sockets_are_held_to_it_too(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", hosts=("games.example",)) as server:
        table = server.make("mole-hill", [HERE, HERE])["table"]
        address = f"/api/tables/{table}/socket"
        where: dict[str, Any] = {"host": "127.0.0.1", "port": server.port}
        async with connect(f"ws://games.example{address}", **where):
            pass
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://evil.example{address}", **where)
        assert refused.value.response.status_code == 421


def test_a_known_proxy_says_who_asks_and_nobody_else(tmp_path: Path) -> None:
    known = {"proxies": ("127.0.0.1",), "requests_a_minute": 2}
    with serving(tmp_path / "tables.sqlite", **known) as server:
        for address in ("1.1.1.1", "2.2.2.2"):
            headers = {"x-forwarded-for": f"9.9.9.9, {address}"}
            asked = [server.http.get("/api/words", headers=headers).status_code for _ in range(3)]
            assert asked == [200, 200, 429]
    with serving(tmp_path / "tables.sqlite", requests_a_minute=2) as server:
        told = [{"x-forwarded-for": f"1.1.1.{i}"} for i in range(3)]
        asked = [server.http.get("/api/words", headers=each).status_code for each in told]
        assert asked == [200, 200, 429]


def test_pages_of_others_post_nothing(server: Server) -> None:
    for path in ("/api/tables", "/api/bot/accounts"):
        answer = server.http.post(path, json=WISH, headers={"origin": "https://evil.example"})
        assert answer.status_code == 403
    own = {"origin": f"http://127.0.0.1:{server.port}"}
    assert server.http.post("/api/tables", json=WISH, headers=own).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_what_a_form_could_post_is_refused(server: Server, kind: str | None) -> None:
    headers = {"content-type": kind} if kind else {}
    for path in ("/api/tables", "/api/records", "/api/games/mole-hill/position"):
        answer = server.http.post(path, content=json.dumps(WISH), headers=headers)
        assert answer.status_code == 415
        assert "application/json" in answer.json()["sentence"]


def test_json_may_name_its_letters(server: Server) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    answer = server.http.post("/api/tables", content=json.dumps(WISH), headers=headers)
    assert answer.status_code == 201


@pytest.mark.anyio
@pytest.mark.parametrize(("peer", "scheme"), [("10.0.0.1", "https"), ("9.9.9.9", "http")])
async def test_only_our_own_proxy_says_that_a_request_came_by_https(peer: str, scheme: str) -> None:
    seen: list[str] = []

    async def app(scope: Any, *_: Any) -> None:
        seen.append(scope["scheme"])

    headers = [(b"host", b"localhost"), (b"x-forwarded-proto", b"https")]
    kind = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": headers}
    asked: Any = {**kind, "client": (peer, 1)}
    await guarded(app, Settings("", proxies=("10.0.0.1",)))(asked, AsyncMock(), AsyncMock())
    assert seen == [scheme]
