"""Showing a game to others: pictures that the browser draws, and a board in another page."""

import json
import urllib.request
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.server_process import ServerProcess
from tests.browser.test_everybody import serious

from file_host import served

pytestmark = pytest.mark.one_game

RECORD = '[Game "mole-hill"]\n[Result "1-0"]\n\ne4 a1|a2 c5'


@pytest.fixture
def table(server: ServerProcess) -> str:
    body = json.dumps({"record": RECORD}).encode()
    kind = {"content-type": "application/json"}
    asked = urllib.request.Request(f"{server.address}/api/records", body, kind)
    with urllib.request.urlopen(asked) as answer:
        return str(json.load(answer)["table"])


def saved(page: Page, name: str) -> bytes:
    with page.expect_download() as found:
        page.get_by_role("button", name=name).press("Enter")
    return Path(found.value.path()).read_bytes()


def test_a_game_is_shown_to_others(
    server: ServerProcess, person: NewPerson, table: str, tmp_path: Path
) -> None:
    """By keyboard, on a phone, in German."""
    someone = person(**PHONE, locale="de-DE").sit(f"{server.address}/t/{table}")
    page = someone.page
    page.get_by_role("button", name="Teilen").press("Enter")
    dialog = page.get_by_role("dialog", name="Teilen")
    expect(dialog.get_by_role("img")).to_be_visible()
    assert serious(page) == []
    still = Image.open(BytesIO(saved(page, "Bild (PNG)")))
    assert still.size[0] == 1080
    assert len(still.convert("RGB").resize((40, 40)).getcolors(1600) or ()) > 100
    film = Image.open(BytesIO(saved(page, "Animation (GIF)")))
    assert getattr(film, "n_frames", 1) == 4
    expect(dialog.get_by_role("status")).to_have_text("In deinen Downloads gespeichert.")
    assert b"<desc>" in saved(page, "Grafik (SVG)")
    frame = dialog.get_by_label("Brett für eine andere Seite").first.input_value()
    assert f"{server.address}/embed/{table}" in frame
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Teilen")).to_be_focused()
    with served(tmp_path) as address:
        embed(page, tmp_path, address, frame)
        solve(page, tmp_path, address, frame.replace(table, "puzzles/mole-hill/1"))


def embed(page: Page, folder: Path, address: str, frame: str) -> None:
    """Another page shows the board in a frame, and cannot do so with the table itself."""
    shown = f"<!doctype html><title>Elsewhere</title>{frame}{frame.replace('/embed/', '/t/')}"
    (folder / "index.html").write_text(shown, "utf-8")
    page.goto(address)
    board = page.frame_locator("iframe").first
    expect(board.locator("svg").first).to_be_visible()
    expect(board.get_by_role("status")).to_contain_text("3. c5")
    board.get_by_role("button", name="Zug zurück").press("ArrowLeft")
    expect(board.get_by_role("status")).to_contain_text("2. a1|a2")
    board.get_by_role("button", name="Züge abspielen").press("Enter")
    expect(board.get_by_role("status")).to_contain_text("3. c5")
    refused = page.frames[-1]
    assert refused.url == "chrome-error://chromewebdata/"


def solve(page: Page, folder: Path, address: str, frame: str) -> None:
    """A puzzle in another page is solved there; what is more lies behind its link."""
    (folder / "puzzle.html").write_text(f"<!doctype html><title>Puzzle</title>{frame}", "utf-8")
    page.goto(f"{address}/puzzle.html")
    shown = page.frame_locator("iframe")
    expect(shown.get_by_role("heading")).to_contain_text("gewinnt")
    shown.get_by_role("button", name="Tipp").press("Enter")
    shown.get_by_role("button", name="Zug zeigen").press("Enter")
    expect(shown.get_by_role("status")).to_contain_text("Dieser Zug gewinnt")
    link = shown.get_by_role("link", name="Aufgabe öffnen")
    expect(link).to_have_attribute("href", "/puzzles/mole-hill/1")
