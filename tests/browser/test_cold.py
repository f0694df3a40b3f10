"""A server that comes back with empty caches, and a page that stays open."""

from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW
from tests.browser.server_process import COMPUTER, HERE, ServerProcess
from tests.empty_caches import Cold

PREPARING = "Preparing the computer player (first time only): about"


def test_a_page_stays_open_while_the_server_comes_back_with_empty_caches(
    tmp_path: Path, person: NewPerson
) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    try:
        made = server.table("mole-hill", HERE, COMPUTER)
        someone = person()
        someone.page.route("**/engines/*", lambda route: route.abort())  # it cannot think itself
        someone.sit(made.seat(0))
        seat = someone.page.locator(".seats li").nth(1)
        server.kill()
        expect(someone.status).to_contain_text("Connection lost")
        server.start(Cold(tmp_path / "cold"))
        expect(someone.status).to_contain_text("Your turn", timeout=SLOW)
        someone.button("Hint").click()
        expect(someone.status).to_contain_text(PREPARING)
        someone.click("e4")
        expect(someone.status).to_contain_text(PREPARING)
        expect(seat).to_contain_text("getting ready")
        expect(someone.page.locator("[data-spoken]")).to_contain_text(PREPARING)
        assert server.view(made.table)["tokens"] == ["e4"]
        someone.visit(server.address)
        expect(someone.page.get_by_role("heading", name="Mole Hill", exact=True)).to_be_visible()
        someone.page.go_back()
        expect(someone.status).to_contain_text(PREPARING)
        server.kill()
        server.start()
        assert someone.wait_for_turn()
        expect(someone.status).not_to_contain_text(PREPARING)
        assert len(server.view(made.table)["tokens"]) == 2
    finally:
        server.stop()
