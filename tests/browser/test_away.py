"""The server goes away during a game: it goes on in the tab, and comes back."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.application import check_application
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import HERE, ServerProcess

pytestmark = pytest.mark.one_game
LEVEL_2 = {"kind": "computer", "level": 2}


def turns(person: Person, n: int) -> None:
    """Wait until so many moves were made, and it is one's turn again."""
    person.page.get_by_role("tab").nth(1).click()
    expect(person.page.locator(".moves .tokens button")).to_have_count(n, timeout=SLOW)
    assert person.wait_for_turn()


def install(page: Page, address: str) -> None:
    """Whoever installs the pages has all that is needed, unasked; asking was in vain before."""
    check_application(page, f"{address}/")
    offer = page.get_by_role("button", name="Make available offline")
    expect(offer).to_be_visible(timeout=SLOW)
    page.context.set_offline(True)
    offer.click()
    expect(page.get_by_role("button", name="Download failed. Try again")).to_be_visible()
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(page.get_by_text("Available offline")).to_be_visible(timeout=SLOW)


def killed(somebody: Person, address: str) -> Person:
    """The tab is closed, whatever it was doing, and opened again."""
    old = somebody.page
    somebody.page = old.context.new_page()
    new = Person(somebody.page)
    old.close()
    return new.visit(address)


def test_a_game_goes_on_while_the_server_is_away_and_comes_back(
    person: NewPerson, server: ServerProcess
) -> None:
    somebody = person(reduced_motion="reduce")
    page, made = somebody.visit(server.address).page, server.table("mole-hill", HERE, LEVEL_2)
    install(page, server.address)
    somebody.sit(made.seat(0))
    somebody.click("e4")
    turns(somebody, 2)
    page.context.set_offline(True)
    expect(somebody.button("Continue here")).to_be_visible()
    page.goto(server.address)  # as an application begins
    expect(page.get_by_role("article", name="Mole Hill")).to_be_visible(timeout=SLOW)
    somebody = killed(somebody, made.watch)  # its worker shows the page of the site
    page = somebody.page
    expect(page.get_by_text("Offline", exact=True)).to_be_visible(timeout=SLOW)
    turns(somebody, 2)
    somebody.click(somebody.choices()[0])
    turns(somebody, 4)
    played = somebody.moves()
    page.context.set_offline(False)
    page.wait_for_url(made.watch, timeout=SLOW)
    expect(somebody.status).to_contain_text("The server is back", timeout=SLOW)
    assert server.view(made.table)["tokens"] == played
