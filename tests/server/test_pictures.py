"""Pictures of tables, cards of pages, and boards for other pages: who gets what, and how much."""

import asyncio
import html
import re
import struct
import threading
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageSequence
from tests.server.clients import HERE, Server

import tablier
from tablier.pictures import child
from tablier.pictures.child import Order
from tablier.play.endings import Ending
from tablier.play.wire.protocol import Reason
from tablier.server.http import cards, renderer
from tablier.server.http.guard import HEADERS
from tablier.server.http.pictures import GIF_WIDTH, SMALLEST
from tablier.server.http.renderer import Renderer
from tablier.texts import Refusal

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

RECORD = '[Game "mole-hill"]\n[Player1 "Ada"]\n[Player2 "Blaise"]\n[Result "1-0"]\n\ne4 a1|a2 c5'


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    return str(server.post("/api/records", {"record": RECORD}).json()["table"])


def test_a_finished_game_has_pictures_that_may_be_kept(server: Server, table: str) -> None:
    card = server.get(f"/t/{table}/card.png", lang="fr")
    assert struct.unpack(">II", card.content[16:24]) == (1200, 630)
    assert card.headers["cache-control"] == "public, max-age=86400"
    assert card.headers["x-robots-tag"] == "noindex"
    assert card.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "content-encoding" not in card.headers
    known = {"if-none-match": card.headers["etag"]}
    again = server.http.get(f"/t/{table}/card.png?lang=fr", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    drawn = server.get(f"/t/{table}/position.svg", ply="1", size="200", theme="dark").text
    assert drawn == tablier.show(tablier.Record.read(RECORD), ply=1, size=200, theme="dark").svg


def test_a_game_is_a_moving_picture_and_each_position_a_still_one(
    server: Server, table: str
) -> None:
    answer = server.get(f"/t/{table}/replay.gif", theme="dark", lang="de")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/gif")
    assert answer.headers["cache-control"] == "public, max-age=86400"
    film = Image.open(BytesIO(answer.content))
    frames = [(each.tobytes(), each.info["duration"]) for each in ImageSequence.Iterator(film)]
    assert (film.format, film.info["loop"]) == ("GIF", 0)
    assert abs(film.width - GIF_WIDTH) < 10  # a square is a whole number of pixels
    assert [lasts for _, lasts in frames] == [800, 800, 800, 4000]  # the start, then the moves
    assert len({picture for picture, _ in frames}) == 4
    still = server.get(f"/t/{table}/position.png", ply="1", size=str(SMALLEST))
    assert (still.status_code, still.headers["content-type"]) == (200, "image/png")
    assert (drawn := Image.open(BytesIO(still.content))).format == "PNG"
    assert drawn.width == SMALLEST


def test_a_game_in_progress_has_pictures_that_are_asked_for_again(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    drawn = server.get(f"/t/{made['table']}/position.svg")
    assert drawn.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("status", "path"),
    [
        (404, "/t/nothing/card.png"),
        (404, "/t/nothing/replay.gif"),
        (404, "/t/nothing/position.svg"),
        (404, "/play/chess/card.png"),
        (404, "/puzzles/moguli/999/card.png"),
        (404, "/puzzles/moguli/0003/card.png"),
        (400, "/t/TABLE/position.png?size=63"),
        (400, "/t/TABLE/position.png?size=1601"),
        (400, "/t/TABLE/position.svg?size=1000000"),
        (400, "/t/TABLE/position.png?ply=4"),
        (400, "/t/TABLE/position.png?theme=pink"),
        (400, "/t/TABLE/position.svg?ply=-1"),
        (400, "/t/TABLE/replay.gif?theme=pink"),
        (400, "/t/TABLE/replay.gif?lang=xx"),
    ],
)
def test_what_is_not_drawn_is_refused(server: Server, table: str, status: int, path: str) -> None:
    answer = server.get(path.replace("TABLE", table))
    assert answer.status_code == status
    assert answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize("reason", ["resigned", "time", "left"])
def test_a_card_names_no_person(server: Server, table: str, reason: Reason) -> None:
    """The preview of a link is kept by others, whoever has it."""
    assert "Ada" in server.get(f"/api/tables/{table}/replay").text
    record = tablier.Record.read(RECORD)
    table_like: Any = SimpleNamespace(
        ending=Ending(reason, (-1, 1), 0), game=record.game, position=record.end
    )
    assert cards.sentence(table_like, "en").startswith("Player 1")


# In other pages


def test_only_boards_that_are_meant_for_it_can_be_framed(server: Server, table: str) -> None:
    paths = ["/", f"/t/{table}", "/play/moguli", "/api/games", "/embed/", f"/embed/{table}/x"]
    paths += ["/puzzles/daily", "/embed/puzzles/moguli/x", "/embed/puzzles/moguli/3/x"]
    for path in (*paths, f"/t/{table}/position.svg", "/embed"):
        headers = server.get(path).headers
        assert headers["x-frame-options"] == "DENY", path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
    puzzles = {"puzzles/daily": 200, "puzzles/moguli/3": 200, "puzzles/moguli/999": 404}
    for name, status in {table: 200, "nothing": 404, **puzzles}.items():
        path = f"/embed/{name}"
        answer = server.get(path, lang="fr")
        assert (answer.status_code, '<html lang="fr"' in answer.text) == (status, True)
        assert "x-frame-options" not in answer.headers
        policy = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", "")
        assert answer.headers["content-security-policy"] == f"{policy}frame-ancestors *"


def test_a_page_with_the_link_of_a_table_learns_how_to_embed_it(server: Server, table: str) -> None:
    head = server.get(f"/t/{table}").text
    asked = re.search('type="application/json[+]oembed" href="([^"]+)"', head)
    assert asked is not None
    address = html.unescape(asked[1])
    found = server.http.get(address).json()
    assert (found["version"], found["type"], found["title"]) == (
        "1.0",
        "rich",
        "Mole Hill – Tablier",
    )
    assert (found["thumbnail_width"], found["thumbnail_height"]) == (1200, 630)
    assert f'/embed/{table}?lang=en"' in found["html"]
    small = server.http.get(f"{address}&maxwidth=300&maxheight=250").json()
    assert small["width"] <= 300
    assert small["height"] <= 300
    assert f'width="{small["width"]}" height="{small["height"]}"' in small["html"]
    assert "thumbnail_url" not in small


@pytest.mark.parametrize("path", ["/puzzles/moguli/3", "/puzzles/daily"])
def test_a_puzzle_can_be_embedded_too(server: Server, path: str) -> None:
    head = server.get(path).text
    asked = re.search('type="application/json[+]oembed" href="([^"]+)"', head)
    assert asked is not None
    found = server.http.get(html.unescape(asked[1]) + "&lang=de").json()
    assert found["title"].startswith("Aufgaben: ")
    assert f'/embed{path}?lang=de"' in found["html"]
    assert re.search(r"/puzzles/[a-z-]+/\d+/card.png[?]lang=de$", found["thumbnail_url"])
    assert f'content="{found["thumbnail_url"].replace("=de", "=en")}"' in head


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (404, "url=HERE/puzzles/moguli/999"),
        (501, "url=HERE/t/TABLE&format=xml"),
        (404, "url=HERE/t/nothing"),
        (404, "url=HERE/rules/moguli"),
        (404, "url=https://elsewhere.example/t/TABLE"),
        (404, "url=javascript:HERE/t/TABLE"),
        (404, "url=http://["),
        (404, "url=http://℀/t/TABLE"),
        (404, f"url=HERE/puzzles/moguli/{'9' * 5000}"),
        (400, "url=HERE/t/TABLE&lang=xx"),
        (400, ""),
        (400, "url=HERE/t/TABLE&maxwidth=wide"),
    ],
)
def test_what_cannot_be_embedded_is_refused(
    server: Server, table: str, status: int, asked: str
) -> None:
    words = asked.replace("TABLE", table).replace("HERE", str(server.http.base_url))
    assert server.http.get(f"/oembed?{words}").status_code == status


def test_the_pages_of_games_have_cards(server: Server) -> None:
    """Those of lessons and puzzles have their own; what is no game shares that of the site."""
    here = server.http.base_url
    for path, card in {
        "/": "",
        "/play/moguli": "/play/moguli",
        "/puzzles/moguli/3": "/puzzles/moguli/3",
        "/learn/mole-hill/2": "/learn/mole-hill/2",
        "/t/nothing": "",
        "/play/chess": "",
        f"/puzzles/moguli/{'9' * 5000}": "/puzzles/moguli",
    }.items():
        head = server.get(path).text
        assert f'property="og:url" content="{here}{path}"' in head
        assert f'property="og:image" content="{here}{card}/card.png?lang=en"' in head
    assert "Weitergehen" in cards.page_card("/learn/mole-hill/2", "de")


# How much is drawn


class Painter:
    """Renders nothing, and waits until it may."""

    def __init__(self) -> None:
        self.orders: list[str] = []
        self.may = threading.Event()

    def __call__(self, order: Order) -> bytes:
        self.orders.append(order.svg)
        assert self.may.wait(30)
        return order.svg.encode()


async def test_one_picture_is_drawn_at_a_time_and_once() -> None:
    paint = Painter()
    made = Renderer(paint)
    waiting = [asyncio.create_task(made.picture(key, lambda: Order("x"))) for key in "aaaabbbb"]
    while not paint.orders:
        await asyncio.sleep(0.001)
    with pytest.raises(Refusal, match="Too many pictures"):
        await made.picture("c", lambda: Order("x"))
    assert len(paint.orders) == 1
    paint.may.set()
    assert await asyncio.gather(*waiting) == [b"x"] * 8
    assert len(paint.orders) == 2
    assert await made.picture("a", lambda: pytest.fail("It is kept.")) == b"x"


async def test_the_oldest_pictures_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "MOST_BYTES", 5)
    paint = Painter()
    paint.may.set()
    made = Renderer(paint)
    for key in "aba cb".replace(" ", ""):
        await made.picture(key, lambda: Order("xx"))
    assert len(paint.orders) == 4  # b was dropped for c, since a was asked for again


def test_long_games_become_short_gifs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.pictures.gif.gif", lambda *words: b"%d" % words[-1])
    steps = [child.render(Order(record=RECORD, most=most)) for most in (300, 3, 2, 1)]
    assert steps == [b"1", b"2", b"2", b"4"]
