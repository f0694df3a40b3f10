"""A finished game becomes a tree: other moves, comments, marks, proofs; shared by a link."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
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


def kept(page: Page, address: str) -> list[str | None]:
    """The moves that this browser would show there after a reload."""
    key = f"tablier.exploration.{address.rpartition('/')[2]}"
    nodes = "key => JSON.parse(localStorage.getItem(key)).nodes.map(each => each.token || null)"
    return list(page.evaluate(nodes, key))


def test_a_finished_game_is_explored_and_shared(server: ServerProcess, person: NewPerson) -> None:
    someone = person().host(server.opened(RECORD))
    page = someone.page
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name="Explore").click()
    explore_by_keys_and_clicks(someone)
    draw_and_comment(someone)
    promote_and_undo(someone)
    step_on_a_phone(page)
    before, address = tree(page), page.url
    assert serious(page) == []
    page.get_by_role("button", name="Share link").click()
    page.goto(page.get_by_role("dialog").get_by_role("textbox").input_value())
    expect(page.get_by_role("treeitem")).to_have_count(len(before))  # nothing of it is kept here
    assert tree(page) == before
    page.get_by_role("treeitem").nth(2).click()
    expect(page.locator(".drawn circle, .drawn .head")).to_have_count(2)
    page.get_by_role("button", name="Delete from here").click()
    page.wait_for_url(re.compile(r"/explore/[\w-]+$"))  # who changes it has a copy of their own
    assert kept(page, page.url) == [None, "a1"]
    assert kept(page, address) == [None, "a1", "a3", "a1|a2"]


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


def promote_and_undo(someone: Person) -> None:
    """What was changed can be undone."""
    page = someone.page
    someone.button("Make main line").click()
    expect(page.get_by_role("group")).to_have_text(re.compile("a1"))
    someone.button("Delete from here").click()
    expect(page.get_by_role("treeitem")).to_have_count(2)
    someone.button("Undo").click()
    someone.button("Undo").click()
    expect(page.get_by_role("treeitem")).to_have_count(4)
    expect(page.get_by_role("group")).to_have_text(re.compile("a3"))


def step_on_a_phone(page: Page) -> None:
    """The tree is below the fold there; a step through it leaves the board where it is.

    Where there is more room, the board stays in sight while the rest is read, and so do the steps.
    """
    desk = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 500})
    page.evaluate("scrollTo(0, 0)")
    for step in (0, 2):  # to the start, and on as before; without the scrolling of a click
        page.locator(".steps button").nth(step).dispatch_event("click")
    expect(page.get_by_role("treeitem").nth(2)).to_have_attribute("aria-selected", "true")
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for part in ("main .frame", ".steps"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert desk is not None
    page.set_viewport_size(desk)
