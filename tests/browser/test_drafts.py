"""A draft in the browser: by its address, in English, and not among the games on the first page."""

from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW
from tests.drafts import CODE, NAME
from tests.server.clients import serving


def test_a_draft_is_played_by_its_address(person: NewPerson, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", code=CODE) as server:
        address, author = f"http://127.0.0.1:{server.port}", person(locale="de-AT")
        page = author.visit(address).page
        expect(page.get_by_role("article").first).to_be_visible()
        expect(page.get_by_role("article", name="Mole Hill")).to_have_count(0)
        author.visit(f"{address}/play/{NAME}")
        box = page.get_by_role("article", name="Mole Hill (Entwurf)")
        expect(box).to_contain_text("A mole digs across an English lawn")
        expect(page.get_by_role("heading", level=1)).to_have_text("Mole Hill (Entwurf)")
        box.get_by_role("link", name="Regeln").click()
        expect(page.get_by_role("heading", name="Mole Hill (Entwurf)")).to_be_visible()
        page.go_back()
        box.get_by_role("button", name="Am selben Gerät").click()
        page.get_by_role("button", name="Starten").click()
        expect(author.board).to_be_visible(timeout=SLOW)
        author.click("e4")
        expect(author.status).to_contain_text("Spieler 2, you are the gardener")
        expect(page).to_have_title("Mole Hill (Entwurf) – Tablier")
        page.goto(f"{address}/play/nothing")
        expect(page.get_by_role("heading", name="Seite nicht gefunden")).to_be_visible()
