"""A finished game becomes a tree: other moves, comments, marks, values; shared by a link."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import ServerProcess
from tests.browser.test_everybody import serious

# The first mole has no points: the second one wins by shutting itself in.
RECORD = """[Game "mole-hill"]
[Setup "b2,b1,a2 - m 2 0"]

a1 0-1
"""
NO_FIGURE = r"[\s%]"  # the sign of per cent is written in many ways


def tree(page: Page) -> list[str]:
    """The moves as the tree has them, with what stands beside them."""
    each = "all => all.map(each => [each.dataset.move, each.querySelector('.value')?.textContent])"
    found: list[list[str | None]] = page.get_by_role("treeitem").evaluate_all(each)
    return [f"{move} {re.sub(NO_FIGURE, '', value or '')}" for move, value in found]


def test_a_finished_game_is_explored_and_shared(server: ServerProcess, person: NewPerson) -> None:
    someone = person().host(server.opened(RECORD))
    page = someone.page
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name="Explore").click()
    explore_by_keys_and_clicks(someone)
    draw_and_comment(someone)
    value_promote_and_undo(someone)
    before = tree(page)
    page.reload()
    expect(page.get_by_role("treeitem")).to_have_count(len(before))
    assert tree(page) == before
    assert serious(page) == []
    page.get_by_role("button", name="Share link").click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    open_elsewhere(person(**PHONE, locale="de"), link, before)


def explore_by_keys_and_clicks(someone: Person) -> None:
    """Walk along the game, back, and into another move; what is over is proven, and carried up."""
    page = someone.page
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(2)
    expect(page.get_by_role("tree")).to_contain_text("✓")  # the game is over there
    page.keyboard.press("ArrowRight")
    expect(items.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[aria-label='Evaluation: Player 1 0%, Player 2 100%']")).to_be_visible()
    expect(someone.spot("a3")).to_have_attribute("aria-disabled", "false")
    someone.click("a3")
    expect(items).to_have_count(3)
    expect(someone.spot("a1|a2")).to_have_attribute("aria-disabled", "false")
    someone.click("a1|a2")
    expect(items).to_have_count(4)
    expect(page.get_by_role("group")).to_have_text(re.compile("a3.*a1"))
    page.keyboard.press("Alt+ArrowUp")
    expect(items.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Alt+ArrowDown")
    expect(items.nth(2)).to_have_attribute("aria-selected", "true")


def draw_and_comment(someone: Person) -> None:
    """Mark a place by the keyboard and draw an arrow by the mouse, then say something."""
    page = someone.page
    someone.button("Mark").click()
    someone.spot("c3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".drawn circle")).to_have_count(1)
    someone.button("Arrow").click()
    someone.click("b2", "d4")
    expect(page.locator(".drawn .head")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Comment on a3").fill("Not this one.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tree")).to_contain_text("Not this one.")


def value_promote_and_undo(someone: Person) -> None:
    """The page's engine values the node that is shown; what was changed can be undone."""
    page = someone.page
    someone.button("Analysis").click()
    expect(page.get_by_role("treeitem", selected=True).locator(".value")).to_be_visible(
        timeout=SLOW
    )
    someone.button("Analysis").click()
    someone.button("Make main line").click()
    expect(page.get_by_role("group")).to_have_text(re.compile("a1"))
    someone.button("Delete from here").click()
    expect(page.get_by_role("treeitem")).to_have_count(2)
    someone.button("Undo").click()
    someone.button("Undo").click()
    expect(page.get_by_role("treeitem")).to_have_count(4)
    expect(page.get_by_role("group")).to_have_text(re.compile("a3"))


def open_elsewhere(other: Person, link: str, before: list[str]) -> None:
    """Somebody else has all of it on a phone, and keeps a copy as soon as they change it."""
    page = other.visit(link).page
    expect(page.get_by_role("treeitem")).to_have_count(len(before))
    assert tree(page) == before
    page.get_by_role("treeitem").nth(2).tap()
    expect(page.locator(".drawn circle, .drawn .head")).to_have_count(2)
    expect(page.get_by_role("textbox")).to_have_value("Not this one.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("treeitem").nth(1).tap()
    page.get_by_role("button", name="Ab hier löschen").tap()
    page.wait_for_url(re.compile(r"/explore/[\w-]+$"))
    expect(page.get_by_role("treeitem")).to_have_count(len(before) - 1)
