"""After a game: its review with curve, turning points and best line, and another try from there."""

import re

from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW
from tests.browser.server_process import ServerProcess

# Bad enough for turning points: the mole walks into a corner, and rods lie far away.
RECORD = """[Game "mole-hill"]

i7 a1|a2 h7 e6|f6 g7 a1|b1 1-0
"""


def test_a_review_from_the_end_of_a_game_to_another_try(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person().host(server.opened(RECORD))
    page = someone.page
    page.get_by_role("tab", name="Review").click()
    curve = page.get_by_role("slider", name="Win probability")
    expect(curve).to_be_visible(timeout=SLOW)
    expect(page.locator("dd")).to_have_text([re.compile(r"\d+% Accuracy")] * 2)

    curve.focus()  # each point of the curve is a move
    curve.press("Home")
    expect(curve).to_have_attribute("aria-valuetext", re.compile("^Start of the game"))
    curve.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuetext", re.compile("^After move 1, Player 1: i7"))
    expect(someone.status).to_contain_text("Move 1 of 6")

    point = page.locator(".points > li > button").first
    point.click()
    expect(point).to_have_attribute("aria-current", "step")
    detail = page.locator(".points section")
    expect(detail).to_contain_text("Better: ")
    expect(page.locator(".board .arrow.best")).to_have_count(1)
    for point in page.locator(".points > li > button").all():  # some words say why, or figures
        point.click()
        better = detail.locator("p", has_text="Better: ")
        expect(better).to_have_text(re.compile(r"Better: \S+\.\s+\S"))
    page.locator(".points > li > button").first.click()
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".moves .tokens button", has_text="?").first).to_be_visible()
    expect(page.locator(".board .arrow")).to_have_count(0)

    page.get_by_role("tab", name="Review").click()
    before = someone.marks()
    address = page.url
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(lambda url: url != address)
    expect(someone.board).to_be_visible(timeout=SLOW)
    assert someone.wait_for_turn()
    assert [each["at"] for each in someone.marks()] == [each["at"] for each in before]

    someone.button("Hint").click()  # there is a computer to play against, and it says why
    hint = page.locator("[data-hint]")
    expect(hint).to_have_text(re.compile(r"^Hint: \S+\. \S+"), timeout=SLOW)
    expect(page.locator("[data-spoken] p").last).to_have_text(hint.inner_text())
