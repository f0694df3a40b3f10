"""The site without a server, in a folder of a host of files: it plays, and needs no network."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PATIENCE
from tests.browser.person import SLOW, Person

from tablier.record import Record
from tablier.tab import site

pytestmark = pytest.mark.one_game

FOLDER = "some/folder"


class Quiet(SimpleHTTPRequestHandler):
    """What `python -m http.server` does, without its log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("host")
    site.write(root / FOLDER)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{FOLDER}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def visitor(chromium: Browser, host: str) -> Iterator[Person]:
    """Somebody whose browser asks nobody but that folder."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page, asked, troubles = context.new_page(), list[str](), list[str]()
    page.set_default_timeout(PATIENCE)
    context.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(host)
    yield Person(page)
    context.close()
    assert [each for each in asked if not each.startswith((host, "blob:", "data:"))] == []
    assert troubles == []


def wait_for_worker(page: Page) -> None:
    """Until the service worker has the site in the cache, and puts there what else is asked for."""
    page.wait_for_function("navigator.serviceWorker.controller !== null")


@pytest.mark.long
def test_a_game_is_played_kept_and_continued_without_a_network(
    visitor: Person, tmp_path: Path
) -> None:
    page = visitor.page
    wait_for_worker(page)
    page.get_by_role("article", name="Mole Hill").get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(visitor.board).to_be_visible(timeout=SLOW)
    assert visitor.button("Hint").count() == 0
    visitor.click("e4")
    expect(visitor.status).to_contain_text("gardener")
    visitor.click(visitor.choices()[0])
    expect(page.locator("[data-spoken]")).to_contain_text("|")
    played = visitor.moves()
    page.context.set_offline(True)
    page.reload()
    expect(visitor.board).to_be_visible(timeout=SLOW)
    assert visitor.moves() == played
    page.get_by_role("tab").first.click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save game").click()
    saved.value.save_as(tmp_path / "game.tablier")
    assert len(Record.read((tmp_path / "game.tablier").read_text("utf-8")).tokens) == 2
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    page.get_by_role("button", name="Open a game file").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "game.tablier")
    page.get_by_role("dialog").locator(".primary").click()
    expect(visitor.board).to_be_visible(timeout=SLOW)
    assert visitor.moves() == played


def test_pages_have_addresses_of_their_own(visitor: Person, host: str) -> None:
    page = visitor.page
    page.get_by_role("article", name="Moguli").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moguli")
    assert page.url == f"{host}rules/moguli/"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moguli")
    page.goto(f"{host}puzzles/mole-hill/")
    third = page.locator("a[href$='/puzzles/mole-hill/?3']")
    expect(third).to_be_visible()
    page.goto(f"{host}play/labyrinthe/")
    expect(page.get_by_role("article").get_by_role("button")).to_have_text("Same screen")
