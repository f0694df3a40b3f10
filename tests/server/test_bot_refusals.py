"""What a bot may not do: a sentence as lichess would send it, and nothing is lost."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import berserk
import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from tests.server.bots import Bot, new_bot
from tests.server.clients import HERE, Server, serving

pytestmark = pytest.mark.one_game

PRIVATE = (
    ("GET", "/api/account"),
    ("GET", "/api/account/playing"),
    ("GET", "/api/challenge"),
    ("GET", "/api/stream/event"),
    ("GET", "/api/bot/game/stream/x"),
    ("POST", "/api/bot/game/x/move/e4"),
    ("POST", "/api/bot/game/x/resign"),
    ("POST", "/api/challenge/ai"),
    ("POST", "/api/challenge/x"),
    ("POST", "/api/challenge/x/accept"),
)
gently = settings(max_examples=40, suppress_health_check=list(HealthCheck))


def refused(server: Server, bot: Bot, path: str, body: object = None) -> tuple[int, str]:
    answer = server.http.post(path, headers=bot.headers, json=body)
    assert set(answer.json()) == {"error"}, answer.text
    return answer.status_code, answer.json()["error"]


def begun(server: Server) -> tuple[Bot, str]:
    bot = new_bot(server)
    asked = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
    return bot, f"/api/bot/game/{asked['id']}"


@pytest.mark.parametrize(("method", "path"), PRIVATE)
def test_nothing_is_done_without_a_token(server: Server, method: str, path: str) -> None:
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp4"}):
        answer = server.http.request(method, path, headers=headers)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["error"].startswith("This token belongs to no bot here.")


def test_berserk_says_what_was_wrong(server: Server) -> None:
    stranger = berserk.Client(berserk.TokenSession("guess"), str(server.http.base_url))
    with pytest.raises(
        berserk.exceptions.ResponseError, match=r"HTTP 401.*This token belongs to no bot"
    ):
        stranger.account.get()


@gently
@given(token=st.text(st.characters(codec="latin-1", exclude_categories=["Cc", "Z"]), max_size=80))
def test_no_token_can_be_guessed(server: Server, token: str) -> None:
    raw = [(b"authorization", b"Bearer " + token.encode("latin-1") + b"|")]
    assert server.http.get("/api/account", headers=raw).status_code == 401


def test_a_wrong_move_costs_nothing(server: Server) -> None:
    bot, path = begun(server)
    assert refused(server, bot, f"{path}/move/z9")[0] == 400
    bot.client.bots.make_move(path.rpartition("/")[2], "e4")
    status, said = refused(server, bot, f"{path}/move/e4?ply=0")
    assert status == 400
    assert said.endswith(".")
    assert server.get(f"/api/tables/{path.rpartition('/')[2]}").json()["tokens"][0] == "e4"


@pytest.fixture(scope="module")
def unbegun(server: Server) -> tuple[Bot, str]:
    return begun(server)


@gently
@given(token=st.text(min_size=1, max_size=30))
def test_whatever_is_played_is_legal_or_refused(
    server: Server, unbegun: tuple[Bot, str], token: str
) -> None:
    bot, path = unbegun
    answer = server.http.post(f"{path}/move/{quote(token, safe='')}", headers=bot.headers)
    assert answer.status_code in (400, 404, 405), answer.text
    assert server.get(f"/api/tables/{path.rpartition('/')[2]}").json()["tokens"] == []


def test_a_bot_has_no_say_at_the_tables_of_others(server: Server) -> None:
    _, path = begun(server)
    stranger = new_bot(server)
    for what in ("move/e4", "resign", "abort", "draw/yes", "takeback/yes", "chat"):
        answer = refused(server, stranger, f"{path}/{what}")
        assert answer == (404, "You have no seat at this table.")
    stream = server.http.get(path.replace("game/", "game/stream/"), headers=stranger.headers)
    assert stream.status_code == 404
    challenge = path.replace("bot/game", "challenge")
    for what in ("accept", "decline", "cancel"):
        assert refused(server, stranger, f"{challenge}/{what}")[0] == 404


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("ai", {"variant": "chess"}, 404, "There is no game ‘chess’ here"),
        ("ai", {}, 400, "This request is not valid"),
        ("ai", {"variant": "moguli"}, 400, "There is no level –"),
        ("ai", {"variant": "moguli", "level": 11}, 400, "There is no level 11"),
        ("ai", {"variant": "moguli x=1", "level": 1}, 400, "moguli has no option ‘x’"),
        ("ai", {"variant": "moguli", "level": 1, "color": "third"}, 400, "color cannot be ‘third’"),
        ("ai", {"variant": "moguli", "level": 1, "rated": True}, 400, "Games here are unrated"),
        ("ai", {"variant": "moguli", "level": 1, "days": 3}, 400, "Games here are unrated"),
        ("ai", {"variant": "moguli", "level": 1, "fen": "?"}, 400, "A position of Moguli"),
        ("ai", {"variant": "moguli", "level": 1, "clock.limit": 0}, 400, "A clock starts with 1"),
        ("Nobody-at-all", {"variant": "moguli"}, 404, "There is no bot ‘Nobody-at-all’ here."),
        ("%00", {"variant": "moguli"}, 404, "There is no bot"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused(
    server: Server, path: str, body: object, status: int, sentence: str
) -> None:
    found = refused(server, new_bot(server), f"/api/challenge/{path}", body)
    assert found[0] == status
    assert found[1].startswith(sentence), found[1]


def test_a_challenge_may_come_as_a_form(server: Server) -> None:
    bot = new_bot(server)
    form = {"variant": "chain-reaction target=3", "level": "2", "clock.limit": "60"}
    answer = server.http.post("/api/challenge/ai", data=form, headers=bot.headers)
    assert answer.status_code == 201
    assert answer.json()["variant"]["options"]["target"] == 3
    assert answer.json()["secondsLeft"] == 60


def test_nobody_challenges_themselves(server: Server) -> None:
    bot = new_bot(server)
    path, body = f"/api/challenge/{bot.name.upper()}", {"variant": "moguli"}
    assert refused(server, bot, path, body) == (400, "A bot cannot challenge itself.")


def test_four_players_are_not_asked_one_by_one(server: Server) -> None:
    bot, other = new_bot(server), new_bot(server)
    body = {"variant": "labyrinthe players=4", "color": "fourth"}
    made = server.http.post(f"/api/challenge/{other.name}", json=body, headers=bot.headers).json()
    other.client.bots.accept_challenge(made["id"])
    (game,) = other.client.games.get_ongoing()
    assert game["colors"] == ["white", "black", "third"]


def test_a_game_is_not_called_off_once_two_have_moved(server: Server) -> None:
    bot, path = begun(server)
    bot.client.bots.make_move(path.rpartition("/")[2], "e4")
    while len(server.get(f"/api/tables/{path.rpartition('/')[2]}").json()["tokens"]) < 2:
        pass
    assert refused(server, bot, f"{path}/abort")[1].startswith("Each side has moved")


def test_there_is_no_chat(server: Server) -> None:
    bot, path = begun(server)
    assert refused(server, bot, f"{path}/chat", {"room": "player", "text": "Hello"}) == (
        400,
        "There is no chat at the tables.",
    )


@pytest.mark.parametrize("name", ["", "a", "-ab", "a b", "ai", "Open", "x" * 31, "é1", "a\x00"])
def test_not_every_name_is_one(server: Server, name: str) -> None:
    answer = server.post("/api/bot/accounts", {"name": name})
    assert answer.status_code == 400
    assert "cannot be the name of a bot" in answer.json()["error"]


def test_a_name_is_given_once(server: Server) -> None:
    bot = new_bot(server, "Only")
    again = server.post("/api/bot/accounts", {"name": bot.name.upper()})
    assert again.status_code == 400
    assert again.json()["error"] == f"There is already a bot ‘{bot.name.upper()}’ here."


def test_nobody_is_seated_who_is_not_there(server: Server) -> None:
    wish = {"game": "mole-hill", "seats": [HERE, {"kind": "bot", "name": "Nobody-here"}]}
    answer = server.post("/api/tables", wish)
    assert answer.status_code == 404
    assert answer.json()["sentence"] == "There is no bot ‘Nobody-here’ here."


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    limits = {"bot_requests_a_minute": 3, "bots_an_hour": 1}
    with serving(tmp_path / "tables.sqlite", **limits) as server:
        bot = new_bot(server)
        answers = [server.http.get("/api/account", headers=bot.headers) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert 0 < int(answers[3].headers["retry-after"]) <= 60
        assert answers[3].json() == {"error": "Too many requests; please wait a minute."}
        second = server.post("/api/bot/accounts", {"name": "Second"})
        assert (second.status_code, set(second.json())) == (429, {"error"})
        assert 60 < int(second.headers["retry-after"]) <= 3600


def test_streams_are_counted_while_they_are_open(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", sockets=2, keep_alive=0.05) as server:
        bot = new_bot(server)
        for _ in range(5):
            with bot.waiting(), bot.waiting():
                third = server.http.get("/api/stream/event", headers=bot.headers)
                assert (third.status_code, third.headers["retry-after"]) == (429, "10")
            settle(server)


def settle(server: Server) -> None:
    """Wait until the server has noticed that everybody has left."""
    for _ in range(500):
        if "tablier_sockets 0.0" in server.get("/metrics").text:
            return
    raise AssertionError("streams stay open")


def test_a_quiet_stream_has_empty_lines(server: Server) -> None:
    bot = new_bot(server)
    with server.http.stream("GET", "/api/stream/event", headers=bot.headers) as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        assert "content-encoding" not in stream.headers
        lines = stream.iter_raw()
        assert [next(lines) for _ in range(3)] == [b"\n"] * 3


def test_bots_are_answered_as_openapi_says(server: Server) -> None:
    bot = new_bot(server)
    schema = schemathesis.openapi.from_dict(server.get("/api/schema/openapi.json").json())
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    private = [each for each in operations if each.definition.raw.get("security")]
    assert len(private) == 17
    for operation in private:
        if operation.path == "/api/stream/event":  # it would not end
            continue

        @settings(max_examples=6, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=operation.as_strategy())
        def check(case: "schemathesis.Case[Any]") -> None:
            case.call_and_validate(
                base_url=str(server.http.base_url),
                headers=bot.headers,
                excluded_checks=[positive_data_acceptance, ignored_auth],
            )

        check()


def test_other_addresses_stay_as_they_were(server: Server) -> None:
    answer = httpx.get(f"{server.http.base_url}/api/bot/nothing")
    assert answer.status_code == 404
    assert answer.json()["sentence"] == "There is nothing at this address."
